"""What texts say, in Russian and English: numbers, moments, dictionary forms, claims, negation, questions."""

from intentprops.language.claims import Act, Claim, claims, unfounded
from intentprops.language.dates import Moment, moments
from intentprops.language.morphology import Token, agree, find_phrase, inflect, language_of, lemma, mentions, tokens, words_in
from intentprops.language.numbers import Number, numbers
from intentprops.language.questions import asks
from intentprops.language.values import names_as_current, polarity, rules_all_out

__all__ = [
    "Act", "Claim", "Moment", "Number", "Token", "agree", "asks", "claims", "find_phrase", "inflect", "language_of", "lemma",
    "mentions",
    "moments", "names_as_current", "numbers", "polarity", "rules_all_out", "tokens", "unfounded", "words_in",
]  # fmt: skip
