"""Variants of a correct trace that must stay green."""
