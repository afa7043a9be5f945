"""Cues: general words that say what becomes of a value or an act, and the small words around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from intentprops.reading.cue_words import NAMES
from intentprops.reading.words import Phrases, Word, members

FILLERS: Mapping[str, frozenset[str]] = {
    "en": members(
        "please just then and now also so ok okay but well instead only simply maybe perhaps hey hi hello right "
        "alright yes no sure actually let us first kindly next too again i we you would like want need to can could "
        "will shall have do it ahead go should might rather better thanks still for the moment really today wait stop "
        "sorry hm hmm oh ah meanwhile finally afterwards me anyway yeah yep quickly task current goal request my our "
        "your and/or"
    ),
    "ru": members(
        "пожалуйста просто тогда и а теперь также ну ок окей хорошо но лучше только может быть давай давайте да нет "
        "сначала сперва потом затем еще снова мне нам бы же вот хочу хотим нужно надо можешь можете можно прошу пока "
        "сразу поэтому стоп лишь сейчас опять ладно конечно все-таки могли могла мог ли вас тебя я мы уже ой так итак "
        "тут слушай слушайте вместо этого наоборот задача текущая цель будь добр будьте добры скорее наконец заодно"
    ),
}
"""Words that may stand before the verb of a request."""

LINKS: Mapping[str, frozenset[str]] = {
    "en": members(
        "the a an about just only exactly around our some approximately roughly of at on for to is are be was from by "
        "in with my your this that it will would now as under up than more most no maximum over below actually say "
        "probably another like not total there make set put change move shift instead rather into till until and or "
        "yes sorry wait one any date time"
    ),
    "ru": members(
        "ровно примерно около где-то наш наша этот это в на с со к до из от по для о об про и или то же пусть будет "
        "был было не быть только лишь всего уже теперь лучше более менее чем а нас"
    ),
}
"""Small words that may stand between a value and what names it."""

SMALL: Mapping[str, frozenset[str]] = {
    "en": FILLERS["en"] | LINKS["en"] | members(
        "he she they them us his its these those who which what when where why how if else than there here as not "
        "nothing any some each every both either neither own same other such been being am were has had having does "
        "did done doing must may shall get got see very much many too quite already ever never always soon later ago "
        "out off through between during while because since although though however also yet only even all one two "
        "everything something anything everyone someone rest unchanged detail details remain remaining stay stays "
        "important plan otherwise meet meeting team event "
        "nobody think guess know hope believe suppose mean say said tell by way lot bit "
        "thing matter case course fact note mind turn turns remember forget keep look looks seems seem sounds sound "
        "please you're it's don don't re ve ll"
    ),
    "ru": FILLERS["ru"] | LINKS["ru"] | members(
        "он она оно они их его ее им ей ими нами вами тебе вам себя свой этот тот такой который кто что какой где "
        "когда почему зачем как если чтобы потому поскольку так там здесь очень весьма тоже ни никто ничего кто-то "
        "что-то все весь каждый любой другой остальной изменение важный прежний план один два оба самый через между "
        "при без над под после перед хотя однако именно даже вообще кстати думать знать считать сказать говорить "
        "забыть помнить учесть иметь виду важно момент деталь еще раз уж будем будут стать мочь должный нужный час "
        "минута день неделя месяц год"
    ),
}  # fmt: skip
"""Words too general to be the content of a fact."""

SPLITTERS: Mapping[str, frozenset[str]] = {
    "en": members("and but so then because while though"),
    "ru": members("и а но поэтому затем потом зато потому хотя"),
}


@cache
def phrases(language: str) -> Phrases[str]:
    """The index of all cues of a language."""
    return Phrases((phrase, name) for name, table in NAMES.items() for phrase in table[language].split("|"))


@cache
def interrogatives(language: str) -> frozenset[str]:
    """The question words of a language."""
    return frozenset(NAMES["wh"][language].split("|"))


@cache
def pronouns(language: str) -> frozenset[str]:
    """Who speaks, who is spoken to, and what asks or points."""
    return frozenset(NAMES["pron"][language].split("|"))


def is_small(word: Word, language: str) -> bool:
    """Whether a word is too general to carry a fact."""
    return bool(word.keys & SMALL[language]) or word.text.isdigit() or len(word.text) < 2
