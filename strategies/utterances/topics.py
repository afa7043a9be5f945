"""Facts that no domain has a field for (T2), and operations that none offers (T14), with words that state and settle them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from intentprops.changes import Language


@dataclass(frozen=True)
class Topic:
    """A topic: ``says`` state the fact or ask for the operation, ``answers`` settle it; ``about`` is what it is about, in Russian
    in the nominative. ``operation`` tells the two apart."""

    topic: str
    about: str
    says: tuple[str, ...]
    answers: tuple[str, ...]
    operation: bool = False


TOPICS: Mapping[Language, tuple[Topic, ...]] = {
    "en": (
        Topic("confidential meeting", "confidential part",
              ("the meeting is confidential", "the whole matter is confidential", "everything must remain confidential",
               "it has to stay confidential", "the materials are strictly confidential", "all documents are confidential"),
              ("never mind the confidential part", "the meeting is not confidential, never mind", "it's fine, forget the confidential part",
               "forget that the meeting is confidential", "don't worry, ignore the confidential part",
               "it need not be confidential, never mind")),
        Topic("external auditor", "external auditor",
              ("an external auditor will be present", "one of us is an external auditor", "an external auditor must be involved",
               "an external auditor will come along", "one person is an external auditor", "the external auditor must be informed"),
              ("never mind the external auditor", "the auditor is not a problem", "the external auditor is fine with that",
               "forget the auditor", "the auditor isn't needed, never mind", "ignore the external auditor")),
        Topic("nut allergy", "allergy",
              ("one of us has a nut allergy", "somebody has a severe nut allergy", "one person suffers from a nut allergy",
               "a guest has a nut allergy", "one of us is allergic to nuts", "somebody suffers from a nut allergy"),
              ("never mind the allergy", "the allergy is not a problem", "forget the nut allergy", "ignore the allergy",
               "the allergy doesn't matter", "the nut allergy is fine")),
        Topic("wheelchair", "wheelchair",
              ("one of us uses a wheelchair", "somebody needs wheelchair access", "a guest uses a wheelchair",
               "one person is in a wheelchair",
               "it must be wheelchair accessible", "somebody is in a wheelchair"),
              ("never mind the wheelchair", "the wheelchair is not a problem", "forget the wheelchair", "ignore the wheelchair",
               "the wheelchair is fine", "the wheelchair doesn't matter")),
        Topic("order catering", "catering",
              ("order catering for everyone", "order some catering", "order a catering service", "arrange the catering",
               "organise some catering",
               "order catering as well"),
              ("forget the catering", "never mind the catering", "the catering is not needed", "skip the catering", "no need for catering",
               "forget about catering"), True),
        Topic("call a taxi", "taxi",
              ("call us a taxi", "call a taxi", "call a taxi to the airport", "ring for a taxi", "phone for a taxi",
               "call a taxi for everyone"),
              ("forget the taxi", "never mind the taxi", "the taxi is not needed", "skip the taxi", "no need for a taxi",
               "forget about the taxi"), True),
        Topic("print invitations", "invitations",
              ("print the invitations", "print invitations for everyone", "print some invitations", "design the invitations",
               "print the invitations in colour", "design some invitations"),
              ("forget the invitations", "never mind the invitations", "the invitations are not needed", "skip the invitations",
               "no need for invitations", "forget about the invitations"), True),
    ),
    "ru": (
        Topic("конфиденциальная встреча", "конфиденциальная встреча",
              ("встреча конфиденциальная", "материалы конфиденциальны", "встреча строго конфиденциальна", "документы конфиденциальны",
               "вся информация конфиденциальна", "встреча должна быть конфиденциальной"),
              ("встреча не конфиденциальная, неважно", "то, что встреча конфиденциальная, неважно",
               "забудь+те, что встреча конфиденциальная",
               "не надо конфиденциальной встречи", "ничего страшного, встреча не конфиденциальная",
               "обойдёмся без конфиденциальной встречи")),
        Topic("внешний аудитор", "внешний аудитор",
              ("встреча с внешним аудитором", "должен присутствовать внешний аудитор", "один из нас — внешний аудитор",
               "нам нужен внешний аудитор", "обязательно присутствие внешнего аудитора", "необходимо участие внешнего аудитора"),
              ("аудитор не нужен", "внешний аудитор не нужен", "про аудитора забудь+те", "ничего страшного, аудитор не против",
               "внешний аудитор — это неважно", "аудитор — не страшно")),
        Topic("аллергия на орехи", "аллергия",
              ("у одного из нас аллергия на орехи", "у одного участника аллергия на орехи", "у гостя аллергия на орехи",
               "у директора аллергия на орехи", "у одного из гостей аллергия на орехи", "у коллеги аллергия на орехи"),
              ("аллергия — не страшно", "про аллергию забудь+те", "аллергия не важна", "ничего страшного, аллергия слабая",
               "аллергия — это неважно", "с аллергией всё нормально")),
        Topic("инвалидная коляска", "коляска",
              ("один из нас на инвалидной коляске", "один из гостей на инвалидной коляске", "нужен въезд для инвалидной коляски",
               "необходим подъёмник для инвалидной коляски", "один из нас передвигается на инвалидной коляске",
               "у одного из гостей инвалидная коляска"),
              ("коляска — не страшно", "про коляску забудь+те", "коляска не важна", "ничего страшного, коляска складная",
               "коляска — это неважно", "с коляской всё нормально")),
        Topic("заказать кейтеринг", "кейтеринг",
              ("закажи+те кейтеринг", "закажи+те кейтеринг на всех", "организуй+те кейтеринг", "закажи+те нам кейтеринг",
               "устрой+те нам кейтеринг", "закажи+те кейтеринг для всех"),
              ("кейтеринг не нужен", "про кейтеринг забудь+те", "кейтеринг уже не нужен", "обойдёмся без кейтеринга",
               "кейтеринг — не надо", "кейтеринг — это неважно"), True),
        Topic("вызвать такси", "такси",
              ("вызови+те такси", "вызови+те нам такси", "вызови+те такси до аэропорта", "закажи+те такси", "закажи+те нам такси",
               "вызови+те мне такси"),
              ("такси не нужно", "про такси забудь+те", "такси уже не нужно", "обойдёмся без такси", "такси — не надо",
               "такси — это неважно"), True),
        Topic("распечатать приглашения", "приглашения",
              ("распечатай+те приглашения", "напечатай+те приглашения", "распечатай+те нам приглашения",
               "распечатай+те приглашения для всех",
               "нарисуй+те приглашения", "распечатай+те приглашения на всех"),
              ("приглашения не нужны", "про приглашения забудь+те", "приглашения уже не нужны", "обойдёмся без приглашений",
               "приглашения — не надо", "приглашения — это неважно"), True),
    ),
}  # fmt: skip
"""The topics of each language, in the same order, so that one has its name in the other."""


def topic_in(topic: str, language: Language) -> str:
    """The name of a topic in a language; one that is not listed keeps its own."""
    for table in TOPICS.values():
        for index, known in enumerate(table):
            if known.topic == topic:
                return TOPICS[language][index].topic
    return topic


def find(topic: str, language: Language) -> Topic | None:
    """A listed topic by its name in any language."""
    named = topic_in(topic, language)
    return next((known for known in TOPICS[language] if known.topic == named), None)
