"""The checks: pure functions that compare what must hold with what an agent did.

A check takes a :class:`TurnView` and yields findings. The registry holds ours; a user adds his own with
:func:`check`::

    @check("price_named_is_price_charged", dimension="Arguments")
    def price(turn):
        for call in turn.calls("issue_ticket"):
            if call.arguments["total"] != call.result["price"]:
                yield turn.finding("wrong_argument", f"calls[{call.number}].total", ...)

Ours are registered by a call below the function, since mutmut leaves decorated functions alone.
"""

from intentprops.checks.registry import Check, TurnView, ViewedCall, check, registered

from intentprops.checks import arguments, friction, function, invalidation, protocol, response, state, summary  # isort: skip

__all__ = [
    "Check", "TurnView", "ViewedCall", "arguments", "check", "friction", "function", "invalidation", "protocol",
    "registered", "response", "state", "summary",
]  # fmt: skip
