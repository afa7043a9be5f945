"""Random domains: valid, rich, cheap, the smallest for what is asked of them; and fair to the correct agent in each."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import Phase, example, given, seed, settings
from hypothesis import strategies as st

from intentprops import Domain, Scenario, expect
from intentprops.changes import Change, Reveal, Switch, Turn
from intentprops.errors import ToolError
from intentprops.ledger import expected_argument
from intentprops.running.session import Toolbox
from intentprops.score import grade
from intentprops.state import State
from intentprops.strategies import domain_words
from intentprops.strategies.domain_words import ACTS, COMPARISONS, LIMIT, SAMPLES, SEARCHES, SORTING, TALKS, THEMES, Theme
from intentprops.strategies.random_domains import KINDS, Brick, domain_named, domain_of, domains
from intentprops.tools import Free, Item, Tool, plant
from tests.checks.examples import spoken
from tests.oracle.chains import _PLANS as PLANS
from tests.oracle.chains import POOLS, Plan, play
from tests.oracle.test_agreement import disagreement
from tests.profile import scaled

MANY = settings(max_examples=scaled(300), deadline=None)


def value(domain: Domain, name: str, index: int = 0) -> Any:
    """One of a few values of a field; of what an item is, always that of the first item, which has all that people want."""
    field = domain.field[name]
    known = field.choices[:1] if field.from_item else SAMPLES[name]
    chosen = known[index % len(known)]
    return frozenset([chosen]) if field.is_set else field.parse(chosen)


def chained(domain: Domain) -> int:
    """How many results the longest chain holds."""
    return max(len(domain.chain(name)) for name in domain.result)


# -- what they are made of


def test_the_items_have_the_values_of_a_theme_each_in_an_order_of_its_own() -> None:
    """The first item has them all, so that most wishes can be fulfilled; the others differ, and differ otherwise for each theme."""
    colour = domain_words._choice("colour", "colour", "цвет", {"red": ["scarlet"], "green": ["emerald"], "blue": ["navy"]}, is_set=True)
    known = ["red", "green", "blue"]
    assert (colour.name, colour.en, colour.ru, colour.values, colour.is_set) == ("colour", "colour", "цвет", tuple(known), True)
    assert colour.synonyms == {"red": ["scarlet"], "green": ["emerald"], "blue": ["navy"]}
    assert get_args(colour.annotation) == tuple(known)
    assert list(colour.held) == [known, ["green", "blue"], ["green"], ["red", "blue"], ["blue"], ["red"]]
    day = domain_words._listed("day", date, "day", "день", (date(2026, 8, 7), date(2026, 8, 8)))
    assert list(day.held) == [["2026-08-07", "2026-08-08"], *[["2026-08-07"]] * 3, *[["2026-08-08"]] * 2]
    assert (day.name, day.annotation, day.en, day.ru, day.values) == ("day", date, "day", "день", (date(2026, 8, 7), date(2026, 8, 8)))
    assert (day.is_set, day.synonyms, day.from_item, day.broader) == (False, {}, None, None)
    assert colour.fits is day.fits is domain_words._among


def test_an_item_suits_by_what_it_has() -> None:
    theme = {theme.name: theme for theme in THEMES}
    assert fits(theme["day"], ["2026-08-07", "2026-08-08"], date(2026, 8, 8))
    assert not fits(theme["day"], ["2026-08-07"], date(2026, 8, 8))
    assert fits(theme["extras"], ["breakfast", "parking"], frozenset({"parking"}))
    assert not fits(theme["extras"], ["breakfast"], frozenset({"breakfast", "parking"}))
    assert [fits(theme["guests"], 4, want) for want in (3, 4, 5)] == [True, True, False]
    assert [fits(theme["price"], 4, want) for want in (3, 4, 5)] == [False, True, True]
    assert [fits(theme["maker"], "nordic", want) for want in ("nordic", "alpine")] == [True, False]
    wider = {name: one.broader for name, one in theme.items() if one.broader is not None}
    assert [wider["guests"](had, 4) for had in (3, 4, 5)] == [True, True, False]  # whoever looked for three saw all that hold four
    assert [wider["price"](had, 4) for had in (3, 4, 5)] == [False, True, True]


def fits(theme: Theme, held: Any, want: Any) -> bool:
    assert theme.fits is not None
    return theme.fits(theme, held, want)


def test_what_is_undone_stands_no_longer_and_nothing_else_falls() -> None:
    domain = domain_of([Brick("search"), Brick("act", 1), Brick("undo")])
    world: Any = domain.world()
    first, second = (world.book(checked_id="oak")["booking_id"] for _ in range(2))
    assert (first, second) == ("booking-1", "booking-2")
    assert world.annul(booking_id=first) == {"accepted": True}
    with pytest.raises(ToolError, match=r"there is no booking 'booking-1'"):
        world.annul(booking_id=first)
    assert world.annul(booking_id=second) == {"accepted": True}
    with pytest.raises(ToolError, match=r"there is no checked 'nothing'"):
        world.book(checked_id="nothing")


# -- valid


@MANY
@given(domains())
def test_every_domain_holds_together(domain: Domain) -> None:
    """It was built, so it is no DomainError; all that is read lazily can be read."""
    assert domain.field
    assert any(not tool.effect for tool in domain.tools)
    assert 3 <= len(domain.items) <= 6
    assert all(domain.depends(name) is not None and domain.chain(name) for name in domain.result)
    assert all(isinstance(domain.needs(goal.name), tuple) for goal in domain.goals)
    assert domain.world.now == "2026-08-03T09:00:00+03:00"


@MANY
@given(domains())
def test_the_name_is_the_structure(domain: Domain) -> None:
    assert domain.name in repr(domain)
    assert domain_named(domain.name) is domain


def test_the_smallest_domain() -> None:
    smallest = domain_of([])
    assert (len(smallest.field), len(smallest.tools), len(smallest.result), len(smallest.goals)) == (1, 1, 1, 1)
    assert smallest.effectful == frozenset()


def test_a_brick_that_does_not_fit_is_skipped() -> None:
    undo_of_nothing, twice = Brick("undo"), Brick("field", 2)
    assert domain_of([undo_of_nothing, twice, twice]) is domain_of([twice])


@pytest.mark.parametrize("name", ["rooms", "random-", "random-zzz", "random-f0"])
def test_another_name_is_no_random_domain(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a random domain"):
        domain_named(name)


def test_no_two_kinds_of_bricks_share_a_letter() -> None:
    assert len({kind[0] for kind in KINDS}) == len(KINDS)


# -- words


def test_no_word_means_two_things() -> None:
    nouns = [noun for theme in (*THEMES, LIMIT, SORTING) for text in (theme.en, theme.ru) for noun in text.split("|")]
    values = [word for theme in (*THEMES, SORTING) for known, words in theme.synonyms.items() for word in (known, *words)]
    verbs = [*SEARCHES, *ACTS, *COMPARISONS, *TALKS, *(act.undo for act in ACTS if act.undo)]
    acts = [word for verb in verbs for word in (*verb.words, *verb.objects) if word not in (verb.objects if word in verb.words else ())]
    said = [*nouns, *values, *acts]
    assert {word for word in said if said.count(word) > 1} == set()


@MANY
@given(domains())
def test_everything_has_words_in_both_languages(domain: Domain) -> None:
    from intentprops.language.morphology import words_in

    for field in domain.field.values():
        for language in ("en", "ru"):
            assert field.words.nouns(language)
            assert field.words.ask(language)
            assert all(words_in([str(choice), *field.synonyms.get(choice, ())], language) for choice in field.choices)
    for named in (*domain.tools, *domain.goals):
        assert words_in(named.words, "en")
        assert words_in(named.words, "ru")


# -- the world


class Caller:
    """Makes calls with every argument given; what a call takes is made first."""

    def __init__(self, domain: Domain, index: int) -> None:
        self.domain, self.toolbox = domain, Toolbox(domain)
        self.state = State(values={name: value(domain, name, index) for name in domain.field})

    def call(self, tool: Tool) -> Any:
        if tool.undoes and not tool.args:
            self.id(tool.undoes)
        arguments: dict[str, Any] = {}
        for path, binding in tool.args.items():
            if isinstance(binding, Item):
                known = self.id(binding.result)
            else:
                known = binding.example if isinstance(binding, Free) else expected_argument(self.domain, binding, self.state)
            if known is not None:
                plant(arguments, path, known)
        assert tool.problem(arguments) is None
        return self.toolbox.call(tool.name, arguments)

    def id(self, name: str) -> Any:
        maker = self.domain.maker[name]
        return self.call(maker)[f"{name}_id"] if maker.effect else next(iter(self.domain.items))


@MANY
@given(domains(), st.integers(0, 2))
def test_the_world_answers_every_call(domain: Domain, index: int) -> None:
    """A call that fits its schema is answered; an effect has an id that no other call of the dialogue got."""
    caller = Caller(domain, index)
    for tool in domain.tools:
        answers = [caller.call(tool), caller.call(tool)]
        assert all(answer["accepted"] is True if tool.effect else isinstance(answer["items"], list) for answer in answers)
    calls = [call for call in caller.toolbox.take() if domain.tool[call.name].effect and domain.tool[call.name].makes]
    ids = [call.result[domain.tool[call.name].effect_id] for call in calls]
    assert len(set(ids)) == len(ids)


@MANY
@given(domains(), st.data())
def test_most_wishes_can_be_fulfilled(domain: Domain, data: st.DataObject) -> None:
    """Whatever is wanted of all the fields at once, some item suits."""
    values = {name: value(domain, name, data.draw(st.integers(0, 2), label=name)) for name in domain.field}
    assert any(domain.suits(item, domain.wants(values)) for item in domain.items.values())


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme.fits], ids=lambda theme: theme.name)
def test_items_differ_in_what_they_suit(theme: Theme) -> None:
    """A change of the field is a change of the answer."""
    domain = domain_of([Brick("field", THEMES.index(theme))])
    answers = [
        {key for key, item in domain.items.items() if domain.suits(item, domain.wants({theme.name: frozenset([one]) if theme.is_set else one}))}
        for one in theme.values
    ]
    assert any(answer != answers[0] for answer in answers)


# -- fairness


def opened(domain: Domain, goal: str, index: int) -> Scenario:
    """A dialogue of one turn, which asks for a goal and says all that it needs."""
    said: list[Change] = [Reveal(name, value(domain, name, index)) for name in domain.needs(goal)]
    start: list[Change] = [] if goal == domain.opens_with else [Switch(goal)]
    return Scenario("opening", domain.name, (Turn.of(*start, *said, text="…"),), datetime.fromisoformat(domain.world.now))


@settings(max_examples=scaled(300), deadline=None)
@given(domains(), st.integers(0, 2))
@example(domain_named("random-a31-u11-p00"), 0).via("an undo whose call takes no id, with nothing to undo")
@example(domain_named("random-a31-a41-p00"), 0).via("two calls, each with a yes of its own")
def test_the_correct_agent_meets_what_is_owed(domain: Domain, index: int) -> None:
    for goal in domain.goals:
        scenario = opened(domain, goal.name, index)
        trace = spoken(domain, scenario)
        graded = grade(domain, scenario, trace)
        assert [f"{f.reason} at {f.path}: expected {f.expected}, got {f.actual}" for f in graded.findings] == []
        assert all(point in (1, None) for point in graded.points.values())
        last = expect(domain, scenario, trace)[-1]
        assert not last.missing
        assert all(last.results.get(name) in ("fresh", "refilter") for name in last.owed_results)


def spoken_of() -> st.SearchStrategy[Domain]:
    """Domains with a set and an effect, which the dialogues below speak of."""
    return domains().map(lambda domain: domain_named(f"{domain.name}-f3b-a10"))


@settings(max_examples=scaled(150), deadline=None)
@given(spoken_of(), PLANS)
def test_a_correct_agent_is_never_wrong_in_any_domain(domain: Domain, plans: list[Plan]) -> None:
    with patch.dict(POOLS, SAMPLES):
        _, scenario, _ = play(domain, plans)
    graded = grade(domain, scenario, spoken(domain, scenario))
    assert [f"turn {f.turn}: {f.reason} at {f.path}: expected {f.expected}, got {f.actual}" for f in graded.findings] == []


@settings(max_examples=scaled(150), deadline=None)
@given(spoken_of(), PLANS)
def test_two_oracles_agree_in_any_domain(domain: Domain, plans: list[Plan]) -> None:
    with patch.dict(POOLS, SAMPLES):
        assert disagreement(play(domain, plans)) is None


# -- rich, and small


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_half_of_the_domains_are_rich(chosen: int) -> None:
    """At least five fields, three tools and two results one upon the other."""
    drawn: list[bool] = []

    @seed(chosen)
    @settings(max_examples=200, deadline=None, database=None, phases=[Phase.generate])
    @given(domains())
    def draw(domain: Domain) -> None:
        drawn.append(len(domain.field) >= 5 and len(domain.tools) >= 3 and chained(domain) >= 2)

    draw()
    assert sum(drawn) >= len(drawn) * 0.45, "half of them, as far as so few draws can tell"
