"""Random valid domains, so that a law of the oracle can be shown for any domain and not only for those written by hand.

A domain is drawn as a list of small bricks that know nothing of each other, and then built: a brick that does not fit where
it stands is skipped. So every list is a domain, a shorter list is a smaller one, and the empty list is the smallest: one field,
one read-only tool with its result, one goal. Bricks of one kind that follow each other speak of the tool that was laid last.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache, lru_cache
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model

from intentprops.domain import Domain, Goal, Invariant, Result, Selection, World
from intentprops.errors import ToolError
from intentprops.fields import FromItem, Words
from intentprops.strategies.themes import (
    ACTS,
    COMPARISONS,
    ITEMS,
    LIMIT,
    SEARCHES,
    SORTING,
    TALKS,
    THEMES,
    Theme,
    Verb,
)  # fmt: skip
from intentprops.tools import Binding, Covers, Derived, Exact, Free, Item, Tool, dig
