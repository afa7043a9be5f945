"""Defects of execution: the plan was right when it was made, and ran after the state had moved on."""

from intentprops.mutants.execution import queued_call

__all__ = ["queued_call"]
