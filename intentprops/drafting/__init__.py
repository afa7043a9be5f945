"""A domain to begin with, drafted from what is there already: the definitions of tools, in whatever format.

    tools = read_tools("tools.json")                    # OpenAI, Anthropic, MCP, JSON Schema, OpenAPI, package.module:name
    drafted = draft(tools, "airline")
    drafted.questions                                   # what a person has to decide
    drafted.source()                                    # the module; drafted.domain() is that very source, executed

A guess is written plainly where it is sure, and with a comment ``# QUESTION: …`` where it is not.
"""

from intentprops.drafting.definitions import DraftError, ToolDefinition
from intentprops.drafting.draft import Draft, draft
from intentprops.drafting.plan import Decisions, Question
from intentprops.drafting.readers import read_document
from intentprops.drafting.sources import read_mcp, read_tools

__all__ = ["Decisions", "Draft", "DraftError", "Question", "ToolDefinition", "draft", "read_document", "read_mcp", "read_tools"]
