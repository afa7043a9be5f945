"""A choice among what the agent offered: "the second one", an offered item's id, the cheapest of them (T10)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intentprops.changes import Accept, Change
from intentprops.reading import cues
from intentprops.reading.scan import Utterance, Value


def acceptance(said: Utterance, offers: Sequence[str]) -> tuple[list[Change], frozenset[int]]:
    """The offer that a message takes, and the words that said so."""
    if not offers:
        return [], frozenset()
    for value in said.values:
        position = _position(said, value)
        if position is not None and 1 <= position <= len(offers) and not _refused(said, value.first):
            return [Accept(position)], frozenset(range(value.first, value.last))
    for index, word in enumerate(said.words):
        if word.keys & {"last", "latter", "последний"} and _stands_for_item(said, index, index + 1) and not _refused(said, index):
            return [Accept(len(offers))], frozenset([index])
    return _by_id(said, offers)


def _position(said: Utterance, value: Value) -> int | None:
    if value.kind == "ordinal" and isinstance(value.value, int):
        return value.value if _stands_for_item(said, value.first, value.last) else None
    if value.kind == "number" and isinstance(value.value, int):
        for hit in said.cues.get("position", ()):
            if (
                hit.last == value.first
                and said.words[hit.first].text not in {"no", "one"}
                and not said.stopped(hit.last - 1, value.first)
            ):
                return value.value
        if value.first > 0 and said.text[: said.words[value.first].start].rstrip().endswith(("#", "№")):
            return value.value
    return None


def _stands_for_item(said: Utterance, first: int, last: int) -> bool:
    """Whether an ordinal speaks of an offer: it ends its segment, or a word for an item follows."""
    segment = said.segment_of(first)
    before = said.words[first - 1].text if first > segment.first else ""
    if before in {"at", "said", "as", "в", "как"} or _goes_back(said, max(segment.first, first - 3), first):
        return False
    if said.cue("retro", segment.first, segment.last) or (said.lexicon.language == "en" and before not in {"the", "your", ""}):
        return False
    if last >= segment.last:
        return True
    word = said.words[last]
    if said.cue_after("position", last, frozenset()) or word.text in {
        "ones",
        "please",
        "is",
        "looks",
        "sounds",
        "then",
        "пожалуйста",
    }:
        return True
    items = set(said.lexicon.domain.item_fields) | {said.lexicon.domain.selection.limit}
    return any(hit.first == last and hit.found in items for hit in said.nouns) or (
        said.lexicon.language == "ru" and word.keys & cues.FILLERS["ru"] != frozenset()
    )


def _goes_back(said: Utterance, first: int, last: int) -> bool:
    """Whether words just before an ordinal speak of what was said once; a verb of choosing does not."""
    hits = [hit for hit in said.cues.get("back", ()) if first <= hit.first and hit.last <= last]
    chosen = {hit.first for hit in said.cues.get("take", ())}
    return any(hit.first not in chosen for hit in hits)


def _refused(said: Utterance, index: int) -> bool:
    segment = said.segment_of(index)
    disliked = said.cue("not", index, segment.last) or any(
        said.words[i].text in {"too", "слишком"} for i in range(index, segment.last)
    )
    return bool(disliked) or said.cue_before("instead_of", index, cues.LINKS[said.lexicon.language]) is not None


def _by_id(said: Utterance, offers: Sequence[str]) -> tuple[list[Change], frozenset[int]]:
    """An offered id that no closed list of the domain holds is named by its own text."""
    text = said.text.lower()
    listed = {str(value).lower() for name in said.lexicon.domain.item_fields for value in said.lexicon.domain.field[name].choices}
    for position, offer in enumerate(offers, 1):
        if offer.lower() not in listed and (found := re.search(rf"(?<![\w-]){re.escape(offer.lower())}(?![\w-])", text)):
            inside = frozenset(i for i, word in enumerate(said.words) if word.start < found.end() and found.start() < word.end)
            return [Accept(position)], inside
    return [], frozenset()
