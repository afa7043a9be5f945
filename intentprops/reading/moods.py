"""How each act of a message is meant: asked for, forbidden, allowed, put after something else, or only mentioned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from intentprops.domain import Domain
from intentprops.reading import cues
from intentprops.reading.lexicon import Act
from intentprops.reading.scan import Segment, Utterance
from intentprops.reading.words import Hit, first_person_plural, forms, members

Mood = Literal["asked", "denied", "allowed", "before", "question", "aside"]
_POINTING = members("the this that your my our his its these those")
_NOUNISH = members("a an the this that your my our some any")


@dataclass(frozen=True, slots=True)
class Deed:
    """A word for doing something, with what the user says of it."""

    hit: Hit[Act]
    mood: Mood
    goal: str | None
    segment: Segment


def deeds_of(said: Utterance) -> list[Deed]:
    """Every act that a message mentions, with its mood."""
    domain = said.lexicon.domain
    found = []
    for hit in said.acts:
        segment = said.segment_of(hit.first)
        found.append(Deed(hit, _mood(said, hit, segment), goal_of(domain, hit.found), segment))
    return found


def goal_of(domain: Domain, act: Act) -> str | None:
    """The goal that an act asks for: the one it names, or the one whose own function it is."""
    if act.goals:
        return act.goals[0]
    return next((goal.name for goal in domain.goals for tool in act.tools if domain.function(goal.name) == tool), None)


def _mood(said: Utterance, hit: Hit[Act], segment: Segment) -> Mood:
    if said.cue("thanks", segment.first, hit.first):
        return "aside"
    for other in said.acts:
        if other.last <= hit.first and hit.first - other.last <= 4 and _joined_by_or(said, other.last, hit.first):
            return _mood(said, other, said.segment_of(other.first))
    if _replaced(said, hit):
        return "aside"
    waiting = said.cue("until", segment.first, hit.first)
    if waiting and said.words[waiting.first].text == "пока" and "past" in forms(said.words[hit.first].text):
        return "before"  # «пока не забронировал»
    if _denied(said, hit, segment):
        return "denied"
    earlier = max([segment.first, *(act.last for act in said.acts if segment.first <= act.first < hit.first)])
    if said.cue("before", earlier, hit.first):
        return "before"
    if (until := said.cue("until", segment.first, hit.first)) and until.last <= hit.first:
        return "aside"
    word = said.words[hit.first]
    if word.text in cues.interrogatives(said.lexicon.language) or word.keys & cues.interrogatives(said.lexicon.language):
        indifferent = any(s.sentence == segment.sentence and said.cue("any", s.first, s.last) for s in said.segments)
        return "question" if segment.question or (leads(said, segment, hit.first) and not indifferent) else "aside"
    if _allowed(said, hit, segment):
        return "allowed"
    return "asked" if _asked(said, hit, segment) else "aside"


def _replaced(said: Utterance, hit: Hit[Act]) -> bool:
    """``instead of booking``: the act gives way, but nobody forbids it."""
    before = said.cue_before("instead_of", hit.first, frozenset({"the", "a"}))
    return before is not None and said.words[before.first].text in {
        "instead",
        "rather",
        "in",
        "вместо",
        "взамен",
        "as",
    }


def _denied(said: Utterance, hit: Hit[Act], segment: Segment) -> bool:
    others = [other for other in said.acts if segment.first <= other.first < hit.first]
    start = max([segment.first, *(other.last for other in others)])
    for denial in said.cues.get("not", ()):
        if start <= denial.first and denial.last <= hit.first and hit.first - denial.last <= 5:
            between = said.words[denial.last : hit.first]
            if any(word.keys & {"forget", "забыть", "hesitate", "but", "only", "только"} for word in between):
                continue
            if said.words[denial.first].keys & {"forget", "забыть"} and _double(said, denial.first):
                continue
            return True
    if said.cue("nothing", segment.first, segment.last) and not said.cue("only", hit.last, segment.last):
        nothing = said.cue("nothing", segment.first, segment.last)
        assert nothing is not None
        nearest = min(said.within(said.acts, segment), key=lambda act: abs(act.first - nothing.first))
        return nearest is hit or _joined_by_or(said, nearest.last, hit.first)
    if (without := said.cue_before("without", hit.first, _NOUNISH)) and said.words[without.first].text != "no":
        return True
    if hit.first > 0 and said.words[hit.first - 1].text == "no" and not said.stopped(hit.first - 1, hit.first):
        follows = said.words[hit.last].text if hit.last < len(said.words) else ""
        return follows not in {"it", "the", "them", "that", "this", "me"}
    if said.cue_before("drop", hit.first, _NOUNISH) and not _double(said, hit.first - 1):
        return True
    following = next((o.first for o in said.acts if o.first >= hit.last), len(said.words))
    after = said.cue("unneeded", hit.last, min(segment.last, following))
    if after is not None and not said.within([v for v in said.values if hit.last <= v.first < after.first], segment):
        return True
    late = said.cue("not", hit.last, min(segment.last, following))
    if late and late.last < segment.last and said.words[late.first].text == "не" and late.first - hit.last <= 3:
        return bool({"imperative", "infinitive"} & forms(said.words[late.last].text))  # «бронь пока не оформляй»
    return late is not None and said.words[late.first].text in {"нельзя", "рано"}


def _double(said: Utterance, index: int) -> bool:
    """``don't forget to``: a denial of a denial."""
    return index > 0 and said.words[index - 1].text in {"not", "не", "never"}


def _joined_by_or(said: Utterance, first: int, last: int) -> bool:
    return 0 <= last - first <= 4 and any(said.words[i].text in {"or", "nor", "или", "ни"} for i in range(first, last))


def _allowed(said: Utterance, hit: Hit[Act], segment: Segment) -> bool:
    if segment.question:
        return False
    for may in said.cues.get("may", ()):
        if segment.first <= may.first < segment.last and abs(may.first - hit.first) <= 6:
            after = said.words[may.last].text if may.last < len(said.words) else ""
            if after in {"you", "we", "i"} or (may.first > hit.first and said.lexicon.language == "en"):
                continue
            if said.words[may.first].text in {"can"} and (
                may.first == 0 or said.words[may.first - 1].text not in {"you", "now", "we"}
            ):
                continue
            return True
    return False


def leads(said: Utterance, segment: Segment, index: int) -> bool:
    """Whether only small words stand before a place in its segment."""
    fillers = cues.FILLERS[said.lexicon.language]
    covered = {
        i for name in ("want", "ask", "yes", "just", "first", "correction", "may", "instead") for h in said.cues.get(name, ())
        for i in range(h.first, h.last)
    }  # fmt: skip
    return all(i in covered or said.words[i].text in fillers for i in range(segment.first, index))


def _asked(said: Utterance, hit: Hit[Act], segment: Segment) -> bool:
    word = said.words[hit.first]
    before = said.words[hit.first - 1].text if hit.first > segment.first else ""
    wanted = said.cue("want", segment.first, hit.first) or said.cue("ask", segment.first, hit.first)
    leading = leads(said, segment, hit.first)
    if said.lexicon.language == "ru":
        form = forms(word.text)
        if "imperative" in form or first_person_plural(word.text):
            return True
        if "past" in form and not form & {"infinitive", "noun"}:
            return False
        after = said.cue("want", hit.last, segment.last)
        if "infinitive" in form:
            return bool(leading or wanted or after or segment.question)
        if "finite" in form:
            return segment.question or word.text.endswith(("шь", "те"))
        return bool(leading or wanted or (after and segment.last - segment.first <= 5))
    if before in _POINTING:
        ends = said.lexicon.domain.goal[hit.found.goals[0]].ends_with if hit.found.goals else "an effect"
        return ends is None and said.cue("show", segment.first, hit.first) is not None
    form_en = next(iter(forms(word.text)))
    if form_en == "past":
        return bool(said.cue("want", segment.first, hit.first)) and not _past(said, segment, hit.first)
    if before in _NOUNISH:
        if _done_to(said, hit):
            return False
        after = said.cue("want", hit.last, segment.last) or said.cue("fine", hit.last, segment.last)
        after = after or said.cue("instead", hit.last, segment.last)
        return bool(
            wanted or (leading and segment.last - hit.last <= 2) or after or _imperative_before(said, segment, hit.first)
        ) and not _past(said, segment, hit.first)
    if form_en == "gerund":
        return bool(wanted)
    return bool(leading or (wanted and not _past(said, segment, hit.first)))


def _done_to(said: Utterance, hit: Hit[Act]) -> bool:
    """``cancel a booking``: the word names what another act is done to."""
    domain = said.lexicon.domain
    others = [other for other in said.acts if other.last == hit.first - 1]
    return any(goal_of(domain, other.found) != goal_of(domain, hit.found) for other in others)


def _imperative_before(said: Utterance, segment: Segment, index: int) -> bool:
    return any(segment.first <= other.first < index for other in said.acts)


def _past(said: Utterance, segment: Segment, index: int) -> bool:
    """``did you book``, ``I have sent``: a report or a question of what was done."""
    return any(
        said.words[i].text in {"did", "have", "has", "had", "was", "were", "been"} for i in range(segment.first, index)
    ) and not any(said.words[i].text in {"to", "want"} for i in range(segment.first, index))
