"""Fields as they are read from a user's model."""

from __future__ import annotations

import datetime as dt
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, Le
from pydantic import AwareDatetime, BaseModel
from pydantic import Field as PydanticField

from intentprops import Words
from intentprops.errors import DomainError, ValueProblem
from intentprops.fields import Field, read_fields


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def read(annotation: Any, default: Any = None, synonyms: dict[Any, list[str]] | None = None, **more: Any) -> Field:
    """The field of a model that has one."""
    model = type("Wish", (BaseModel,), {"__annotations__": {"wish_list": annotation}, "wish_list": PydanticField(default, **more)})
    return read_fields(model, synonyms or {}, "here")["wish_list"]


def test_a_field_is_called_by_its_title_or_by_its_name() -> None:
    assert read(int | None).label == "wish list"
    assert read(int | None, title="What to have").label == "What to have"


def test_a_field_keeps_the_synonyms_of_its_own_values() -> None:
    field = read(Literal["red", "blue"] | None, synonyms={"red": ["crimson", "scarlet"], "six": ["half a dozen"]})
    assert field.synonyms == {"red": ("crimson", "scarlet")}
    assert read(int | None, synonyms={"red": ["crimson"]}).synonyms == {}


def test_the_members_of_an_enumeration_are_the_choices() -> None:
    assert read(Colour | None).choices == tuple(Colour)


def test_bounds_hold_wherever_they_stand() -> None:
    outer_and_inner = read(Annotated[Annotated[int, Ge(2)] | None, Le(4)])
    for value, fits in ((1, False), (2, True), (4, True), (5, False)):
        if fits:
            assert outer_and_inner.parse(value) == value
        else:
            with pytest.raises(ValueProblem, match="equal to"):
                outer_and_inner.parse(value)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_phrase_of_either_language_has_a_place_for_the_value(language: str) -> None:
    with pytest.raises(DomainError, match="wish_list"):
        read(Annotated[int | None, Words(**{language: "for {value} people"})])


def test_a_default_of_a_factory_counts_as_well() -> None:
    class Six(BaseModel):
        size: int | None = PydanticField(default_factory=lambda: 6)

    class Nothing(BaseModel):
        tags: frozenset[Literal["x"]] = PydanticField(default_factory=frozenset)

    with pytest.raises(DomainError, match="must start unknown"):
        read_fields(Six, {}, "here")
    assert read_fields(Nothing, {}, "here")["tags"].is_set


@pytest.mark.parametrize(("annotation", "sample"), [
    (Literal["red", "blue"] | None, "red"), (int | None, 1), (Annotated[int | None, Ge(50)], 100), (Annotated[int | None, Ge(500)], None),
    (AwareDatetime | None, "2030-01-07T12:00:00Z"), (dt.date | None, "2030-01-07"), (dt.time | None, "12:00:00"), (str | None, "any"),
])  # fmt: skip
def test_some_value_of_a_field_comes_to_mind(annotation: Any, sample: Any) -> None:
    assert read(annotation).sample() == sample


def test_a_moment_without_a_zone_is_refused_with_one_that_would_do() -> None:
    with pytest.raises(ValueProblem) as told:
        read(dt.datetime | None).parse("2026-08-07T15:00:00")
    assert str(told.value) == "constraints.wish_list: '2026-08-07T15:00:00' has no zone; write it with an offset, such as 2026-08-07T15:00:00+03:00"


def test_one_moment_in_two_zones_stays_spelled_as_it_was_said() -> None:
    field = read(AwareDatetime | None)
    moments = [dt.datetime.fromisoformat(text) for text in ("2026-08-07T12:00:00+00:00", "2026-08-07T15:00:00+03:00")]
    assert moments[0] == moments[1]
    assert [field.dump(field.parse(moment)) for moment in moments] == ["2026-08-07T12:00:00Z", "2026-08-07T15:00:00+03:00"]
