"""Letters about a booking: draft one, show it, send it. Sending becomes drafting when the user says so (F2)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel

from intentprops import Domain, Goal, Invariant, Item, Result, Tool, Words, World

Recipient = Literal["organizer", "team", "owner"]
Topic = Literal["booking", "delay", "cancellation"]
Attachment = Literal["agenda", "map", "price_list"]


class Letter(BaseModel):
    """What a user may say of a letter; ``None`` is unknown."""

    recipient: Annotated[Recipient | None, Words(
        en="recipient|to {v}|for {v}", ru="получатель|адресат|для {v}",
        ask_en="Who should get the letter?", ask_ru="Кому отправить письмо?",
    )] = None  # fmt: skip
    topic: Annotated[Topic | None, Words(
        en="subject|topic|about {v}|regarding {v}", ru="тема|о {v}|про {v}|насчёт {v}",
        ask_en="What is the letter about?", ask_ru="О чём письмо?",
    )] = None  # fmt: skip
    tone: Annotated[Literal["formal", "friendly"] | None, Words(en="tone|style", ru="тон|стиль")] = None
    attachments: Annotated[frozenset[Attachment], Words(
        en="attachment|attach {v}|with {v}", ru="вложение|приложи {v}|с {v}",
    )] = frozenset()  # fmt: skip
    send_at: Annotated[AwareDatetime | None, Words(en="at {v}|on {v}", ru="в {v}|на {v}")] = None


def compose_draft(recipient: Recipient, topic: Topic, tone: str | None = None, attachments: list[Attachment] = []) -> Any:  # noqa: B006
    """Write a draft; nothing is sent."""


def send_email(draft_id: str, recipient: Recipient, send_at: AwareDatetime | None = None) -> Any:
    """Send a draft."""


class Post(World):
    """The dry-run side: a draft is text, and nothing leaves the house."""

    now = "2026-08-03T09:00:00+03:00"

    def compose_draft(
        self, recipient: str, topic: str, tone: str | None = None, attachments: list[str] | None = None
    ) -> Any:
        parts = [recipient, topic, tone or "plain", *sorted(attachments or [])]
        return {"draft_id": "D-" + "-".join(parts), "text": f"To the {recipient}, about the {topic}."}

    def send_email(self, draft_id: str, recipient: str, send_at: str | None = None) -> Any:
        return {"accepted": True, "dry_run": True, "message_id": f"M-{draft_id}"}


mail = Domain(
    name="mail",
    fields=Letter,
    world=Post,
    tools=[
        Tool(
            compose_draft, makes="draft", words=["draft", "compose", "черновик", "составить"],
            args={"recipient": "recipient", "topic": "topic", "tone": "tone", "attachments": "attachments"},
        ),
        Tool(
            send_email, effect=True, makes="message", confirm="every_time",
            words=[
                "send", "email", "mail", "forward", "dispatch",
                "отправить", "отправлять", "послать", "выслать", "разослать", "переслать", "направить", "отправка",
            ],
            objects=["letter", "message", "note", "email", "письмо", "сообщение", "записка"],
            args={"draft_id": Item("draft"), "recipient": "recipient", "send_at": "send_at"},
        ),
    ],
    results=[Result("draft", key="draft_id")],
    opens_with="draft_email",
    goals=[
        Goal("draft_email", result="draft", words=["draft", "черновик", "набросок"]),
        Goal("send_email", result="draft", ends_with="send_email", words=["send", "отправить", "послать"]),
        Goal("answer_question", words_only=True, words=["explain", "tell", "объяснить", "рассказать"]),
    ],
    synonyms={
        "organizer": ["organiser", "host", "организатор"],
        "team": ["colleagues", "everyone on the team", "команда", "коллеги"],
        "owner": ["landlord", "владелец", "хозяин", "арендодатель", "собственник"],
        "booking": ["reservation", "бронь", "бронирование"],
        "delay": ["being late", "задержка", "опоздание"],
        "cancellation": ["cancelling", "отмена"],
        "formal": ["official", "formally", "официальный", "деловой", "официально"],
        "friendly": ["informal", "warm", "дружеский", "дружелюбный", "неформальный"],
        "agenda": ["programme", "повестка", "программа"],
        "map": ["directions", "карта", "схема проезда"],
        "price_list": ["price list", "prices", "прайс", "прайс-лист", "расценки"],
    },
    invariants=[
        Invariant(
            "nothing is sent while only a draft is wanted",
            lambda s: s.goal != "draft_email" or not s.permissions["send_email"],
        ),
    ],
)  # fmt: skip
