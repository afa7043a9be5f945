"""What random domains are made of: themes for fields, with their words, values and items, and verbs for tools and goals.

No two themes share a noun or a value, no two verbs a word, so whatever is drawn together, each word means one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import AwareDatetime, TypeAdapter

from intentprops.fields import FromItem

ITEMS: Mapping[str, Sequence[str]] = {
    "oak": ["дуб"], "pine": ["сосна"], "maple": ["клён"], "willow": ["ива"], "aspen": ["осина"], "spruce": ["ель"],
}  # fmt: skip
"""The ids of the items, as many as a domain may have."""
_HELD = ((0, 1, 2), (0,), (1, 2), (1,), (0, 2), (2,))
"""Which of a theme's three values an item has. The first item has them all, so that most wishes can be fulfilled."""


def _among(theme: Theme, held: Any, want: Any) -> bool:
    """The item has what is wanted, or all that is wanted, among other things."""
    return want <= set(held) if theme.is_set else any(theme.read(one) == want for one in held)


@dataclass(frozen=True, eq=False)
class Theme:
    """What a field may be about.

    ``values`` are some canonical values (of a set, members); ``held`` is what each item has under the theme's name, in JSON.
    ``fits(theme, held, want)`` says whether that is what is wanted; ``None`` where items do not differ in it. ``broader``
    says whether a search by one value shows all that another one wants.
    """

    name: str
    annotation: Any
    en: str
    ru: str
    values: Sequence[Any]
    held: Sequence[Any] = ()
    fits: Callable[[Theme, Any, Any], bool] | None = None
    broader: Callable[[Any, Any], bool] | None = None
    synonyms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    is_set: bool = False
    from_item: FromItem | None = None

    @property
    def whole(self) -> Any:
        """The annotation of the field's values; of a set, with the set."""
        return frozenset[self.annotation] if self.is_set else self.annotation  # type: ignore[name-defined]

    def read(self, raw: Any) -> Any:
        """The canonical form of a JSON value."""
        return _read(self, raw)


@cache
def _read(theme: Theme, raw: Any) -> Any:
    return TypeAdapter(theme.annotation).validate_python(raw)


def _listed(name: str, annotation: Any, en: str, ru: str, values: Sequence[Any], **more: Any) -> Theme:
    """A theme of which each item has some values; they are spread otherwise for each theme."""
    plain = TypeAdapter(annotation)
    raw = [plain.dump_python(value, mode="json") for value in values]
    turn = len(name)
    shelves = [_HELD[0], *(_HELD[1 + (n + turn) % 5] for n in range(len(ITEMS) - 1))]
    held = [[raw[n] for n in shelf if n < len(raw)] or raw[:1] for shelf in shelves]
    return Theme(name, annotation, en, ru, values, held, _among, **more)


def _choice(name: str, en: str, ru: str, synonyms: Mapping[str, Sequence[str]], **more: Any) -> Theme:
    return _listed(name, Literal[tuple(synonyms)], en, ru, tuple(synonyms), synonyms=synonyms, **more)


def _at_most(theme: Theme, held: Any, want: Any) -> bool:
    return bool(want <= held)


def _at_least(theme: Theme, held: Any, want: Any) -> bool:
    return bool(want >= held)


def _no_more(had: Any, want: Any) -> bool:
    return bool(had <= want)


def _no_less(had: Any, want: Any) -> bool:
    return bool(had >= want)


_MAKERS = {"nordic": ["северный"], "alpine": ["альпийский"], "coastal": ["прибрежный"]}

THEMES: tuple[Theme, ...] = (
    Theme("guests", Annotated[int, Ge(1), Le(20)], "guests|visitors", "гость|посетитель",
          (2, 4, 6), (12, 2, 4, 6, 3, 8), _at_most, _no_more),
    _choice("colour", "colour|color", "цвет", {
        "red": ["scarlet", "красный"], "green": ["emerald", "зелёный"], "blue": ["navy", "синий"],
    }),
    Theme("price", Annotated[Decimal, Ge(0)], "price|budget", "цена|бюджет",
          (Decimal(200), Decimal(300), Decimal("450.50")), (150, 250, 180, 400, 320, 190), _at_least, _no_less),
    _choice("extras", "extras", "дополнение|услуга", {
        "breakfast": ["morning meal", "завтрак"], "parking": ["car park", "парковка"], "laundry": ["washing", "стирка"],
    }, is_set=True),
    _listed("day", date, "day", "день", (date(2026, 8, 7), date(2026, 8, 8), date(2026, 8, 14))),
    _choice("district", "district|area", "район", {
        "centre": ["downtown", "центр"], "harbour": ["port", "гавань"], "suburb": ["outskirts", "пригород"],
    }),
    Theme("nights", Annotated[int, Ge(1)], "nights", "ночь", (1, 3, 5), (30, 2, 7, 3, 4, 5), _at_most, _no_more),
    _listed("starts_at", AwareDatetime, "start|beginning", "начало",
            tuple(datetime.fromisoformat(f"2026-08-07T{hour}:00:00+03:00") for hour in (15, 16, 17))),
    Theme("item", Any, "lot", "лот", (), from_item=FromItem("id")),
    Theme("maker", Literal[tuple(_MAKERS)], "brand|maker", "марка|бренд", tuple(_MAKERS),
          ("nordic", "alpine", "coastal", "nordic", "alpine", "coastal"), lambda theme, held, want: bool(held == want),
          synonyms=_MAKERS, from_item=FromItem("maker")),
    _listed("insured", bool, "insurance", "страховка", (True, False)),
    _listed("arrival", time, "arrival", "приезд|прибытие", (time(15), time(16, 30), time(18))),
    Theme("rating", Annotated[float, Ge(0), Le(5)], "rating", "рейтинг",
          (3.5, 4.0, 4.5), (4.9, 3.6, 4.2, 4.6, 3.9, 4.1), _at_most, _no_more),
    _choice("languages", "language", "язык", {
        "french": ["français", "французский"], "german": ["deutsch", "немецкий"], "italian": ["italiano", "итальянский"],
    }, is_set=True),
    _choice("material", "material", "материал", {
        "wood": ["timber", "дерево"], "steel": ["metal", "сталь"], "glass": ["crystal", "стекло"],
    }),
    _listed("ends_at", AwareDatetime, "end|finish", "конец|окончание",
            tuple(datetime.fromisoformat(f"2026-08-07T{hour}:00:00+03:00") for hour in (18, 19, 20))),
    Theme("floor", int, "floor|storey", "этаж", (1, 2, 5), (9, 1, 4, 2, 7, 5), _at_most, _no_more),
    _listed("deadline", date, "deadline", "срок", (date(2026, 8, 20), date(2026, 8, 21), date(2026, 8, 25))),
)  # fmt: skip
"""The themes, the simplest first."""

LIMIT = Theme("limit", Annotated[int, Ge(1)], "options|variants", "вариант", (2, 1, 3))
SORTING = Theme(
    "sort_by", Literal["cheapest", "nearest"], "sorting", "сортировка", ("cheapest", "nearest"),
    synonyms={"cheapest": ["lowest cost", "самый дешёвый"], "nearest": ["closest", "ближайший"]},
)  # fmt: skip
SAMPLES: Mapping[str, Sequence[Any]] = {theme.name: theme.values for theme in (*THEMES, LIMIT, SORTING) if theme.values}
"""Some canonical values of each field that a random domain may have (of a set, members), by its name."""


@dataclass(frozen=True)
class Verb:
    """What a tool does and the goal that it serves: a name, what it makes, the words for it, and the verb that undoes it."""

    name: str
    makes: str = ""
    words: Sequence[str] = ()
    objects: Sequence[str] = ()
    undo: Verb | None = None


SEARCHES = (
    Verb("find", "found", ("find", "look for", "найти")),
    Verb("check", "checked", ("check", "проверить")),
    Verb("estimate", "estimated", ("estimate", "оценить")),
    Verb("inspect", "inspected", ("inspect", "осмотреть")),
    Verb("track", "tracked", ("track", "отследить")),
)
ACTS = (
    Verb("book", "booking", ("book", "забронировать"), ("table", "столик"), Verb("annul", words=("annul", "аннулировать"))),
    Verb("hold", "hold", ("hold", "придержать"), ("seat", "место"), Verb("release", words=("release", "отпустить"))),
    Verb("buy", "purchase", ("buy", "купить"), ("goods", "товар"), Verb("refund", words=("refund", "возместить"))),
    Verb("rent", "lease", ("rent", "арендовать"), ("flat", "квартира"), Verb("terminate", words=("terminate", "расторгнуть"))),
    Verb("send", "parcel", ("send", "отправить"), ("parcel", "посылка"), Verb("recall", words=("recall", "отозвать"))),
)
COMPARISONS = (Verb("compare", words=("compare", "сравнить")), Verb("rank", words=("rank", "ранжировать")))
TALKS = (Verb("explain", words=("explain", "объяснить")), Verb("describe", words=("describe", "описать")))
