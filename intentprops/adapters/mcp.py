"""MCP tool servers: the session's dry-run tools served over MCP to any agent that takes its tools from there; and their reading.

    create = mcp_agent(lambda session, url: MyAgent(mcp_server=url).chat)
    tools = [Tool(definition, args={…}) for definition in mcp_tools("http://127.0.0.1:8000/mcp")]
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from intentprops.adapters.dry import as_text, dry_call, is_error, needs
from intentprops.adapters.hide import hide, keys_in, keys_of, place_of, without_keys
from intentprops.errors import IntentpropsError
from intentprops.running.session import Create, Reply, Respond, Session

needs("mcp", "mcp")

import uvicorn
from mcp import Client
from mcp.server import Server
from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool


def mcp_agent(build: Callable[[Session, str], Respond]) -> Create:
    """An agent that takes its tools from an MCP server: ``build(session, url)`` returns its ``respond(message)``.

    Each dialogue has a server of its own, at an address of this machine (streamable HTTP), which ends with it. What the agent
    calls there is recorded and made dry.
    """

    def create(session: Session) -> _Served:
        stack = contextlib.ExitStack()
        try:
            return _Served(build(session, stack.enter_context(serving(session))), stack)
        except BaseException:
            stack.close()
            raise

    return create


class _Served:
    def __init__(self, respond: Respond, stack: contextlib.ExitStack) -> None:
        self.respond, self.stack = respond, stack

    async def __call__(self, message: str) -> str | Reply:
        with without_keys():
            said = self.respond(message)
            return await said if inspect.isawaitable(said) else said

    def close(self) -> None:
        with self.stack:
            close = getattr(self.respond, "close", None)
            if callable(close):
                close()


def dry_server(session: Session) -> Server[Any]:
    """The session's dry-run tools as an MCP server; ``mcp.Client(dry_server(session))`` reaches it within the process."""

    async def list_tools(context: Any, params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[
            Tool(name=spec["name"], description=spec["description"], input_schema=spec["parameters"])
            for spec in session.tools.specs()
        ])  # fmt: skip

    async def call_tool(context: Any, params: Any) -> CallToolResult:
        answer = dry_call(session, params.name, params.arguments)
        structured = answer if isinstance(answer, dict) else None
        return CallToolResult(
            content=[TextContent(type="text", text=as_text(answer))], structured_content=structured, is_error=is_error(answer)
        )

    return Server(session.domain.name, on_list_tools=list_tools, on_call_tool=call_tool)


@contextmanager
def serving(session: Session) -> Iterator[str]:
    """Serve the dry-run tools over streamable HTTP on 127.0.0.1 while the block runs; gives the address."""
    with serving_app(dry_server(session).streamable_http_app()) as address:
        yield f"{address}/mcp"


@contextmanager
def serving_app(app: Any) -> Iterator[str]:
    """Serve an ASGI application on a free port of 127.0.0.1 while the block runs; gives the address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()  # from here on a client may connect; it is answered when the server has come up
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listening]}, daemon=True, name="intentprops-mcp"
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def mcp_tools(server: Any) -> list[dict[str, Any]]:
    """The definitions of an MCP server's tools, each of which :class:`intentprops.Tool` takes; nothing is called.

    ``server`` is an address, ``mcp.StdioServerParameters``, or a server within this process. Raises :class:`IntentpropsError` where it
    cannot be reached.
    """
    keys = keys_of(more=keys_in(server) if isinstance(server, str) else ())
    try:
        return asyncio.run(_read(server))
    except Exception as error:
        raise IntentpropsError(f"the MCP server {_shown(server)} cannot be read: {hide(_first(error), keys)}") from None


async def _read(server: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    async with Client(server) as client:
        cursor: str | None = None
        while True:
            page = await client.list_tools(cursor=cursor)
            found += [_definition(tool) for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                return found


def _definition(tool: Tool) -> dict[str, Any]:
    """A tool's definition as the protocol writes it, with what it states of its effects and its answer."""
    stated = tool.model_dump(by_alias=True, mode="json", exclude_none=True, include={"annotations", "output_schema"})
    return {"name": tool.name, "description": tool.description or "", "inputSchema": dict(tool.input_schema), **stated}


def _shown(server: Any) -> str:
    if isinstance(server, str):
        return place_of(server)
    return str(getattr(server, "command", type(server).__name__))


def _first(error: BaseException) -> str:
    """The first cause in a group of errors, which asynchronous libraries nest."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


