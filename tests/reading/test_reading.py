"""The reference reader: examples in both languages, and what must hold of any text."""

from __future__ import annotations

import ast
import re
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import pytest
from annotated_types import Ge
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel

import intentprops.reading
from intentprops import Goal, Tool, Words, transitions
from intentprops.changes import Reveal, Turn
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reading import Context, read
from intentprops.reading.words import Phrases, aspect_stem, words_of
from intentprops.state import State
from intentprops.transitions import apply
from tests.reading import examples_en, examples_ru
from tests.reading.dialogues import NOW, STATES, Example, outcome, state_of
from tests.reading.flights import flights

PACKAGE = Path(intentprops.reading.__file__).parent


@pytest.mark.parametrize("example", examples_en.EXAMPLES, ids=str)
def test_what_a_person_reads_in_english(example: Example) -> None:
    changes, found = outcome(example, "en")
    assert found == example.expected, changes


@pytest.mark.parametrize("example", examples_ru.EXAMPLES, ids=str)
def test_what_a_person_reads_in_russian(example: Example) -> None:
    changes, found = outcome(example, "ru")
    assert found == example.expected, changes


def _vocabulary(language: str) -> list[str]:
    examples = examples_ru.EXAMPLES if language == "ru" else examples_en.EXAMPLES
    return sorted({word for item in examples for word in re.findall(r"\S+", item.text)})


TEXTS = {
    language: st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(_vocabulary(language)), max_size=14).map(" ".join),
        st.lists(
            st.sampled_from([item.text for item in (examples_ru if language == "ru" else examples_en).EXAMPLES]),
            min_size=1,
            max_size=3,
        ).map(" ".join),
    )
    for language in ("en", "ru")
}
OFFERS = st.sampled_from([(), ("amber", "birch"), ("SU-101", "SU-205", "LH-7")])
ASKED = st.sampled_from(
    [
        (),
        ("attendees",),
        ("starts_at",),
        ("origin", "passengers"),
        ("unmodelled:confidential meeting",),
        ("reserve_room",),
    ]
)


@pytest.mark.parametrize("language", ["en", "ru"])
@given(data=st.data())
def test_any_text_can_be_applied_and_is_read_the_same_twice(language: str, data: st.DataObject) -> None:
    domain, state = state_of(data.draw(st.sampled_from(sorted(STATES))))
    text = data.draw(TEXTS[language])
    context = Context(NOW, state, data.draw(OFFERS), data.draw(ASKED))
    changes = read(domain, text, language, context)
    transitions.apply(domain, state, Turn.of(*changes), context.offers)
    assert read(domain, text, language, context) == changes


@given(
    text=st.lists(
        st.sampled_from(
            [
                "Thanks",
                "Thank you so much",
                "ok",
                "hm",
                "great",
                "lol",
                "Perfect, thanks",
                "You're very kind",
                "Cool",
            ]
        ),
        min_size=1,
        max_size=4,
    ).map(". ".join),
    name=st.sampled_from([name for name, (_, turns) in STATES.items() if turns]),
)
@example(text="Thanks!", name="rooms detour")
def test_thanks_and_hums_change_nothing(text: str, name: str) -> None:
    domain, state = state_of(name)
    assert read(domain, text, "en", Context(NOW, state, asked=("reserve_room", "send_email"))) == []


@given(
    text=st.lists(
        st.sampled_from(["Спасибо", "Большое спасибо", "ок", "хм", "отлично", "ха-ха", "Супер, благодарю"]),
        min_size=1,
        max_size=4,
    ).map(". ".join),
    name=st.sampled_from([name for name, (_, turns) in STATES.items() if turns]),
)
def test_thanks_and_hums_change_nothing_in_russian(text: str, name: str) -> None:
    domain, state = state_of(name)
    assert read(domain, text, "ru", Context(NOW, state)) == []


@pytest.mark.parametrize(("base", "word"), [
    ("book", "booking"), ("meet", "meeting"), ("order", "orders"), ("change", "changes"), ("hold", "holding"), ("send", "sending"),
])  # fmt: skip
def test_the_very_word_is_found_before_what_it_is_a_form_of(base: str, word: str) -> None:
    """Not in the order of a hash, which every process has its own of."""
    phrases = Phrases([(base, "form"), (word, "word")])
    assert [hit.found for hit in phrases.find(words_of(word))] == ["word", "form"]


class Visit(BaseModel):
    days: Annotated[frozenset[Annotated[date, Ge(date(2020, 1, 1))]], Words(en="on {v}|day")] = frozenset()


def come() -> Any:
    """Come."""


def test_a_value_that_its_field_refuses_is_none_of_it() -> None:
    """A date of birth is no date of a visit."""
    visits = Domain(name="visits", fields=Visit, tools=[Tool(come, makes="talk")], goals=[Goal("talk", result="talk")], opens_with="talk")
    context = Context(NOW, apply(visits, State(), Turn.of()).state)
    assert Reveal("days", frozenset({date(2026, 8, 14)})) in read(visits, "Let us meet on August 14, 2026.", "en", context)
    assert not read(visits, "She was born on April 12, 2001.", "en", context)


def _texts() -> str:
    """Every text in the package that isn't a docstring."""
    found = []
    for path in sorted(PACKAGE.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        found += [
            n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
        ]
    return "\n".join(found).lower()


@pytest.mark.parametrize("domain", [rooms, mail, flights], ids=lambda domain: str(domain.name))
def test_the_package_holds_no_word_of_a_domain(domain: Domain) -> None:
    """Words that everybody uses are allowed ("hold on"); what makes a domain this domain is not."""
    words = {word for words in domain.synonyms.values() for word in words if len(word) > 4}
    words |= {*domain.field, *domain.tool, *(goal.name for goal in domain.goals)}
    words |= {word for tool in domain.tools for word in tool.words}
    texts = _texts()
    found = {word for word in words if re.search(rf"(?<![\w]){re.escape(word.lower())}(?![\w])", texts)}
    assert found <= EVERYDAY


EVERYDAY = frozenset({"limit", "hold", "отложить", "compare", "answer", "forward"})


@pytest.mark.parametrize(("perfective", "imperfective"), [
    ("отправить", "отправлять"), ("купить", "покупать"), ("получить", "получать"), ("закончить", "заканчивать"), ("отпустить", "отпускать"),
    ("освободить", "освобождать"), ("подтвердить", "подтверждать"), ("оплатить", "оплачивать"), ("запретить", "запрещать"), ("возместить", "возмещать"),
])  # fmt: skip
def test_a_verb_is_found_in_both_of_its_aspects(perfective: str, imperfective: str) -> None:
    assert aspect_stem(perfective) == aspect_stem(imperfective)
