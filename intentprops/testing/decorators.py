"""Tests of an agent as pytest functions: generated dialogues, and those in files."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from intentprops.changes import Language
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.testing.dialogue import Agent, Dialogue, agent_of
from intentprops.testing.outcome import Outcome, judge
from intentprops.testing.player import Budget, Player

if TYPE_CHECKING:
    from hypothesis import settings as Settings

    from intentprops.strategies.moves import Kinds
    from intentprops.strategies.values import Values

Test = Callable[..., None]


def intent_test(
    domain: Domain, *, agent: Agent | None = None, kinds: Kinds = None, max_turns: int = 6, values: Values | None = None,
    language: Language | None = None, styles: str | Sequence[str] | None = None, budget: Budget | None = None,
    settings: Settings | None = None, timeout: float | None = 60.0,
) -> Callable[[Test], Test]:  # fmt: skip
    """Play generated dialogues against an agent; the function gets the ``outcome`` of each, and checks it::

        @intent_test(rooms, agent=create)
        def test_changes_of_mind(outcome):
            outcome.check()

    A failure shrinks to the shortest dialogue that shows it. Without ``agent`` it is that of ``--intent-agent``. ``kinds``,
    ``max_turns``, ``values``, ``language`` and ``styles`` are those of :func:`intentprops.strategies.chains`; without a
    language it is that of ``--intent-language``. ``budget`` is for agents that are slow, costly or random, ``timeout`` is in
    seconds for a turn, and ``settings`` are Hypothesis's. Other parameters of the function are fixtures.
    """
    from hypothesis import Phase, given
    from hypothesis import settings as make_settings
    from hypothesis import strategies as st

    from intentprops.strategies import chains

    each = [
        chains(domain, kinds=kinds, max_turns=max_turns, values=values, language=spoken, styles=styles) for spoken in _languages(language)
    ]
    dialogues = st.one_of(each)
    parent = settings or make_settings()
    phases = [phase for phase in parent.phases if phase is not Phase.explain]
    quiet = make_settings(parent, deadline=None, report_multiple_bugs=False, phases=phases)

    def decorate(function: Test) -> Test:
        def test(request: Any, dialogue: Any, **fixtures: Any) -> None:
            player = _player_of(request, domain, agent, budget, timeout)
            outcome = judge(player, dialogue)
            if outcome is not None:  # else the budget is spent, and what was found before stands
                _note(request, outcome)
                function(outcome=outcome, **fixtures)

        _take_signature(test, function, "dialogue")
        return quiet(given(dialogue=dialogues)(test))

    return decorate


def scenario_test(
    domain: Domain, *, agent: Agent | None = None, files: Iterable[Path | str] | Path | str = (), language: Language | None = None,
    budget: Budget | None = None, timeout: float | None = 60.0,
) -> Callable[[Test], Test]:  # fmt: skip
    """One test for each scenario of some files, or folders of files; without any, for those that come with the domain.

    The kept failures of ``--save-failures`` come first. The function gets the ``outcome``.
    """
    import pytest

    from intentprops.testing.keep import dialogues_in

    kept = [option("save_failures")] if option("save_failures") else []
    found: list[Dialogue] = []
    for spoken in _languages(language):
        found += [*dialogues_in(domain, kept, spoken), *dialogues_in(domain, files, spoken, bundled=not files)]

    def decorate(function: Test) -> Test:
        def test(request: Any, dialogue: Dialogue, **fixtures: Any) -> None:
            outcome = judge(_player_of(request, domain, agent, budget, timeout), dialogue.scenario)
            if outcome is None:
                pytest.skip("the budget has no live turns left")
            _note(request, outcome)
            function(outcome=outcome, **fixtures)

        _take_signature(test, function, "dialogue")
        each: Callable[[Test], Test] = pytest.mark.parametrize("dialogue", found, ids=[one.scenario.id for one in found])
        return each(test)

    return decorate


def _languages(given: Language | None) -> list[Language]:
    """The language of a test: its own, that of ``--intent-language``, or English."""
    if given is not None:
        return [given]
    asked: Language | Literal["both"] = option("intent_language") or "en"
    return ["en", "ru"] if asked == "both" else [asked]


def _take_signature(test: Test, function: Test, mine: str) -> None:
    """The wrapper is the function to pytest, but for the outcome, which it makes itself."""
    parameters = dict(inspect.signature(function).parameters)
    if parameters.pop("outcome", None) is None:
        raise IntentpropsError(f"{function.__name__} must take a parameter 'outcome'; it takes {', '.join(parameters) or 'none'}")
    mine_first = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("request", mine) if name not in parameters]
    keyword = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters.values()]
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(test, name, getattr(function, name))
    test.__dict__.update(vars(function))
    test.__signature__ = inspect.Signature([*mine_first, *keyword])  # type: ignore[attr-defined]


def option(name: str) -> Any:
    """An option of the running pytest; ``None`` outside of one."""
    plugin = sys.modules.get("intentprops.pytest_plugin")
    return None if plugin is None else plugin.option(name)


_PLAYERS = "intentprops_players"


def _player_of(request: Any, domain: Domain, agent: Agent | None, budget: Budget | None, timeout: float | None) -> Player:
    """One player for all dialogues of a test, so that shrinking asks nothing again; one for a whole file of scenarios."""
    owner = request.node.parent
    players: dict[Any, Player] = owner.__dict__.setdefault(_PLAYERS, {})
    key = request.node.originalname, domain.name
    if key not in players:
        players[key] = Player(domain, _agent(domain, agent), budget=budget or _repeated(), timeout=timeout)
    return players[key]


def _repeated() -> Budget | None:
    """The repeats of ``--intent-repeats``; a dialogue fails when most of them do."""
    repeats = option("intent_repeats")
    return None if repeats is None else Budget(repeats=repeats, fail_if=repeats // 2 + 1)


def _agent(domain: Domain, agent: Agent | None) -> Any:
    """The agent of a test: its own, that of the command line, or a model of the command line with a memory."""
    if agent is not None:
        return agent_of(agent)
    if named := option("intent_agent"):
        return agent_of(named)
    if model := option("intent_model"):
        from intentprops.running.memory import with_memory
        from intentprops.running.models import find_model

        return with_memory(find_model(model, domain), option("intent_memory") or "structured")
    raise IntentpropsError("there is no agent to test: give agent=create, or start pytest with --intent-agent package.module:create")


def _note(request: Any, outcome: Outcome) -> None:
    """What a report keeps: the five points of the dialogue played last, and its shape for the statistics."""
    from intentprops.testing.shapes import tell_hypothesis

    points = {point: "null" if value is None else value for point, value in outcome.grades[0].points.items()}
    request.node.user_properties[:] = [pair for pair in request.node.user_properties if pair[0] not in points] + list(points.items())
    tell_hypothesis(outcome.scenario)
