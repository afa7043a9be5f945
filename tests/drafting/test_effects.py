"""Which tools change the world: the guess is right for nine public tools in ten, and asks about fewer than a third."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from intentprops.drafting import Decisions, ToolDefinition, draft, read_tools
from intentprops.drafting.effects import Guess, effect_of, hands_off

HERE = Path(__file__).parent / "tools"
PUBLIC: dict[str, dict[str, tuple[bool, str]]] = yaml.safe_load((HERE / "public.yaml").read_text(encoding="utf-8"))
SGD = Path(__file__).parents[2].parent / "shared" / "data" / "sgd" / "dev_schema.json"
AIRLINE = {
    "book_reservation": True, "calculate": False, "cancel_reservation": True, "get_reservation_details": False, "get_user_details": False,
    "list_all_airports": False, "search_direct_flight": False, "search_onestop_flight": False, "send_certificate": True,
    "update_reservation_baggages": True, "update_reservation_flights": True, "update_reservation_passengers": True,
    "get_flight_status": False,
}  # fmt: skip


def measured(tools: dict[ToolDefinition, bool]) -> tuple[int, int, int]:
    """How many are guessed right, are asked about, and are wrong without being asked about."""
    guesses = [(effect_of(tool), truth) for tool, truth in tools.items()]
    return (
        sum(guess.value == truth for guess, truth in guesses),
        sum(not guess.sure for guess, _ in guesses),
        sum(guess.sure and guess.value != truth for guess, truth in guesses),
    )


def tools_of(name: str) -> dict[ToolDefinition, bool]:
    return {Named(tool, text): truth for tool, (truth, text) in PUBLIC[name].items()}


class Named(ToolDefinition):
    """A definition that can be a key."""

    def __hash__(self) -> int:
        return hash(self.name)


def test_the_airline_tools_are_guessed_right_and_none_is_asked_about() -> None:
    drafted = draft(read_tools(HERE / "tau2_airline.json"), "airline")
    assert {tool.name: tool.effect.value for tool in drafted.tools} == AIRLINE
    assert all(tool.effect.sure for tool in drafted.tools)
    assert drafted.handoff == ["transfer_to_human_agents"]


@pytest.mark.parametrize("name", PUBLIC)
def test_of_a_public_list_few_tools_are_wrong_and_few_are_asked_about(name: str) -> None:
    tools = tools_of(name)
    right, asked, wrong = measured(tools)
    assert right >= 0.85 * len(tools)
    assert asked < len(tools) / 3
    assert wrong <= 1


def test_of_all_public_lists_nine_tools_in_ten_are_right() -> None:
    tools = {tool: truth for name in PUBLIC for tool, truth in tools_of(name).items()}
    right, asked, wrong = measured(tools)
    assert right >= 0.95 * len(tools)
    assert asked <= 0.10 * len(tools)
    assert wrong <= 0.02 * len(tools)


@pytest.mark.skipif(not SGD.exists(), reason="the schema of SGD is not there (shared/data/sgd)")
def test_the_intents_of_sgd_are_transactional_as_guessed() -> None:
    services: list[dict[str, Any]] = json.loads(SGD.read_text(encoding="utf-8"))
    tools = {
        Named(f"{intent['name']}", intent["description"]): bool(intent["is_transactional"])
        for service in services for intent in service["intents"]
    }  # fmt: skip
    right, asked, _ = measured(tools)
    assert right >= 0.9 * len(tools)
    assert asked < len(tools) / 3


def guess(name: str = "frobnicate", description: str = "", **stated: Any) -> Guess:
    return effect_of(ToolDefinition(name, description, **stated))


def test_what_is_stated_outweighs_every_word() -> None:
    assert not guess("delete_everything", read_only=True).value
    assert guess("get_users", read_only=False).value
    assert guess("get_users", destructive=True).value
    assert guess("get_users", method="DELETE").value
    assert not guess("users", method="GET").value
    assert not guess("search_users", method="POST").value
    assert guess("users", method="POST").value


def test_what_contradicts_itself_is_asked_about() -> None:
    assert not guess("send_mail", method="GET").sure
    assert not guess("create_preview", "Shows a preview; nothing is changed by it: read-only.").sure
    assert not guess().sure


def test_a_decision_takes_the_place_of_a_guess_and_is_not_asked_about() -> None:
    tools = [ToolDefinition("frobnicate"), ToolDefinition("get_user")]
    drafted = draft(tools, decided=Decisions(effectful={"frobnicate": False, "get_user": True}, confirm={"get_user": "every_time"}))
    assert [tool.effect.value for tool in drafted.tools] == [False, True]
    assert drafted.questions == []
    assert drafted.domain().tool["get_user"].confirm == "every_time"


@pytest.mark.parametrize("name", ["transfer_to_human_agents", "escalate_to_operator", "handoff"])
def test_a_tool_that_passes_on_to_a_person_is_a_handoff(name: str) -> None:
    assert hands_off(ToolDefinition(name))
    assert not hands_off(ToolDefinition("transfer_money"))
