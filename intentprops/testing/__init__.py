"""Testing an agent: dialogues in the hand of a test, budgets for agents that are slow and random, failures that are told well."""

from intentprops.testing.decorators import intent_test, scenario_test
from intentprops.testing.dialogue import Dialogue, dialogue
from intentprops.testing.outcome import DialogueFailure, Outcome, judge
from intentprops.testing.player import Budget, Player

__all__ = ["Budget", "Dialogue", "DialogueFailure", "Outcome", "Player", "dialogue", "intent_test", "judge", "scenario_test"]
