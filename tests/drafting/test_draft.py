"""A draft holds together whatever the tools are, and guesses what a person would have written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from intentprops import Covers, Exact, Free, Item
from intentprops.domain import Domain
from intentprops.drafting import Decisions, Draft, DraftError, ToolDefinition, draft, read_tools
from intentprops.drafting.literal import literal
from intentprops.drafting.names import words_of
from intentprops.properties import Updater  # noqa: F401  the checks are registered
from intentprops.score import grade
from intentprops.strategies import move_lists, pools
from intentprops.strategies.interpret import interpret
from tests.checks.examples import spoken
from tests.drafting.test_readers import schemas

AIRLINE = Path(__file__).parent / "tools" / "tau2_airline.json"
VERBS = ("search", "get", "list", "book", "cancel", "create", "delete", "update", "send", "run", "frobnicate", "calculate")
NOUNS = ("flight", "room", "order_items", "user-details", "Thing", "größe", "class", "2fa", "all_rooms")
tool_names = st.one_of(
    st.builds("{}_{}".format, st.sampled_from(VERBS), st.sampled_from(NOUNS)), st.text(min_size=1, max_size=12).filter(str.strip)
)
definitions = st.lists(
    st.builds(ToolDefinition, tool_names, st.text(max_size=60), schemas, st.sampled_from([None, None, True, False])),
    min_size=1, max_size=6, unique_by=lambda tool: tool.name,
)  # fmt: skip
MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def text(**more: Any) -> dict[str, Any]:
    return {"type": "string", **more}


def tool(name: str, description: str = "", optional: tuple[str, ...] = (), **properties: Any) -> ToolDefinition:
    needed = [argument for argument in properties if argument not in optional]
    return ToolDefinition(name, description, {"type": "object", "properties": properties, "required": needed})


def args(domain: Domain, name: str) -> dict[str, Any]:
    return dict(domain.tool[name].args)


# -- whatever the tools are


@MANY
@given(definitions)
def test_a_draft_is_a_domain_whatever_the_tools_are(some: list[ToolDefinition]) -> None:
    try:
        drafted = draft(some, "mydomain")
    except DraftError as error:
        if "pass the dialogue on" not in str(error) and "Python keeps" not in str(error):
            raise
        return
    domain = drafted.domain()
    assert sorted([*domain.tool, *drafted.handoff]) == sorted(one.name for one in some)
    assert drafted.source() == draft(some, "mydomain").source()
    assert drafted.source().count("# QUESTION: ") == len(drafted.questions)


@MANY
@given(definitions.filter(lambda some: all(words_of(one.name) != ("unnamed",) for one in some)), st.data())
def test_the_correct_agent_passes_the_dialogues_of_a_draft(some: list[ToolDefinition], data: st.DataObject) -> None:
    try:
        domain = draft(some).domain()
        known = pools(domain)
    except (DraftError, InvalidArgument):  # no field of which two values are known
        return
    scenario = interpret(domain, data.draw(move_lists(domain)), known)
    graded = grade(domain, scenario, spoken(domain, scenario))
    assert not [finding for finding in graded.findings if finding.fails]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(), lambda inner: st.lists(inner, max_size=3)
    | st.tuples(inner, inner) | st.dictionaries(st.text(), inner, max_size=3)), st.integers(0, 12))  # fmt: skip
def test_data_are_written_as_source_that_reads_back(value: Any, indent: int) -> None:
    assert eval(literal(value, indent), {"float": float}) == value


# -- what is guessed


ROOMS = [
    tool("search_rooms", "Find rooms", ("features", "page"), capacity={"type": "integer", "minimum": 1}, starts_at=text(format="date-time"),
         features={"type": "array", "items": {"enum": ["screen", "video"]}}, page={"type": "integer"}),
    tool("reserve_room", "Reserve one room", room_id=text(), starts_at=text(format="date-time"), attendees={"type": "integer"}, note=text()),
    tool("release_room", "Give a room back", reservation_id=text()),
]  # fmt: skip


@pytest.fixture(scope="module")
def rooms() -> Draft:
    return draft(ROOMS, "myrooms")


def test_arguments_of_one_name_carry_one_field_and_an_id_names_an_item(rooms: Draft) -> None:
    domain = rooms.domain()
    assert args(domain, "search_rooms") == {
        "capacity": Exact("capacity"), "starts_at": Exact("starts_at"), "features": Covers("features"),
    }  # fmt: skip
    assert args(domain, "reserve_room") == {
        "room_id": Item("rooms"), "starts_at": Exact("starts_at"), "attendees": Exact("capacity"), "note": Free("text"),
    }  # fmt: skip
    assert domain.goal["reserve_room"].result == "rooms"
    assert domain.opens_with == "search_rooms"
    assert domain.field["features"].is_set
    assert domain.item_fields == {"room": "id"}
    with pytest.raises(Exception, match="greater than or equal to 1"):
        domain.field["capacity"].parse(0)


def test_what_is_taken_for_the_same_under_another_name_is_asked_about(rooms: Draft) -> None:
    assert any(question.text.startswith("attendees: is it the capacity of search_rooms?") for question in rooms.questions)


def test_what_undoes_takes_the_id_of_what_was_done() -> None:
    drafted = draft([tool("book_table", date=text(format="date")), tool("cancel_table", table_id=text())])
    domain = drafted.domain()
    assert domain.undo_of == {"table": "cancel_table"}
    assert args(domain, "cancel_table") == {"table_id": Item("table")}


def test_an_id_that_users_say_to_other_tools_stays_theirs_to_say_and_is_asked_about() -> None:
    tools = [tool("book_table", date=text(format="date")), tool("cancel_table", table_id=text()), tool("get_table", table_id=text())]
    drafted = draft(tools)
    assert drafted.domain().undo_of == {}
    assert args(drafted.domain(), "cancel_table") == {"table_id": Exact("table_id")}
    assert any("take back what book_table did" in question.text for question in drafted.questions)


@pytest.mark.parametrize(("schema", "kind"), [
    (text(format="date"), "date"), (text(description="Day, YYYY-MM-DD."), "date"), (text(format="date-time"), "datetime"),
    (text(description="Start, such as 2024-05-01T10:00:00Z."), "datetime"), (text(description="HH:MM"), "time"),
    ({"type": ["integer", "null"]}, "integer"), ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number"), ({"type": "boolean"}, "flag"),
    ({"enum": [1, 2, 3]}, "choice"), ({"oneOf": [{"const": "a"}, {"const": "b"}]}, "choice"), ({"type": "array", "items": {"enum": ["a"]}}, "choices"),
])  # fmt: skip
def test_the_sort_of_a_field_follows_the_schema(schema: dict[str, Any], kind: str) -> None:
    (field,) = draft([tool("search_things", size=schema)]).fields
    assert field.kind == kind


def test_values_that_a_schema_states_are_taken_and_invented_ones_are_asked_about() -> None:
    stated = text(description="The category, such as 'news', 'sports' or 'culture'.")
    taken, invented = draft([tool("search_articles", section=stated, author=text())]).fields
    assert (taken.choices, taken.question) == (("news", "sports", "culture"), "")
    assert len(invented.choices) >= 2
    assert "invented" in invented.question
    (left_open,) = draft([tool("search_articles", author=text())], decided=Decisions(open=True)).fields
    assert (left_open.kind, left_open.question) == ("text", "")


def test_a_part_of_an_object_that_cannot_be_given_alone_is_asked_about_and_not_judged() -> None:
    around = {"type": "object", "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}}}
    drafts = [
        draft([tool("search_rooms", optional=("price",), price={**around, "required": needed})]) for needed in ([], ["low"], ["low", "high"])
    ]
    assert [set(args(one.domain(), "search_rooms")) for one in drafts] == [{"price.low", "price.high"}, {"price.low"}, set()]
    assert [[question.text.split("?")[0] for question in one.questions] for one in drafts] == [
        [], ["price.high: can a user say it"], ["price.low: can a user say it", "price.high: can a user say it"],
    ]  # fmt: skip
    asked_for = draft([tool("search_rooms", price={**around, "required": ["low"]})]).domain()
    assert set(args(asked_for, "search_rooms")) == {"price.low", "price.high"}


def test_decisions_take_the_place_of_guesses() -> None:
    decided = Decisions(
        carries={"reserve_room.attendees": "people", "reserve_room.note": None, "search_rooms.capacity": "people"},
        items={"reserve_room.room_id": None}, values={"room_id": ["r1", "r2"]}, synonyms={"r1": ["the first"]},
        words={"people": ("people", "человек")}, says={"reserve_room": ["take"]},
    )  # fmt: skip
    domain = draft(ROOMS, decided=decided).domain()
    assert args(domain, "reserve_room")["attendees"] == args(domain, "search_rooms")["capacity"] == Exact("people")
    assert args(domain, "reserve_room")["room_id"] == Exact("room_id")
    assert domain.field["room_id"].choices == ("r1", "r2")
    assert domain.field["room_id"].synonyms == {"r1": ("the first",)}
    assert domain.field["people"].words.ru == "человек"
    assert domain.tool["reserve_room"].words == ("take",)


@pytest.mark.parametrize(("tools", "decided", "message"), [
    ([], Decisions(), "there is no tool"),
    ([tool("a"), tool("a")], Decisions(), "the tool 'a' is defined 2 times"),
    ([tool("__dict__")], Decisions(), "the name '__dict__', which Python keeps for itself"),
    ([tool("a")], Decisions(effectful={"b": True}), "decided effectful: there is no tool 'b'"),
    ([tool("a")], Decisions(carries={"b.c": "x"}), "decided carries: 'b.c' names no argument"),
    ([tool("transfer_to_human_agents")], Decisions(), "pass the dialogue on to a person"),
])  # fmt: skip
def test_what_cannot_be_drafted_is_told(tools: list[ToolDefinition], decided: Decisions, message: str) -> None:
    with pytest.raises(DraftError, match=re.escape(message)):
        draft(tools, decided=decided)


def test_names_that_are_no_identifiers_keep_their_own_spelling() -> None:
    tools = [tool("search-rooms", **{"max price": {"type": "integer"}, "class": {"enum": ["a", "b"]}}), tool("rooms.book", **{"a.b": text()})]
    domain = draft(tools, "my rooms").domain()
    assert domain.name == "my_rooms"
    assert list(domain.tool) == ["search-rooms", "rooms.book"]
    assert args(domain, "search-rooms") == {"max price": Exact("max_price"), "class": Exact("class_")}
    assert callable(getattr(domain.world(), "rooms.book"))


@pytest.mark.parametrize("name", ["dt", "int", "frozenset", "copy", "model_config", "json", "from", "isinstance"])
def test_an_argument_may_have_a_name_that_the_module_needs(name: str) -> None:
    some = tool("search_rooms", **{name: {"enum": ["a", "b"]}, "day": text(format="date"), "seats": {"type": "integer"}, "with": {
        "type": "array", "items": {"enum": ["x"]}}})  # fmt: skip
    assert args(draft([some], name).domain(), "search_rooms")[name] == Exact(name + "_")


def test_a_tool_without_parameters_is_a_tool() -> None:
    assert draft([ToolDefinition("list_airports"), ToolDefinition("restart_router")]).domain().effectful == {"restart_router"}


def test_thousands_of_tools_are_drafted_in_time_that_grows_with_them() -> None:
    assert len(draft([tool(f"get_thing{n}_size", thing_id=text()) for n in range(2000)]).tools) == 2000


def test_the_airline_fields_are_those_that_users_speak_of() -> None:
    domain = draft(read_tools(AIRLINE), "airline").domain()
    assert set(domain.field) == {
        "user_id", "origin", "destination", "flight_type", "cabin", "total_baggages", "nonfree_baggages", "insurance", "reservation_id",
        "date", "amount", "payment_id",
    }  # fmt: skip
    assert domain.depends("direct_flights") == ("origin", "destination", "date")
