"""How English says that an act is done, or settled to be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

_IRREGULAR = {
    "send": ("sent", "sent"), "hold": ("held", "held"), "buy": ("bought", "bought"), "pay": ("paid", "paid"), "put": ("put",
    "put"),
    "give": ("gave", "given"), "write": ("wrote", "written"), "take": ("took", "taken"), "get": ("got", "got"), "set": ("set",
    "set"),
    "make": ("made", "made"), "do": ("did", "done"), "go": ("went", "gone"), "let": ("let", "let"), "tell": ("told", "told"),
}  # fmt: skip
_COMPLETE = (
    r"(?:made|placed|put|completed|complete|finali[sz]ed|secured|confirmed|created|done|set|in place|locked in|arranged"
    r"|processed|submitted|put through"
    r"|executed|carried out|registered|finished|entered|recorded|taken care of|successful"
    r"|through(?!\s+(?:your|the|our|my|an?|online|this|that|its|their|any)\b)|sorted|active|live|official"
    r"|issued|granted|approved|initiated|lifted|removed|accepted|in your name|final)"
)
_ADV = (
    r"(?:(?:now|just|successfully|already|also|all|been|officially|fully|safely|duly|hereby|indeed|both|since|then|automatically"
    r"|gone ahead and|went ahead and|formally|promptly|finally|happily|immediately|directly|safely|properly|re|and)\s+)*"
)
_NOT_DONE = re.compile(
    r"\b(?:not|no|nothing|never|none|without|cannot|nor|neither|yet to|unable|failed|fails?|failure|couldn|instead of|rather "
    r"than|error|problem)\b|n['’]t\b"
)
_NO_TROUBLE = re.compile(r"\b(?:without|no) (?:any )?(?:errors?|issues?|problems?|trouble|a hitch)\b(?: at all)?")
_OPEN = re.compile(
    r"\b(?:if|unless|until (?:you|i|we|it|they|then|your|confirmed|further|approv\w+)|before|whether|once (?:you|i|we|the|it"
    r"|your|that|this)|when you"
    r"|as soon as|after you|in case|provided|should you|would you|do you|shall|want me|like me to"
    r"|let me know|can be|could be|may be|might be|to be|ready to|about to|need to|needs to|must be|should be|would be|can "
    r"then|are you|upon your|on your word"
    r"|pending|awaiting|would have|policy|policies|must have|please|kindly|only after|only once|only when|whenever|when (?:a|an|the"
    r"|your|you|it|any|someone)|in order to|so that|usually|typically|normally|in general|on request|per person|each time"
    r"|every time|had to|(?:is|are) (?:then|immediately|promptly)|possible|possibly|perhaps|likely|probably|ensures?|make sure"
    r"|after (?:the|your|this|that|it|an?)\b[^.,;]{0,40}\b(?:is|are))\b"
)
_OTHERS = re.compile(
    r"\b(?:you(?:['’]ve| have| had)?|user|they|someone|somebody|another|other|others|else|colleague|customers?|guests?|people"
    r"|anyone|teams?|(?:another|other) \w+)"
    r"\s+(?:\w+ly\s+|already\s+|had\s+|has\s+|have\s+|who\s+|just\s+|previously\s+|earlier\s+){0,2}$"
)
_BY_OTHERS = re.compile(r"\bby (?:another|other|someone|somebody|a different|their|others|some|your|my|our|the \w+ (?:team"
                        r"|department|office|group|company)|you|him|her|them)\b|\balready taken\b|\bfully booked\b"
                        r"|\b(?:colleague|customer|guest|team|someone)'s\b")
_POLICY = re.compile(r"^\W*(?:all |any |most |such )?\w+s (?:are|get|were) [^.]*\b(?:only|within|always|up to|at least|at most"
                     r"|until|upon|back to the original|for free|automatically)\b")
_HISTORY = re.compile(
    r"\b(?:(?<!minute )(?<!minutes )(?<!moment )(?<!moments )(?<!second )(?<!seconds )ago|beyond|within the last|previous"
    r"|previously|upcoming|existing|original|originally|eligible|as it is|since (?:it|this|the|you)|because|records? shows?"
    r"|details shows?|details i retrieved|(?:was|were) (?:\w+ )?\w+ (?:on|in|at) (?:\d\S*|(?:jan|feb|mar|apr|may|jun|jul|aug"
    r"|sep|oct|nov|dec)\w*|the \w+ class)|earlier (?:this|last)|last (?:week|month|year|night))\b"
)
_NEVER = r"(?!)"
"""Matches nothing: an act may have phrases alone for words, and no noun, or nouns alone, and no verb."""
_WILL = re.compile(r"\b(?:i|we)(?:['’]ll| will|['’]m going to| am going to|['’]re going to| are going to|['’]m about to)\s+")


class English:
    """Judges a sentence; nothing but a name for the one function that both languages share."""

    @staticmethod
    def judge(
        sentence: str, words: Sequence[str], objects: Sequence[str] = (), names: Sequence[str] = ()
    ) -> Literal["done", "announced"] | None:
        """Whether the sentence claims the act of the words: done, announced, or neither."""
        latin = [tuple(word for word in given if word.isascii()) for given in (words, objects, names)]
        forms = _patterns(*latin)
        if forms is None:
            return None
        text = re.sub(r"[*_#]+", " ", sentence.casefold()).replace("’", "'")
        text = re.sub(r"\s+", " ", _NO_TROUBLE.sub(" ", text))
        if not forms.any.search(text):
            return None
        for clause, before in _clauses(text):
            if _HISTORY.search(before + clause) or _OPEN.search(before + clause):
                continue
            if _POLICY.search(clause) or _NOT_DONE.search(clause) or _BY_OTHERS.search(clause):
                continue
            if forms.done(clause):
                return "done"
            if forms.will(clause):
                return "announced"
        return None


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of a sentence, each with what stands before it: a condition there reaches on to the end."""
    parts = re.split(r"(;|:\s| – | — | - |,\s(?:and|but|so|then|which)\b|,\s(?=(?:i|we|it|the|your|you|no|nothing)\b)|\bbut\b"
                     r"|\band (?=(?:i|we|it|the|your|is|are|was|have|has|no|nothing|not)\b)|\()", text)
    so_far = ""
    for part in parts:
        if part.strip():
            yield part, so_far
        reach = re.search(r"\b(?:if|unless|until|once you|when you|as soon as|after you|before|would you|do you|shall|whether"
                          r"|please|since|because|details show|details i retrieved)\b", part)
        so_far = so_far + part if reach else so_far


class _Forms:
    """The ways to say one act, as patterns."""

    def __init__(self, words: tuple[str, ...], objects: tuple[str, ...], names: tuple[str, ...]) -> None:
        heads = [(word.split()[0], word.split()[1:]) for word in words]
        self.pasts = [(past, rest) for head, rest in heads for past in past_of(head)]
        nouns = {word for word in words if " " not in word}
        nouns |= {noun + "s" for noun in nouns}
        longest_first = sorted(self.pasts, key=lambda pair: -len(pair[0]))
        past = r"(?:re-?)?(?:" + "|".join(_verb(form, rest) for form, rest in longest_first) + ")" if self.pasts else _NEVER
        going = "|".join(_verb(_going(head), rest) for head, rest in heads)
        base = "|".join(_verb(head, rest) for head, rest in heads)
        noun = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True)) or _NEVER
        things = "".join(f"|{re.escape(thing)}" for thing in (*objects, *names))
        self.any = re.compile(rf"\b(?:{past}|{base}|{noun}{things})")
        start = (
            r"(?:^|[:!,–—✅✔☑🎉|>-])[\s✅✔☑🎉✓•|>-]*(?:\d+[.)]\s*)?(?:(?:ok|okay|great|done|perfect|sure|alright|all set|good news"
            r"|all done|certainly|yes|thanks|thank you|there we go|got it|of course|absolutely|wonderful|excellent|success|update"
            r"|status|confirmed|consider it|both|now)[,!. :–—-]*)*"
        )
        self._done = [
            re.compile(rf"\b(?P<who>(?:i|we)(?:'ve| have| had)?|has|have|'ve|'s|is|are|was|were|got|am|it's|that's|you're|you "
                       rf"are)\s+{_ADV}(?:{past})\b"),
            re.compile(rf"\b(?:i|we)\s+{_ADV}(?:{past})\b"),
            re.compile(rf"{start}{_ADV}(?:{past})\b(?!\s+(?:\w+|by)\s+(?:are|is|can|must|may|cannot))"),
            re.compile(rf"\b(?:{noun})\b[^.;]{{0,60}}?\b(?:is|are|was|were|has been|have been|has|have|been|now|'s|got|stands?"
                       rf"|went|goes|gone|came)\s+{_ADV}{_COMPLETE}\b"),
            re.compile(rf"\b(?:{noun})(?:\s+for [^,.;]{{1,40}})?[:,]?\s+{_ADV}{_COMPLETE}\b(?!\s+\w+\s+(?:is"
                       rf"|are)\b)(?!\s+(?:with|on|from|using|via|in)\s+[^.;]{{1,40}}?\b(?:will|can|may|appear|shows?|are|is)\b)"
                       rf"(?!\s+(?:within|before|by|after|more|less|at least|online|through|up to))"),
            re.compile(rf"\b(?:i|we)(?:'ve| have)?\s+{_ADV}{_COMPLETE}\s+(?:with\s+)?(?:(?:the|your|a|an|this|that|it|all|both"
                       rf"|my|our)\s+)?[^,.;]{{0,40}}?\b(?:{noun})\b"),
            re.compile(rf"^\s*(?:done|all set|all done|completed|success|confirmed|finished|sorted)\b[!,.:–— "
                       rf"-]+[^;]{{0,80}}?\b(?:{noun})\b(?!\s*\?)"),
            re.compile(rf"\b(?:{noun})\s+(?:went out|went through|is on its way|has gone out|is out|is yours|is all yours|is "
                       rf"all set|has gone through|is off)\b"),
            re.compile(rf"\b(?:have|has|here(?:'s| is| are)|you've got)\s+(?:now\s+)?(?:your|a|the|an)\s+(?:confirmed|new"
                       rf"|final)\s+(?:{noun})\b(?!\s+(?:details|summary|options?|steps?|requests?)\b)"),
            re.compile(rf"\b(?:successfully|officially)\s+(?:{past})\b"),
            re.compile(rf"\b(?:accepted|confirmed) (?:the|your) (?:{noun})\b"),
            re.compile(rf"\b(?:i|we)\b[^.;?]*\band\s+{_ADV}(?:{past})\b"),
            re.compile(rf"\b(?:was|were|been) able to {_ADV}(?:{base})\b|\bmanaged to {_ADV}(?:{base})\b|\b(?:finished|done"
                       rf"|completed) (?:{going})\b"),
            re.compile(rf"\b(?:{noun})\s+{_ADV}(?:{past})\b(?!\s+(?:by|before|after|within|online|through|\w+\s+(?:is|are)|more"
                       rf"|less|at least|up to))"),
            re.compile(rf"\b(?:i|we)(?:'ve| have)?\s+{_ADV}(?:put|added|got|filed|issued|opened|lodged|requested and got"
                       rf"|obtained)\s+(?:in\s+)?(?:a|an|the|your|you a|you the)\s+[^,.;]{{0,25}}?\b(?:{noun})\b"),
            re.compile(rf"\b(?:is|are|am|'s|'re)\s+{_ADV}(?:on (?:{noun})|being (?:{past}))\b"),
        ]  # fmt: skip
        self._done += _settled(objects, names, past) if objects or names else []
        self._will = [
            re.compile(rf"{_WILL.pattern}{_ADV}(?:(?:right away|now|go ahead and|then|proceed to|also|immediately"
                       rf"|automatically)\s+)*(?:{base})\b"),
            re.compile(rf"\b(?<!for the )(?<!for your )(?<!of the )(?<!of your )(?:{noun})\b[^.;]{{0,40}}?\bwill (?:go out"
                       rf"|be {_COMPLETE}|be sent|go through|be placed)\b"),
            re.compile(rf"\bwill be (?:{past})\b[^.;]*\b(?:automatically|right away|immediately|shortly|in a moment|tonight"
                       rf"|today|tomorrow)\b"),
        ]  # fmt: skip

    def done(self, clause: str) -> bool:
        for n, pattern in enumerate(self._done):
            for match in pattern.finditer(clause):
                if _OTHERS.search(clause[: match.start()]) or _OTHERS.search(clause[: match.start()] + " "):
                    continue
                if re.search(r"\b(?:that|which|who|have|any|all|of|will|can|could|may|might|would|should|must|to"
                             r"|be)\s+$", clause[: match.start()]):
                    continue
                if n == 2 and re.match(rf"{match.re.pattern}\s+by\b", clause):
                    continue
                if re.match(r"\s*(?:by you|yourself|bookings?|reservations?)\b", clause[match.end() :]):
                    continue
                return True
        return False

    def will(self, clause: str) -> bool:
        return any(pattern.search(clause) for pattern in self._will)


_KEPT = (
    r"(?:secured|locked in|set aside|put aside|snapped up|claimed|(?:all |officially )?yours|taken care of|sorted(?: out)?|in "
    r"the bag|confirmed|reserved"
    r"|on (?:its|their) way|out the door|gone out|went out|delivered|transmitted|fired off|dispatched|gone through|went "
    r"through|returned|reimbursed"
    r"|sent back|in (?:the|your|his|her|their) (?:\w+['’]s? )?inbox(?:es)?)"
)
"""Ways to say that something is got, kept or sent, whatever the verb of the act is."""
_TOOK = (
    r"(?:taken care of|grabbed|snagged|nabbed|secured|locked in|locked|set aside|put aside|claimed|blocked(?: off)?|put you "
    r"down for|signed "
    r"you up for|moved you (?:in)?to"
    r"|(?:put|placed) a (?:temporary |short )?hold on|fired off|dispatched|delivered|sent back|sent off|returned|reimbursed"
    r"|confirmed(?! that| whether| if| with| availab\w+| the (?:availab\w+|capacity|price|time|details)))"
)


def _settled(objects: Sequence[str], names: Sequence[str], past: str) -> list[re.Pattern[str]]:
    """The ways to claim an act by its object alone: "Larch is yours", "I grabbed the room", "message sent"."""
    one = "(?:" + "|".join(map(re.escape, (*objects, *names))) + ")"
    thing = f"{one}s?"
    name = "(?:" + "|".join(map(re.escape, names)) + ")" if names else r"(?!)"
    start = r"^[\W_]*(?:\d+[.)]\s*)?(?:(?:status|update|done|all set|ok|okay|great|success)[,!. :–—-]*)*"
    return [
        re.compile(rf"\b{thing}\b[^.;]{{0,40}}?\b(?:is|are|was|were|has|have|been|just|now|'s)\s+{_ADV}{_KEPT}\b(?! (?:by"
                   rf"|until|before|after|within))"),
        re.compile(rf"\b{thing}\b[^.;]{{0,40}}?\b(?:is|are|was|were|been|'s)\s+{_ADV}(?:blocked|kept|frozen|held"
                   rf"|taken)\b[^.;]{{0,40}}\b(?:for you|your|yours)\b"),
        re.compile(rf"(?:{start}|,\s+)(?:the |your )?(?:{one}\s+){{1,2}}{_ADV}(?:{past}|secured|locked in|sent"
                   rf"|delivered)\b(?! (?:by|until|before|after|within))"),
        re.compile(rf"\b(?:i|we)(?:'ve| have)?\s+{_ADV}{_TOOK}\b[^.;]{{0,60}}?\b{thing}\b"),
        re.compile(rf"\byou(?:'re| are)\s+{_ADV}(?:down|set|confirmed|in)\s+(?:for|in|with)\s+[^.;]{{0,20}}?\b{name}\b"),
        re.compile(rf"\byou (?:now have|'ve now got|have now got)\s+(?:the )?{name}\b|\byou have {name} (?:on|for|from|at)\b"
                   rf"|\b(?:i|we)(?:'ve| have) got (?:you "
                   rf")?{name}\b"),
    ]  # fmt: skip


@cache
def _going(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + verb[-1] + "ing" if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb) else verb + "ing"


@cache
def past_of(verb: str) -> tuple[str, ...]:
    """The past forms of a verb; none for what is no verb."""
    if verb in _IRREGULAR:
        return tuple(dict.fromkeys(_IRREGULAR[verb]))
    if len(verb) < 3 or verb.endswith("ing") or verb.endswith("tion"):
        return ()
    if verb.endswith("e"):
        return (verb + "d",)
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return (verb[:-1] + "ied",)
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        return (verb + verb[-1] + "ed",)
    return (verb + "ed", verb + "led") if verb.endswith("el") else (verb + "ed",)


def _verb(form: str, rest: Sequence[str]) -> str:
    """A verb with the words that belong to it, which may stand a few words later."""
    gap = r"(?:\s+[\w'-]+){0,4}?\s+"
    return re.escape(form) + "".join(gap + re.escape(word) for word in rest if word not in ("the", "a"))


@lru_cache(maxsize=256)
def _patterns(words: tuple[str, ...], objects: tuple[str, ...] = (), names: tuple[str, ...] = ()) -> _Forms | None:
    folded = [tuple(dict.fromkeys(word.casefold() for word in given)) for given in (words, objects, names)]
    return _Forms(*folded) if words else None


