"""The reference reader: what the text of one message, in its dialogue, says, as changes.

Deterministic and offline. It knows general English and Russian, and of a domain only what the domain itself says:
names, labels, :class:`intentprops.Words`, choices, synonyms, the words of goals and tools.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from intentprops.changes import Change
from intentprops.domain import Domain
from intentprops.reading.lexicon import lexicon
from intentprops.reading.message import changes_in
from intentprops.reading.scan import scan
from intentprops.state import State

__all__ = ["Context", "label_in", "read"]

_NAMING = {
    "en": re.compile(r"\b(?:call (?:this|it)|let this be|this is(?= (?:plan|version|option)\b)) (\w+(?: \w+)?)[.!]?$", re.IGNORECASE),
    "ru": re.compile(
        r"\b(?:назов[её]м это(?: так:)?|(?:пусть )?это (?:будет |называется )?(?=«)) ?«?(\w+(?: \w+)?)»?[.!]?$", re.IGNORECASE
    ),
}


@dataclass(frozen=True)
class Context:
    """What a reader may know besides the text.

    ``now`` is zone-aware; ``state`` is the active version as the reader itself has folded it so far (``State()``
    before the first message); ``offers`` are the ids that the agent's last reply listed, ``asked`` the field names,
    question ids and tool names that it asked about.
    """

    now: datetime
    state: State
    offers: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def read(domain: Domain, text: str, language: str, context: Context) -> list[Change]:
    """The changes that a message carries, canonical, and in an order that :func:`intentprops.transitions.apply` takes."""
    said = scan(lexicon(domain, language), text, context.now)
    return changes_in(said, context.state, context.offers, context.asked) if said.words else []


def label_in(text: str, language: str) -> str | None:
    """The name that a message gives the present version at its end, "Call this plan A."; ``None`` where it gives none."""
    found = _NAMING[language].search(text.strip())
    return found[1] if found else None
