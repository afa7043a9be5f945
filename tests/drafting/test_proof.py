"""What is drafted from tools can be proved as it stands: nothing is missed in its dialogues, and nobody is called wrong."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

import pytest

from intentprops import Accept, Conflict, Reveal, State, Switch
from intentprops.changes import Change
from intentprops.domain import Domain
from intentprops.drafting import ToolDefinition, draft
from intentprops.mutants.proof import Task, prove
from intentprops.reading import Context, read
from intentprops.strategies import STYLES, phrase, stream
from intentprops.transitions import apply
from tests.drafting.test_draft import ROOMS, text, tool

SHOP = [
    tool("find_products", "Find products of a category.", ("max_price",), category=text(), max_price={"type": "integer"}),
    tool("place_order", "Place an order for a product.", product_id=text(), amount={"type": "integer"}),
    tool("cancel_order", "Cancel an order.", order_id=text()),
]
HOTEL = [
    ToolDefinition("listRooms", "Lists rooms.", {
        "type": "object", "properties": {"guests": {"type": "integer", "minimum": 1}, "kind": {"enum": ["single", "double"]}}, "required": ["guests"],
    }),
    tool("bookRoom", "Books a room.", room_id=text(), guests={"type": "integer"}),
    tool("cancelBooking", "Cancels a booking.", booking_id=text()),
]  # fmt: skip
DRAFTS = {name: draft(tools, name).domain() for name, tools in (("shop", SHOP), ("hotel", HOTEL), ("rooms", ROOMS))}
drafts = pytest.mark.parametrize("domain", DRAFTS.values(), ids=DRAFTS)


@drafts
@pytest.mark.parametrize("seed", range(3))
def test_every_defect_is_killed_for_the_right_reason_and_no_right_agent_is_called_wrong(domain: Domain, seed: int) -> None:
    proof = prove(Task(domain, chains=6, seed=seed))
    assert [problem for row in proof.rows.values() for problem in row.problems] == []
    assert proof.passed


@drafts
@pytest.mark.parametrize("language", ["en", "ru"])
def test_few_messages_of_its_dialogues_are_beyond_the_reader(domain: Domain, language: str) -> None:
    beyond, total = [], 0
    for choice, scenario in enumerate(islice(stream(domain, 11), 60)):
        state = State()
        for turn in scenario.turns:
            if turn.label is not None or any(isinstance(change, Accept) for change in turn.changes) or len(turn.messages) > 1:
                break
            said = phrase(domain, turn.changes, Context(scenario.now, state), language, style=STYLES[choice % 6], choice=choice)  # type: ignore[arg-type]
            beyond += [said.text] if said.beyond else []
            total += 1
            state = apply(domain, state, turn).state
    assert total > 120
    assert len(beyond) <= 0.05 * total, beyond


@pytest.mark.parametrize(("name", "text", "changes"), [
    ("hotel", "I'd like to cancel a booking. It's booking id B101.", [Switch("cancel_booking"), Reveal("booking_id", "B101")]),
    ("shop", "It's with an amount of 3 or with an amount of 4, I can't say yet.", [Conflict("amount", (3, 4))]),
])  # fmt: skip
def test_what_is_read_of_a_message(name: str, text: str, changes: list[Change]) -> None:
    domain = DRAFTS[name]
    assert read(domain, text, "en", Context(datetime.fromisoformat(domain.world.now), State(domain.opens_with))) == changes


def test_a_call_that_a_forgotten_value_brought_about_follows_from_it() -> None:
    """The agent takes back an order, or looks for nothing, for a wrong value: the value is the one root cause."""
    for name, seed, number in (("first_and_last", 0, 0), ("misheard_value", 0, 2), ("hold_left", 2, 7)):
        proof = prove(Task(DRAFTS["shop"], chains=number + 1, seed=seed, only=(name,)))
        assert [problem for row in proof.rows.values() for problem in row.problems] == []
