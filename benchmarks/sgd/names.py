"""How a service's names stand in a domain of several services: fields, arguments and the keys of items alike."""

from __future__ import annotations


def qualified(service: str, name: str) -> str:
    """``Hotels_1`` and ``destination`` become ``Hotels_1_destination``: a hotel's destination is not a flight's."""
    return f"{service}_{name}"
