"""Which dialogues are annotated: decided by the script of the simulated user, never by what came of the run."""

from __future__ import annotations

import re

from intentprops.importers import Recorded

CONDITION = re.compile(r"(?<!even )\bif\b", re.IGNORECASE)
"""How a script of the airline tells its user to give up one wish for another; "even if" is insisting."""
SHIFTS = 2


def chosen(recorded: Recorded) -> bool:
    """At the airline the first trial of a script with a condition; at the bank a script with two shifts of the goal."""
    if recorded.format == "tau-bench":
        task = recorded.metadata["info"]["task"]
        return recorded.metadata["trial"] == 0 and CONDITION.search(task["instruction"]) is not None
    shifts = recorded.metadata["task"]["user_scenario"]["goal_shifts"]
    return bool(shifts["required_shifts"] == SHIFTS)
