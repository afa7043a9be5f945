"""Dialogues in words: a reader that sees only the text and the domain gets their meaning back, and acts rightly on it."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intentprops import Domain, State
from intentprops.changes import Language, Turn
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reading import Context, read
from intentprops.running.memory import with_memory
from intentprops.running.reference import ReferenceModel
from intentprops.strategies import STYLES, Manner, chains, plain, stream, worded
from intentprops.testing import Player, judge
from intentprops.transitions import apply
from tests.domains.travel import travel
from tests.profile import scaled

LANGUAGES: tuple[Language, ...] = ("en", "ru")


def panel(domain: Domain, language: Language, seed: int) -> list[tuple[str, bool]]:
    """The messages of some dialogues in every style, and whether each was read as it was meant, in its dialogue."""
    found: list[tuple[str, bool]] = []
    for number, silent in enumerate(islice(stream(domain, seed), 40)):
        scenario = worded(domain, silent, language, Manner(STYLES[number % len(STYLES)], number))
        trace = correct_trace(domain, scenario)
        state = State()
        for turn, before in zip(scenario.turns, [None, *trace], strict=False):
            offers = tuple(before.offers or ()) if before is not None else ()
            meant = state
            for message in turn.messages:
                asked = tuple(question.id for question in meant.questions)
                heard = read(domain, message.text, language, Context(scenario.now, meant, offers, asked))
                after = apply(domain, meant, Turn((message,)), offers).state
                found.append((message.text, apply(domain, meant, Turn.of(*heard), offers).state.content() == _topics_apart(after, heard, domain, meant, offers)))
                meant = after
            state = apply(domain, state, turn, offers).state
    return found


def _topics_apart(after: State, heard: object, domain: Domain, before: State, offers: tuple[str, ...]) -> object:
    """A question is the same whatever it is called: the reader names it by the words of the message."""
    read_as = apply(domain, before, Turn.of(*heard), offers).state  # type: ignore[misc]
    kinds = [sorted(question.kind for question in state.questions) for state in (after, read_as)]
    return read_as.content() if kinds[0] == kinds[1] and _rest(after) == _rest(read_as) else after.content()


def _rest(state: State) -> object:
    return [part for n, part in enumerate(state.content()) if n != 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_panel_of_messages_is_recovered(language: Language) -> None:
    """More than two hundred messages of seeds that nothing was made with; at least 98 % are read as they were meant."""
    found = [pair for domain in (rooms, mail, travel) for pair in panel(domain, language, 2026)]
    assert len(found) >= 200
    missed = [text for text, right in found if not right]
    assert len(missed) <= 0.02 * len(found), missed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", [rooms, mail], ids=["rooms", "mail"])
def test_the_reference_model_acts_rightly_on_what_it_reads(domain: Domain, language: Language) -> None:
    """The whole way, from moves to words to a reader to calls and replies: no finding that a right agent would not deserve."""
    player = Player(domain, with_memory(ReferenceModel(domain), "chat"))
    for silent in islice(stream(domain, 11), 60):
        outcome = judge(player, worded(domain, silent, language))
        assert outcome is not None
        outcome.check()


@settings(max_examples=scaled(50), deadline=None)
@given(st.data())
def test_a_dialogue_has_words_in_its_language(data: st.DataObject) -> None:
    scenario = data.draw(chains(rooms, language="ru"))
    assert scenario.language == "ru"
    assert any("а" <= letter <= "я" for letter in scenario.turns[0].text.lower()), "later ones may be a name alone"


@settings(max_examples=scaled(50), deadline=None)
@given(st.data())
def test_plain_words_carry_the_same_changes(data: st.DataObject) -> None:
    scenario = data.draw(chains(rooms))
    simple = plain(rooms, scenario)
    assert [turn.changes for turn in simple.turns] == [turn.changes for turn in scenario.turns]
    assert plain(rooms, simple) == simple
