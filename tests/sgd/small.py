"""A small schema and small dialogues of the format of Schema-Guided Dialogue, made up here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SCHEMA: list[dict[str, Any]] = [
    {
        "service_name": "Tables_1",
        "description": "Find and book tables",
        "slots": [
            {"name": "town", "description": "Town of the place", "is_categorical": False, "possible_values": []},
            {"name": "place", "description": "Name of the place", "is_categorical": False, "possible_values": []},
            {"name": "time", "description": "Time of the table", "is_categorical": False, "possible_values": []},
            {"name": "seats", "description": "Number of seats", "is_categorical": True, "possible_values": ["1", "2", "3", "4"]},
            {"name": "garden", "description": "Whether it has a garden", "is_categorical": True, "possible_values": ["True", "False"]},
            {"name": "address", "description": "Where it is", "is_categorical": False, "possible_values": []},
        ],
        "intents": [
            {
                "name": "FindTables", "description": "Find places with free tables", "is_transactional": False,
                "required_slots": ["town"], "optional_slots": {"garden": "dontcare"},
                "result_slots": ["town", "place", "garden", "address"],
            },
            {
                "name": "BookTable", "description": "Book a table", "is_transactional": True,
                "required_slots": ["place", "time"], "optional_slots": {"seats": "2"},
                "result_slots": ["place", "time", "seats", "address"],
            },
        ],
    },
    {
        "service_name": "Weather_1",
        "description": "Tell the weather",
        "slots": [
            {"name": "city", "description": "Name of the city", "is_categorical": False, "possible_values": []},
            {"name": "sky", "description": "What it looks like", "is_categorical": False, "possible_values": []},
        ],
        "intents": [{
            "name": "GetWeather", "description": "Get the weather of a city", "is_transactional": False,
            "required_slots": ["city"], "optional_slots": {}, "result_slots": ["city", "sky"],
        }],
    },
]  # fmt: skip
BELLA = {"place": "Bella", "town": "Springfield", "garden": "True", "address": "1 Elm Street"}
CASA = {"place": "Casa", "town": "Springfield", "garden": "False", "address": "2 Oak Street"}

Act = tuple[str, str, str]
"""Name, slot, and the value as said; ``said=>canonical`` where the service spells it otherwise."""


def frame(*acts: Act, service: str = "Tables_1", call: Mapping[str, Any] | None = None, results: Sequence[Mapping[str, str]] = ()) -> Any:
    """A frame of the full form."""
    found: dict[str, Any] = {"service": service, "slots": [], "actions": []}
    for name, slot, value in acts:
        said = [value.partition("=>")[0]] if value else []
        canonical = [value.partition("=>")[2] or value] if value else []
        found["actions"].append({"act": name, "slot": slot, "values": said, "canonical_values": canonical})
    if call is not None:
        found |= {"service_call": call, "service_results": list(results)}
    return found


def dialogue(*turns: Any, id: str = "1_00001") -> dict[str, Any]:
    """A dialogue of the full form; each turn is a frame or a list of frames, user and system in turn."""
    made = []
    for number, frames in enumerate(turns):
        listed = frames if isinstance(frames, list) else [frames]
        speaker = ("USER", "SYSTEM")[number % 2]
        if speaker == "USER":
            listed = [one | {"state": {"active_intent": "NONE", "requested_slots": [], "slot_values": {}}} for one in listed]
        made.append({"speaker": speaker, "utterance": f"{speaker} {number}", "frames": listed})
    return {"dialogue_id": id, "services": sorted({one["service"] for turn in made for one in turn["frames"]}), "turns": made}


def compact(full: Mapping[str, Any]) -> dict[str, Any]:
    """The same in the compact form: acts as lists, and of the results their number."""
    def short(one: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"service": one["service"]}
        found["acts"] = [[a["act"], a["slot"], a["values"], a["canonical_values"]] for a in one["actions"]]
        if "state" in one:
            found |= {"active_intent": "NONE", "slot_values": one["state"]["slot_values"]}
        if "service_call" in one:
            found |= {"service_call": one["service_call"], "n_results": len(one["service_results"])}
        return found

    turns = [turn | {"frames": [short(one) for one in turn["frames"]]} for turn in full["turns"]]
    return {"id": full["dialogue_id"], "file": "small.json", "services": full["services"], "turns": turns}


def call(method: str, **parameters: str) -> dict[str, Any]:
    return {"method": method, "parameters": parameters}


EVENING = dialogue(
    frame(("INFORM_INTENT", "intent", "GetWeather"), ("INFORM", "city", "springfield=>Springfield"), service="Weather_1"),
    frame(("OFFER", "sky", "clear"), service="Weather_1", call=call("GetWeather", city="Springfield"), results=[{"city": "Springfield", "sky": "clear"}]),
    [frame(("SELECT", "", ""), service="Weather_1"), frame(("INFORM_INTENT", "intent", "FindTables"), ("INFORM", "garden", "dontcare"))],
    frame(("OFFER", "place", "Casa"), ("OFFER", "garden", "False"), call=call("FindTables", town="Springfield"), results=[BELLA, CASA]),
    frame(("REQUEST_ALTS", "", "")),
    frame(("OFFER", "place", "Bella"), ("OFFER", "garden", "True")),
    frame(("REQUEST", "address", "")),
    frame(("INFORM", "address", "1 Elm Street")),
    frame(("SELECT", "", ""), ("INFORM_INTENT", "intent", "BookTable"), ("INFORM", "time", "a quarter to seven=>18:45")),
    frame(("CONFIRM", "place", "Bella"), ("CONFIRM", "time", "6:45 pm=>18:45"), ("CONFIRM", "seats", "2")),
    frame(("NEGATE", "", ""), ("INFORM", "seats", "four=>4")),
    frame(("CONFIRM", "place", "Bella"), ("CONFIRM", "seats", "4")),
    frame(("AFFIRM", "", "")),
    frame(
        ("NOTIFY_FAILURE", "", ""), ("OFFER", "place", "Bella"), ("OFFER", "time", "6:30 pm=>18:30"), ("OFFER", "seats", "4"),
        call=call("BookTable", place="Bella", time="18:45", seats="4"), results=[{"place": "Bella", "time": "18:30", "seats": "4"}],
    ),
    frame(("AFFIRM", "", "")),
    frame(
        ("NOTIFY_SUCCESS", "", ""), call=call("BookTable", place="Bella", time="18:30", seats="4"),
        results=[{"place": "Bella", "time": "18:30", "seats": "4", "address": "1 Elm Street"}],
    ),
    frame(("THANK_YOU", "", ""), ("GOODBYE", "", "")),
    frame(("GOODBYE", "", "")),
)  # fmt: skip
"""The weather first; a table in the same town, whatever the garden; the second offer taken; a correction; a refusal and its alternative."""
