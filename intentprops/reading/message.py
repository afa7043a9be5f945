"""A whole message: its acts first, then its values under the goal that they leave, then what the domain can't hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from intentprops import transitions
from intentprops.changes import Answer, Change, Compare, DontCare, Reveal, Revision, Switch, Turn
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ScenarioError
from intentprops.reading import acts, facts, moods, offers, values, wishes
from intentprops.reading.places import Places
from intentprops.reading.scan import Utterance
from intentprops.state import State


def changes_in(said: Utterance, state: State, offered: Sequence[str], asked: Sequence[str]) -> list[Change]:
    """The changes of a message, in an order that can be applied."""
    domain = said.lexicon.domain
    named = [name.removeprefix("constraints.") for name in asked]
    deeds = moods.deeds_of(said)
    foreign = facts.foreign_deeds(said, deeds)
    compares = _compares_versions(said, state)
    done = [] if compares else acts.changes_of(said, [deed for deed in deeds if deed not in foreign], state, named)
    done = done or _implied_goal(said, state, named)
    after = _goal_after(domain, state, done)
    there = _existing(domain, after)
    said = _without_foreign(said, there)
    places = Places(said, state, named, there)
    found = [] if compares else _field_changes(said, places, state, offered)
    others = [*done, *found]
    if compares:
        others = [Compare()]
    answered = facts.answers(said, state, asked, [c for c in others if not isinstance(c, DontCare)])
    if answered:
        others = [c for c in others if not (isinstance(c, DontCare) and c.field not in named)]
    else:
        others += facts.unknown(said, deeds)
    return _applicable(domain, state, [*answered, *others], offered)


def _field_changes(said: Utterance, places: Places, state: State, offered: Sequence[str]) -> list[Change]:
    accepted, taken = offers.acceptance(said, offered)
    shifted, moved = wishes.shifts(said, places)
    referred = wishes.references(said, places)
    skip = taken | moved | facts.subset_words(said)
    returned = wishes.returns(said, places, (), taken)
    found = [*accepted, *shifted, *referred]
    if not any(getattr(change, "version", None) for change in returned):
        spoken = values.changes_of(said, places, state, skip)
        mine = {getattr(change, "field", None) for change in found}
        found += [change for change in spoken if getattr(change, "field", None) not in mine]
    busy = {getattr(change, "field", "") for change in found} | _mentioned(said, places)
    found += [change for change in returned if getattr(change, "field", None) not in busy]
    found += (indifferent := wishes.indifference(said, places, busy))
    free = {getattr(change, "field", "") for change in indifferent}
    found += [change for change in wishes.flags(said, places, state) if getattr(change, "field", "") not in free]
    busy |= {getattr(change, "field", "") for change in found}
    return found + wishes.withdrawals(said, places, busy)


def _mentioned(said: Utterance, places: Places) -> set[str]:
    """The fields of which a value is named, even if that changes nothing."""
    return {name for value in said.values for name, score in places.score(value).items() if score >= 4}


def _existing(domain: Domain, goal: str | None) -> frozenset[str]:
    return frozenset(name for name in domain.field if goal is None or goal in domain.owners.get(name, {goal}))


def _without_foreign(said: Utterance, existing: frozenset[str]) -> Utterance:
    """Words for values of fields that don't exist under the goal are words of other things: "the price" of a budget."""
    kept = tuple(v for v in said.values if v.kind != "choice" or any(name in existing for name, _ in v.choices))
    return said if len(kept) == len(said.values) else replace(said, values=kept)


def _goal_after(domain: Domain, state: State, done: Sequence[Change]) -> str | None:
    try:
        return transitions.apply(domain, state, Turn.of(*done)).state.goal
    except ScenarioError:
        return state.goal or domain.opens_with


def _implied_goal(said: Utterance, state: State, asked: Sequence[str]) -> list[Change]:
    """``just the two cheapest``: values that exist under one goal only ask for that goal."""
    domain = said.lexicon.domain
    selection = {domain.selection.limit, domain.selection.order_by} - {None}
    goal = state.goal or domain.opens_with
    missing = {name for name in selection if name in domain.owners and goal not in domain.owners[name]}
    if len(missing) < 2 or domain.goal[goal].ends_with:
        return []
    places = Places(said, state, asked, frozenset(domain.field))
    said_of = {
        name for value in said.values for name, score in places.score(value).items() if score >= 4 or value.kind == "choice"
    }
    owners = frozenset.intersection(*(domain.owners[name] for name in missing))
    return [Switch(next(iter(owners)))] if missing <= said_of and len(owners) == 1 else []


def _compares_versions(said: Utterance, state: State) -> bool:
    """T17: old and new side by side, "compare with what we had for twelve"."""
    if state.revision == 0:
        return False
    for segment in said.segments:
        if (hit := said.cue("compare", segment.first, segment.last)) and said.cue("retro", hit.last, len(said.words)):
            return not said.cue_before("not", hit.first, frozenset())
    return False


def _applicable(domain: Domain, state: State, changes: Sequence[Change], offered: Sequence[str]) -> list[Change]:
    """The changes that can be applied in this order; one that speaks of what doesn't exist under the goal falls away, and so does
    one whose value its field refuses: a date of birth is no date of a flight."""
    kept: list[Change] = []
    for change in dict.fromkeys(changes):
        try:
            if isinstance(change, (Reveal, Revision)):
                domain.field[change.field].parse(change.value)
            transitions.apply(domain, state, Turn.of(*kept, change), tuple(offered))
        except IntentpropsError:
            continue
        kept.append(change)
    return [c for c in kept if not isinstance(c, Answer)] + [c for c in kept if isinstance(c, Answer)]
