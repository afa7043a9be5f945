"""Numbers and moments in texts of people."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.language import asks, mentions, moments, names_as_current, numbers, polarity

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")  # a Monday


def values(text: str, language: str) -> list[float]:
    return [number.value for number in numbers(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "six people, not twelve", [6, 12]),
        ("en", "a dozen", [12]),
        ("en", "twenty-five of us", [25]),
        ("ru", "нас будет шесть", [6]),
        ("ru", "на двенадцати человек", [12]),
        ("ru", "двадцать пять", [25]),
        ("ru", "нас шестеро", [6]),
        ("en", "nothing of the kind", []),
    ],
)
def test_numbers_in_words(language: str, text: str, expected: list[int]) -> None:
    assert values(text, language) == expected


@given(st.integers(1, 9999), st.sampled_from(["en", "ru"]))
def test_digits_are_read_as_they_are(number: int, language: str) -> None:
    assert values({"en": f"for {number} people", "ru": f"на {number} человек"}[language], language) == [number]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "on Friday, August 7, at 15:00", datetime.fromisoformat("2026-08-07T15:00:00+03:00")),
        ("en", "on August 7 at 3 pm", datetime.fromisoformat("2026-08-07T15:00:00+03:00")),
        ("en", "tomorrow", date(2026, 8, 4)),
        ("ru", "в пятницу, 7 августа, в 15:00", datetime.fromisoformat("2026-08-07T15:00:00+03:00")),
        ("ru", "завтра", date(2026, 8, 4)),
        ("en", "2026-08-07T15:00:00+03:00", datetime.fromisoformat("2026-08-07T15:00:00+03:00")),
        ("en", "at 16:00", time(16)),
    ],
)
def test_a_moment_is_read_from_the_now_of_its_dialogue(language: str, text: str, expected: Any) -> None:
    assert [moment.value for moment in moments(text, NOW, language)] == [expected]


def test_a_number_is_no_time() -> None:
    assert moments("six of us", NOW, "en") == []


@pytest.mark.parametrize(
    ("language", "text", "ruled_out"),
    [
        ("en", "Book a room.", [False]),
        ("en", "Do not book anything.", [True]),
        ("en", "Compare two rooms; book nothing yet.", [True]),
        ("ru", "Забронируй комнату.", [False]),
        ("ru", "Ничего не бронируй.", [True]),
        ("en", "Compare two rooms.", []),
        ("en", "Forbidden: book.", [True]),
        ("en", "Forbidden:\n- pay\n- book", [True]),
        ("en", "Forbidden: pay.\nBook.", [False]),
        ("ru", "Нельзя: отменять.\nЗабронировать.", [False]),
        # what is put off until a word is not ruled out by the word that is still missing
        ("en", "Book once the user is back, hold until they do not wait any more.", [False]),
        ("ru", "Забронировать позже, пока пользователь не скажет — ждать.", [False]),
        ("ru", "Не бронировать, пока пользователь не скажет.", [True]),
        ("en", "Don't book until the user says so.", [True]),
        ("en", "Until the user says so, do not book.", [True]),
        ("ru", "Пока не бронировать.", [True]),
        ("ru", "Бронировать пока нельзя.", [True]),
    ],
)
def test_an_act_is_asked_for_or_ruled_out(language: str, text: str, ruled_out: list[bool]) -> None:
    assert polarity(text, language, ["book", "забронировать", "бронировать"]) == ruled_out


@pytest.mark.parametrize(("text", "ruled_out"), [
    ("Отменить.", [False]), ("Нельзя: отменить.", [True]), ("Не отменять.", [True]),
])  # fmt: skip
def test_the_words_of_an_act_do_not_rule_it_out(text: str, ruled_out: list[bool]) -> None:
    assert polarity(text, "ru", ["отменить", "отменять"]) == ruled_out
    assert polarity("Нельзя: отменить.\nPlace order.", "ru", ["place order"]) == [False]
    assert polarity("Нельзя: отменить, place order.", "ru", ["place order"]) == [True]
    assert polarity("Stop the service.", "en", ["stop"]) == [False]
    assert polarity("Do not stop the service.", "en", ["stop"]) == [True]


@pytest.mark.parametrize(("text", "ruled_out"), [
    ("Нельзя: вернуть билет.", []), ("Нельзя: билет.", [True]), ("Нельзя: вернуть билет, новый билет.", [True]),
])  # fmt: skip
def test_within_the_words_of_another_act_an_act_is_not_named(text: str, ruled_out: list[bool]) -> None:
    assert polarity(text, "ru", ["билет"], ["вернуть билет"]) == ruled_out
    assert polarity(text, "ru", ["билет"], ["билет"]) == polarity(text, "ru", ["билет"])


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("These rooms are for 12 people.", True),
        ("For 6 people instead of 12.", False),
        ("It is free at 12:00.", False),
        ("Larch seats 12 people.", False),
        ("You said 12 people before.", False),
    ],
)
def test_a_replaced_number_counts_only_with_its_own_noun_and_as_current(text: str, stale: bool) -> None:
    assert (names_as_current(text, "en", {12}, ["people"], unless=["larch"], active=6) is not None) == stale


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "Shall I book it?", True),
        ("en", "Booked.", False),
        ("ru", "Забронировать?", True),
        ("ru", "Готово.", False),
    ],
)
def test_a_reply_asks_or_does_not(language: str, text: str, asked: bool) -> None:
    assert asks(text, language) == asked


def test_a_word_is_known_in_each_of_its_forms() -> None:
    assert mentions("Мы подобрали переговорных.", ["переговорная"])
    assert mentions("Both rooms are free.", ["room"])
    assert not mentions("The mushroom soup.", ["room"])
