"""A LangGraph graph as an agent.

    create = langgraph_agent(graph, state=lambda values: {"constraints": values["wishes"]})

Each dialogue is a thread of its own, kept in memory. In every ``ToolNode`` of a graph that is given as it is, the calls are made
dry. A graph that runs its tools in another way is built by a function of the session, from ``langchain_tools(session)``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import uuid4

from intentprops.adapters.approval import REFUSAL, Approves, Pending, approves, pending_of, waiting
from intentprops.adapters.dry import as_text, built, dry_call, exposed, is_error, needs, total
from intentprops.adapters.hide import without_keys
from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.session import Create, Reply, Session

needs("langgraph", "langgraph")

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError
from langgraph.graph import StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.pregel import Pregel
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command, interrupt

MAX_STEPS = 25
"""Steps of the graph in one turn: LangGraph's own limit."""

ASKED = {"asked by": "intentprops"}
"""In an interrupt of our own: it is resumed with ``True`` or ``False``, whatever the graph's own want to hear."""

Values: TypeAlias = Mapping[str, Any]
"""The values of a graph's state, as a checkpoint holds them."""


def langgraph_agent(
    graph: Any, *, state: Callable[[Values], Mapping[str, Any] | None] | None = None,
    results: Callable[[Values], Mapping[str, str] | None] | None = None, reply: Callable[[Values], str] | None = None,
    hear: Callable[[str], Mapping[str, Any]] | None = None, start: Callable[[Session], Mapping[str, Any]] | None = None,
    approval: Collection[str] = (),
    pending: Callable[[Any], Sequence[Mapping[str, Any]]] | None = None, resume: Callable[[Any, bool], Any] | None = None,
    approves: Approves = approves, config: Mapping[str, Any] | None = None, context: Any = None, max_steps: int = MAX_STEPS,
) -> Create:  # fmt: skip
    """An agent from a compiled graph, its builder, or a function of the session that makes either.

    - ``state``, ``results``: map the values of the checkpoint after a turn to the active state, and to ``{result: "fresh" | "stale"}``.
      Without them State and Invalidation are judged from what the agent does alone.
    - ``reply``: the text that the user sees; by default that of the last message of the assistant in ``messages``.
    - ``hear``: a message as the graph takes it; by default a ``HumanMessage`` in ``messages``. ``start``: what goes in with the first
      one, such as a date that the graph needs to know.
    - An interrupt is a pending call, and so are the calls before which a breakpoint (``interrupt_before``) stops. When the next
      message approves it (``approves``), it is resumed with a yes, else first with a no. ``pending(value)`` names its calls, as
      ``[{"name", "arguments"}]``, and ``resume(value, yes)`` is what the graph wants to hear; by default the forms of LangChain's
      human-in-the-loop middleware, else ``True`` and ``False``.
    - ``approval``: tools that themselves interrupt before they act; their dry-run form does the same. A function of the session gives
      its graph such tools itself.
    - ``config``, ``context``: handed to the graph. ``max_steps``: its recursion limit.
    """

    def create(session: Session) -> _Thread:
        found, made = built(graph, (Pregel, StateGraph), session, "a LangGraph graph")
        thread = _remembering(found) if made else _in_memory(dry_graph(found, session, approval))
        return _Thread(
            thread, session, state=state, results=results, reply=reply, hear=hear, start=start, pending=pending,
            resume=resume, approves=approves, config=config, context=context, max_steps=max_steps,
        )  # fmt: skip

    return create


def langchain_tools(session: Session) -> list[BaseTool]:
    """The session's dry-run tools as LangChain tools. Arguments reach the dry run as the model wrote them."""
    return [
        StructuredTool(
            name=spec["name"], description=spec["description"], args_schema=spec["parameters"],
            func=_dry(session, spec["name"]), coroutine=_dry_later(session, spec["name"]),
        )
        for spec in session.tools.specs()
    ]  # fmt: skip


def _dry(session: Session, name: str) -> Callable[..., str]:
    return lambda **arguments: as_text(dry_call(session, name, arguments))


def _dry_later(session: Session, name: str) -> Any:
    async def call(**arguments: Any) -> str:
        return as_text(dry_call(session, name, arguments))

    return call


# -- a graph whose tools are replaced


def dry_graph(graph: Any, session: Session, approval: Collection[str] = ()) -> Any:
    """A copy of a graph in which every ``ToolNode``, those of its subgraphs too, makes its calls dry.

    Raises :class:`IntentpropsError` where there is none: such a graph would reach its real tools.
    """
    compiled = graph.compile() if isinstance(graph, StateGraph) else graph
    copied, found = _dry_copy(compiled, session, frozenset(approval))
    if not found:
        raise IntentpropsError(
            "the graph has no ToolNode, so its tools cannot be replaced; give the adapter a function of the session that"
            " builds the graph from intentprops.adapters.langgraph.langchain_tools(session)"
        )
    return copied


def _dry_copy(graph: Any, session: Session, approval: frozenset[str]) -> tuple[Any, int]:
    nodes, found = {}, 0
    for name, node in graph.nodes.items():
        bound = node.bound
        if isinstance(bound, ToolNode):
            nodes[name] = node.copy({"bound": _dry_node(bound, session, approval)})
            found += 1
        elif isinstance(bound, Pregel):
            inner, inside = _dry_copy(bound, session, approval)
            nodes[name] = node.copy({"bound": inner, "subgraphs": [inner]})
            found += inside
        else:
            nodes[name] = node
    return graph.copy({"nodes": nodes, "cache": None}), found  # a cached node would make no call in a second dialogue


def _dry_node(node: ToolNode, session: Session, approval: frozenset[str]) -> ToolNode:
    """The node with a wrapper around each call that makes it dry; a wrapper of the user's own stays around that."""
    own, own_later = node._wrap_tool_call, node._awrap_tool_call

    def dry(request: ToolCallRequest) -> ToolMessage:
        call = request.tool_call
        if call["name"] in approval and not interrupt({**ASKED, "name": call["name"], "arguments": call["args"]}):
            return ToolMessage(REFUSAL, name=call["name"], tool_call_id=call["id"], status="error")
        answer = dry_call(session, call["name"], call["args"])
        status = "error" if is_error(answer) else "success"
        return ToolMessage(as_text(answer), name=call["name"], tool_call_id=call["id"], status=status)

    async def dry_later(request: ToolCallRequest) -> ToolMessage:
        return dry(request)

    def wrap(request: ToolCallRequest, execute: Any) -> Any:
        return dry(request) if own is None else own(request, dry)

    async def wrap_later(request: ToolCallRequest, execute: Any) -> Any:
        if own_later is not None:
            return await own_later(request, dry_later)
        return wrap(request, execute)

    return ToolNode(
        list(node.tools_by_name.values()), name=node.get_name(), tags=list(node.tags or ()), handle_tool_errors=node._handle_tool_errors,
        messages_key=node._messages_key, wrap_tool_call=wrap, awrap_tool_call=wrap_later,
    )  # fmt: skip


def _in_memory(graph: Any) -> Any:
    """The graph with memories of this dialogue alone: what a dry run leaves behind belongs into no real store, and no other dialogue."""
    return graph.copy({"checkpointer": InMemorySaver(), "store": None if graph.store is None else InMemoryStore()})


def _remembering(graph: Any) -> Any:
    """A graph that was built for this dialogue, with a checkpointer if it has none."""
    compiled = graph.compile() if isinstance(graph, StateGraph) else graph
    return compiled if compiled.checkpointer else compiled.copy({"checkpointer": InMemorySaver()})


# -- a dialogue


class _Thread:
    def __init__(
        self, graph: Any, session: Session, *, state: Any, results: Any, reply: Any, hear: Any, start: Any, pending: Any, resume: Any,
        approves: Approves, config: Mapping[str, Any] | None, context: Any, max_steps: int,
    ) -> None:  # fmt: skip
        self.graph, self.session, self.max_steps, self.context = graph, session, max_steps, context
        self.state, self.results, self.said, self.hear, self.start = state, results, reply, hear or _human, start
        self.pending, self.resume, self.approves = pending or calls_of, resume or answer_to, approves
        given = dict(config or {})
        own = {"thread_id": f"{session.id}-{uuid4().hex}", **given.get("configurable", {})}
        order = {"max_concurrency": 1}  # branches of a graph that call tools at once do it in the graph's order
        self.config = {**order, **given, "configurable": own, "recursion_limit": max_steps}
        self.begun = False
        self.interrupts: Sequence[Any] = ()
        self.stopped: Sequence[str] = ()
        """The nodes before which a breakpoint stopped."""
        self.seen: set[str | int] = set()
        self.values: Values = {}
        self.tokens: list[Mapping[str, Any]] = []

    async def __call__(self, message: str) -> Reply:
        self.tokens = []
        refused = 0
        while waits := self._waiting():
            if self.approves(self.session, message, waits):
                return await self._go_on(self._resumed(True))
            refused += 1
            if refused > self.max_steps:
                raise AgentError(f"the graph interrupts again after {self.max_steps} refusals: {waits[0].name}")
            await self._refuse()  # left dangling, the next message would raise
        return await self._go_on(self._heard(message))

    def _heard(self, message: str) -> Mapping[str, Any]:
        heard = self.hear(message)
        if self.begun:
            return heard
        self.begun = True
        first = dict(self.start(self.session)) if self.start is not None else {}
        messages = [*first.get("messages", ()), *_history(self.session), *heard.get("messages", ())]
        return {**first, **heard, **({"messages": messages} if messages else {})}

    async def _refuse(self) -> None:
        if self.interrupts:
            await self._go_on(self._resumed(False))
            return
        answers = [ToolMessage(REFUSAL, name=call.name, tool_call_id=call.id, status="error") for call in self._waiting()]
        await self.graph.aupdate_state(self.config, {"messages": answers}, as_node=self.stopped[0])
        await self._go_on(None)

    def _resumed(self, yes: bool) -> Command[Any] | None:
        return Command(resume={one.id: self._answer(one.value, yes) for one in self.interrupts}) if self.interrupts else None

    def _answer(self, value: Any, yes: bool) -> Any:
        return yes if _is_ours(value) else self.resume(value, yes)

    async def _go_on(self, given: Any) -> Reply:
        """Run the graph until it ends or interrupts, and read its checkpoint."""
        more = {} if self.context is None else {"context": self.context}
        with without_keys():
            try:
                await self.graph.ainvoke(given, self.config, **more)
            except GraphRecursionError:
                raise AgentError(f"no reply within {self.max_steps} steps of the graph") from None
        snapshot = await self.graph.aget_state(self.config)
        self.values, self.interrupts = _mapping(snapshot.values), snapshot.interrupts
        self.stopped = () if self.interrupts else snapshot.next
        new = self._new_messages()
        self.tokens += [message.usage_metadata or {} for message in new]
        seen: dict[str, Any] = {
            "state": exposed(self.state, self.values), "results": exposed(self.results, self.values),
            "input_tokens": total(one.get("input_tokens") for one in self.tokens),
            "output_tokens": total(one.get("output_tokens") for one in self.tokens),
        }  # fmt: skip
        if waits := self._waiting():
            return waiting(waits, self.session.language, _text(new[-1]) if new else "", **seen)
        return Reply(self._text(), **seen)

    def _new_messages(self) -> list[AIMessage]:
        """The assistant's messages since the last time; calls in them that LangChain could not read are recorded."""
        spoken = {m.id or n: m for n, m in enumerate(self.values.get("messages", ())) if isinstance(m, AIMessage)}
        new = [message for key, message in spoken.items() if key not in self.seen]
        self.seen |= set(spoken)
        for message in new:
            for call in message.invalid_tool_calls:
                dry_call(self.session, call["name"], call["args"])
        return new

    def _waiting(self) -> list[Pending]:
        """The calls that wait: those that the interrupts ask about, or those of the last message before a breakpoint."""
        if not self.stopped:
            return [pending_of(c["name"], c.get("arguments", {}), one.id) for one in self.interrupts for c in self._calls(one.value)]
        last = next((m for m in reversed(self.values.get("messages", ())) if isinstance(m, AIMessage)), None)
        calls = last.tool_calls if last is not None else []
        return [pending_of(call["name"], call["args"], call["id"]) for call in calls] or [pending_of(self.stopped[0], {})]

    def _calls(self, value: Any) -> Sequence[Mapping[str, Any]]:
        return calls_of(value) if _is_ours(value) else self.pending(value)

    def _text(self) -> str:
        if self.said is not None:
            return self.said(self.values)  # type: ignore[no-any-return]
        messages: Sequence[AnyMessage] | None = self.values.get("messages")
        if messages is None:
            raise AgentError(f"the graph's state has no messages but {', '.join(self.values)}; say with reply= what the user sees")
        last = next((message for message in reversed(messages) if isinstance(message, (AIMessage, HumanMessage))), None)
        return _text(last) if isinstance(last, AIMessage) else ""


def _human(message: str) -> Mapping[str, Any]:
    return {"messages": [HumanMessage(message)]}


def _is_ours(value: Any) -> bool:
    return isinstance(value, Mapping) and ASKED.items() <= value.items()


def calls_of(value: Any) -> list[Mapping[str, Any]]:
    """The calls that an interrupt asks about, in the forms that are in use; one that names none is shown as it is."""
    if isinstance(value, Mapping):
        if "action_requests" in value:
            return [call for action in value["action_requests"] for call in calls_of(action)]
        if "action_request" in value:
            return calls_of(value["action_request"])
        name = value.get("name", value.get("action", value.get("tool")))
        arguments = value.get("arguments", value.get("args", {}))
        if isinstance(name, str) and isinstance(arguments, Mapping):
            return [{"name": name, "arguments": arguments}]
    if isinstance(value, (list, tuple)):
        return [call for one in value for call in calls_of(one)]
    return [{"name": "interrupt", "arguments": {"value": value}}]


def answer_to(value: Any, yes: bool) -> Any:
    """What a graph is resumed with: decisions for LangChain's human-in-the-loop forms, else ``True`` or ``False``."""
    if isinstance(value, Mapping) and "action_requests" in value:
        decision = {"type": "approve"} if yes else {"type": "reject", "message": REFUSAL}
        return {"decisions": [decision] * len(value["action_requests"])}
    asked = value[0] if isinstance(value, (list, tuple)) and value else value
    if isinstance(asked, Mapping) and "action_request" in asked:
        return [{"type": "accept", "args": None} if yes else {"type": "response", "args": REFUSAL}]
    return yes


def _history(session: Session) -> list[AnyMessage]:
    """The turns that a scenario scripted, as messages."""
    messages: list[AnyMessage] = []
    for number, record in enumerate(session.history):
        messages.append(HumanMessage(record.user_message))
        ids = [f"scripted-{number}-{n}" for n in range(len(record.tool_calls))]
        calls = [
            {"name": call.name, "args": call.arguments, "id": id, "type": "tool_call"}
            for id, call in zip(ids, record.tool_calls, strict=True)
        ]
        if calls:
            messages.append(AIMessage("", tool_calls=calls))
            messages += [ToolMessage(as_text(c.result), name=c.name, tool_call_id=i) for i, c in zip(ids, record.tool_calls, strict=True)]
        messages.append(AIMessage(record.assistant_message or ""))
    return messages


def _mapping(values: Any) -> Values:
    if isinstance(values, Mapping):
        return values
    return dict(values.model_dump() if hasattr(values, "model_dump") else vars(values))


def _text(message: AnyMessage) -> str:
    content = message.content
    if isinstance(content, str):
        return content
    return "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in content)
