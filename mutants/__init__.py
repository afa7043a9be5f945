"""Deliberate breakages of traces and agents, and the benign variants that must stay green."""

from intentprops.mutants.agent import Fault, Mind, simulate
from intentprops.mutants.case import At, Case
from intentprops.mutants.judge import OUTCOMES, Outcome, Verdict, control, judge
from intentprops.mutants.shape import Defect, Example, Expect, Site, Variant, defects, find, register, unregister, variants

from intentprops.mutants import interpretation, memory, planning, execution, response, friction, benign  # isort: skip

__all__ = [
    "OUTCOMES", "At", "Case", "Defect", "Example", "Expect", "Fault", "Mind", "Outcome", "Site", "Variant", "Verdict", "benign",
    "control", "defects", "execution", "find", "friction", "interpretation", "judge", "memory", "planning", "register",
    "response", "simulate", "unregister", "variants",
]  # fmt: skip
