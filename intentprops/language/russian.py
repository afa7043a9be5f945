"""How Russian says that an act is done, or settled to be done: by the tense, voice and aspect of its verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal

from intentprops.language.morphology import Token, lemma, parses, tokens

_COMPLETE = {
    "сделать", "оформить", "создать", "поставить", "выполнить", "завершить", "провести", "подтвердить", "пройти", "уйти",
    "готовый", "получить",
    "закрепить", "внести", "записать", "активировать", "осуществить", "зафиксировать", "состояться", "совершить", "закрыть",
    "выписать", "выслать",
    "доставить", "отправить", "успешный", "появиться", "выдать", "улететь", "установить", "снять", "обработать",
    "зарегистрировать", "одобрить", "исполнить",
    "произвести", "инициировать", "разослать", "отменить", "принять", "окончательный", "активный", "есть", "действовать",
    "стоять",
}  # fmt: skip
_WENT = {"уйти", "улететь"}
_SETTLED = {"закрепить", "застолбить", "доставить", "отослать", "вернуть", "возвратить", "возместить", "оформить",
    "подтвердить", "выпустить"}
_TAKEN = {"занять", "заблокировать", "заморозить", "удержать", "забить", "взять", "поставить", "записать", "перенести", "снять"}
"""Ways to say that a thing is sent, got or kept, whatever the verb of the act is."""
_FOR_YOU = re.compile(r"\b(для вас|вам|вас|за вами|за тобой|тебе|тебя|на ваше имя|под ваш\w+)\b")
_YOURS = re.compile(
    r"\b(за вами|за тобой|в вашем распоряжении|на ваше имя|(теперь|официально|уже) (ваш[ае]?|твоя|наша)|у нас в кармане|уже "
    r"летит|уже в пути)\b|[a-z]+ (ваша|наша|твоя)\b"
)
_HISTORY = re.compile(r"\b(прошл\w+|вчера|позавчера|(недел\w+|месяц\w*|час\w*|день|дня|дней|год\w*) назад)\b")
_MANAGED = re.compile(r"\b(удалось|успел\w*|получилось|смог(?:ла|ли)?|закончил\w*|сумел\w*)\b")
_NOW = re.compile(r"\b(у вас|теперь|уже|за вами)\b")
_NOT = re.compile(r"\b(не|ни|ничего|нет|никак|никогда|без|нельзя|вместо|неудач\w*|ошибк\w*|невозможно)\b")
_OPEN = re.compile(
    r"\b(если|когда|как только|после того|после вашего|после подтверждени\w+|прежде|перед|до того|чтобы|хотите|можно|могу"
    r"|можем|может|могут|смогу|нужно|надо|должн\w+|готов|готова|готово к|"
    r"готовы|жду|подтвердите|скажите|ли|пока вы|при условии|осталось|предлагаю|хотел\w*|будет можно|разрешите|бы|планиру\w+"
    r"|собира\w+|пожалуйста|"
    r"попросили|просили|просил|просила|сказали|написали|упомянули|хотели|попыта\w+|пробу\w+|обычно|правил\w+)\b"
)
_OTHERS = re.compile(
    r"\b(вы|ты|он|она|они|пользовател(ь|и|ем|ями)|клиент(ы|ом|ами)?|кто-то|другой|другая|другие|другими|другим|команд(а|ы|ой"
    r"|ами)|коллег(а|и|ой|ами)"
    r"|отдел(ы|ом|ами)?|кем-то|соседн\w+|сотрудник(и|ом|ами)?|гост(ь|и|ем|ями)|раньше|ранее|прежде)\b"
)
_BY_OTHERS = re.compile(
    r"\b(другой|другим|другими|кем-то|командой|командами|отделом|коллег(ой|ами)|вами|соседн\w+|ранее|раньше|прежде)\b"
)
_FOR_OTHERS = re.compile(r"\bза (?!вами\b|тобой\b|нами\b|ваш|тво|наш)[а-я]+(ой|ом|ей|ем)\b")
_DONE_WORD = re.compile(r"^\W*((?:все )?готово(?! к)\b|сделано|есть|успешно|выполнено|ура|порядок|успех)\b")


class Russian:
    """Judges a sentence; nothing but a name for the one function that both languages share."""

    @staticmethod
    def judge(
        sentence: str, words: Sequence[str], objects: Sequence[str] = (), names: Sequence[str] = ()
    ) -> Literal["done", "announced"] | None:
        """Whether the sentence claims the act of the words: done, announced, or neither."""
        wanted = _wanted(tuple(words), tuple(objects), tuple(names))
        text = re.sub(r"\bбез (ошибок|проблем)\b", " ", sentence.casefold().replace("ё", "е"))
        read = tokens(text)
        if not any(wanted.is_act(token) or wanted.is_object(token) for token in read):
            return None
        whole_done = _DONE_WORD.match(text) is not None and not _NOT.search(text)
        for clause, before in _clauses(text):
            if _NOT.search(clause) or _OPEN.search(before + clause) or _HISTORY.search(clause):
                continue
            kind = _judge_clause(clause, wanted, whole_done)
            if kind is not None:
                return kind
        return None


class _Wanted:
    """The words for an act: single verbs and nouns by dictionary form, and phrases of a verb with its object."""

    def __init__(self, words: tuple[str, ...], objects: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.objects = {lemma(word) for word in (*objects, *names)}
        cyrillic = [word for word in words if re.search("[а-яё]", word.casefold())]
        self.single = {lemma(word) for word in cyrillic if " " not in word}
        self.phrases = [tuple(lemma(part) for part in word.split()) for word in cyrillic if " " in word]

    def is_act(self, token: Token) -> bool:
        verb = _verb_lemma(token.text)
        return token.lemma in self.single or self._single(verb) or any(verb == phrase[0] for phrase in self.phrases)

    def is_object(self, token: Token) -> bool:
        return token.lemma in self.objects

    def _single(self, verb: str) -> bool:
        """Whether it is a verb of the act, or the same done again: «перебронировать»."""
        return verb in self.single or verb.removeprefix("пере") in self.single

    def is_verb(self, token: Token, clause: Sequence[Token]) -> bool:
        """Whether the token is a verb of the act; of a phrase, its object has to stand in the clause too."""
        found = _verb_lemma(token.text)
        if self._single(found):
            return True
        lemmas = {other.lemma for other in clause}
        return any(found == phrase[0] and set(phrase[1:]) <= lemmas for phrase in self.phrases)

    def is_noun(self, token: Token) -> bool:
        return token.lemma in self.single and "NOUN" in str(parses(token.text.casefold())[0].tag)


def _judge_clause(clause: str, wanted: _Wanted, whole_done: bool) -> Literal["done", "announced"] | None:
    read = tokens(clause)
    others = _OTHERS.search(clause) is not None
    noun = any(wanted.is_noun(token) for token in read)
    thing = any(wanted.is_object(token) for token in read)
    if thing and not others and _YOURS.search(clause) and not any("futr" in (_tag(token.text) or "") for token in read):
        return "done"
    for n, token in enumerate(read):
        tag = _tag(token.text)
        if tag is None:
            continue
        act = wanted.is_verb(token, read)
        complete = noun and not act and (_verb_lemma(token.text) in _COMPLETE or token.lemma in _COMPLETE)
        complete = complete or ((thing or noun) and not act and _settled(token, clause))
        if not act and not complete:
            continue
        future = any(other.text in ("будет", "будут", "буду", "будем") for other in read[max(0, n - 3) : n])
        if ("PRTS" in tag or "ADJS" in tag) and not future and not (others and _by_others(clause)) and not _FOR_OTHERS.search(clause):
            return "done"
        if "VERB" in tag and "past" in tag and "perf" in tag and not others:
            if not ("plur" in tag and _people(read)) and (act or thing or _is_object_of(wanted, read)):
                return "done"
        if act and "INFN" in tag and _MANAGED.search(clause) and not others:
            return "done"
        if act and "VERB" in tag and "futr" in tag and "1per" in tag and "perf" in tag:
            return "announced"
        if "PRTS" in tag and future and re.search(r"\bавтоматически|сейчас|сразу|немедленно\b", clause):
            return "announced"
        if complete and token.text in ("есть", "действует", "стоит") and not others and _NOW.search(clause):
            return "done"
    if whole_done and noun and not others and not any("futr" in (_tag(token.text) or "") for token in read):
        return "done"
    return None


def _people(read: Sequence[Token]) -> bool:
    """Whether people are named who may have done it: «забронировали маркетологи»."""
    return any({"anim", "nomn", "plur"} <= set(re.split("[ ,]", str(parses(token.text)[0].tag))) for token in read)


def _is_object_of(wanted: _Wanted, read: Sequence[Token]) -> bool:
    """Whether the noun of the act may be what was done, and does not only describe something: «просьба о брони»."""
    return any(wanted.is_noun(t) and any("accs" in str(p.tag) or "nomn" in str(p.tag) for p in parses(t.text)) for t in read)


def _settled(token: Token, clause: str) -> bool:
    """Whether a word says of a thing that it is got, kept or sent, whatever the verb of the act is.

    What may as well have been done by others, or for others, has to name whom it was done for.
    """
    found = {_verb_lemma(token.text), token.lemma}
    if "plur" in (_tag(token.text) or "") and "PRTS" not in (_tag(token.text) or "") and not re.search(r"\bмы\b", clause):
        return bool(found & _WENT)
    return bool(found & (_SETTLED | _WENT)) or (bool(found & _TAKEN) and _FOR_YOU.search(clause) is not None)


def _by_others(clause: str) -> bool:
    return _BY_OTHERS.search(clause) is not None


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of a sentence, each with the conditions that stand before it."""
    so_far = ""
    for part in re.split(r"([;:(]| – | — | - |,\s*(?:но|а|и|поэтому|затем|потом)\b|,|\bно\b)", text):
        if part.strip(" ,;:(–—-"):
            yield part, so_far
        if re.search(r"\b(если|когда|как только|после того|прежде|хотите|чтобы|пока)\b", part):
            so_far += part


@lru_cache(maxsize=65536)
def _tag(word: str) -> str | None:
    """The tag of a word where one of its readings is a verb form, and that reading is at least as likely as any."""
    found: Any = parses(word.casefold())
    verbal = [p for p in found if str(p.tag).split(",")[0].split()[0] in ("VERB", "PRTS", "ADJS", "PRTF", "INFN", "GRND")]
    if not verbal:
        return None
    return str(verbal[0].tag) if verbal[0].score >= 0.15 or verbal[0] is found[0] else None


@lru_cache(maxsize=65536)
def _verb_lemma(word: str) -> str:
    found: Any = parses(word.casefold())
    verbal = [p for p in found if str(p.tag).split(",")[0].split()[0] in ("VERB", "PRTS", "PRTF", "INFN", "GRND")]
    return str((verbal or found)[0].normal_form).replace("ё", "е")


@lru_cache(maxsize=256)
def _wanted(words: tuple[str, ...], objects: tuple[str, ...], names: tuple[str, ...]) -> _Wanted:
    return _Wanted(words, objects, names)
