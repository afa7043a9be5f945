"""General words of English and Russian, by what they say of a value or an act. No word of any domain."""

from __future__ import annotations

from collections.abc import Mapping

NAMES: Mapping[str, Mapping[str, str]] = {
    "not": {
        "en": (
            "not|never|dont|do not you dare|stop|hold off|hold off on|refrain from|avoid|forget about|forget|no need to"
            "|no longer|wait with|hold on with|put off|too early to|no rush to|skip"
        ),
        "ru": (
            "не|нельзя|ни|никак|забудь о|забудь про|забудьте о|забудьте про|рано|стоп|подождать с|повременить с|погодить с"
            "|воздержаться от|отложить|никакой|отбой по"
        ),
    },
    "nothing": {
        "en": "nothing|not anything|nothing at all",
        "ru": "ничего|ничто",
    },
    "anything": {
        "en": "do|touch|undertake|change|act|start",
        "ru": "делать|трогать|предпринимать|менять|начинать",
    },
    "without": {
        "en": "without|no|minus|do without|no need for|instead of|rather than|in place of",
        "ru": "без|обойтись без|вместо|ни|никакой|минус",
    },
    "unneeded": {
        "en": (
            "not need|not needed|not necessary|unnecessary|can go|not want|not wanted|not require|not required"
            "|no longer needed|no longer required|no longer necessary|no longer want|not be needed|not be necessary"
            "|not matter|is out|is off|not essential|optional|not important|not after all|not longer need|not be required"
            "|no longer need|not really need|not actually need"
        ),
        "ru": (
            "не нужный|не нужно|не надо|не требоваться|не потребоваться|не понадобиться|не обязательный|не обязательно|лишний"
            "|ни к чему|больше не|отменяться|отпадать|не хотеть|уже не нужный|незачем|не пригодиться|не важный|не нужен"
            "|отпасть|отменить|убрать|убирать|исключить|отказаться|отказываться|необязательный|необязательно|можно без"
        ),
    },
    "drop": {
        "en": (
            "drop|remove|lose|hold|pause|postpone|suspend|halt|skip|forget|forget about|cancel|leave out|scrap|take out"
            "|take off|ditch|never mind|scratch|delete|omit|withdraw|leave off|clear|discard|leave open|do away with"
            "|get rid of|cross out|ignore|disregard|unset"
        ),
        "ru": (
            "убрать|убирать|снять|исключить|забыть|забыть про|забыть о|отменить|отменять|отказаться от|отказываться от"
            "|вычеркнуть|выкинуть|не учитывать|сбросить|удалить|стереть|снимать|оставить открытый|отбросить|забудь про"
            "|забудь о|выбросить"
        ),
    },
    "unsure": {
        "en": (
            "not know|not sure|not decided|not fixed|open for now|still open|not settled|undecided|unclear|up in the air"
            "|unknown|not certain|not clear"
        ),
        "ru": (
            "не знать|не решить|не определиться|под вопрос|пока открытый|не ясный|неизвестно|не известный|не уверенный|неясно"
            "|не понятно|непонятно|не мочь сказать|неизвестный"
        ),
    },
    "instead_of": {
        "en": "instead of|rather than|in place of|and not|but not|not|as opposed to|no longer",
        "ru": "вместо|а не|но не|не|взамен|уже не|нежели|больше не|заместо",
    },
    "instead": {
        "en": "instead|rather|replace|swap|substitute",
        "ru": "вместо|лучше|взамен|заменить|поменять",
    },
    "correction": {
        "en": (
            "no|wait|sorry|actually|rather|i mean|correction|scratch that|make that|oops|pardon|my mistake|well no"
            "|on second thought|hold on|or rather|better"
        ),
        "ru": (
            "нет|ой|точнее|вернее|извините|извини|простите|поправка|то есть|исправление|уточнить|погоди|погодите|хотя нет"
            "|лучше|стоп|ошибиться|оговориться|передумать"
        ),
    },
    "or": {
        "en": "or|either",
        "ru": "или|либо",
    },
    "any": {
        "en": (
            "any|either|whatever|whichever|whenever|no preference|no preferences|not matter|not care|not mind|all the same"
            "|indifferent|either is fine|irrelevant|up to you|flexible|no matter|does not matter|not important"
            "|open to anything|anything goes|not fussy|easy about|not bothered|your choice|you choose|no difference"
            "|not make a difference|anytime|anyone will do|do not care|not particular|makes no difference|free to choose"
            "|decide for me|you pick|anything works|anything is fine"
        ),
        "ru": (
            "любой|без разница|все равно|не важно|неважно|не важный|не иметь значение|не принципиальный|непринципиально"
            "|не принципиально|какой угодно|на ваше усмотрение|на твое усмотрение|безразлично|как угодно|когда угодно"
            "|не имеет значения|неважный|без предпочтение|не играть роль|решать сам|на ваш выбор|на твой выбор|сколько угодно"
            "|куда угодно|откуда угодно|нет разница|нет предпочтение|безразличный|непринципиальный|нет пожелание|без разницы"
            "|не критичный|не критично"
        ),
    },
    "fine": {
        "en": "will do|is fine|are fine|works|work|okay|ok|suit|good|fine|would do|is ok|is alright|can do|acceptable|for me",
        "ru": "подойти|подходить|годиться|сгодиться|устроить|устраивать|можно|нормально|хорошо|сойти|пойдет|сойдет|будет",
    },
    "before": {
        "en": "before|prior to|ahead of",
        "ru": "перед|перед тем как|прежде чем|до того как|прежде|до",
    },
    "first": {
        "en": "first|first of all|meanwhile|in the meantime|beforehand|but first|one question first",
        "ru": "сначала|сперва|для начала|тем временем|прежде всего|вначале|первым делом|сначало",
    },
    "until": {
        "en": "if|when|once|unless|after|as soon as|until|till",
        "ru": "если|когда|как только|после|после того как|пока не",
    },
    "yes": {
        "en": (
            "yes|yep|yeah|yup|sure|go ahead|confirm|confirmed|please do|do it|proceed|correct|agreed|absolutely|of course"
            "|go for it|carry on|go on|continue|approved|resume|you have my ok|that is right|exactly|by all means|definitely"
            "|aye|go right ahead|affirmative|certainly"
        ),
        "ru": (
            "да|ага|конечно|подтверждать|подтверждаю|подтвердить|согласный|согласен|согласна|действовать|продолжать"
            "|продолжить|вперед|поехали|разумеется|верно|угу|можно продолжать|безусловно|все верно|одобряю|даю добро|точно"
            "|именно|возобновить|так и сделай|так и сделайте|именно так"
        ),
    },
    "mild_yes": {
        "en": "sounds good|that works|works for me|fine by me|that is fine|go on then",
        "ru": "давай|давайте|делай|делайте|так годится",
    },
    "not_yet": {
        "en": "not yet|not now|hold on|later",
        "ru": "пока нет|еще нет|не сейчас|позже|потом|пока не надо|пока не нужно",
    },
    "thanks": {
        "en": "thank|thanks|cheers|much appreciated|appreciate|grateful|thank you|thx",
        "ru": "спасибо|благодарить|благодарю|спасибочки|признательный|благодарный|мерси",
    },
    "just": {
        "en": "just|only|simply|solely|merely|exclusively|nothing but|instead|now",
        "ru": "просто|только|лишь|исключительно|всего лишь|лучше|вместо этого|теперь|пока",
    },
    "only": {
        "en": "only|just|nothing but|solely",
        "ru": "только|лишь|один только|исключительно",
    },
    "may": {
        "en": (
            "may|can|allow|free to|okay to|ok to|fine to|allowed|permitted|feel free|welcome to|go ahead and|green light"
            "|permission|are clear to|cleared to|happy for you to|ready to|lift|unblock"
        ),
        "ru": (
            "можно|можете|можешь|разрешать|разрешить|позволять|позволить|добро на|разрешаться|не против|снимать запрет"
            "|снять запрет|разрешение|дать добро|даю добро|запрет снять|вправе"
        ),
    },
    "ask": {
        "en": "can you|could you|would you|will you|can we|could we|shall we|may i|can i|could i|would you mind",
        "ru": "можешь ли|можете ли|могли бы|мог бы|не могли бы|не мог бы|можешь|можете|можно",
    },
    "want": {
        "en": (
            "want|would like|need|like to|going to|let us|please|how about|what about|wish|would rather|prefer|would love"
            "|have to|ask you to|try|time to|make|get|enough|be glad|give|let me have|task|goal|request|job|be enough|suffice"
            "|must|should|will|to|show|see"
        ),
        "ru": (
            "хотеть|нужный|нужно|надо|давать|давайте|хотеться|прошу|просить|пожалуйста|лучше|можешь|можете|требоваться"
            "|достаточно|хватить|сделать|оформить|желательно|пора|хотеть бы|задача|цель|необходимый|необходимо|будем"
            "|достаточный|решить|готовый|ограничиться|перейти к|переходить к|начать|подготовить|дать|показать|мочь"
        ),
    },
    "more": {
        "en": "more|extra|additional|another",
        "ru": "больше|еще|дополнительно|плюс",
    },
    "fewer": {
        "en": "fewer|less",
        "ru": "меньше|минус",
    },
    "later": {
        "en": "later|push it back|push back|put it back|move it back|push it|postpone it|postpone|delay it",
        "ru": "позже|позднее|попозже|вперед",
    },
    "earlier": {
        "en": "earlier|sooner|bring it forward|bring forward|move it up|pull it forward|move it forward",
        "ru": "раньше|пораньше|ранее",
    },
    "same": {
        "en": "same|identical",
        "ru": "тот же|такой же|этот же|тогда же|одинаковый|тот же самый|там же|туда же",
    },
    "original": {
        "en": (
            "first|original|originally|initial|initially|at the start|beginning|first said|to begin with|at first|first time"
            "|in the first place|earliest|where we started|what we started with|started with"
        ),
        "ru": (
            "первый|первоначальный|первоначально|изначальный|изначально|исходный|сначала|вначале|в начале|самый первый"
            "|с самого начала|раньше всего|поначалу|впервые|с чего начать|с чего начинать|с которого начать"
        ),
    },
    "back": {
        "en": (
            "back|return|revert|restore|as|like|go with|keep|stick with|use|undo|reinstate|what we|we said|i said|stay with"
            "|after all"
        ),
        "ru": (
            "вернуться|вернемся|вернуть|возвращаться|верните|верни|как|обратно|назад|восстановить|оставить|возвращать"
            "|откатить|тот|все таки|все-таки|прежний|который называть|взять|пусть быть"
        ),
    },
    "compare": {
        "en": "compare|versus|against|how differ",
        "ru": "сравнить|сравнивать|сопоставить|сравни",
    },
    "retro": {
        "en": (
            "what we had|the old|previous|previously|earlier|what it was|the former|the version before|the original"
            "|the first version|old and new|old one|old version|before and after|we had|had before|used to"
        ),
        "ru": "что быть|который быть|прежний|раньше|старый|предыдущий|ранее|прошлый|первоначальный|старое и новое|до этого",
    },
    "was": {
        "en": (
            "i said|we said|it was|earlier|previously|used to be|was|were|had|before it was|the old|had been|had said|formerly"
        ),
        "ru": "раньше|было|был|была|говорить|сказать|ранее|прежний|прежде|изначально|до этого|были",
    },
    "at_most": {
        "en": (
            "up to|under|below|at most|no more than|max|maximum|not more than|within|limit|less than|not over|cap|capped at"
            "|budget|ceiling|not exceed"
        ),
        "ru": "до|не более|не больше|не дороже|максимум|в пределах|не выше|дешевле|меньше|бюджет|потолок|лимит|не превышать",
    },
    "position": {
        "en": "option|number|variant|no|choice|item|result|one",
        "ru": "вариант|номер|пункт|позиция|предложение",
    },
    "last": {
        "en": "last|latter|final",
        "ru": "последний",
    },
    "take": {
        "en": (
            "take|go with|go for|choose|pick|prefer|like|want|have|settle on|let us|i will|opt for|happy with|works|sounds"
            "|good|suit"
        ),
        "ru": (
            "брать|взять|выбрать|выбирать|давать|давайте|беру|берем|остановиться на|нравиться|подходить|подойти|устраивать"
            "|пусть|хотеть|пусть будет|годиться|лучше"
        ),
    },
    "dismiss": {
        "en": (
            "never mind|forget|skip|fine|no need|does not matter|not matter|ignore|leave it|drop|any|ok|okay|not a problem"
            "|not needed|carry on"
        ),
        "ru": (
            "забыть|не важно|неважно|не нужный|не надо|ничего страшного|пропустить|любой|не страшно|оставить|нормально"
            "|обойтись|обойдемся"
        ),
    },
    "us": {
        "en": "we|us|people|person|guest|passenger|traveller|traveler|attendee|participant|head|heads|colleague|adult|member",
        "ru": "мы|нас|человек|люди|гость|пассажир|участник|персона|приглашенный|взрослый|путешественник|коллега",
    },
    "attend": {
        "en": (
            "be|come|attend|join|participate|go|travel|will|would|are|total|in|altogether|there|now|fly|expect|turn up"
            "|show up|arrive"
        ),
        "ru": (
            "быть|прийти|приходить|приехать|участвовать|ехать|лететь|придет|будет|собраться|поехать|полететь|собираться"
            "|ожидаться|всего"
        ),
    },
    "must": {
        "en": (
            "must|need|require|has|have|is|are|will be|with|use|should|bring|contain|mandatory|essential|cannot|only|suffer|come"
        ),
        "ru": (
            "должный|нужный|необходимый|обязательный|обязательно|требоваться|быть|у|предназначить|предназначенный|иметь"
            "|пользоваться|нужно|надо|необходимо|важно|запрещенный|страдать|проходить|нельзя|содержать|являться|подключаться"
            "|потребоваться"
        ),
    },
    "chatter": {
        "en": (
            "robot|human|assist|weather|rain|sunny|snow|joke|lol|haha|ha|funny|hello|hi|hey|nice|great|good|glad|happy|sorry"
            "|tired|love|awesome|amazing|cool|bye|welcome|hungry|clever|smart|helpful|wow|interesting|hope|bored|beautiful"
            "|lovely|wonderful|terrible|awful|hurry|impressed|pleasure|fun|perfect|fine|hm|hmm|ok|okay|birthday|holiday|sure"
            "|understood|true|correct|clear|done|ready|excellent|brilliant|traffic|coffee|kidding|annoying|confusing|boring"
            "|kind|easy|best|better|fast|quick|slow|right|wrong|enough|nonsense|convenient|useful|cute|strange|weird|obvious"
            "|problem|fair|delighted|excited|stressed|worried|stuck|busy|break|help|favour|favor"
        ),
        "ru": (
            "робот|помочь|погода|дождь|солнце|снег|жара|жарко|холодно|шутка|шутить|анекдот|смешной|смешно|привет|здравствуйте"
            "|хороший|хорошо|отличный|отлично|рад|рада|устать|усталый|классный|круто|голодный|кофе|умный|полезный|быстро"
            "|интересный|интересно|надеяться|скучный|прекрасный|ужасный|ужасно|пробка|весело|легкий|понятно|понятный|ясно"
            "|готовый|вопрос|дело|настроение|день рождения|праздник|здорово|супер|замечательно|красиво|удобно|удобный|приятно"
            "|приятный|верный|правильный|молодец|добрый|ха|хаха|ерунда|странно|странный|проблема|занятый|помощь|перерыв"
            "|лучший|классно|забавно|чудесный|чудесно|медленный|спешить"
        ),
    },
    "fancy": {
        "en": (
            "order|write|call|phone|ring|play|translate|print|remind|set|schedule|invite|make|bake|cook|fix|repair|sing|read"
            "|calculate|post|publish|upload|download|install|delete|create|open|close|turn|rent|hire|sell|transfer|wire"
            "|deliver|bring|fetch|drive|clean|wash|paint|design|build|convert|record|summarize|summarise|analyse|analyze"
            "|subscribe|unsubscribe|notify|message|text|ping|fax|sign|register|approve|withdraw|deposit|arrange|organize"
            "|organise|prepare|check|feed|walk|charge|upgrade|scan|photocopy|copy|teach|solve|tweet|plan|ask|contact|tell"
            "|file|export|import|generate|draw|format|move|water|archive|mark|reply|measure|test|deploy|edit|rewrite|shorten"
            "|proofread|laminate|dim|lock|unlock|cater|hang|wake|congratulate|apologize|apologise"
        ),
        "ru": "",
    },
    "show": {
        "en": "show|see|give|write|make|read",
        "ru": "показать|посмотреть|увидеть|дать|прислать|вывести",
    },
    "swap": {
        "en": "swap|replace|substitute|exchange|switch|change",
        "ru": "заменить|поменять|сменить|замени|поменяй|менять",
    },
    "idle": {
        "en": (
            "let you know|get back to you|think about it|weather|rain|sun|sunny|snow|joke|lol|haha|birthday|holiday|coffee"
            "|traffic|mood|see you|talk to you|bye"
        ),
        "ru": (
            "подумать|устать|дать знать|перезвонить|погода|дождь|солнце|снег|жара|шутка|анекдот|праздник|кофе|пробка"
            "|настроение|до встреча|увидеться|до свидания"
        ),
    },
    "pron": {
        "en": "i|you|me|my|your|mine|yours|he|she|who|what|how|why|when|where|which|that|this|these|those",
        "ru": "я|ты|вы|мне|меня|тебя|вас|вам|мой|твой|ваш|он|она|кто|что|как|почему|зачем|когда|где|какой|который",
    },
    "wh": {
        "en": "what|which|who|why|how|where|when|whose|whom|does|do|is|are|will|can",
        "ru": "что|какой|кто|почему|зачем|как|где|когда|сколько|чей|ли|куда|откуда|какие",
    },
    "inform": {
        "en": "tell|answer|clarify|let me know|inform|explain|describe",
        "ru": "ответить|сказать|пояснить|подсказать|объяснить|рассказать|описать",
    },
    "number": {
        "en": "number|count|headcount|how many|quantity|amount|figure|size",
        "ru": "число|количество|сколько|цифра|численность",
    },
    "time": {
        "en": "time|hour|when",
        "ru": "время|час|когда",
    },
    "date": {
        "en": "date|day|when",
        "ru": "дата|день|число|когда",
    },
    "money": {
        "en": "euro|euros|eur|dollar|dollars|usd|pound|pounds|gbp|ruble|rubles|rouble|roubles|rub|bucks|quid|k",
        "ru": "рубль|руб|евро|доллар|тысяча|тыс|р|фунт|юань|бакс",
    },
}
"""Every cue by name and language; alternatives separated by ``|``."""
