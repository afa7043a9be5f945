"""Other ways to the same end: searches more, fewer or broader, refusals, hand-offs."""

from collections.abc import Iterator

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.edits import acts_at_the_end, since
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Example, Site, Variant, register
from intentprops.running import speech
from intentprops.tools import Covers, dig
from intentprops.trace import Question, ToolCall, TurnRecord


def _searches_again(case: Case) -> Iterator[Site]:
    """A read whose answer is at hand is made once more, with active values."""
    for at in case.live():
        progress = case.progress(at.turn)
        for name in case.domain.result:
            tool = case.domain.maker[name]
            fresh = [m for m in progress.ledger.of(name) if progress.ledger.freshness(m, at.after) == "fresh"]
            if not tool.effect and fresh and not case.domain.below(name):
                act = Act(tool.name, dict(fresh[-1].arguments))
                yield Site(at.turn, f"calls[{len(at.record.tool_calls) + 1}]", fault=acts_at_the_end(at.turn, act), where=tool.name)


def _searches_more_broadly(case: Case) -> Iterator[Site]:
    """An argument that may be broader is left out; what it brings is filtered by the agent."""
    for at in case.live():
        for number, call in case.calls(at):
            tool = case.domain.tool[call.name]
            for path, binding in tool.args.items():
                held = dig(call.arguments, path)
                if isinstance(binding, Covers) and held and not tool.effect and not tool.paths.get(path) and "." not in path:

                    def plan(mind: Mind, step: Act | Say, turn: int = at.turn, name: str = call.name, path: str = path) -> Act | Say:
                        if isinstance(step, Say) or mind.turn != turn or step.name != name:
                            return step
                        return Act(name, {key: value for key, value in step.arguments.items() if key != path})

                    yield Site(at.turn, f"calls[{number}].{path}", fault=Fault(plan=(plan,)), where=path)


def _searches_for_a_narrowing(case: Case) -> Iterator[Site]:
    """The answer at hand needs to be filtered only, and a new search is made all the same."""
    for at in case.live(2):
        progress = case.progress(at.turn)
        for name, rank in at.expected.results.items():
            act = case.call_of(case.domain.maker[name].name, progress) if rank != "stale" else None
            known = [made.arguments for made in progress.ledger.of(name)]
            if act is not None and act.arguments not in known and not case.domain.below(name):
                number = len(at.record.tool_calls) + 1
                yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=name)


def _thinks(case: Case) -> Iterator[Site]:
    """A tool that the domain does not list: a note of the agent to itself."""

    def change(record: TurnRecord) -> None:
        if not record.scripted:
            record.tool_calls.append(ToolCall(name="think", arguments={"thought": "book it later"}, result=None))

    yield Site(1, "calls[1]", since(1, change))


def _tried_again(case: Case) -> Iterator[Site]:
    """A call is refused once, for the world is busy, and made again."""
    for at in case.live():
        for number, call in case.calls(at):

            def change(record: TurnRecord, number: int = number, call: ToolCall = call) -> None:
                refused = call.model_copy(deep=True, update={"result": {"error": "busy, try again"}, "status": "error"})
                record.tool_calls.insert(number - 1, refused)

            yield Site(at.turn, f"calls[{number}]", in_turn(at.turn, change), where=call.name)


def _cancelled(case: Case) -> Iterator[Site]:
    """A queued action of an older version is cancelled, and says so in the trace."""
    for at in case.live(2):
        for tool in sorted(case.domain.effectful):
            act = case.call_of(tool, case.progress(at.turn - 1))
            if act is not None and at.before.content() != at.heard.content():

                def change(record: TurnRecord, act: Act = act) -> None:
                    call = ToolCall(name=act.name, arguments=act.arguments, status="cancelled", queued_turn=record.turn - 1)
                    record.tool_calls.append(call)

                yield Site(at.turn, f"calls[{len(at.record.tool_calls) + 1}]", in_turn(at.turn, change), where=tool)
                break


def _handed_over(case: Case) -> Iterator[Site]:
    """A hand-off to a person in the place of a question."""
    for at in case.live():
        for tool in case.domain.handoff[:1] if at.expected.open else ():

            def change(record: TurnRecord, tool: str = tool) -> None:
                record.tool_calls.append(ToolCall(name=tool, arguments={}, result={"transferred": True}))
                record.questions, record.assistant_message = [], speech.say("noted", case.scenario.language)

            if not any(effect for effect, rank in at.expected.effects if rank == "stale"):
                yield Site(at.turn, "reply", in_turn(at.turn, change), where=tool)


def _undone_under_a_ban(case: Case) -> Iterator[Site]:
    """What went stale is taken back though the undo is forbidden: nothing is changed, the correct agent does it (T19)."""
    for at in case.live():
        for number, call in enumerate(at.record.tool_calls, 1):
            tool = case.domain.tool.get(call.name)
            if tool is not None and tool.undoes and call.name in at.heard.bans:
                yield Site(at.turn, f"calls[{number}]", where=call.name)


def _asks_before_effects(case: Case) -> Iterator[Site]:
    """An agent that asks before the goal's call in each turn in which the call is permitted, needed or not yet."""

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if isinstance(step, Act):
            return step
        state, goal = mind.progress.state, mind.domain.goal_of(mind.progress.state.goal)
        tool = goal.ends_with if goal is not None else None
        asked = any(q.confirm for q in step.questions)
        if tool is None or asked or not state.permits(mind.domain, tool) or mind.domain.tool[tool].confirm == "never":
            return step
        return Say(step.offers, (*step.questions, Question(confirm=tool)), step.nothing_suits)

    if any(record.harness for record in case.trace):
        yield Site(1, "questions[1]", fault=Fault(plan=(plan,)))


register(Variant(
    "searches_again", "A search with active values is made though its answer is at hand.", _searches_again, needs="aside",
    examples=[Example("rooms:V1", 1, "calls[2]")],
))  # fmt: skip
register(Variant(
    "broader_search", "A search is broader than the wishes, and filtered.", _searches_more_broadly, needs="add aside",
    examples=[Example("rooms:V1", 3, "calls[1].required_features")],
))  # fmt: skip
register(Variant(
    "search_for_a_narrowing", "A new search is made where filtering would do.", _searches_for_a_narrowing, needs="add reveal",
))  # fmt: skip
register(Variant(
    "unlisted_tool", "A tool is called that the domain does not list.", _thinks,
    examples=[Example("rooms:V1", 1, "calls[1]")],
))  # fmt: skip
register(Variant(
    "refused_once", "A call that the world refused is made again.", _tried_again, needs="revise",
    examples=[Example("rooms:V1", 1, "calls[1]")],
))  # fmt: skip
register(Variant(
    "cancelled_queue", "A queued action of an older version is cancelled.", _cancelled, needs="switch revise",
    examples=[Example("rooms:V1", 2, "calls[1]")],
))  # fmt: skip
register(Variant(
    "handed_over", "The dialogue is handed over to a person instead of a question.", _handed_over, needs="unmodelled",
))  # fmt: skip
register(Variant(
    "undone_under_a_ban", "An outdated effect is taken back under a ban.", _undone_under_a_ban,
    needs="switch confirm forbid revise",
))  # fmt: skip
register(Variant(
    "asks_before_effects", "The agent asks before a call whose policy wants a yes.", _asks_before_effects, needs="switch",
    examples=[Example("rooms:F6", 1, "questions[1]")],
))  # fmt: skip
