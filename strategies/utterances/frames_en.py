"""What people say in English: frames by what they carry. ``say`` states, ``do`` asks to do, ``bit`` is a fragment."""

from __future__ import annotations

from collections.abc import Mapping

Table = Mapping[str, Mapping[str, tuple[str, ...]]]

VALUES: Table = {
    "people": {
        "say": ("there will be {n} of us", "we will be {n}", "it's for {n} {noun}", "we expect {n} {noun}", "there are {n} of us",
                "{n} {noun} will be there", "we are {n} {noun}", "there'll be {n} {noun}", "we will be {n} in total"),
        "do": ("make it {n} {noun}", "count on {n} {noun}", "plan for {n} {noun}"),
        "bit": ("{n} {noun}", "for {n} {noun}", "{n} of us", "{n} {noun} in total"),
    },
    "person": {
        "say": ("it's for {n} {noun}", "it will be {n} {noun}", "it's just {n} {noun}", "there will be {n} {noun}"),
        "do": ("make it {n} {noun}", "plan for {n} {noun}"),
        "bit": ("{n} {noun}", "just {n} {noun}", "for {n} {noun}"),
    },
    "count": {
        "say": ("we need {n} {noun}", "we'd like {n} {noun}", "I want {n} {noun}", "it will be {n} {noun}", "{n} {noun} are enough"),
        "do": ("make it {n} {noun}", "let's say {n} {noun}", "set the {name} to {v}"),
        "bit": ("{n} {noun}", "just {n} {noun}", "{n} {noun} in total"),
    },
    "one": {
        "say": ("we need {n} {noun}", "we'd like {n} {noun}", "I want {n} {noun}", "{n} {noun} is enough"),
        "do": ("make it {n} {noun}", "let's say {n} {noun}"),
        "bit": ("{n} {noun}", "just {n} {noun}"),
    },
    "measure": {
        "say": ("the {name} is {v}", "our {name} is {v}", "the {name} should be {v}", "it should be {frame}", "we have {a_name} of {v}",
                "we want it {frame}", "the {name} will be {v}"),
        "do": ("make the {name} {v}", "set the {name} to {v}", "keep it {frame}"),
        "bit": ("{name}: {v}", "{name} {v}", "{frame}"),
    },
    "place": {
        "say": ("it's {frame}", "it should be {frame}", "it will be {frame}", "we want it {frame}", "the {name} is {v}",
                "the {name} should be {v}"),
        "do": ("make it {framed}", "set the {name} to {v}", "make the {name} {v}", "change the {name} to {v}"),
        "bit": ("{frame}", "{name}: {v}", "{v} as the {name}"),
    },
    "quality": {
        "say": ("the {name} should be {v}", "the {name} is {v}", "we'd like the {name} to be {v}", "I want the {name} to be {v}",
                "the {name} has to be {v}", "the {name} will be {v}"),
        "do": ("make the {name} {v}", "set the {name} to {v}", "let's make the {name} {v}"),
        "bit": ("{name}: {v}", "{v} {name}", "{name} {v}"),
    },
    "item": {
        "say": ("I'll take {v}", "I'd like {v}", "we'll go with {v}", "I prefer {v}", "we want {v}", "{v} is fine", "{v} works for us"),
        "do": ("take {v}", "let's go with {v}", "let's take {v}", "pick {v}"),
        "bit": ("{v}", "{name} {v}", "{v} then"),
    },
    "sort": {
        "say": ("the {best} ones should come first", "I'd like the {best} ones first", "we want the {best} ones first",
                "the order is {by}", "the order should be {by}"),
        "do": ("put the {best} ones first", "sort them {by}", "order them {by}", "list them {by}", "start with the {best} ones"),
        "bit": ("the {best} ones first", "sorted {by}", "{best} first"),
    },
    "set": {
        "say": ("we need {some}", "we'd like {some}", "we'll need {some}", "we also need {some}", "it should come with {some}",
                "I want {some} too", "we'd also like {some}"),
        "do": ("add {some}", "include {some}", "{attach}", "add {some} as well"),
        "bit": ("with {some}", "also {some}", "and {some}", "{some} too"),
    },
    "moment": {
        "say": ("it will be {pp}", "it's {pp}", "we need it {pp}", "we want it {pp}", "it should be {pp}", "{v} works for us",
                "{v} suits us", "{step} would be good"),
        "do": ("make it {v}", "move it to {v}", "let's do {v}", "put it {step}", "let's say {v}"),
        "bit": ("{pp}", "{v}", "{v} then", "{step}"),
    },
    "leg": {
        "say": ("we're {frame}", "we'll be {frame}", "the {name} is {on}", "the {name} will be {on}", "the {name} should be {on}",
                "I'm {frame}"),
        "do": ("make the {name} {v}", "set the {name} to {v}", "move the {name} to {v}"),
        "bit": ("{frame}", "{name}: {v}", "{name} {on}"),
    },
    "mark": {
        "say": ("the {name} is {on}", "the {name} will be {on}", "the {name} should be {on}", "we want the {name} {on}",
                "we need the {name} {on}"),
        "do": ("make the {name} {v}", "set the {name} to {v}", "move the {name} to {v}"),
        "bit": ("{name}: {v}", "{name} {on}"),
    },
    "with": {
        "say": ("we need {noun}", "we want {noun}", "we'd like {noun}", "it should come with {noun}"),
        "do": ("add {noun}", "include {noun}"),
        "bit": ("with {noun}", "{noun} too"),
    },
    "without": {
        "say": ("we don't need {noun}", "we can do without {noun}", "{noun} isn't needed"),
        "do": ("drop {noun}", "leave out {noun}"),
        "bit": ("no {noun}", "without {noun}"),
    },
}  # fmt: skip
"""A value of a field, by its shape."""

ACTS: Table = {
    "remove": {
        "say": ("we don't need {these} any more", "{these} {isn't} needed", "we can do without {these}", "we no longer need {these}",
                "{these} can go", "we won't need {these}", "there's no need for {these}"),
        "do": ("drop {these}", "remove {these}", "leave out {these}", "do without {these}", "forget about {these}", "skip {these}"),
        "bit": ("no {bare}", "without {or}", "minus {these}"),
    },
    "replace": {
        "say": ("we need {some} instead of {gone}", "we'd like {some} instead of {gone}", "we want {some}, not {gone}",
                "{some} instead of {gone} would be better", "we need {some}, but no {bare_gone}", "we'd rather have {some} than {gone}"),
        "do": ("swap {gone} for {some}", "drop {gone} and add {some}", "replace {gone} with {some}", "remove {gone} and include {some}",
               "leave out {gone} and add {some}", "take {some} instead of {gone}"),
        "bit": ("{some} instead of {gone}", "{some}, no {bare_gone}"),
    },
    "retract": {
        "say": ("the {name} {is} still open", "we don't know the {name} yet", "the {name} {isn't} settled yet",
                "we're not sure about the {name} yet", "we haven't decided on the {name}", "the {name} {is} still undecided",
                "the {name} {isn't} fixed yet"),
        "do": ("forget the {name} for now", "drop the {name}", "scratch the {name}", "ignore the {name} for now",
               "leave the {name} open for now", "clear the {name}"),
        "bit": ("{name} still open", "{name} undecided", "not sure about the {name}"),
    },
    "any": {
        "say": ("the {name} {doesn't} matter", "any {any} will do", "I have no preference for the {name}", "the {name} {is} up to you",
                "we don't mind what the {name} {is}", "we don't care about the {name}", "any {any} is fine", "we're flexible on the {name}",
                "any {any} works for us", "the {name} {isn't} important"),
        "do": ("don't worry about the {name}, any will do", "take any {any}, any is fine"),
        "bit": ("any {any}", "{name}: any", "any {any} is ok"),
    },
    "accept": {
        "say": ("I'll take the {nth} one", "the {nth} one works for me", "I like the {nth} one", "we'd like the {nth} {noun}",
                "I'd go with the {nth} option", "the {nth} one is fine", "the {nth} {noun} suits us", "I prefer the {nth} one"),
        "do": ("take the {nth} one", "let's go with the {nth} one", "let's take option {k}", "pick the {nth} option"),
        "bit": ("the {nth} one", "option {k}", "number {k}", "the {nth} {noun}"),
    },
    "refer": {
        "say": ("the {name} is the same as the {source}", "the {name} should be the same as the {source}",
                "we want the {name} to be the same as the {source}", "the {name} will be the same as the {source}",
                "I'd like the same {name} as the {source}", "we need the {name} to be the same as the {source}",
                "for the {name} it is the same as the {source}"),
        "do": ("make the {name} the same as the {source}", "change the {name}: same as the {source}",
               "use the same {name} as the {source}", "keep the {name} the same as the {source}"),
        "bit": ("{name}: same as {source}", "{name} same as the {source}", "same {name} as the {source}"),
    },
    "return": {
        "say": ("the original {name} {is} right after all", "we're back to the original {name}", "we'd like to return to the first {name}",
                "we go back to the {name} we said first", "we'll stick with the original {name} after all",
                "for the {name} we return to what we said at first"),
        "do": ("go back to the original {name}", "let's go back to the {name} we said first", "restore the original {name}",
               "return to the initial {name}", "let's keep the original {name}", "use the {name} we said at first"),
        "bit": ("back to the original {name}", "{name} as at first", "the original {name} after all"),
    },
    "version": {
        "say": ("we'd like to go back to {label}", "we're back to {label}", "we return to {label}", "I want to go back to {label}",
                "we'll stick with {label} after all", "we want {label} back", "I'd like {label} back"),
        "do": ("go back to {label}", "let's return to {label}", "restore {label}", "let's go back to {label} after all",
               "use {label} as it was", "let's keep {label} after all"),
        "bit": ("back to {label}", "{label} again, back to that", "back to {label} then"),
    },
    "conflict": {
        "say": ("it's {one} or {two}, I can't say yet", "it will be {one} or {two}, we're still thinking",
                "it could be {one} or {two}", "it's either {one} or {two}", "maybe {one}, or {two}",
                "we're torn between {one} or {two}", "it may be {one} or {two}", "it might be {one} or {two}, we don't know yet"),
        "do": ("put down {one} or {two}, we'll see", "make it {one} or {two}", "let's say {one} or {two}"),
        "bit": ("{one} or {two}", "either {one} or {two}", "{one} or maybe {two}"),
    },
    "rivals": {
        "say": ("the {name} is {one} or {two}, I can't say yet", "the {name} will be {one} or {two}, we're still thinking",
                "the {name} could be {one} or {two}", "the {name} is either {one} or {two}", "the {name} might be {one} or {two}",
                "we're torn on the {name}: {one} or {two}", "the {name} may be {one} or {two}, we don't know yet"),
        "do": ("make the {name} {one} or {two}", "put the {name} down as {one} or {two}", "let's say the {name} is {one} or {two}"),
        "bit": ("{name} {one} or {two}", "{name}: {one} or {two}", "{name} either {one} or {two}"),
    },
    "torn": {
        "say": ("we want to {one} or to {two}, I haven't decided", "I'd like to {one} or {two}, not sure which",
                "I want to {one} or maybe {two}", "we need to {one} or {two}, I can't say yet", "I'd like you to {one} or {two}",
                "we'd like to {one} or to {two}"),
        "do": ("{one} or {two}, I haven't decided", "{one} or {two}, I don't know yet", "{one} or maybe {two}", "{one} or just {two}",
               "{one}, or {two}, I'm not sure", "let's {one} or {two}", "{one} or {two}, we'll see"),
        "bit": ("{one} or {two}", "{one} or just {two}", "{one} or maybe {two}"),
    },
    "switch": {
        "say": ("I'd like to {mine}", "I'd like you to {do}", "we want to {mine}", "I want you to {do}", "we'd rather {mine}",
                "we need to {mine} now", "we need you to {do}", "it's time to {mine}"),
        "do": ("{do}", "now {do}", "just {do}", "let's {mine}", "let's {mine} instead", "{do} now"),
        "bit": ("{them}", "just {do}", "now {them}", "{them} instead", "let's {them}"),
    },
    "open": {
        "say": ("I'd like to {do}{tail}", "we want to {do}{tail}", "I need to {do}{tail}", "we'd like you to {do}{tail}",
                "I want you to {do}{tail}", "we have to {do}{tail}", "I'd like you to {do}{tail}", "we're going to {do}{tail}"),
        "do": ("{do}{tail}", "let's {do}{tail}", "now {do}{tail}", "go and {do}{tail}"),
        "bit": ("{do}{tail_comma}", "{do}: {tail_bare}"),
    },
    "wish": {
        "say": ("I need {object}{tail}", "we're looking for {object}{tail}", "we need {object}{tail}", "I'd like {object}{tail}",
                "I'm looking for {object}{tail}", "we'd like to have {object}{tail}", "we want {object}{tail}",
                "I would like {object}{tail}"),
        "do": ("help me find {object}{tail}", "let me have {object}{tail}", "give me {object}{tail}", "get us {object}{tail}"),
        "bit": ("{object}{tail_comma}", "{object}: {tail_bare}", "{object}{tail}"),
    },
    "detour": {
        "say": ("before you {ahead}, I'd like you to {do}", "before {aheading}, {do}",
                "first I want you to {do} before you {ahead}", "before you {ahead} I need you to {do}",
                "I'd like you to {do} before you {ahead}"),
        "do": ("before you {ahead}, {do}", "first {do}", "{do} first", "{do} before {aheading}", "{do} before you {ahead}",
               "first of all {do} before you {ahead}"),
        "bit": ("first {do}", "{do} before {aheading}", "before {aheading}, {do}"),
    },
    "confirm": {
        "say": ("yes, go ahead", "that is right, go ahead", "yes, that is correct", "yes, please do", "yes, you have my ok",
                "yes, that's fine, continue"),
        "do": ("go ahead", "please proceed", "carry on", "go right ahead", "continue", "go for it", "please do"),
        "bit": ("yes", "confirmed", "sure, go ahead", "agreed", "yes, do it"),
    },
    "forbid": {
        "say": ("I don't want you to {do} anything yet", "there's no need to {do} anything yet", "we don't want to {do} anything for now",
                "it's too early to {do} anything", "I don't want to {act} yet", "I'd rather you didn't {act} yet",
                "we'd like you not to {act} yet"),
        "do": ("don't {do} anything yet", "{do} nothing for now", "don't {act} for the moment", "hold off on {acting}",
               "do not {act} yet", "don't {do} anything for now", "stop, don't {act}", "never {act} without asking me",
               "don't {act} until I say so", "don't {act} just yet"),
        "bit": ("{do} nothing", "no {acting} yet", "don't {act} yet", "no {acting} for now"),
    },
    "forbid_all": {
        "say": ("nothing should be done yet", "I don't want anything done yet", "there's no need to do anything yet",
                "it's too early to do anything", "we don't want you to do anything yet"),
        "do": ("do nothing for now", "don't do anything yet", "do nothing yet", "don't touch anything yet", "don't change anything yet",
               "don't do anything for the moment", "don't do a thing, do nothing yet"),
        "bit": ("do nothing yet", "nothing yet, please", "don't touch anything", "don't do anything yet"),
    },
    "permit": {
        "say": ("you may {do} now", "you can {do} it now", "you're allowed to {act} now", "you're free to {act} now",
                "I'm happy for you to {act} now", "it's okay to {act} now", "you are welcome to {act}", "you may {act} after all"),
        "do": ("feel free to {act} now", "feel free to {act} after all"),
        "bit": ("you may {act}", "ok to {act}", "{acting} is allowed", "free to {act} now"),
    },
    "compare": {
        "say": ("I'd like to compare this with what we had before", "I want to compare the old and new version",
                "we'd like to compare it with the previous version", "I'd like to compare the new one with the old one",
                "we want to compare this with what we had earlier", "it would help to compare it with what it was before"),
        "do": ("compare this with what we had before", "compare the old and new version", "compare it with the previous version",
               "compare that with what it was", "compare it with what we had earlier", "compare the new one with the old one"),
        "bit": ("compare old and new", "compare with what we had", "compare with the previous version"),
    },
    "unmodelled": {
        "say": ("{s1}", "{s2}", "{s3}", "{s4}", "{s5}", "{s6}"), "do": (), "bit": ("{b1}", "{b2}", "{b3}"),
        "more": ("and {s1}", "also, {s2}", "by the way, {s3}", "oh, and {s4}", "note that {s1}", "one more thing, {s5}"),
    },
    "unknown": {
        "say": ("I'd like you to {s1}", "we need you to {s2}", "I want you to {s3}", "we'd like you to {s1}", "I also need you to {s2}"),
        "do": ("{s1}", "{s2}", "{s3}", "{s4}"), "bit": ("{s1}", "{s2}", "{s3}"),
        "more": ("and {s1}", "also {s2}", "then {s3}", "{s1} as well"),
    },
    "answer": {
        "say": (), "more": ("{s1}", "{s2}", "{s3}", "{s4}", "{s5}", "{s6}"),
        "do": ("forget about the {topic}", "never mind the {topic}", "ignore the {topic}", "skip the {topic}", "drop the {topic}",
               "forget the {topic} for now"),
        "bit": ("never mind the {topic}", "no {topic} needed", "forget the {topic}"),
    },
    "aside": {
        "say": ("thank you", "thanks a lot", "great, thank you", "thank you very much, that's helpful", "that was quick, thanks",
                "nice, thanks", "thanks, that's clear", "perfect, thank you"),
        "do": ("hm", "wow, nice", "that's interesting", "lovely weather today"),
        "bit": ("thanks", "ok, thanks", "great", "cool"),
    },
}  # fmt: skip
"""Everything else that a change can say."""

MARKED = ("no, {bit}", "sorry, {say}", "actually, {say}", "correction: {bit}", "{say} after all", "wait, {say}")
"""How a revision says that it corrects something."""
OLD = ("{bit}, not {old}", "not {old} but {bit}")
"""How it names what it replaces."""
CORRECTED = ("{wrong}, no, {bit}", "{wrong}, sorry, {bit}", "{wrong}, wait, {bit}", "{wrong}, or rather {bit}", "{wrong}, I mean {bit}",
             "{wrong} — no, {bit}", "{wrong}, no wait, {bit}", "{wrong}, scratch that, {bit}")  # fmt: skip
"""A slip of the tongue, corrected at once."""
REFUSED = frozenset({"any", "confirm", "aside"})

JOINTS = (". ", ", and ", "; ")
"""What stands between the parts of a message."""

WRAPS: Table = {
    "polite": {"say": ("please note that {s}", "just so you know, {s}", "I should mention that {s}", "to let you know, {s}",
                       "if that's all right, {s}"),
               "do": ("please {s}", "could you {s}?", "would you {s}, please?", "can you please {s}?", "could you please {s}?")},
    "colloquial": {"say": ("hey, {s}", "so, {s}", "okay so {s}", "well, {s}", "right, {s}", "oh, {s}", "alright, {s}"),
                   "do": ("hey, {s}", "okay, {s}", "alright, {s}", "so {s} then", "right, {s}", "oh, and {s}")},
    "hesitant": {"say": ("hm, {s}", "well, I think {s}", "um, {s}, I guess", "let me see, {s}", "I think {s}", "hmm, {s}, probably",
                         "uh, {s}, I suppose"),
                 "do": ("hm, maybe {s}", "um, {s}, I guess", "well, perhaps {s}", "hmm, {s}", "let me see, {s}")},
}  # fmt: skip
"""A manner around a frame."""
