"""How many examples a property is tried on: a number for the default profile, and in proportion in the others."""

from __future__ import annotations

from hypothesis import settings


def scaled(count: int) -> int:
    """``count`` under Hypothesis' own profile, a third of it for ``mutmut``, many more in a nightly run."""
    return max(10, count * settings.default.max_examples // 100)
