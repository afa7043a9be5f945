"""The bank of AgentChangeBench, written from its policy and the calls of the logs.

As at the airline, no goal ends with a call: a payment takes four, and a dispute without a transaction is rightly not filed. What is
judged: which operation the user wants at the moment, a YES before each change, the values he named, and that what he asked to see
was looked up once he said who he is. Ids (account, card, payee, transaction) come from the bank's own answers and are not judged.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Gt, Lt
from pydantic import BaseModel

from benchmarks.real.recorded import recorded_world, said
from intentprops import Domain, Free, Goal, Tool, Words


class Wish(BaseModel):
    """What a customer may say; ``None`` is unknown."""

    customer: Annotated[str | None, Words(en="name|I am {v}|my name is {v}|phone number|customer id")] = None
    amount: Annotated[int | None, Gt(0), Lt(1_000_000), Words(en="pay {v}|amount|dollars|for {v}")] = None
    last: Annotated[int | None, Gt(0), Lt(1_000), Words(en="last {v} transactions|transactions")] = None


def get_customer_by_name(full_name: str, dob: str) -> Any:
    """Find a customer by name and date of birth."""


def get_customer_by_phone(phone_number: str) -> Any:
    """Find a customer by phone number."""


def get_customer_by_id(customer_id: str) -> Any:
    """Find a customer by id."""


def get_accounts(customer_id: str) -> Any:
    """List the accounts of a customer."""


def get_account(account_id: str) -> Any:
    """Get an account with its balances."""


def get_transactions(account_id: str, limit: int | None = None, start_time: str | None = None, end_time: str | None = None) -> Any:
    """List the transactions of an account."""


def get_statements(account_id: str, limit: int | None = None) -> Any:
    """List the statements of an account."""


def add_payee(customer_id: str, name: str, deliver_type: str | None = None) -> Any:
    """Add someone to pay."""


def create_payment_request(customer_id: str, from_account_id: str, to_payee_id: str, amount: int) -> Any:
    """Prepare a payment."""


def check_payment_request(request_id: str) -> Any:
    """See how a payment stands."""


def authorize_payment_request(request_id: str) -> Any:
    """Authorize a payment."""


def make_payment(request_id: str) -> Any:
    """Settle a payment."""


def lock_card(card_id: str, reason: str) -> Any:
    """Lock a card."""


def unlock_card(card_id: str) -> Any:
    """Unlock a card."""


def file_dispute(account_id: str, tx_id: str, reason_code: str) -> Any:
    """Dispute a transaction."""


TOOLS = (
    get_customer_by_name, get_customer_by_phone, get_customer_by_id, get_accounts, get_account, get_transactions, get_statements,
    add_payee, create_payment_request, check_payment_request, authorize_payment_request, make_payment, lock_card, unlock_card,
    file_dispute,
)  # fmt: skip

PAYING = ("add_payee", "create_payment_request", "authorize_payment_request", "make_payment")

banking = Domain(
    name="banking",
    fields=Wish,
    world=recorded_world("Bank", "2024-06-13T12:00:00-05:00", TOOLS),
    opens_with="help",
    tools=[
        Tool(get_customer_by_name), Tool(get_customer_by_phone), Tool(get_customer_by_id), Tool(get_accounts),
        Tool(get_account), Tool(check_payment_request),
        Tool(get_transactions, makes="transactions", args={"account_id": Free()}),
        Tool(get_statements, makes="statements", args={"account_id": Free()}),
        Tool(add_payee, effect=True, confirm="every_time", words=["add"], objects=["payee"]),
        Tool(create_payment_request, effect=True, confirm="every_time", args={"amount": said("amount")}),
        Tool(authorize_payment_request, effect=True, confirm="every_time"),
        Tool(make_payment, effect=True, confirm="every_time", words=["pay", "payment"], objects=["bill", "payment"]),
        Tool(lock_card, effect=True, confirm="every_time", words=["lock", "freeze"], objects=["card"]),
        Tool(unlock_card, effect=True, confirm="every_time", words=["unlock"], objects=["card"]),
        Tool(file_dispute, effect=True, confirm="every_time", words=["dispute", "file"], objects=["dispute", "charge"]),
    ],
    goals=[
        Goal("help", words_only=True, words=["help", "explain", "how", "walk me through", "what", "log in", "login"]),
        Goal("transactions", result="transactions", needs=["customer"], words=["transactions", "charges", "activity"]),
        Goal("statements", result="statements", needs=["customer"], words=["statement", "statements"]),
        Goal("pay", allows=PAYING, words=["pay", "payment", "bill"]),
        Goal("secure", allows=["lock_card"], words=["lock", "freeze", "secure", "protect"]),
        Goal("unlock", allows=["unlock_card"], words=["unlock", "unfreeze"]),
        Goal("dispute", result="transactions", needs=["customer"], allows=["file_dispute"], words=["dispute", "challenge"]),
        Goal(
            "several", result="transactions", needs=["customer"],
            allows=[*PAYING, "lock_card", "unlock_card", "file_dispute"],
        ),
    ],
    handoff=["transfer_to_human_agents"],
)  # fmt: skip
"""``several`` is for a message that asks for more than one operation: which comes first is the agent's affair."""
