"""Deliberate breakages of traces and agents, and the benign variants that must stay green."""
