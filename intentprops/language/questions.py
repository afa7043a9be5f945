"""Whether a reply asks something: by a question mark, or by a request for information in so many words."""

from __future__ import annotations

import re

_REQUESTS = {
    "en": r"(please|could you|can you|kindly)\b[^.!]*\b(tell|confirm|specify|clarify|say|choose|let me know|share|provide)"
    r"|\blet me know\b|\btell me\b|\bi(?: will|'ll)? need to know\b|\bneed(?:s)? your (?:confirmation|go-ahead|approval"
    r"|decision|answer)\b"
    r"|\bplease (?:confirm|specify|clarify|choose|tell|say|provide|share)\b|\bawait(?:ing)? your (?:answer|confirmation"
    r"|decision)\b"
    r"|\bwaiting for your\b|\bonce you (?:confirm|decide|say)\b|\bif you (?:confirm|agree)\b",
    "ru": r"\b(уточните|подскажите|скажите|сообщите|подтвердите|укажите|напишите|выберите|решите|ответьте|назовите)\b"
    r"|\b(жду|ожидаю) (вашего|вашу|ваш|ответ|подтвержд)|\b(нужно|надо|хотелось бы|хочу) (узнать|уточнить|знать|понять)\b"
    r"|\bнужно ваше\b|\bесли (вы )?(подтвердите|согласны|подтверждаете)\b|\bпосле вашего подтверждения\b|\bдайте знать\b",
}


def asks(text: str, language: str) -> bool:
    """Whether the text holds a question or a request for an answer."""
    return "?" in text or re.search(_REQUESTS.get(language, _REQUESTS["en"]), text.casefold()) is not None
