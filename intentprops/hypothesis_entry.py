"""What Hypothesis loads of this library when it is imported itself: profiles, and strategies for our types.

It is loaded in every run of everybody who has the library installed, so it imports what it needs when that is used.
"""

from __future__ import annotations

import sys
from typing import Any

PROFILES: dict[str, dict[str, Any]] = {
    "intent-dev": {"max_examples": 50},
    "intent-ci": {"max_examples": 200, "derandomize": True, "print_blob": True},
    "intent-nightly": {"max_examples": 5000, "derandomize": False},
    "intent-mutation": {"max_examples": 30, "derandomize": True},
}
"""The profiles, chosen with ``--hypothesis-profile``; those of a project itself are left alone.

- ``intent-dev``: few examples, for the way to the editor and back.
- ``intent-ci``: the same examples in each run.
- ``intent-nightly``: many, random although ``CI`` is set, and the database of failures is kept.
- ``intent-mutation``: what ``mutmut`` needs: quick, the same each time, nothing shrunk.
"""


def setup() -> None:
    """Called by Hypothesis."""
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.database import DirectoryBasedExampleDatabase

    quick = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
    for name, options in PROFILES.items():
        more: dict[str, Any] = {"deadline": None}
        if name == "intent-nightly":
            more["database"] = DirectoryBasedExampleDatabase(".hypothesis/examples")
        if name == "intent-mutation":
            more |= {"database": None, "phases": quick, "suppress_health_check": [HealthCheck.differing_executors]}
        settings.register_profile(name, **options, **more)
    if "intentprops.changes" in sys.modules:
        register_types()


_registered = False


def register_types() -> None:
    """Let ``st.from_type`` know our types; changes, turns, states and scenarios are those of the rooms domain."""
    global _registered
    if _registered:
        return
    _registered = True
    from hypothesis import strategies as st

    from intentprops import changes as kinds
    from intentprops.domain import Domain
    from intentprops.state import State

    def of_rooms(name: str, **options: Any) -> Any:
        """What makes a strategy when it is asked for."""

        def made(_: type) -> Any:
            from intentprops import strategies
            from intentprops.domains.rooms import rooms

            return getattr(strategies, name)(rooms, **options)

        return made

    def domains(_: type) -> Any:
        from intentprops import strategies

        return strategies.domains()

    st.register_type_strategy(Domain, domains)
    st.register_type_strategy(kinds.Scenario, of_rooms("chains"))
    st.register_type_strategy(kinds.Turn, of_rooms("turns"))
    st.register_type_strategy(State, of_rooms("states"))
    for kind in (kinds.Reveal, kinds.Revision, kinds.Remove, kinds.Retract, kinds.DontCare, kinds.Switch, kinds.Detour, kinds.Confirm,
                 kinds.Forbid, kinds.Permit, kinds.Return, kinds.Conflict, kinds.Unmodelled, kinds.UnknownGoal, kinds.Answer,
                 kinds.Compare, kinds.Accept):  # fmt: skip
        st.register_type_strategy(kind, of_rooms("changes_of", kind=kind))
