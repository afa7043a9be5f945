"""What the strategies make of given numbers, to the word: ``python -m tests.strategies.table`` writes the files beside this one.

No draw of Hypothesis stands in it, so it is the same with every version: dialogues of the plain stream with their words in both
languages, the values of fields, and random domains by name with what is derived of them, what their world answers and how people
speak of them. Nobody says beforehand what each has to be; but whoever changes a strategy sees in a diff what he changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from hypothesis.errors import InvalidArgument

from intentprops import Domain, Scenario
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reports.matrix import plain
from intentprops.strategies import STYLES, Manner, every_chain, pools, stream, worded
from intentprops.strategies import moves as moving
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import OPENING, VALUE, WHICH, Move, unable
from intentprops.strategies.random_domains import KINDS, Brick, domain_of
from tests.core.table import declared
from tests.domains.shelf import shelf
from tests.domains.travel import travel
from tests.tables import Tables, lines, write

FOLDER = Path(__file__).parent / "tables"
DOMAINS: tuple[Domain, ...] = (rooms, mail, travel, shelf)
SPOKEN = 40
"""Dialogues of each domain and language."""
BUILT = 90
"""Random domains."""


def _change(change: Any) -> str:
    """A change in one word, its members in an order of their own."""
    parts = [getattr(change, name) for name in change.__slots__]
    return f"{type(change).__name__}({', '.join(map(_value, parts))})"


def _value(value: Any) -> str:
    return str(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)


def dialogue(scenario: Scenario) -> list[str]:
    """A line for each turn: what changes, its label, and the words."""
    return [
        " / ".join(f"{'; '.join(map(_change, message.changes))} «{message.text}»" for message in turn.messages) + (f" [{turn.label}]" if turn.label else "")
        for turn in scenario.turns
    ]


def chains(domain: Domain) -> Iterator[list[str]]:
    """Dialogues without words: of the stream, and of every list of two moves."""
    yield from map(dialogue, islice(stream(domain, 7), 3 * SPOKEN))
    yield from map(dialogue, islice(every_chain(domain, 2), 0, None, 11))
    yield from map(dialogue, islice(stream(domain, 3, kinds="revise revise forbid", max_turns=3), 12))


def words(domain: Domain) -> Iterator[list[str]]:
    """Dialogues in words, in every style and language."""
    for number, scenario in enumerate(islice(stream(domain, 11), SPOKEN)):
        style = list(STYLES)[number % len(STYLES)]
        for language in ("en", "ru"):
            yield [style, language, *dialogue(worded(domain, scenario, language, Manner(style, number % 12)))]


def values(domain: Domain) -> dict[str, list[str]]:
    """The values that dialogues are made of."""
    return {name: list(map(_value, pool)) for name, pool in pools(domain).items()}


def built() -> Iterator[Any]:
    """Random domains: what is derived of them, the values of their fields, and a dialogue with all that was done in it."""
    random = Random(5)
    bricks = [Brick(kind, which, how) for kind, made in KINDS.items() for which in range(made.whiches) for how in range(made.hows)]
    for number in range(BUILT):
        domain = domain_of([Brick("field", number % 8, number % 3), *random.sample(bricks, 14)])
        try:
            known = values(domain)
            scenario = next(islice(stream(domain, number), 3, None))
        except InvalidArgument as problem:
            yield [declared(domain), str(problem)]
            continue
        said = worded(domain, scenario, ("en", "ru")[number % 2], Manner("plain", number % 3))
        done = [[[call.name, call.arguments, call.result, call.status] for call in record.tool_calls] for record in correct_trace(domain, said)]
        schemas = {tool.name: [tool.spec(), list(tool.words), list(tool.objects)] for tool in domain.tools} if number % 6 == 0 else {}
        yield [declared(domain), known, dialogue(said), plain(done), schemas]


def moves(domain: Domain) -> Iterator[Any]:
    """What each move says after an opening, alone and after some others; and what a domain cannot make."""
    yield {kind: unable(domain, kind) for kind in moving.KINDS}
    some = [[], [Move("forbid")], [Move("revise"), Move("detour")], [Move("label"), Move("switch", 1), Move("retract")], [Move("conflict"), Move("and")]]
    numbers = [(which, value) for which in range(WHICH) for value in range(VALUE)]
    known = pools(domain)
    for before in some:
        for kind in moving.KINDS:
            said = [interpret(domain, [Move(OPENING, which), *before, Move(kind, which, value)], known).turns for which, value in numbers]
            yield [kind, *dict.fromkeys(" / ".join("; ".join(map(_change, message.changes)) for turn in turns[1:] for message in turn.messages) for turns in said)]


_MADE: dict[str, Callable[[Domain], Iterable[Any]]] = {
    "chains": chains, "words": words, "moves": moves, "values": lambda domain: [values(domain)],
}  # fmt: skip
FILES: Tables = {
    **{FOLDER / f"{domain.name}-{name}.jsonl": lines(partial(make, domain)) for domain in DOMAINS for name, make in _MADE.items()},
    FOLDER / "built.jsonl": lines(built),
}


if __name__ == "__main__":
    write(FILES)
