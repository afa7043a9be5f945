"""Which tools change the world: a guess with its confidence and its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from intentprops.drafting.definitions import ToolDefinition
from intentprops.drafting.names import singular, words_of
from intentprops.drafting.vocabulary import HANDING, HANDOFF, LOOKED_UP, NOUNS_TOO, READS, UNSURE, WRITES, word_set

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
        return Guess(True, 0.4, "no verb in its name or description tells")  # one that is taken for harmless would never be judged
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
    """The first verb of a name that tells; a later one tells less, since it may be a noun (``get_order``).

    One that can be nothing but a verb decides from the end of a name too: ``issue_read``.
    """
    words = words_of(name)
    if len(words) > 1 and words[-1] in _PLAIN_VERBS and words[0] not in _PLAIN_VERBS:
        changes = words[-1] in WRITES
        return Guess(changes, 0.85, f"{words[-1]!r} {'changes something' if changes else 'only looks'}")
    found = [(place, word, True if word == "return" else value) for place, word, value in _verbs(words)]
    lead = found[0][0] if found and found[0][0] <= 1 else -1  # a first word that is no verb may be the name of a server: slack_post_message
    certain = [one for one in found if one[0] == 0 or (one[0] == lead and one[1] != words[-1]) or one[1] not in NOUNS_TOO]
    if not certain and words and words[-1] in LOOKED_UP:
        return Guess(False, 0.75, f"{words[-1]!r} is looked up")
    for place, word, value in [*certain, *found]:
        if place == lead == 1 and word in NOUNS_TOO and words[-1] in LOOKED_UP:
            return Guess(False, 0.75, f"{words[-1]!r} is looked up")
        if value is None:
            return Guess(True, 0.45, f"{word!r} may change something or not")
        sure = 0.85 if place in (0, lead) else 0.75 if (place, word, value) in certain else 0.65 if place == lead else 0.5
        return Guess(value, sure, f"{word!r} {'changes something' if value else 'only looks'}")
    return None


def _of_text(text: str) -> Guess | None:
    """The verb at the beginning of a description: "Creates an issue", "This tool sends …". "Orders of a customer" begins with none."""
    sentence = re.split(r"[.;:\n]", text, maxsplit=1)[0]
    words = re.findall(r"[a-z]+", sentence.lower())
    place = next((n for n, word in enumerate(words) if word not in _FILLERS), len(words))
    for word, value in _stems(words[place : place + 1]):
        noun = word not in NOUNS_TOO and word.endswith("s") and {word[:-1], word[:-2]} & NOUNS_TOO
        if value is not None and not (noun and not set(words[place + 1 : place + 2]) & _ARTICLES):
            return Guess(value, 0.75, f"it says {word!r}")
    return None


_ARTICLES = word_set("a an the new one some all this your")
_PLAIN_VERBS = word_set("read write get create delete remove update insert")
_FILLERS = word_set("a an the this tool function api endpoint that which to will can used use for lets allows you user users and it is by")


def _verbs(words: tuple[str, ...]) -> Iterator[tuple[int, str, bool | None]]:
    """The words of a name that are verbs, with their places. A later one with an ending is a noun: places, messages."""
    for place, word in enumerate(words):
        for stem, value in _stems([word]):
            if place == 0 or stem in READS | WRITES | UNSURE:
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
