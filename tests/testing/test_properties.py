"""Properties for users: green for a right agent or updater, and each broken by the fault that it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from intentprops import Message, Reveal, Revision, Scenario, Switch, Turn, properties
from intentprops.domains.rooms import rooms
from intentprops.properties import PropertyBroken, Updater
from intentprops.strategies import chains
from intentprops.testing import Dialogue, dialogue
from tests.testing.agents import careful, forgetful, right, stubborn, update

WITH_ORACLE = ["last_word_wins", "unmentioned_is_kept", "no_superseded_argument", "no_forbidden_call", "no_stale_result"]
WITHOUT = [
    "repeating_changes_nothing", "aside_changes_nothing", "paraphrase_changes_nothing", "language_changes_nothing",
    "independent_revisions_commute", "one_message_equals_its_parts", "there_and_back", "renamed_items_rename_the_answer",
]  # fmt: skip
PLAIN = "revise again reveal add switch forbid permit back"


@pytest.mark.parametrize("name", [*WITH_ORACLE, *WITHOUT])
def test_a_right_agent_keeps_every_property(name: str) -> None:
    judged = []

    pairs = name in ("independent_revisions_commute", "one_message_equals_its_parts")

    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(chains(rooms, kinds="revise" if pairs else PLAIN, styles="plain"))
    def keeps(scenario: Scenario) -> None:
        judged.append(getattr(properties, name)(rooms, scenario, careful))

    keeps()
    assert any(judged), "it had something to judge"


@pytest.mark.parametrize("name", [n for n in (*WITH_ORACLE, *WITHOUT) if n != "renamed_items_rename_the_answer"])
def test_a_right_updater_keeps_every_property(name: str) -> None:
    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(chains(rooms, kinds=PLAIN, styles="plain"))
    def keeps(scenario: Scenario) -> None:
        getattr(properties, name)(rooms, scenario, Updater(update))

    keeps()


FIND = Turn.of(Switch("search_rooms"), Reveal("attendees", 6), Reveal("starts_at", "2026-08-07T15:00:00+03:00"),
               text="Find a room for six people on 7 August at 15:00.")  # fmt: skip
EIGHT = Turn.of(Revision("attendees", 8), text="There will be eight of us.")
TWELVE = Turn.of(Revision("attendees", 12), text="There will be twelve of us.")
LATER = Turn.of(Revision("starts_at", "2026-08-07T16:00:00+03:00"), text="Make it 16:00.")
SCREEN = Turn.of(Reveal("required_features", ["экран"]), text="We need a screen.")


def scenario(*turns: Turn) -> Scenario:
    return dialogue(rooms, turns).scenario


def counting(create: Any) -> Any:
    """Searches for one more with each message, whatever it says."""

    def made(session: Any) -> Callable[[str], str]:
        heard: list[str] = []

        def respond(message: str) -> str:
            heard.append(message)
            session.tools.search_rooms(capacity=len(heard), starts_at="2026-08-07T15:00:00+03:00", required_features=[])
            return "amber is free"

        return respond

    return made


def wordy(session: Any) -> Callable[[str], str]:
    """Searches for as many people as the message has letters."""

    def respond(message: str) -> str:
        session.tools.search_rooms(capacity=len(message), starts_at="2026-08-07T15:00:00+03:00", required_features=[])
        return "amber is free"

    return respond


def first_only(before: Any, turn: Turn) -> Any:
    """An updater that hears the first change of a turn only."""
    return update(before, Turn((Message("", turn.changes[:1]),)) if before is not None else turn)


def last_seen(before: Any, turn: Turn) -> Any:
    """An updater whose number of people only grows."""
    after = update(before, turn)
    if before is not None and before["constraints"]["attendees"]:
        after["constraints"]["attendees"] = max(before["constraints"]["attendees"], after["constraints"]["attendees"] or 0)
    return after


def by_order(before: Any, turn: Turn) -> Any:
    """An updater in which a new time undoes the number said before."""
    after = update(before, turn)
    if before is not None and any(getattr(change, "field", "") == "starts_at" for change in turn.changes):
        after["constraints"]["attendees"] = 6
    return after


def twitchy(before: Any, turn: Turn) -> Any:
    """An updater that takes a value said again for a change of its task."""
    after = update(before, turn)
    if before is not None and any(isinstance(change, Reveal) for change in turn.changes):
        after["status"] = "awaiting_confirmation"
    return after


BROKEN: dict[str, tuple[Scenario, Any]] = {
    "last_word_wins": (scenario(FIND, EIGHT, Turn.of(Revision("attendees", 6), text="Six.")), Updater(last_seen)),
    "unmentioned_is_kept": (scenario(FIND, SCREEN, EIGHT), Updater(forgetful)),
    "no_superseded_argument": (scenario(FIND, TWELVE, LATER), stubborn),
    "no_stale_result": (scenario(FIND, EIGHT), stubborn),
    "repeating_changes_nothing": (scenario(FIND, EIGHT), Updater(twitchy)),
    "aside_changes_nothing": (scenario(FIND, EIGHT), counting(None)),
    "paraphrase_changes_nothing": (scenario(FIND, EIGHT), wordy),
    "language_changes_nothing": (scenario(FIND, EIGHT), wordy),
    "independent_revisions_commute": (scenario(FIND, EIGHT, LATER), Updater(by_order)),
    "one_message_equals_its_parts": (scenario(FIND, EIGHT, LATER), Updater(first_only)),
    "there_and_back": (scenario(FIND), Updater(last_seen)),
    "renamed_items_rename_the_answer": (scenario(FIND), counting(None)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_each_property_is_broken_by_its_fault(name: str) -> None:
    given_, subject = BROKEN[name]
    with pytest.raises(PropertyBroken):
        getattr(properties, name)(rooms, given_, subject)


def test_a_forbidden_call_breaks_its_property() -> None:
    from intentprops import Forbid
    from intentprops.running.memory import with_memory
    from intentprops.running.reference import MistakenModel

    book = Turn.of(Switch("reserve_room"), *FIND.changes[1:], text="Book a room for six people on 7 August at 15:00.")
    compare = Turn.of(Switch("compare_rooms"), Forbid(frozenset({"reserve_room"})), text="Book nothing yet, just compare the two cheapest.")
    with pytest.raises(PropertyBroken, match="no forbidden call: turn 2"):
        properties.no_forbidden_call(rooms, scenario(book, compare), with_memory(MistakenModel(rooms), "chat"))


def test_a_dialogue_is_varied_by_hand_too() -> None:
    """As in the README: an aside does not change the calls."""
    talk = Dialogue(rooms, scenario(FIND, EIGHT))
    assert talk.with_aside().calls(right) == talk.calls(right)
    assert talk.with_aside(at=1).calls(counting(None)) != talk.calls(counting(None))
