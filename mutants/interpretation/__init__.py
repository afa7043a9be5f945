"""Defects of reading: the words are taken for something else, and the state is wrong from that turn on."""

from intentprops.mutants.interpretation import stale_value, misheard_value, glued_range  # isort: skip
from intentprops.mutants.interpretation import missed_switch, reveal_as_switch, wrong_disposition, unlogged_revision  # isort: skip
from intentprops.mutants.interpretation import permission_leak, unheard_question, all_clear  # isort: skip

__all__ = [
    "all_clear", "glued_range", "misheard_value", "missed_switch", "permission_leak", "reveal_as_switch", "stale_value", "unheard_question",
    "unlogged_revision", "wrong_disposition",
]  # fmt: skip
