"""Whether a message approves the calls that wait: a plain yes, and nothing beside it; and what a call that waits asks."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops.adapters.approval import Pending, approves, question, waiting
from intentprops.domains.rooms import rooms
from intentprops.running.dialogue import YES
from intentprops.running.session import Session, Toolbox
from tests.adapters.brains import AT
from tests.adapters.test_contract import V1

PENDING = [Pending("reserve_room", {"room_id": "birch", "starts_at": AT, "attendees": 8})]


def session(language: str) -> Session:
    return Session(Toolbox(rooms), V1.now, language, 0, "s", rooms)


@pytest.mark.parametrize(
    ("language", "message", "yes"),
    [
        ("en", YES["en"], True),
        ("en", "Yes, go ahead.", True),
        ("en", "Sure, book it.", True),
        ("en", "Yes.\nGo ahead.", True),
        ("en", "Yes, but for six people.", False),
        ("en", "Yes.\nThere will be six of us.", False),
        ("en", "No.", False),
        ("en", "Stop, book nothing.", False),
        ("en", "Thank you.", False),
        ("en", "", False),
        ("ru", YES["ru"], True),
        ("ru", "Да, бронируйте.", True),
        ("ru", "Да, но нас будет шесть.", False),
        ("ru", "Нет, не надо.", False),
        ("ru", "Спасибо.", False),
    ],
)
def test_a_yes_and_nothing_beside_it_approves(language: str, message: str, yes: bool) -> None:
    assert approves(session(language), message, PENDING) is yes


@pytest.mark.parametrize(("language", "begins"), [("en", "Shall I go ahead with reserve_room("), ("ru", "Выполнить reserve_room(")])
def test_a_call_that_waits_asks_with_its_arguments(language: str, begins: str) -> None:
    text = question(PENDING, language)
    assert text.startswith(begins)
    assert 'room_id="birch"' in text
    assert "attendees=8" in text
    assert text.endswith("?")


def test_the_words_of_the_agent_stand_in_place_of_that_question() -> None:
    reply: Any = waiting(PENDING, "en", "Shall I reserve birch?")
    assert reply.text == "Shall I reserve birch?"
    assert reply.pending == [{"name": "reserve_room", "arguments": PENDING[0].arguments}]
    assert reply.questions == [{"confirm": "reserve_room", "arguments": PENDING[0].arguments}]
