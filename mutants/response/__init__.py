"""Defects of the reply: it claims, announces, names, offers or asks something else than it should."""

from intentprops.mutants.response import false_claim, error_as_success, old_plan, unfounded_claim, old_number  # isort: skip
from intentprops.mutants.response import invented_property, old_offer, wrong_selection, unasked_question  # isort: skip

__all__ = [
    "error_as_success", "false_claim", "invented_property", "old_number", "old_offer", "old_plan", "unasked_question",
    "unfounded_claim", "wrong_selection",
]  # fmt: skip
