"""What a message asks to be done, forbids or allows: T5, T6, T7, T8."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from intentprops.changes import GOAL, Change, Confirm, Conflict, Detour, Forbid, Permit, Switch
from intentprops.domain import Domain
from intentprops.reading import cues
from intentprops.reading.moods import Deed, leads
from intentprops.reading.scan import Segment, Utterance, Value
from intentprops.reading.words import Hit, members
from intentprops.state import State


def changes_of(said: Utterance, deeds: Sequence[Deed], state: State, asked: Sequence[str]) -> list[Change]:
    """Goals, bans, permissions and the yes of a message, in an order that can be applied."""
    domain = said.lexicon.domain
    changes: list[Change] = [Confirm()] if _confirms(said, state, asked) else []
    banned = bans(said, deeds, asked)
    wanted = _goal_changes(said, deeds, state, bool(banned))
    lifted = {tool for deed in deeds if deed.mood == "allowed" for tool in deed.hit.found.tools} & state.bans
    if lifted:
        wanted = [change for change in wanted if not isinstance(change, Switch) or domain.function(change.goal) not in lifted]
    if changes and state.paused is not None:  # the yes brings the paused goal back by itself
        wanted = [
            c for c in wanted if not (isinstance(c, Switch) and c.goal == state.paused.goal and not _bars(domain, state, c))
        ]
    elif changes:
        wanted = [c for c in wanted if not (isinstance(c, Switch) and c.goal == state.goal and not _bars(domain, state, c))]
    changes += wanted
    if lifted - banned:
        changes.append(Permit(frozenset(lifted - banned)))
    if banned:
        changes.append(Forbid(banned))
    return changes


def _bars(domain: Domain, state: State, switch: Switch) -> bool:
    return domain.function(switch.goal) in state.bans


def bans(said: Utterance, deeds: Sequence[Deed], asked: Sequence[str]) -> frozenset[str]:
    """The effectful tools that a message forbids; "do nothing" forbids them all."""
    effectful = said.lexicon.domain.effectful
    found: set[str] = set()
    for deed in deeds:
        if deed.mood == "denied" and not _asked_later(said, deed, deeds):
            found |= set(deed.hit.found.tools) & effectful
    for segment in said.segments:
        if said.within(said.acts, segment) or said.within(said.values, segment):
            continue
        nothing = said.cue("nothing", segment.first, segment.last)
        denial = nothing or said.cue("not", segment.first, segment.last)
        anything = said.cue("anything", segment.first, segment.last)
        idle = nothing and all(said.words[i].text in _YET for i in range(segment.first, segment.last))
        if idle or (anything and denial and (nothing or _everything(said, segment))):
            found |= effectful
    if not found and said.cue("not_yet", 0, min(4, len(said.words))) and not said.values and not said.acts:
        found |= set(asked) & effectful
    return frozenset(found)


_YET = members("nothing yet for now please so far just пока ничего пожалуйста не надо goes happens out")


def _everything(said: Utterance, segment: Segment) -> bool:
    return any(said.words[i].text in {"anything", "it", "это", "ничего"} for i in range(segment.first, segment.last))


def _asked_later(said: Utterance, denied: Deed, deeds: Sequence[Deed]) -> bool:
    """``don't book amber, book birch``: the ban was of a value, not of the act."""
    return bool(said.within(said.values, denied.segment)) and any(
        deed.mood == "asked" and deed.goal == denied.goal and deed.hit.first > denied.hit.first for deed in deeds
    )


def _goal_changes(said: Utterance, deeds: Sequence[Deed], state: State, banned: bool) -> list[Change]:
    domain = said.lexicon.domain
    wanted = [d for d in deeds if d.goal is not None and (d.mood == "asked" or d.mood == "allowed")]
    if rivals := _torn(said, wanted):
        return [Conflict(GOAL, rivals)]
    chosen = _final(said, wanted, domain)
    opening = state.revision == 0
    ahead = any(d.mood == "before" for d in deeds)
    if chosen is None:
        return _of_question(said, deeds, state, ahead)
    goal = chosen.goal
    assert goal is not None
    if not opening and state.goal is not None and goal != state.goal:
        effect = domain.goal[state.goal].ends_with is not None
        first = effect and _said_first(said, chosen)
        if (ahead or first) and domain.goal[goal].ends_with is None:
            return [Detour(goal)]
        if _mere_step(said, chosen, state, domain, banned):
            return []
    if goal == state.goal and not opening and domain.goal[goal].ends_with is None and not state.completed:
        return []
    return [Switch(goal)]


def _said_first(said: Utterance, deed: Deed) -> bool:
    near = said.cue("first", deed.segment.first, deed.segment.last)
    return near is not None


def _torn(said: Utterance, wanted: Sequence[Deed]) -> tuple[str, ...]:
    """Two goals with "or" between them: neither is chosen (T13)."""
    for one, other in pairwise(wanted):
        joined = [h for h in said.cues.get("or", ()) if one.hit.last <= h.first < other.hit.first]
        if joined and one.goal != other.goal and one.segment.sentence == other.segment.sentence:
            return (str(one.goal), str(other.goal))
    return ()


def strength(domain: Domain, goal: str) -> float:
    """How final a goal is: an effect before a goal with fields of its own, before a step on the way."""
    found = domain.goal[goal]
    return 3 if found.ends_with else 2 if found.own else 1.5 if found.words_only else 1


def _final(said: Utterance, wanted: Sequence[Deed], domain: Domain) -> Deed | None:
    """The final operation of "find and book"; after "no, just compare" it is the last one."""
    chosen: Deed | None = None
    for deed in wanted:
        if (
            chosen is None
            or chosen.goal is None
            or deed.goal is None
            or _corrects(said, chosen, deed)
            or strength(domain, deed.goal) >= strength(domain, chosen.goal)
        ):
            chosen = deed
    return chosen


def _corrects(said: Utterance, before: Deed, deed: Deed) -> bool:
    return deed.segment != before.segment and (
        said.cue("correction", before.hit.last, deed.hit.first) is not None or _restricts(said, deed)
    )


def _restricts(said: Utterance, deed: Deed) -> bool:
    """``just compare``: nothing beyond this act is wanted."""
    return said.cue("just", max(deed.segment.first, deed.hit.first - 4), deed.hit.first) is not None or (
        said.cue("instead", deed.hit.last, deed.segment.last) is not None
    )


def _mere_step(said: Utterance, deed: Deed, state: State, domain: Domain, banned: bool) -> bool:
    """Whether an act is only a step of the task going on: "find one for eight" while a booking is wanted."""
    goal, current = domain.goal[str(deed.goal)], domain.goal[str(state.goal)]
    if strength(domain, goal.name) > 1 or goal.result != current.result or strength(domain, current.name) <= 1:
        return False
    return not (banned or _restricts(said, deed) or not said.values)


def _of_question(said: Utterance, deeds: Sequence[Deed], state: State, ahead: bool) -> list[Change]:
    """A question, answered by words alone, before the task goes on."""
    domain = said.lexicon.domain
    answers = [goal.name for goal in domain.goals if goal.words_only]
    if len(answers) != 1 or any(value.kind != "ordinal" and not asked_about(said, value) for value in said.values):
        return []
    goal = answers[0]
    asks = any(d.mood == "question" and d.goal == goal for d in deeds)
    effect = state.goal is not None and domain.goal[state.goal].ends_with is not None and state.revision > 0
    if not asks and not ((effect or ahead) and _wonders(said)):
        return []
    if state.goal == goal and state.revision > 0:
        return []
    return [Detour(goal)] if state.revision > 0 and (effect or ahead) else [Switch(goal)]


def asked_about(said: Utterance, value: Value) -> bool:
    """Whether a value is the subject of a question: "will the team see this?"."""
    segment = said.segment_of(value.first)
    lead = [said.words[i].text for i in range(segment.first, value.first)]
    auxiliary = members("do does did will would is are has have can should the a and but so then увидит увидят")
    return segment.question and value.kind == "choice" and bool(set(lead) - {"the", "a", "and"}) and set(lead) <= auxiliary


def _wonders(said: Utterance) -> bool:
    """A question that begins with a question word and has something to ask about."""
    language = said.lexicon.language
    for segment in said.segments:
        informs = said.cue("inform", segment.first, segment.last)
        if (
            informs
            and leads(said, segment, informs.first)
            and said.cues.get("wh")
            and not said.cue("chatter", segment.first, segment.last)
        ):
            return True
        if not segment.question:
            continue
        leading = next(
            (i for i in range(segment.first, segment.last) if said.words[i].text not in cues.FILLERS[language]),
            None,
        )
        if leading is None or not said.words[leading].keys & cues.interrogatives(language):
            continue
        rest = [i for i in range(leading + 1, segment.last) if not cues.is_small(said.words[i], language)]
        if rest and not said.cue("chatter", leading, segment.last):
            return True
    return False


def _confirms(said: Utterance, state: State, asked: Sequence[str]) -> bool:
    questions = {name for q in state.questions for name in (q.id, q.subject)}
    if questions & set(asked) and state.paused is None:
        return False
    for segment in said.segments:
        if segment.question:
            continue
        for hit in said.cues.get("yes", ()):
            if not segment.first <= hit.first < segment.last or _denied_yes(said, segment, hit):
                continue
            if said.words[hit.first].text in _PLAIN_YES and leads(said, segment, hit.first):
                return True
            if _alone(said, segment, hit):
                return True
        mild = said.cue("mild_yes", segment.first, segment.last)
        if mild is not None and set(asked) & said.lexicon.domain.effectful | ({"paused"} if state.paused else set()):
            if not _denied_yes(said, segment, mild) and _alone(said, segment, mild) and not said.cues.get("thanks"):
                return True
    return False


_PLAIN_YES = members("yes yep yeah yup да ага угу подтверждаю confirm confirmed aye")


def _denied_yes(said: Utterance, segment: Segment, hit: Hit[str]) -> bool:
    return any(
        segment.first <= d.first < hit.first for name in ("not", "until", "before", "wh") for d in said.cues.get(name, ())
    ) and (said.words[hit.first].text not in {"yes", "да"})


def _alone(said: Utterance, segment: Segment, hit: Hit[str]) -> bool:
    """Whether a segment holds nothing but the yes, small words, and acts."""
    acts = {i for act in said.acts for i in range(act.first, act.last)}
    yes = {i for name in ("yes", "mild_yes") for h in said.cues.get(name, ()) for i in range(h.first, h.last)}
    small = cues.FILLERS[said.lexicon.language]
    return all(
        i in acts
        or i in yes
        or said.words[i].text in small
        or said.words[i].text in {"with", "that", "this", "the", "все", "так", "это"}
        for i in range(segment.first, segment.last)
        if not hit.first <= i < hit.last
    )
