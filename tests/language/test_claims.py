"""What a reply claims of acts. Negation, offers, possibility, quotation, history and what others did are no claims."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from intentprops.checks.response import act_of
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.language import Act, claims, lemma
from tests.domains.travel import travel

ACTS = {tool.name: act_of(domain, tool.name) for domain in (rooms, mail, travel) for tool in domain.tools if tool.effect}
DATA = Path(__file__).parents[1] / "data"
TAUBENCH = Path(__file__).parents[2].parent / "shared" / "data" / "taubench" / "gpt-4o-airline.json.gz"


def done(text: str, language: str, act: str = "reserve_room") -> bool:
    return any(claim.kind == "done" for claim in claims(text, language, {act: ACTS[act]}))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I have booked amber for you."),
        ("en", "The room has been reserved for Friday at 15:00."),
        ("en", "Your reservation is confirmed."),
        ("en", "Done! Amber is booked. Anything else?"),
        ("en", "Larch is yours on Friday."),
        ("en", "I haven't sent the invitations, but the room is booked."),
        ("ru", "Я забронировал переговорную amber."),
        ("ru", "Комната забронирована на пятницу."),
        ("ru", "Готово, бронь оформлена."),
        ("ru", "Приглашения я не разослал, но комнату забронировал."),
        ("ru", "Комната amber теперь закреплена за вами."),
    ],
)
def test_a_claim_is_one(language: str, text: str) -> None:
    assert done(text, language)


PHRASES = Act(("reserve hotel", "reserve a room"), ("hotel",))
NOUNS = Act(("booking", "reservation"))


@pytest.mark.parametrize("text", [
    "The final price will be $90.", "It has been made of oak.", "I found three.", "We are on it.", "Your ticket is confirmed.",
])  # fmt: skip
def test_an_act_of_phrases_alone_is_not_claimed_by_whatever_is_done(text: str) -> None:
    """Its words have no noun, and an act of nouns alone no verb: nothing stands where the other would."""
    assert claims(text, "en", {"phrases": PHRASES, "nouns": NOUNS}) == []


@pytest.mark.parametrize(("text", "act"), [
    ("I have reserved the hotel for you.", "phrases"), ("Your hotel is secured.", "phrases"), ("Your reservation is confirmed.", "nouns"),
])  # fmt: skip
def test_an_act_of_phrases_or_of_nouns_alone_is_claimed_by_its_words(text: str, act: str) -> None:
    assert [claim.act for claim in claims(text, "en", {"phrases": PHRASES, "nouns": NOUNS})] == [act]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Kindly ensure that the reservation is confirmed for Friday."),
        ("en", "I have not booked anything."),
        ("en", "Nothing is booked yet."),
        ("en", "Shall I book amber?"),
        ("en", "Amber can be booked until noon."),
        ("en", "Once you confirm, the room is booked."),
        ("en", "You said “book the room”; that is on hold."),
        ("en", "Cedar is already booked by another team."),
        ("en", "If amber is reserved, I will look for another one."),
        ("en", "The booking did not go through."),
        ("en", "I found amber and birch."),
        ("en", "You can always check the status of your booking through the online calendar."),
        ("en", "This will help to avoid any issues and ensure your booking is processed smoothly."),
        ("en", "It is possible the booking was made earlier, or under a different name."),
        ("en", "I will need your help after the room is booked."),
        ("en", "Here are the final booking details:"),
        ("en", "The room is immediately booked, and nobody else can have it."),  # a step of a procedure
        ("en", "Visits, calls and bookings made with a company card will all appear in the monthly list."),
        ("ru", "Я ничего не забронировал."),
        ("ru", "Пока ничего не забронировано."),
        ("ru", "Забронировать amber?"),
        ("ru", "Комнату можно забронировать до полудня."),
        ("ru", "Когда вы подтвердите, комната будет забронирована."),
        ("ru", "Вы писали «забронируй комнату», это отложено."),
        ("ru", "Cedar уже забронирована другой командой."),
        ("ru", "Бронь не прошла."),
        ("ru", "Нашлись amber и birch."),
    ],
)
def test_what_stands_close_to_a_claim_is_none(language: str, text: str) -> None:
    assert not done(text, language)


@pytest.mark.parametrize(("language", "text"), [("en", "I will book amber now."), ("ru", "Сейчас забронирую amber.")])
def test_an_announcement_is_told_from_a_claim(language: str, text: str) -> None:
    assert [claim.kind for claim in claims(text, language, {"reserve_room": ACTS["reserve_room"]})] == ["announced"]


@pytest.mark.parametrize(("word", "base"), [
    ("cancelled", "cancel"), ("canceled", "cancel"), ("cancelling", "cancel"), ("labelled", "label"), ("travelled", "travel"),
    ("spelled", "spell"), ("telling", "tell"), ("retelling", "retell"), ("called", "call"), ("smelled", "smell"),
])  # fmt: skip
def test_british_spelling_has_the_same_dictionary_form(word: str, base: str) -> None:
    assert lemma(word) == base


def test_what_is_for_an_act_is_not_the_act() -> None:
    assert not claims("The payment for the booking will be made with your card.", "en", {"reserve_room": ACTS["reserve_room"]})


def test_an_act_is_known_by_the_words_of_its_domain_alone() -> None:
    act = {"knit": Act(("knit", "вязать", "связать"), objects=("scarf",))}
    assert claims("I knitted the scarf.", "en", act)
    assert claims("Я связал шарф.", "ru", act)
    assert not claims("I have booked amber for you.", "en", act)


# -- measured on replies that were written apart from the check


def replies(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("language", "least"), [("en", 120), ("ru", 120)])
def test_planted_claims_are_caught(language: str, least: int) -> None:
    """Of 150 replies that claim what was not done. What is missed has mostly no word for the act: "I wrote to him"."""
    planted = replies(f"planted_claims_{language}.yaml")
    assert len(planted) == 150
    assert sum(done(reply["text"], language, reply["act"]) for reply in planted) >= least


@pytest.mark.parametrize(("language", "most"), [("en", 1), ("ru", 0)])
def test_innocent_replies_are_left_alone(language: str, most: int) -> None:
    """Of 100 replies that speak of acts and claim none."""
    innocent = replies(f"innocent_replies_{language}.yaml")
    assert len(innocent) == 100
    false = [reply["text"] for reply in innocent if any(c.kind == "done" for c in claims(reply["text"], language, ACTS))]
    assert len(false) <= most, false


ALIAS = {"refund_ticket": "refund"}


@pytest.mark.parametrize(("language", "least", "most"), [("en", 120, 0), ("ru", 120, 3)])
def test_replies_that_nothing_was_made_from(language: str, least: int, most: int) -> None:
    """150 claims and 100 innocent replies of a second hand; the claims were never looked at while the check was written."""
    planted, innocent = (replies(f"heldout/{kind}_{language}.yaml") for kind in ("claims", "innocent"))
    assert (len(planted), len(innocent)) == (150, 100)
    caught = [reply for reply in planted if done(reply["text"], language, ALIAS.get(reply["tool"], reply["tool"]))]
    false = [reply["text"] for reply in innocent if any(c.kind == "done" for c in claims(reply["text"], language, ACTS))]
    assert len(caught) >= least
    assert len(false) <= most, false


AIRLINE = {
    "book_reservation": ("book", "booking", "reservation"), "cancel_reservation": ("cancel", "cancellation"),
    "update_reservation_flights": ("change", "update", "modify", "upgrade"),
    "update_reservation_passengers": ("update", "change", "modify"), "update_reservation_baggages": ("add", "update"),
    "send_certificate": ("issue", "send", "certificate"), "transfer_to_human_agents": ("transfer",),
}  # fmt: skip


@pytest.mark.skipif(not TAUBENCH.exists(), reason="the recorded runs of tau-bench are not there (shared/data/taubench)")
def test_real_replies_of_rewarded_runs_raise_no_alarm() -> None:
    """Each claim of an assistant that was rewarded speaks of an act that had been done."""
    acts = {name: Act(words) for name, words in AIRLINE.items()}
    runs = [run for run in json.loads(gzip.decompress(TAUBENCH.read_bytes())) if run["reward"] == 1.0]
    assert len(runs) == 84
    true, false = 0, []
    for run in runs:
        made, names = set[str](), dict[str, str]()
        for message in run["traj"]:
            names |= {call["id"]: call["function"]["name"] for call in message.get("tool_calls") or []}
            if message["role"] == "tool" and not str(message["content"]).startswith("Error"):
                made.add(message.get("name") or names[message["tool_call_id"]])
            elif message["role"] == "assistant" and message.get("content"):
                for claim in claims(message["content"], "en", acts):
                    alike = {name for name, words in AIRLINE.items() if set(words) & set(AIRLINE[claim.act])}
                    if claim.kind == "done" and not alike & made:
                        false.append(claim.quote)
                    true += claim.kind == "done" and bool(alike & made)
    assert false == []
    assert true >= 30, "a check that finds nothing raises no alarm either"
