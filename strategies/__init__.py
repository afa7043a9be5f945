"""Hypothesis strategies for dialogues in which the user changes the requirements."""
