"""Words that tools and their arguments are named with, in English, and what they tell: plain data, easily added to."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


READS = word_set(
    """
    get list search find fetch read show view lookup look query check count describe calculate compute convert compare estimate
    validate verify preview summarize summarise translate think browse retrieve filter sort inspect explain detect analyze analyse
    predict suggest recommend is has can see discover identify extract parse measure rank display enumerate scan
    return returns tell determine evaluate classify match ping help lists gets searches finds reads shows review track geocode
    traverse locate watch quote echo diff grep history info details status weather forecast snapshot recall
    """
)
"""Verbs that leave the world as it is."""

WRITES = word_set(
    """
    create add book reserve buy purchase order pay send post publish update edit modify change set cancel delete remove drop transfer
    refund exchange issue submit schedule reschedule assign unassign approve reject upload write move rename copy merge close
    reopen start stop enable disable activate deactivate grant revoke register unregister subscribe unsubscribe invite reply
    forward save store insert upsert replace reset restore archive unarchive confirm apply play pause resume turn make put patch push commit
    fork star follow unfollow like share lock unlock block unblock mark record charge withdraw deposit hold release rent lend borrow hire
    adjust accept decline clear attach detach link unlink install uninstall deploy provision destroy terminate kill
    restart reboot rotate redeem claim file log notify email message sms dispatch ship void rebook upgrade downgrade enroll enrol
    unenroll suspend reactivate append increase decrease raise lower pin unpin mute unmute tag untag label comment react vote
    complete finish escalate sell trade donate recharge refuel toggle switch swap launch fill type click press drag
    plan place prescribe admit discharge refill authorize authorise ban kick join leave vacate renew extend crop
    duplicate finalize finalise fund clone touch contact
    """
)
"""Verbs that change the world."""

UNSURE = word_set(
    """
    run execute process handle open use do manage control request call generate sync trigger take render draft compose export
    download import import load select print test perform invoke navigate visit connect go try initiate prepare build collect resolve exec
    """
)
"""Verbs that change the world in one house and not in the other."""

NOUNS_TOO = word_set(
    """
    place order book message email mail list file record log comment star label tag name set plan share trade claim type mark copy issue
    request note print report review schedule pin charge hold rent push match stop commit branch merge change update check search
    status history details info weather forecast quote help watch block lock post press drag act fill raise swap switch register return
    transfer release exchange purchase sync test
    """
)
"""Verbs that are nouns as often: they tell little where a noun may stand."""

LOOKED_UP = word_set(
    """
    details detail status info information history log logs tree directions distance weather forecast balance summary statistics stats
    metrics usage time price prices rate rates availability profile snapshot temperature location schedule quote elevation
    """
)
"""Nouns at the end of a name without a verb that is certain: what is looked up, and seldom done."""

HANDOFF = frozenset({"human", "agent", "agents", "operator", "representative", "person", "staff", "supervisor"})
"""To whom a dialogue is passed on by a tool whose verb is one of these:"""
HANDING = frozenset({"transfer", "escalate", "handoff", "hand", "forward", "connect", "pass"})

MAKES_FIRST = word_set("search find list browse discover lookup look query get fetch show view retrieve")
"""Verbs of tools that list the items which others are done to."""
LISTS = word_set("search find list browse discover lookup look query filter")

UNDOES = {
    "cancel": ("book", "reserve", "order", "create", "schedule", "buy", "purchase", "make", "place", "register", "rent",
               "subscribe", "plan"),
    "delete": ("create", "add", "insert", "upload", "save", "record", "write", "register"),
    "remove": ("add", "attach", "create", "insert", "assign"),
    "release": ("hold", "reserve", "lock"),
    "refund": ("pay", "buy", "purchase", "charge", "issue"),
    "unsubscribe": ("subscribe",),
    "unassign": ("assign",),
    "unregister": ("register",),
    "unenroll": ("enroll",),
    "unlink": ("link",),
    "detach": ("attach",),
    "unlock": ("lock",),
    "unblock": ("block",),
    "unfollow": ("follow",),
    "unpin": ("pin",),
    "unmute": ("mute",),
    "untag": ("tag",),
    "unstar": ("star",),
    "uninstall": ("install",),
    "unarchive": ("archive",),
    "revoke": ("grant", "issue"),
    "disable": ("enable",),
    "deactivate": ("activate",),
    "void": ("issue", "charge"),
    "destroy": ("create", "deploy", "provision"),
    "terminate": ("launch", "start", "create"),
    "drop": ("enroll", "create"),
    "withdraw": ("submit",),
    "retract": ("send", "publish"),
    "unpublish": ("publish",),
    "unschedule": ("schedule",),
}  # fmt: skip
"""The verb of a tool that takes back what a tool of the same object did, by the verbs of that."""

FREE_TEXT = word_set(
    """
    text body message content description note notes comment comments summary reason details thought expression query prompt
    sql code html markdown instructions explanation subject title caption question answer data payload json xml path url uri
    filename file filter filters cursor token page_token next_token etag metadata headers options config context
    """
)
"""Names of arguments whose exact text is the agent's affair."""
PAGING = word_set(
    "page limit offset cursor page_size per_page max_results count_per_page page_token start_index top skip maxresults pagesize"
)
"""Names of arguments by which an answer is cut into pages."""
SECRETS = word_set("password token api_key secret pin cvv access_token auth authorization ssn")

FRAMES: dict[str, tuple[str, str]] = {
    "origin": ("origin|from {v}|departing from {v}", "откуда|из {v}"),
    "destination": ("destination|to {v}|going to {v}", "куда|в {v}"),
    "departure": ("departure|leaving {v}", "вылет|отправление"),
    "date": ("date|on {v}", "дата|на {v}"),
    "time": ("time|at {v}", "время|в {v}"),
    "starts_at": ("start|time|at {v}|on {v}|for {v}", "начало|время|в {v}|на {v}"),
    "ends_at": ("end|until {v}", "конец|до {v}"),
    "start_time": ("start|at {v}|on {v}", "начало|в {v}|на {v}"),
    "end_time": ("end|until {v}", "конец|до {v}"),
    "start": ("start|from {v}|starting {v}", "начало|с {v}"),
    "end": ("end|until {v}", "конец|до {v}"),
    "city": ("city|in {v}", "город|в {v}"),
    "location": ("location|in {v}", "место|в {v}"),
    "passengers": ("passenger|traveller|{v} of us", "пассажир|нас {v}"),
    "guests": ("guest|{v} of us", "гость|нас {v}"),
    "people": ("people|{v} of us", "человек|нас {v}"),
    "attendees": ("attendees|people|participants|{v} of us", "участник|человек|нас {v}"),
    "party_size": ("people|party of {v}|{v} of us", "человек|нас {v}"),
    "quantity": ("quantity|pieces", "количество|штука"),
    "amount": ("amount|sum", "сумма"),
    "price": ("price|budget|up to {v}", "цена|бюджет|до {v}"),
    "budget": ("budget|up to {v}", "бюджет|до {v}"),
    "duration": ("duration", "длительность"),
    "nights": ("nights", "ночь"),
    "days": ("days", "день"),
    "cabin": ("cabin|class", "класс"),
    "category": ("category|kind", "категория"),
    "color": ("colour|color|in {v}", "цвет"),
    "size": ("size", "размер"),
    "language": ("language|in {v}", "язык"),
    "status": ("status", "статус"),
    "priority": ("priority", "приоритет"),
    "recipient": ("recipient|to {v}", "получатель|для {v}"),
    "features": ("feature|with {v}|need {v}", "оснащение|с {v}|нужен {v}"),
    "topic": ("topic|about {v}", "тема|про {v}"),
    "room": ("room", "комната"),
    "flight": ("flight", "рейс"),
    "hotel": ("hotel", "гостиница"),
    "insurance": ("insurance", "страховка"),
}  # fmt: skip
"""How people speak of a field, by its name or the last word of it: English, Russian."""

VERBS_RU = {
    "search": ["искать", "найти"], "find": ["найти", "подобрать"], "list": ["показать"], "get": ["показать"], "show": ["показать"],
    "check": ["проверить"], "compare": ["сравнить"], "book": ["забронировать", "бронировать"],
    "reserve": ["забронировать", "бронировать"], "buy": ["купить"], "purchase": ["купить"], "order": ["заказать"],
    "pay": ["оплатить"], "send": ["отправить", "послать"], "cancel": ["отменить"], "delete": ["удалить"], "remove": ["убрать"],
    "update": ["обновить", "изменить"], "modify": ["изменить"], "change": ["изменить", "поменять"], "create": ["создать"],
    "add": ["добавить"], "schedule": ["назначить"], "transfer": ["перевести"], "return": ["вернуть"], "refund": ["вернуть деньги"],
    "exchange": ["обменять"], "rent": ["арендовать"], "hold": ["придержать"], "release": ["отпустить"], "open": ["открыть"],
    "close": ["закрыть"], "play": ["включить"], "set": ["установить"], "share": ["поделиться"], "lend": ["выдать"],
    "draft": ["составить"], "compose": ["составить"],
}  # fmt: skip
"""The Russian for verbs of tools."""

VERBS_EN = {
    "search": ["search", "find", "look for"], "find": ["find", "look for"], "book": ["book"], "reserve": ["reserve"],
    "buy": ["buy", "purchase"], "purchase": ["buy", "purchase"], "cancel": ["cancel"], "modify": ["modify", "change"],
    "update": ["update", "change"], "transfer": ["transfer"], "list": ["list", "show"], "get": ["get", "show"],
    "schedule": ["schedule"], "rent": ["rent", "hire"], "create": ["create"], "delete": ["delete"],
}  # fmt: skip
"""Other words for a verb, where only one goal could be meant by them."""

SAMPLES: dict[str, tuple[str, ...]] = {
    "city": ("Lisbon", "Porto", "Madrid", "Rome"),
    "origin": ("Lisbon", "Porto", "Madrid", "Rome"),
    "destination": ("Lisbon", "Porto", "Madrid", "Rome"),
    "location": ("Lisbon", "Porto", "Madrid", "Rome"),
    "airport": ("Lisbon", "Porto", "Madrid", "Rome"),
    "place": ("Lisbon", "Porto", "Madrid", "Rome"),
    "country": ("Portugal", "Spain", "Italy"),
    "name": ("Alice", "Boris", "Carla"),
    "email": ("alice@example.org", "boris@example.org", "carla@example.org"),
    "phone": ("555-0101", "555-0102", "555-0103"),
    "zip": ("10115", "10117", "10119"),
    "currency": ("EUR", "USD", "GBP"),
    "language": ("English", "Russian", "German"),
    "color": ("red", "green", "blue"),
    "size": ("small", "medium", "large"),
    "street": ("Oak Street", "Elm Street", "Pine Street"),
    "state": ("Ohio", "Texas", "Maine"),
    "cuisine": ("Italian", "Indian", "Thai"),
    "genre": ("comedy", "drama", "thriller"),
    "recipient": ("Alice", "Boris", "Carla"),
    "user": ("alice", "boris", "carla"),
    "payment": ("the card", "the gift card", "the voucher"),
    "reason": ("a mistake", "no longer needed"),
    "timezone": ("UTC", "CET", "MSK"),
    "category": ("standard", "comfort", "luxury"),
    "type": ("standard", "special", "express"),
}  # fmt: skip
"""Values to begin with for a text that the schema leaves open, by the last word of its name."""
GREEK = ("alpha", "beta", "gamma")
ITEMS = ("amber", "birch", "cedar", "larch", "maple", "willow")
"""Ids of the items of a catalogue: names that people can say."""
