"""Variants of a correct trace that must stay green: what users of graders complain of is a false failure as much as a false pass."""

from intentprops.mutants.benign import spelling, exposure, calls, words  # isort: skip

__all__ = ["calls", "exposure", "spelling", "words"]
