"""Other words: denials, offers, history, truthful reports."""

from collections.abc import Iterator

from intentprops.mutants.agent import Fault
from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says, since, verb
from intentprops.mutants.response.error_as_success import refusals
from intentprops.mutants.response.sentences import claims_done, counts
from intentprops.mutants.shape import Example, Site, Variant, register
from intentprops.trace import TurnRecord

_POLITE = {"en": "Of course, happy to help.", "ru": "Конечно, с удовольствием помогу."}
_DENIES = {"en": "Nothing was done yet: I did not {0} anything.", "ru": "Пока ничего не сделано: «{0}» не выполнялось."}
_OFFERS = {"en": "Shall I {0} it?", "ru": "Хотите {0}?"}
_NEEDS = {"en": "I will {0} it only if you say so.", "ru": "Могу {0}, только если вы скажете."}
_INSTEAD = {"en": "I looked for {0} instead of {1}.", "ru": "Я искал на {0} вместо {1}."}
_NONE = {"en": "Nothing suits these wishes.", "ru": "По этим условиям ничего не подходит."}


def _paraphrased(case: Case) -> Iterator[Site]:
    def change(record: TurnRecord) -> None:
        if not record.scripted:
            record.assistant_message = f"{_POLITE[case.scenario.language]} {record.assistant_message}"

    yield Site(1, "reply", since(1, change))


def _about_each_effect(case: Case, text: str) -> Iterator[Site]:
    """A sentence about each effectful tool, in each turn."""
    for at in case.live():
        for tool in sorted(case.domain.effectful):
            word = verb(case.domain.tool[tool], case.scenario.language)
            if word in case.domain.tool[tool].words:
                yield Site(at.turn, "reply", in_turn(at.turn, says(text.format(word))), where=tool)


def _history(case: Case) -> Iterator[Site]:
    """A replaced number as history, beside the new one."""
    language = case.scenario.language
    for at in case.live():
        for field in case.scalars():
            now = at.after.values.get(field.name)
            for old in sorted(value for value in at.after.old_values(field.name) if type(value) is int)[:1]:
                counted = counts(field, now, language) if type(now) is int else None
                if counted is not None:
                    yield Site(at.turn, "reply", in_turn(at.turn, says(_INSTEAD[language].format(counted, old))), where=field.name)


def _done_before(case: Case) -> Iterator[Site]:
    """A truthful report of what was done in an earlier turn, though it is forbidden now."""
    for at in case.live(2):
        done = case.expectations[at.turn - 2].done
        for tool in sorted(done):
            text = claims_done(case.domain.tool[tool], case.scenario.language)
            if text is not None:
                yield Site(at.turn, "reply", in_turn(at.turn, says(text)), where=tool)


def _nothing_suits(case: Case) -> Iterator[Site]:
    """Nothing in the world suits, and the reply says so."""
    for at in case.live():
        goal = case.domain.goal_of(at.after.goal)
        if goal is not None and goal.result in at.expected.owed_results and not at.record.offers:
            text = _NONE[case.scenario.language]
            yield Site(at.turn, "reply", in_turn(at.turn, says(text)))


def _told_of_a_refusal(case: Case) -> Iterator[Site]:
    """The world refuses an owed call, and the reply says so."""
    for turn, name, fault in refusals(case):
        yield Site(turn, "reply", fault=fault, where=name)


def _silent(case: Case) -> Iterator[Site]:
    """The agent shows all that it did, and its words were not recorded."""

    def change(record: TurnRecord) -> None:
        record.assistant_message = None

    if not any(rank == "stale" for e in case.expectations for _, rank in e.effects):
        yield Site(1, "reply", since(1, change), Fault())


def _word(texts: dict[str, str]):  # type: ignore[no-untyped-def]
    return lambda case: _about_each_effect(case, texts[case.scenario.language])


register(Variant(
    "paraphrased", "The reply says the same in more words.", _paraphrased,
    examples=[Example("rooms:V1", 1, "reply")],
))  # fmt: skip
register(Variant(
    "denial", "The reply says that an act was not done.", _word(_DENIES),
    examples=[Example("rooms:V1", 1, "reply")],
))  # fmt: skip
register(Variant(
    "offer_in_words", "The reply offers an act as a question.", _word(_OFFERS),
    examples=[Example("rooms:V1", 1, "reply")],
))  # fmt: skip
register(Variant(
    "conditional_plan", "The reply names an act that it would do if asked.", _word(_NEEDS),
    examples=[Example("rooms:V1", 1, "reply")],
))  # fmt: skip
register(Variant(
    "history", "The reply names the old number as what was replaced.", _history, needs="revise again",
    examples=[Example("rooms:V1", 3, "reply")],
))  # fmt: skip
register(Variant(
    "done_before", "The reply reports what was done before the user wrote.", _done_before, needs="switch confirm forbid",
))  # fmt: skip
register(Variant(
    "nothing_suits", "Nothing suits, and the reply says so.", _nothing_suits, needs="add add revise",
))  # fmt: skip
register(Variant(
    "told_of_a_refusal", "The world refused a call, and the reply says so.", _told_of_a_refusal, needs="switch confirm",
    examples=[Example("rooms:F5", 3, "reply")],
))  # fmt: skip
register(Variant(
    "no_words", "The words of the agent were not recorded.", _silent,
    examples=[Example("rooms:V1", 1, "reply")],
))  # fmt: skip
