"""Placeholder until the real one lands."""
from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    act: str
    kind: str
    start: int
    end: int
    quote: str


def claims(text: str, language: str, acts: Mapping[str, Sequence[str]]) -> list[Claim]:
    return []


def unfounded(text: str, language: str, topic_words: Sequence[str]) -> list[Claim]:
    return []
