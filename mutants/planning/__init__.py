"""Defects of planning: the state is right, and what is called, or left out, is not."""

from intentprops.mutants.planning import old_argument, invented_argument, unreadable_argument  # isort: skip
from intentprops.mutants.planning import wrong_then_right, dropped_wish, old_item, words_only  # isort: skip
from intentprops.mutants.planning import extra_task, one_turn_early, silent_resume, unasked_call, early_yes  # isort: skip
from intentprops.mutants.planning import effect_twice, hold_left, always_asks, plans_first  # isort: skip

__all__ = [
    "always_asks", "dropped_wish", "early_yes", "effect_twice", "extra_task", "hold_left", "invented_argument", "old_argument",
    "old_item", "one_turn_early", "plans_first", "silent_resume", "unasked_call", "unreadable_argument", "words_only",
    "wrong_then_right",
]  # fmt: skip
