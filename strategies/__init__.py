"""Hypothesis strategies for dialogues in which the user changes the requirements."""

from intentprops.strategies.bulk import every_chain, every_list, move_stream, stream
from intentprops.strategies.dialogues import chains, changes, changes_of, move_lists, states, traces, turns
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import KINDS, WEIGHTS, Move
from intentprops.strategies.random_domains import domains
from intentprops.strategies.utterances import STYLES, Utterance, phrase
from intentprops.strategies.values import pool, pools
from intentprops.strategies.wording import Manner, plain, worded

__all__ = [
    "KINDS", "STYLES", "WEIGHTS", "Manner", "Move", "Utterance", "chains", "changes", "changes_of", "domains", "every_chain",
    "every_list", "interpret", "move_lists", "move_stream", "phrase", "plain", "pool", "pools", "states", "stream", "traces", "turns",
    "worded",
]  # fmt: skip
