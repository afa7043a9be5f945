"""Dialogues for the defects and variants that no bundled scenario gives a place: the domain, the turns, and where they bite."""

from __future__ import annotations

from collections.abc import Sequence

from intentprops import Confirm, Domain, Forbid, Reveal, Revision, Switch, Turn
from intentprops.domains.rooms import rooms
from intentprops.strategies.random_domains import domain_named
from tests.checks.examples import ANY_RETURN, AT_15, BOOK, DROP, HOLD, SEARCH, SECRET, SIX, THANKS, THREE, VIDEO, YES
from tests.checks.test_benign import STOP, TWENTY
from tests.domains.travel import travel

CHAINED = domain_named("random-fe0-f9b-l11-i00-s20-r10-f13-s10-t00-w10-s20-s20")
BOOK_SIX = Turn.of(Switch("reserve_room"), Reveal("attendees", 6), Reveal("starts_at", AT_15), text="Book a room for 6 people on 7 August at 15:00.")
TWELVE = Turn.of(Revision("attendees", 12), text="We will be twelve.")
YES_BUT = Turn.of(Confirm(), Revision("attendees", 6), text="Yes, but for six.")
ESTIMATE = Turn.of(Switch("estimate"), Reveal("material", "glass"), text="Estimate something of glass.")
STEEL = Turn.of(Revision("material", "steel"), text="Of steel.")
RELEASE_NOTHING = Turn.of(Revision("passengers", 3), Forbid(frozenset({"release_hold"})), text="Three of us. Release nothing.")
SECRET_TRIP = Turn.of(*SECRET.changes, text="We are on a secret mission.")

Example = tuple[Domain, Sequence[Turn], int, str]

EXAMPLES: dict[str, Example] = {
    "reverted_value": (rooms, [SEARCH, SIX, THANKS], 3, "constraints.attendees"),
    "first_and_last": (rooms, [SEARCH, SIX, THANKS], 3, "constraints.attendees"),
    "wrong_disposition": (rooms, [BOOK, DROP], 2, "superseded"),
    "old_item": (rooms, [BOOK_SIX, TWELVE, Turn.of(Switch("reserve_room"), text="Book it."), YES], 4, "calls[1].room_id"),
    "early_yes": (rooms, [BOOK, YES_BUT], 2, "calls[2]"),
    "hold_left": (travel, [HOLD, THREE], 2, "effects.hold"),
    "repeated_question": (rooms, [SEARCH, SECRET, THANKS], 3, "questions[1]"),
    "impossible_choice": (travel, [HOLD, ANY_RETURN], 2, "state"),
    "stale_dependent": (CHAINED, [ESTIMATE, STEEL], 2, "results.checked"),
    "search_for_a_narrowing": (rooms, [SEARCH, VIDEO], 2, "calls[1]"),
    "handed_over": (travel, [HOLD, SECRET_TRIP], 2, "reply"),
    "undone_under_a_ban": (travel, [HOLD, RELEASE_NOTHING], 2, "calls[1]"),
    "done_before": (rooms, [BOOK, YES, STOP], 3, "reply"),
    "nothing_suits": (rooms, [SEARCH, TWENTY], 2, "reply"),
}  # fmt: skip
