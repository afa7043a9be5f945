"""Defects of memory: what was right is lost or comes back; a summary says something else; an old result stays current."""

from intentprops.mutants.memory import reverted_value, full_reset, first_and_last, impossible_choice  # isort: skip
from intentprops.mutants.memory import forgotten_permission, stuck_revision  # isort: skip
from intentprops.mutants.memory import stale_result, stale_dependent, forgotten_result  # isort: skip
from intentprops.mutants.memory import lost_negation, outdated_summary, piled_summary, thin_summary  # isort: skip

__all__ = [
    "first_and_last", "forgotten_permission", "forgotten_result", "full_reset", "impossible_choice", "lost_negation",
    "outdated_summary", "piled_summary", "reverted_value", "stale_dependent", "stale_result", "stuck_revision", "thin_summary",
]  # fmt: skip
