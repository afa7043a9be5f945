"""Agents that exist already, connected: a module for each framework, provider and protocol, each an extra of its own.

Every adapter is a function that takes the agent and returns the ``create(session)`` that a run takes. In place of the
agent's tools stand the dry-run tools of the session, which record each call; nothing real is ever reached. Nothing is imported
before it is used: the module of an adapter imports its framework, and this one imports nothing.

======================== ====================== ==============================================
module                   extra                  takes
======================== ====================== ==============================================
``openai_chat``          ``openai``             a model behind OpenAI-compatible chat completions
``anthropic_messages``   ``anthropic``          a model behind Anthropic's messages
``http``                 ``http``               the address of an agent: ``POST {session, message}``
``command``              none                   a command that speaks JSON Lines
``langgraph``            ``langgraph``          a graph, or a function that builds one
``pydantic_ai``          ``pydantic-ai``        an ``Agent``, or a function that builds one
``openai_agents``        ``openai-agents``      an ``Agent`` of the OpenAI Agents SDK, or such a function
``mcp``                  ``mcp``                an agent that takes its tools from an MCP server
======================== ====================== ==============================================
"""
