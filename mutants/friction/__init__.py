"""Defects that cost the user patience and fail nothing."""

from intentprops.mutants.friction import needless_question, repeated_question, needless_search  # isort: skip

__all__ = ["needless_question", "needless_search", "repeated_question"]
