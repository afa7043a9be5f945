"""What a message says beyond the domain: a fact without a field, an operation nobody offers, an answer (T2, T14)."""

from __future__ import annotations

from collections.abc import Sequence

from intentprops.changes import Answer, Change, UnknownGoal, Unmodelled
from intentprops.reading import cues
from intentprops.reading.cue_words import NAMES
from intentprops.reading.moods import Deed
from intentprops.reading.scan import Segment, Utterance
from intentprops.reading.words import Word, forms, members, normalise, words_of
from intentprops.state import State


def answers(said: Utterance, state: State, asked: Sequence[str], others: Sequence[Change]) -> list[Change]:
    """The open questions that a message answers: those asked, and those whose own words it takes up to dismiss them."""
    found: list[Change] = []
    for question in state.questions:
        if question.kind == "conflict":
            continue
        shared = _shares_words(said, question.subject)
        if question.id in asked or question.subject in asked:
            if (not others and not _aside(said)) or shared:
                found.append(Answer(question.subject))
        elif shared and said.cues.get("dismiss"):
            found.append(Answer(question.subject))
    return found


def _shares_words(said: Utterance, topic: str) -> bool:
    keys = {key for word in words_of(normalise(topic)) for key in word.keys if not cues.is_small(word, said.lexicon.language)}
    return any(word.keys & keys for word in said.words)


def _aside(said: Utterance) -> bool:
    """Thanks, a hum, a joke: nothing that could answer."""
    language = said.lexicon.language
    if said.cues.get("thanks") and len(said.words) <= 4:
        return True
    chatter = {i for hit in said.cues.get("chatter", ()) for i in range(hit.first, hit.last)}
    rest = [i for i, word in enumerate(said.words) if i not in chatter and word.text not in _HUMS]
    if not rest or said.cues.get("yes") or said.cues.get("any"):
        return not rest
    denials = {"no", "нет", "not", "не", "nobody", "никто"}
    return all(cues.is_small(said.words[i], language) and said.words[i].text not in denials for i in rest)


_HUMS = members("hm hmm mm uh um ok okay хм гм ну эм ок окей так")


def unknown(said: Utterance, deeds: Sequence[Deed]) -> list[Change]:
    """Operations and facts that match nothing in the domain; conservative, for a question too many is friction."""
    effectful = said.lexicon.domain.effectful
    busy = {d.segment for d in deeds if d.mood != "aside" and (d.mood != "denied" or effectful & set(d.hit.found.tools))}
    found: list[Change] = []
    for segment in said.segments:
        if segment.question and not said.cue("ask", segment.first, segment.last):
            continue
        if said.cue("thanks", segment.first, segment.last):
            continue
        if topic := _errand(said, segment) if segment not in busy else _foreign(said, segment, deeds):
            found.append(UnknownGoal(topic))
        elif not segment.question and not _explains(said, segment) and (topic := _fact(said, segment, segment in busy)):
            found.append(Unmodelled(topic))
    return list(dict.fromkeys(found))


_REASONS = frozenset({"so", "because", "поэтому", "потому", "since"})


def _explains(said: Utterance, segment: Segment) -> bool:
    """Whether a segment only gives the reason for a value said beside it: "one of us dials in, so we need video"."""
    index = said.segments.index(segment)
    beside = [s for s in said.segments[max(0, index - 1) : index + 2] if s.sentence == segment.sentence and s != segment]
    reason = [
        s for s in beside if (s if s.first > segment.first else segment).opener in _REASONS or _begins_reason(said, s, segment)
    ]
    return any(said.within(said.values, s) or said.within(said.nouns, s) for s in reason)


def _begins_reason(said: Utterance, beside: Segment, segment: Segment) -> bool:
    later = beside if beside.first > segment.first else segment
    return said.words[later.first].text in _REASONS


def _content(said: Utterance, segment: Segment, first: int) -> list[int]:
    """The words of a segment that are neither general nor of the domain."""
    language = said.lexicon.language
    taken = {i for v in said.values for i in range(v.first, v.last)} | {i for h in said.nouns for i in range(h.first, h.last)}
    taken |= {i for h in said.acts for i in range(h.first, h.last)}
    taken |= {i for name, hits in said.cues.items() if name not in _OPEN for h in hits for i in range(h.first, h.last)}
    return [
        i
        for i in range(first, segment.last)
        if i not in taken and not cues.is_small(said.words[i], language) and not said.words[i].keys & said.lexicon.known
    ]


def _errand(said: Utterance, segment: Segment) -> str | None:
    """A request whose verb is no act of the domain, with an object that isn't the domain's either: "order a pizza"."""
    language = said.lexicon.language
    fillers = cues.FILLERS[language]
    first = next((i for i in range(segment.first, segment.last) if said.words[i].text not in fillers), None)
    if first is None or first + 1 >= segment.last:
        return None
    word = said.words[first]
    if word.text in cues.pronouns(language):
        return None
    if language == "ru":
        form = forms(word.text)
        wanted = said.cue("want", segment.first, first) or said.cue("ask", segment.first, first)
        verb = ("imperative" in form and "noun" not in form) or (wanted is not None and "infinitive" in form)
        if any(hit.first <= first < hit.last for name in _GENERAL_VERBS for hit in said.cues.get(name, ())):
            return None
    else:
        verb = word.text in NAMES["fancy"]["en"].split("|")
    if not verb or said.within(said.values, segment) or said.within(said.nouns, Segment(first + 1, segment.last, "", False, 0)):
        return None
    content = _content(said, segment, first + 1)
    if not content:
        return None
    return " ".join(said.words[i].text for i in [first, *content[:3]])


def _foreign(said: Utterance, segment: Segment, deeds: Sequence[Deed]) -> str | None:
    """The domain's verb with an object of another world: "book me a taxi"."""
    deed = next((d for d in deeds if d.segment == segment and d.mood == "asked"), None)
    if deed is None or said.within(said.values, segment) or said.within(said.nouns, segment):
        return None
    words = said.words[deed.hit.last : segment.last]
    articles = [i for i, word in enumerate(words[:3]) if word.text in {"a", "an", "some"}]
    if not articles or any(word.keys & said.lexicon.known for word in words[articles[0] + 1 :]):
        return None
    content = _content(said, segment, deed.hit.last + articles[0] + 1)
    if not content or content[0] > deed.hit.last + articles[0] + 2:
        return None
    return " ".join(said.words[i].text for i in [deed.hit.first, *content[:3]])


def foreign_deeds(said: Utterance, deeds: Sequence[Deed]) -> list[Deed]:
    """The acts whose object is of another world, so that they ask for nothing that the domain can do."""
    return [deed for deed in deeds if deed.mood == "asked" and _foreign(said, deed.segment, [deed])]


_OPEN = frozenset({"must", "chatter", "fancy", "take", "want"})
_GENERAL_VERBS = members(
    "drop anything correction yes mild_yes back take not want thanks instead dismiss may unneeded chatter"
)  # fmt: skip


def _fact(said: Utterance, segment: Segment, busy: bool) -> str | None:
    """A statement with a requirement whose content the domain has no word for: "the meeting is confidential"."""
    language = said.lexicon.language
    if (
        busy
        or said.cue("chatter", segment.first, segment.last)
        or (said.within(said.values, segment) and not subset(said, segment))
    ):
        return None
    leading = next((i for i in range(segment.first, segment.last) if said.words[i].text not in _LEADS), None)
    if leading is None or _personal(said, segment):
        return None
    if [word.text for word in said.words[leading : leading + 3]] == ["it", "is", "for"]:
        return None  # an occasion is no requirement
    content = _content(said, segment, segment.first)
    if language == "ru" and any("imperative" in forms(said.words[i].text) for i in content):
        return None
    if not content or not _states(said, segment, content):
        return None
    return " ".join(said.words[i].text for i in content[:4])


_LEADS = members(
    "and but so also by the way oh well note that а и но кстати также еще учтите учти что важно yes да так как "
    "поскольку since because"
)


def _personal(said: Utterance, segment: Segment) -> bool:
    """Whether a segment is about the speaker's own day or the agent: without a need it states no requirement."""
    leading = next(i for i in range(segment.first, segment.last) if said.words[i].text not in _LEADS)
    if said.words[leading].text not in cues.pronouns(said.lexicon.language):
        return False
    return not any(said.words[i].keys & _NEEDS for i in range(leading + 1, min(leading + 4, segment.last)))


_NEEDS = members("need require нужный нужно необходимый понадобиться потребоваться требоваться")


def _states(said: Utterance, segment: Segment, content: list[int]) -> bool:
    if subset(said, segment):
        return True
    must = [hit for hit in said.cues.get("must", ()) if segment.first <= hit.first < segment.last]
    if must:
        return True
    if said.lexicon.language == "ru":  # the copula is silent: «материалы конфиденциальны»
        with_ = [i for i in range(segment.first + 1, segment.last - 1) if said.words[i].text in {"с", "со"}]
        if with_ and "noun" in forms(said.words[with_[0] - 1].text) and with_[0] - segment.first <= 3 and content[-1] > with_[0]:
            return True  # «встреча с внешним аудитором»
        nouns = [i for i in content if "noun" in forms(said.words[i].text)]
        short = [
            i
            for i in range(segment.first, segment.last)
            if said.words[i].text.endswith(("ен", "на", "но", "ны", "ый", "ая", "ое", "ые"))
        ]
        return bool(nouns and [i for i in short if i not in nouns[:1] and "adjective" in forms(said.words[i].text)])
    return False


def subset(said: Utterance, segment: Segment) -> bool:
    """``one of us has an allergy``, ``two people need …``: some of the people, not how many there are."""
    language = said.lexicon.language
    for value in said.values:
        if value.kind != "number" or not segment.first <= value.first < segment.last:
            continue
        leads = all(said.words[i].text in _LEADS | {"at", "least", "у", "для", "for"} for i in range(segment.first, value.first))
        us = said.cue_after("us", value.last, frozenset({"of", "из", "наших", "our", "the"}))
        start = value.last if us is None else us.last
        if not leads or (
            us is None and not (language == "ru" and start < segment.last and "finite" in forms(said.words[start].text))
        ):
            continue
        rest = [said.words[i] for i in range(start, segment.last)]
        attend = (
            us is not None
            and any(hit.first == start for hit in said.cues.get("attend", ()))
            and rest
            and rest[0].text not in {"are", "is", "с"}
        )
        unknown_rest = _content(said, Segment(start, segment.last, "", False, 0), start)
        others = [v for v in said.values if start <= v.first < segment.last and v.kind == "choice"]
        if rest and _acts_alone(rest, language) and (value.value == 1 or not attend) and (unknown_rest or others):
            return True
        if value.value == 1 and unknown_rest:
            return True
    return False


def _acts_alone(rest: Sequence[Word], language: str) -> bool:
    """Whether a verb follows the people spoken of, so that they are its subject."""
    if language == "ru":
        return any({"finite", "past"} & forms(word.text) for word in rest)
    return rest[0].text not in cues.LINKS["en"] | {"are", "is", "will"} or (
        len(rest) > 1 and rest[0].text in {"are", "is", "will"}
    )


def subset_words(said: Utterance) -> frozenset[int]:
    """The numbers of such parts, which are values of no field."""
    return frozenset(
        value.first for value in said.values if value.kind == "number" and subset(said, said.segment_of(value.first))
    )
