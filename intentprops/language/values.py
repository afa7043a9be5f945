"""How a text speaks of an act or a number: asked for or ruled out, current or past. Silent when in doubt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from intentprops.language.morphology import Token, find_phrase, tokens
from intentprops.language.numbers import numbers

_NO = {
    "en": {"not", "no", "nothing", "never", "without", "don't", "n't", "cannot", "forbidden", "forbid", "neither", "nor", "none",
           "avoid", "prohibit", "prohibited", "refrain", "stop", "withhold", "banned"},
    "ru": {"не", "ни", "ничего", "ничто", "никогда", "без", "нельзя", "запретить", "запрещено", "запрещать", "запрещённый",
    "запрет", "нет",
           "воздержаться", "отказаться", "отмена", "отменить"},
}  # fmt: skip
_PAST = re.compile(
    r"\b(instead|previous|previously|earlier|before|was|were|had|no longer|not|changed|replaced|originally|rather than|up from"
    r"|down from|up to|seats?|holds?|fits?|capacity|from \w+ to|вместо|раньше|ранее|прежн\w*|был\w*|уже не|не|изначально|до \d"
    r"|вмеща\w*"
    r"|вместимост\w*|рассчитан\w*|замен\w*|измен\w*|отмен\w*)\b"
)
_ALL_OUT = {
    "en": re.compile(
        r"\b(no (further |other )?(actions?|commitments?|changes)|(do not|don['’]t|must not|should not|without)\b.{0,20}\b"
        r"(act|proceed|acting|proceeding|anything|any action|commit|execute|finali[sz]e)|do nothing|nothing (yet|for now"
        r"|until)|hold off|read[- ]only|(wait|waiting) for)\b"
    ),
    "ru": re.compile(
        r"(ничего|никаких|без действий|не (действ|выполн|соверш|приступ|предприним)\w*|воздержа\w*|подожд\w*|жд[её]\w* (ответ"
        r"|подтвержд|согласи)\w*"
        r"|ожида\w* (ответ|подтвержд|согласи)\w*|только чтение)"
    ),
}  # fmt: skip
_CLAUSE = re.compile(r"[.!?;:\n]+|,\s+(?=(?:but|and|then|so|а|но|и|затем|поэтому)\b)|\b(?:but|но|однако)\b")


def clauses(text: str) -> Iterator[str]:
    """The parts of a text within which a negation reaches; a dot inside a number or a time ends none."""
    yield from (part for part, _ in _parts(text))


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The clauses, each with whether a sentence ends after it."""
    plain, start = re.sub(r"(?<=\d)[.:](?=\d)", "·", text), 0
    for mark in [*_CLAUSE.finditer(plain), None]:
        end = len(plain) if mark is None else mark.start()
        if plain[start:end].strip():
            yield plain[start:end], mark is not None and bool(set(mark[0]) & set(".!?"))
        start = end if mark is None else mark.end()


_UNTIL = re.compile(r"\b(until|till)\b|,\s*пока\b", re.IGNORECASE)  # without a comma, «пока» says "for now"


def polarity(text: str, language: str, words: Sequence[str], others: Sequence[str] = ()) -> list[bool]:
    """For each clause that names the act by one of its words: whether it rules the act out.

    A heading such as "Forbidden:" reaches into the clauses of the list after it, to the end of the sentence. The act's own words rule
    nothing out, though in other clauses they would: «отменить» where the act is to cancel, "stop" where it is to stop. Nor does a
    negation that says how long («отложено, пока он не скажет»). Within the words of one of the ``others`` the act is not named:
    "return the ticket" names no ticket that is to be bought.
    """
    found: list[bool] = []
    heading = False
    for clause, ends in _parts(text):
        read = tokens(clause)
        theirs = [place for word in others for place in find_phrase(read, word)]
        ours = [(start, end) for word in words for start, end in find_phrase(read, word) if not _within((start, end), theirs)]
        named = {n for start, end in ours for n in range(start, end)}
        until = _UNTIL.search(clause, max((read[n].end for n in named), default=len(clause)))
        said = clause if until is None else clause[: until.start()]
        rest = [token for n, token in enumerate(tokens(said)) if n not in named]
        own = any(token.lemma in _NO[language] or token.text.casefold() in _NO[language] for token in rest)
        own = own or (language == "en" and re.search(r"n['’]t\b", said.casefold()) is not None)
        if named:
            found.append(own or heading)
            heading = False
        else:
            heading = len(read) <= 2 and not ends and (own or heading)
    return found


def _within(place: tuple[int, int], places: Sequence[tuple[int, int]]) -> bool:
    """Whether a place in a text lies in a longer one of some."""
    return any(start <= place[0] and place[1] <= end and end - start > place[1] - place[0] for start, end in places)


def rules_all_out(text: str, language: str) -> bool:
    """Whether a text holds back every act at once: "take no action yet", "hold off", «ничего не делать»."""
    return any(_ALL_OUT[language].search(clause.casefold()) for clause in clauses(text))


def names_as_current(
    text: str, language: str, old: Collection[int], nouns: Sequence[str], *, unless: Sequence[str] = (), active: int | None = None
) -> str | None:
    """The clause in which a replaced number stands with its noun as if it were current; ``None`` where none surely does.

    Clauses that speak of history, capacity or negation, and those that name one of ``unless`` (an item, which may well have
    that number), are passed over; so is any text that names the ``active`` number too.
    """
    if active is not None and any(number.value == active for number in numbers(text, language)):
        return None
    for clause in clauses(text):
        lowered = clause.casefold()
        if _PAST.search(lowered) or any(word.casefold() in lowered for word in unless):
            continue
        read = tokens(clause)
        for number in numbers(clause, language):
            if number.value in old and not number.ordinal and _beside(read, number.end, nouns):
                return clause.strip().replace("·", ":")
    return None


def _beside(read: Sequence[Token], end: int, nouns: Sequence[str]) -> bool:
    """Whether one of the nouns follows at once."""
    after = [token for token in read if token.start >= end][:2]
    return any(find_phrase(after, noun) for noun in nouns)
