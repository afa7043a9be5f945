"""Which tools change the world: a guess with its confidence and its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from intentprops.drafting.definitions import ToolDefinition
from intentprops.drafting.names import singular, words_of
from intentprops.drafting.vocabulary import HANDING, HANDOFF, READS, UNSURE, WRITES, word_set

SURE = 0.7
"""The confidence from which a guess is written down without a question."""

_STATES_READ = re.compile(
    r"read[- ]?only|without (?:any )?(?:side effects?|changing)|does not (?:change|modify|alter|affect|book|create|send)"
    r"|no side effects?|(?:changes|modifies|alters) nothing|(?:will|would) not (?:change|modify|obtain)",
    re.IGNORECASE,
)
_STATES_CONFIRM = re.compile(
    r"\bask(?:s|ing)? (?:for|the user)[^.]*\bconfirm|explicit (?:user )?confirmation|(?:after|only if) the user confirm", re.IGNORECASE
)
_STATES_WRITE = re.compile(rf"irreversibl|permanently|cannot be undone|can't be undone|{_STATES_CONFIRM.pattern}", re.IGNORECASE)


@dataclass(frozen=True)
class Guess:
    """Something that a draft takes for true: how sure it is (0 to 1), and why, in a few words."""

    value: bool
    confidence: float
    reason: str

    @property
    def sure(self) -> bool:
        return self.confidence >= SURE


def hands_off(definition: ToolDefinition) -> bool:
    """Whether a tool passes the dialogue on to a person."""
    words = words_of(definition.name)
    return (bool(HANDING & set(words)) and bool(HANDOFF & {singular(word) for word in words})) or "handoff" in words


def asks_first(definition: ToolDefinition) -> bool:
    """Whether a definition states that a yes is needed before each call."""
    return bool(_STATES_CONFIRM.search(definition.description)) or definition.destructive is True


def effect_of(definition: ToolDefinition) -> Guess:
    """Whether a tool changes the world."""
    if definition.read_only is not None:
        return Guess(not definition.read_only, 0.95, f"readOnlyHint is {str(definition.read_only).lower()}")
    if definition.destructive:
        return Guess(True, 0.95, "destructiveHint is true")
    if definition.method in ("PUT", "PATCH", "DELETE"):
        return Guess(True, 0.95, f"the method is {definition.method}")
    named, told = _of_name(definition.name), _of_text(definition.description)
    if definition.method in ("GET", "HEAD"):
        contrary = named is not None and named.value and named.confidence > SURE
        return Guess(
            False, 0.6 if contrary else 0.95, f"the method is {definition.method}" + (f", yet {named.reason}" if contrary and named else "")
        )
    if definition.method == "POST" and (named is None or named.confidence < SURE) and (told is None or told.value):
        return Guess(True, 0.85, "the method is POST")
    return _weighed(definition, named, told)


def _weighed(definition: ToolDefinition, named: Guess | None, told: Guess | None) -> Guess:
    """What the name says, held against what the description says; the name of a verb that is certain decides."""
    if _STATES_READ.search(definition.description):
        contrary = named is not None and named.value and named.confidence > SURE
        return Guess(False, 0.5 if contrary else 0.9, "the description says that nothing changes")
    if _STATES_WRITE.search(definition.description):
        return Guess(True, 0.9, "the description speaks of confirmation, or of what cannot be undone")
    if named is None and told is None:
        empty = not definition.schema["properties"]
        return Guess(False, 0.4, "no verb in its name or description tells" + (", and it takes nothing" if empty else ""))
    if named is None or told is None:
        one = named or told
        assert one is not None
        return one
    if named.value == told.value:
        return Guess(
            named.value, max(named.confidence, told.confidence, 0.9 if min(named.confidence, told.confidence) >= 0.6 else 0), named.reason
        )
    if named.confidence > told.confidence and named.confidence >= 0.8:
        return Guess(named.value, named.confidence - 0.05, named.reason)
    if told.confidence >= SURE:
        return Guess(told.value, told.confidence if named.confidence < 0.6 else 0.6, f"{told.reason}, yet {named.reason}")
    return Guess(named.value, 0.5, f"{named.reason}, yet {told.reason}")


def _of_name(name: str) -> Guess | None:
    """The first verb of a name that tells; a later one tells less, since it may be a noun (``get_order``)."""
    for place, word, value in _verbs(words_of(name)):
        value = True if word == "return" else value  # goods are returned; that an answer is, no name needs to say
        if value is None:
            return Guess(True, 0.45, f"{word!r} may change something or not")
        return Guess(value, 0.85 if place == 0 else 0.75, f"{word!r} {'changes something' if value else 'only looks'}")
    return None


def _of_text(text: str) -> Guess | None:
    """The first verb of a description, where it stands at its beginning: "Creates an issue", "This tool sends …"."""
    sentence = re.split(r"[.;:\n]", text, maxsplit=1)[0]
    words = [word for word in re.findall(r"[a-z]+", sentence.lower()) if word not in _FILLERS]
    for word, value in _stems(words[:1]):
        if value is None:
            return None
        return Guess(value, 0.75, f"it says {word!r}")
    for word, value in _stems(words[1:4]):
        if value is not None:
            return Guess(value, 0.6, f"it says {word!r}")
    return None


_FILLERS = word_set("a an the this tool function api endpoint that which to will can used use for lets allows you user users and it is by")


def _verbs(words: tuple[str, ...]) -> Iterator[tuple[int, str, bool | None]]:
    """The words of a name that are verbs, with their places; a first word is a verb before a later one."""
    for place, word in enumerate(words):
        for stem, value in _stems([word]):
            yield place, stem, value


def _stems(words: list[str]) -> Iterator[tuple[str, bool | None]]:
    for word in words:
        for stem in _forms(word):
            if stem in READS or stem in WRITES or stem in UNSURE:
                yield word, None if stem in UNSURE else stem in WRITES
                break


def _forms(word: str) -> Iterator[str]:
    """A verb as it stands, and without the ending of "searches", "returns", "created", "sending"."""
    yield word
    for ending, instead in (("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word.removesuffix(ending) + instead
