"""Dialogues in the forms of other tools: a JSON document for each, so that a file of them is JSON Lines."""

from intentprops.reports.export.openai import conversation
from intentprops.reports.export.otel import spans

__all__ = ["conversation", "spans"]
