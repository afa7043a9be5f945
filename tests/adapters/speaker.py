"""An agent on the far side of our own protocol: a brain, with a yes asked before it reserves. As a command it speaks JSON Lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any


class Speaker:
    def __init__(self, brain: Callable[..., Any]) -> None:
        self.brain = brain
        self.users: list[str] = []
        self.answers: list[tuple[str, Any]] = []
        self.waits: list[dict[str, Any]] = []

    def hear(self, body: dict[str, Any]) -> dict[str, Any]:
        self.users += [turn["message"] for turn in body.get("history", ())]
        if "message" in body:
            calls, self.waits = self.waits, []
            if calls and body["message"].startswith("Yes"):
                return {"calls": calls}
            self.users.append(body["message"])
            self.answers = []
        for result in body.get("results", ()):
            self.answers.append((result["name"], result.get("result", {"error": result.get("error")})))
        said = self.brain(self.users, self.answers)
        if isinstance(said, str):
            return {"reply": said}
        calls = [{"id": str(n), "name": call.name, "arguments": call.arguments} for n, call in enumerate(said)]
        if any(call["name"] == "reserve_room" for call in calls):
            self.waits = calls
            return {"reply": "Shall I reserve it?", "pending": calls, "questions": [{"confirm": c["name"], "arguments": c["arguments"]} for c in calls]}
        return {"calls": calls}


def main(name: str) -> None:
    from tests.adapters import brains

    speaker = Speaker(getattr(brains, name))
    for line in sys.stdin:
        print(json.dumps(speaker.hear(json.loads(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
