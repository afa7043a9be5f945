"""Scenario files: read, written, and found inside the library."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, cast, get_args

import yaml
from pydantic_core import to_jsonable_python

import intentprops.domains
from intentprops.changes import GOAL, Interpretation, Language, Message, Scenario, Script, ScriptedCall, Turn, Unsure
from intentprops.domain import Domain
from intentprops.errors import DomainError, NoLanguage, ScenarioError
from intentprops.fields import PREFIX
from intentprops.scenarios.places import Place, hint, parse
from intentprops.scenarios.words import dump_changes, localized, read_changes
from intentprops.trace import shorten

SCHEMA = 1
"""The version of the scenario file that this library writes; it reads this one and older ones."""
SCENARIO_KINDS = ("reveal", "revision", "switch", "control")
LANGUAGES: tuple[Language, ...] = get_args(Language)
ID = r"[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_))*"
"""What a scenario's id may be, for it becomes a part of run ids and file names."""

INTERPRETERS = ("reader", "model", "person")
DIGEST = r"[0-9a-f]{16}"

_FILE = ("schema", "domain", "now", "language", "interpretation", "scenarios")
_SCENARIO = ("id", "kind", "title", "now", "language", "interpretation", "turns")
_MESSAGE = ("say", "sha256", "changes")
_TURN = ("say", "sha256", "changes", "messages", "label", "agent", "unsure")


def load(path: Path | str, language: Language = "en", domain: Domain | None = None) -> list[Scenario]:
    """The scenarios of a file that speak ``language``, canonical.

    ``domain`` stands in for the one that the file names, which is looked up with :func:`find_domain` otherwise.
    Raises :class:`ScenarioError` with file, line and field for whatever cannot be read, and where the file has no
    scenario in that language. What a scenario lacks to be fair to an agent is :func:`lint`'s affair.
    """
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror or error}") from None
    return loads(text, language, domain, name=str(path))


def loads(text: str | bytes, language: Language = "en", domain: Domain | None = None, *, name: str = "<text>") -> list[Scenario]:
    """The same from a text; ``name`` stands for the file in errors."""
    if language not in LANGUAGES:
        raise Place(name).error(f"there are no scenarios in {language!r}; the languages are {', '.join(LANGUAGES)}")
    domain, document, place = _document(text, domain, name)
    return _Reader(domain, language, document, place).scenarios()


def loads_every(text: str | bytes, domain: Domain | None = None, *, name: str = "<text>") -> list[Scenario]:
    """The scenarios of a text in whatever language each speaks."""
    domain, document, place = _document(text, domain, name)
    found, none = [], None
    for language in LANGUAGES:
        try:
            found += _Reader(domain, language, document, place).scenarios()
        except NoLanguage as error:
            none = error
    if not found and none is not None:
        raise none
    return found


def _document(text: str | bytes, domain: Domain | None, name: str) -> tuple[Domain, Mapping[str, Any], Place]:
    """The domain of a file, and its content with the place of it."""
    place = Place(name)
    document = parse(text, name)
    if document is None:
        raise place.error("the file is empty; it takes schema, domain and scenarios")
    document = place.mapping(document, _FILE)
    schema = document.get("schema")
    at = place.at(document, "schema")
    if isinstance(schema, int) and schema > SCHEMA:
        raise at.error(f"{schema} is newer than {SCHEMA}, the newest known here; update intentprops")
    if schema != SCHEMA or isinstance(schema, bool):
        raise at.error(f"{shorten(schema)} is no version of a scenario file; write 'schema: {SCHEMA}'")
    place.mapping(document, _FILE, ["domain", "scenarios"])
    return _domain_of(document["domain"], domain, place.at(document, "domain")), document, place


def _domain_of(name: Any, given: Domain | None, place: Place) -> Domain:
    name = place.text(name)
    if given is None:
        try:
            return find_domain(name)
        except DomainError as error:
            raise place.error(str(error)) from None
    if name != given.name and ":" not in name:
        raise place.error(f"the file is of the domain {name!r}, not {given.name!r}")
    return given


class _Reader:
    """One file, in one language."""

    def __init__(self, domain: Domain, language: Language, document: Mapping[str, Any], place: Place) -> None:
        self.domain, self.language, self.document, self.place = domain, language, document, place
        self.now = self._now(document, place, domain.world.now)
        self.plain = self._plain(document, place, None)
        self.interpretation = _interpretation(document, place, None)

    def scenarios(self) -> list[Scenario]:
        found, seen, spoken = [], dict[str, int](), set[str]()
        at = self.place.at(self.document, "scenarios")
        for item, place in at.items(self.document["scenarios"], "scenarios"):
            raw = place.mapping(item, _SCENARIO, ["id", "kind", "turns"])
            name, where = place.at(raw, "id").text(raw["id"]), place.at(raw, "id")
            if not re.fullmatch(ID, name):
                raise where.error(f"{shorten(name)} cannot be part of a run id; use letters, digits, '-', '.' and single '_'")
            if name in seen:
                raise where.error(f"the scenario {name!r} is there already, in line {seen[name]}")
            seen[name] = where.line
            languages = self._languages(raw, place)
            spoken |= languages
            if self.language in languages:
                found.append(self._scenario(name, raw, place))
        if not found:
            others = f"; they speak {', '.join(sorted(spoken))}" if spoken else ""
            raise NoLanguage(str(at.error(f"no scenario speaks {self.language!r}{others}")))
        return found

    def _languages(self, raw: Mapping[str, Any], place: Place) -> set[str]:
        """The languages of a scenario: those of its first words."""
        turns = place.at(raw, "turns").items(raw["turns"], "turns")
        if not turns:
            raise place.at(raw, "turns").error("a scenario needs a turn")
        turn, at = turns[0]
        text, at = _messages(turn, at)[0]
        said = text.get("say", "")
        if isinstance(said, Mapping):
            return set(at.at(text, "say").mapping(said, LANGUAGES, kind="language"))
        plain = self._plain(raw, place, self.plain)
        if "say" in text:
            localized(said, plain or self.language, plain, at.at(text, "say"))
        return {plain or self.language}

    def _scenario(self, name: str, raw: Mapping[str, Any], place: Place) -> Scenario:
        plain = self._plain(raw, place, self.plain)
        turns = [self._turn(item, plain, at) for item, at in place.at(raw, "turns").items(raw["turns"], "turns")]
        return Scenario(
            id=name, domain=self.domain.name, turns=tuple(turns), now=self._now(raw, place, self.now), language=self.language,
            kind=place.at(raw, "kind").known(raw["kind"], SCENARIO_KINDS, "kind of scenario"),
            title=localized(raw["title"], self.language, self.language, place.at(raw, "title")) if "title" in raw else "",
            interpretation=_interpretation(raw, place, self.interpretation),
        )  # fmt: skip

    def _turn(self, raw: Any, plain: str | None, place: Place) -> Turn:
        messages = []
        for message, at in _messages(raw, place):
            text = localized(message["say"], self.language, plain, at.at(message, "say")) if "say" in message else ""
            digest = _digest(message["sha256"], at.at(message, "sha256")) if "sha256" in message else None
            changes = read_changes(self.domain, message.get("changes"), language=self.language, place=at.at(message, "changes"))
            messages.append(Message(text, changes, digest))
        label = place.at(raw, "label").text(raw["label"]) if raw.get("label") is not None else None
        script = self._script(raw["agent"], plain, place.at(raw, "agent")) if raw.get("agent") is not None else None
        unsure = self._unsure(raw["unsure"], place.at(raw, "unsure")) if raw.get("unsure") is not None else None
        return Turn(tuple(messages), label, script, unsure=unsure)

    def _unsure(self, raw: Any, place: Place) -> Unsure:
        """Why nobody can tell what the words mean; of the whole turn, or of the paths that are named."""
        if isinstance(raw, str):
            return Unsure(raw)
        raw = place.mapping(raw, ("paths", "why"), ["paths", "why"])
        known = {GOAL: GOAL, "permissions": "permissions"}
        for name in self.domain.field:
            known |= {name: PREFIX + name, PREFIX + name: PREFIX + name}
        paths = [known[at.known(name, known, "path")] for name, at in place.at(raw, "paths").items(raw["paths"], "paths")]
        if not paths:
            raise place.at(raw, "paths").error("no path is named; of a whole turn, write 'unsure: why' alone")
        return Unsure(place.at(raw, "why").text(raw["why"]), frozenset(paths))

    def _script(self, raw: Any, plain: str | None, place: Place) -> Script:
        raw = place.mapping(raw, ("calls", "reply", "offers"), ["reply"])
        calls = []
        for call, at in place.at(raw, "calls").items(raw.get("calls") or [], "calls"):
            call = at.mapping(call, ("name", "arguments"), ["name"])
            name = at.at(call, "name").known(call["name"], self.domain.tool, "tool")
            arguments = call.get("arguments") or {}
            if not isinstance(arguments, Mapping):
                raise at.at(call, "arguments").error(f"{shorten(arguments)} is no mapping of arguments")
            calls.append(ScriptedCall(name, _plain_data(arguments)))
        offers = raw.get("offers")
        if offers is not None:
            offers = tuple(at.text(offer) for offer, at in place.at(raw, "offers").items(offers, "ids of items"))
        return Script(tuple(calls), localized(raw["reply"], self.language, plain, place.at(raw, "reply")), offers)

    def _now(self, raw: Mapping[str, Any], place: Place, default: datetime | str) -> datetime:
        at = place.at(raw, "now")
        value = raw.get("now", default)
        if isinstance(value, datetime):
            return value
        if not value:
            raise place.error(f"'now' is missing, and the world of {self.domain.name!r} has none of its own")
        try:
            now = datetime.fromisoformat(at.text(value))
        except ValueError:
            raise at.error(f"{value!r} is no moment; write it like 2026-08-03T09:00:00+03:00") from None
        if now.tzinfo is None:
            raise at.error(f"{value!r} has no zone; write it with an offset, such as {value}+03:00")
        return now

    def _plain(self, raw: Mapping[str, Any], place: Place, default: str | None) -> str | None:
        """The language of plain texts."""
        if raw.get("language") is None:
            return default
        return place.at(raw, "language").known(raw["language"], LANGUAGES, "language")


def _messages(turn: Any, place: Place) -> list[tuple[Mapping[str, Any], Place]]:
    """The messages of a turn: its own words, or those of a burst."""
    turn = place.mapping(turn, _TURN)
    if "messages" not in turn:
        return [(_message(turn, place, _TURN), place)]
    if "say" in turn or "changes" in turn or "sha256" in turn:
        raise place.error("a turn has 'say' and 'changes', or 'messages' with those of each, not both")
    at = place.at(turn, "messages")
    found = [(_message(item, here, _MESSAGE), here) for item, here in at.items(turn["messages"], "messages")]
    if not found:
        raise at.error("a burst needs a message")
    return found


def _message(raw: Any, place: Place, keys: Iterable[str]) -> Mapping[str, Any]:
    """A message has its words, or the digest of words that are kept elsewhere, or both."""
    return place.mapping(raw, keys, [] if isinstance(raw, Mapping) and "sha256" in raw else ["say"])


def _digest(raw: Any, place: Place) -> str:
    text = place.text(raw)
    if not re.fullmatch(DIGEST, text):
        raise place.error(f"{shorten(text)} is no digest; it takes the first 16 hex digits of the SHA-256 of the message")
    return text


def _interpretation(raw: Mapping[str, Any], place: Place, default: Interpretation | None) -> Interpretation | None:
    """Who read the changes out of the words."""
    if raw.get("interpretation") is None:
        return default
    at = place.at(raw, "interpretation")
    said = at.mapping(raw["interpretation"], ("by", "name", "version"), ["by", "name"])
    by = at.at(said, "by").known(said["by"], INTERPRETERS, "interpreter")
    version = at.at(said, "version").text(said["version"]) if said.get("version") is not None else None
    return Interpretation(cast(Any, by), at.at(said, "name").text(said["name"]), version)


def _plain_data(value: Any) -> Any:
    """Without the lines, which nobody needs any more."""
    if isinstance(value, Mapping):
        return {str(key): _plain_data(item) for key, item in value.items()}
    return [_plain_data(item) for item in value] if isinstance(value, list) else value


def dump(scenarios: Scenario | Iterable[Scenario], domain: Domain | None = None) -> str:
    """Scenarios of one domain as the text of a scenario file, which :func:`loads` reads back.

    ``domain`` is needed where a field writes its values in a manner of its own. Turns that the runner added are no
    part of a scenario and raise :class:`ScenarioError`.
    """
    scenarios = [scenarios] if isinstance(scenarios, Scenario) else list(scenarios)
    if not scenarios:
        raise ScenarioError("there is no scenario to write")
    first = scenarios[0]
    if others := {scenario.domain for scenario in scenarios} - {first.domain}:
        raise ScenarioError(f"a file has scenarios of one domain, not of {first.domain!r} and {others.pop()!r}")
    document = {
        "schema": SCHEMA, "domain": first.domain, "now": first.now.isoformat(), "language": first.language,
        **_dump_interpretation(first, None), "scenarios": [_dump_scenario(scenario, first, domain) for scenario in scenarios],
    }  # fmt: skip
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


def dump_items(scenarios: Iterable[Scenario], domain: Domain | None = None) -> str:
    """Scenarios as the items of the list in a file, each of which says all of itself."""
    items = [_dump_scenario(scenario, None, domain) for scenario in scenarios]
    return yaml.dump(items, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


class _Dumper(yaml.SafeDumper):
    """Writes no anchors: a scenario is read and edited by people."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    """Rare line breaks and controls are escaped: in other styles some of them would come back as a space."""
    rare = any(not sign.isprintable() and sign != "\n" for sign in text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if rare else None)


_Dumper.add_representer(str, _text)


def _dump_scenario(scenario: Scenario, first: Scenario | None, domain: Domain | None) -> dict[str, Any]:
    """What of a scenario the head of its file does not say already; ``first`` is the one that the head is of."""
    found: dict[str, Any] = {"id": scenario.id, "kind": scenario.kind}
    if scenario.title:
        found["title"] = scenario.title
    if first is None or scenario.now.isoformat() != first.now.isoformat():
        found["now"] = scenario.now.isoformat()
    if first is None or scenario.language != first.language:
        found["language"] = scenario.language
    found |= _dump_interpretation(scenario, first)
    if any(turn.harness for turn in scenario.turns):
        raise ScenarioError(f"scenario {scenario.id!r} has a turn that the runner added, which is no part of it")
    return {**found, "turns": [_dump_turn(turn, domain) for turn in scenario.turns]}


def _dump_interpretation(scenario: Scenario, first: Scenario | None) -> dict[str, Any]:
    """Whose interpretation it is, where that is not the one of the file."""
    mine = scenario.interpretation
    if mine == (first.interpretation if first is not None else None):
        return {}
    if mine is None:
        raise ScenarioError(f"scenario {scenario.id!r} says not who interpreted it, and others of its file do; they take a file each")
    return {"interpretation": {key: value for key, value in asdict(mine).items() if value is not None}}


def _dump_turn(turn: Turn, domain: Domain | None) -> dict[str, Any]:
    messages = [_dump_message(message, domain) for message in turn.messages]
    found: dict[str, Any] = messages[0] if len(messages) == 1 else {"messages": messages}
    if turn.label is not None:
        found["label"] = turn.label
    if turn.unsure is not None:
        paths = sorted(turn.unsure.paths)
        found["unsure"] = {"paths": paths, "why": turn.unsure.why} if paths else turn.unsure.why
    if turn.script is not None:
        calls = [{"name": call.name, "arguments": to_jsonable_python(call.arguments)} for call in turn.script.calls]
        found["agent"] = {"calls": calls, "reply": turn.script.reply}
        if turn.script.offers is not None:
            found["agent"]["offers"] = list(turn.script.offers)
    return found


def _dump_message(message: Message, domain: Domain | None) -> dict[str, Any]:
    found: dict[str, Any] = {"say": message.text} if message.text or message.digest is None else {}
    if message.digest is not None:
        found["sha256"] = message.digest
    if message.changes:
        found["changes"] = dump_changes(message.changes, domain)
    return found


def bundled(domain_name: str, language: Language = "en") -> list[Scenario]:
    """The scenarios that come with a domain of the library, in the order of their files."""
    names = built_in()
    if domain_name not in names:
        raise ScenarioError(f"no scenarios come with the domain {domain_name!r}{hint(domain_name, names)}")
    folder = files(intentprops.domains) / domain_name / "scenarios"
    places = sorted((p for p in folder.iterdir() if p.name.endswith(".yaml")), key=lambda p: p.name) if folder.is_dir() else []
    domain = find_domain(domain_name)
    found = [scenario for place in places for scenario in loads(place.read_bytes(), language, domain, name=str(place))]
    for scenario in found:
        if sum(other.id == scenario.id for other in found) > 1:
            raise ScenarioError(f"{folder}: the scenario {scenario.id!r} is in two files")
    return found


def built_in() -> list[str]:
    """The names of the domains that come with the library."""
    return [module.name for module in pkgutil.iter_modules(intentprops.domains.__path__)]


def find_domain(name: str) -> Domain:
    """A domain by its name, for those of the library, or as ``package.module:attribute``, from the current folder too.

    Raises :class:`DomainError` that says what was not found, or what an import raised.
    """
    module_name, colon, attribute = name.partition(":")
    if not colon:
        if name not in built_in():
            raise DomainError(f"there is no domain {name!r}{hint(name, built_in())}; name your own as package.module:attribute")
        module_name, attribute = f"intentprops.domains.{name}", name
    if not module_name or not attribute:
        raise DomainError(f"domain {name!r}: name it as package.module:attribute")
    if os.getcwd() not in sys.path and "" not in sys.path:  # a console script has no current folder on its path
        sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise DomainError(f"domain {name!r}: cannot import {module_name}: {type(error).__name__}: {error}") from error
    domains = [key for key, value in vars(module).items() if isinstance(value, Domain)]
    if not isinstance(found := getattr(module, attribute, None), Domain):
        what = f"{attribute!r} is {shorten(found)}, no Domain" if found is not None else f"it has no {attribute!r}"
        raise DomainError(f"domain {name!r}: {what}; the domains of {module_name} are {', '.join(domains) or '(none)'}")
    return found
