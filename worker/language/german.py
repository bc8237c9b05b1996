"""German: the most common ways to say what is worth remembering."""

from __future__ import annotations

from worker.language.matcher import Language, Rule

__all__ = ["table"]

_IF = ("wenn", "falls")
_USE = "verwende|verwendet|benutze|benutzt|nutze|nutzt|nimm|nehmt|schreib|schreibe|schreibt|füge|committe|erstelle|installiere"


def table() -> Language:
    """Return the table; it is made when the first sentence is read, not when the child starts."""
    return Language(
        "German",
        (
            Rule("", "merk|merke dir ?bitte ?dass $", allows=_IF, whole=False),
            Rule("", "denk|denke|denkt ?bitte daran ?dass $", allows=_IF, whole=False),
            Rule("", "vergiss ?bitte nicht dass $", allows=_IF, whole=False),
            Rule("", "behalte ?bitte ~2 gedächtnis|hinterkopf ?dass $", allows=_IF, whole=False),
            Rule("", "zur|für ?die info|zukunft|erinnerung $", allows=_IF, whole=False),
            Rule("", "erinner|erinnere dich ?bitte ?daran ?dass $", allows=_IF, whole=False),
            Rule("feedback", "ab jetzt|sofort|heute $", allows=(*_IF, "heute", "jetzt")),
            Rule("feedback", "von nun|jetzt an $", allows=(*_IF, "jetzt")),
            Rule("feedback", "in zukunft|künftig $", allows=_IF),
            Rule("feedback", "künftig|zukünftig $", allows=_IF),
            Rule("feedback", _USE + " ~6 statt|anstatt|anstelle $"),
            Rule("feedback", "immer|niemals|nie|stets $", allows=_IF),
            Rule("feedback", _USE + " ?bitte immer|niemals|nie|stets|kein|keine|keinen|nur $", allows=_IF),
            Rule("feedback", _USE + " $:immer|niemals|nie|nicht|kein|keine|keinen"),
            Rule("feedback", "hör|hört ?bitte auf $"),
            Rule("feedback", "antworte|schreibe|schreib|antwortet ~2 auf|in $@languages"),
            Rule("feedback", "halte ?deine|die|alle antworten|erklärungen|commits|kommentare $"),
            Rule("feedback", "du sollst|musst ?bitte immer|nie|niemals $", allows=_IF),
            Rule("user", "ich bevorzuge|favorisiere $"),
            Rule("user", "ich mag|hasse $:lieber|nicht|kein|keine|keinen|mehr|hasse|gern|gerne|es"),
            Rule("user", "ich hasse $"),
            Rule("user", "ich ziehe $:vor"),
            Rule("user", "ich verwende|benutze|nutze|arbeite ?am|immer|meistens|gerne ?liebsten|lieber $:lieber|immer|am|täglich|als|mit|auf|bei|an"),
            Rule("user", "mir ist|sind $:lieber|wichtig"),
            Rule("user", "ich bin ?ein|eine|der|die|von $@roles"),
            Rule("user", "mein|meine name|rolle|team|zeitzone|editor|shell|job|beruf ist $"),
            Rule("user", "ich heiße $"),
            Rule("user", "ich wohne|lebe in $"),
            Rule("user", "nenn|nenne|nennt mich $"),
            Rule("project", "wir haben|hatten $:entschieden|beschlossen|vereinbart|festgelegt|geeinigt|gewählt"),
            Rule("project", "wir|das|mein|unser ?team setzen|setzt auf $"),
            Rule("project", "wir ?immer|nur verwenden|benutzen|nutzen|deployen|veröffentlichen|hosten|speichern|mergen|testen|unterstützen|nehmen $"),
            Rule("project", "das|unser team hat|verwendet|nutzt|benutzt $"),
            Rule("project", "unser|unsere ~3 ist|sind|läuft|laufen|liegt|liegen|heißt|verwendet|nutzt|benutzt|braucht $"),
            Rule("project", "das projekt|repo|repository|backend|frontend verwendet|nutzt|benutzt|braucht|unterstützt $"),
            Rule("project", "der|die ~1 deadline|abgabetermin|stichtag|freigabe|release|produktionsdatenbank|datenbank ist|läuft|liegt $"),
            Rule("project", "tatsächlich|eigentlich ~4 ist|sind|läuft|verwendet|heißt $"),
            Rule("reference", "die|das|der|unsere|unser|alle ~4 ist|sind|liegt|liegen|steht|stehen|findest|findet|gibt ~3 unter|auf|in|bei|im $@places"),
            Rule("reference", "bugs|fehler|tickets|aufgaben werden|stehen|sind|landen|liegen ~3 in|im|auf|unter $"),
        ),
        fillers="bitte ok okay also und aber hey hallo hi ja nein nee ach gut super danke übrigens genau stimmt doch mal noch so",
        openers="was wie warum wieso weshalb wo wer wen wem welche welcher welches wann ist sind kann kannst könntest könnte können soll "
        "sollen sollte sollten würdest hast hat haben gibt darf muss wird willst magst weißt",
        vetoes=(
            "wenn", "falls", "würde", "würden", "könnte", "könnten", "vielleicht", "eventuell", "möglicherweise", "wohl", "angenommen",
            "vermutlich", "wahrscheinlich", "sollten", "sollte", "überlege", "überlegen", "vorerst", "erstmal", "fürs erste", "heute",
            "morgen", "gestern", "diesmal", "gerade", "momentan", "im moment", "zurzeit", "derzeit", "aktuell", "jetzt", "kurz",
            "vorübergehend", "temporär", "in diesem test", "in diesem fall", "in diesem pr", "für diesen test", "in dieser datei",
            "dieses mal", "bis", "einmal", "er sagt", "er sagte", "sie sagt", "sie sagte", "er meint", "sie meint", "der chef sagt",
            "der chef meint", "laut", "angeblich", "gehört dass", "gelesen dass", "zum beispiel", "z.b", "beispielsweise",
            "merk dir nicht", "merke dir nicht", "stell dir vor", "hier",
        ),
        empty="es das dies diese dieser dieses den dem die der ein eine einen so mehr lieber besser nicht kein keine keinen immer nie niemals "
        "und oder mit für auf in an bei ist sind haben hat dir mir mich dich wir ich das da dort hier sache sachen ding dinge bitte nur vor "
        "gern gerne sehr dass statt anstatt",
        lists={
            "roles": "entwickler entwicklerin softwareentwickler softwareentwicklerin ingenieur ingenieurin designer designerin student "
            "studentin lehrer lehrerin forscher forscherin manager managerin analyst architekt architektin administrator anfänger "
            "anfängerin programmierer programmiererin tester datenwissenschaftler wissenschaftler wissenschaftlerin berater beraterin "
            "arzt ärztin freiberufler backend-entwickler frontend-entwickler backend-entwicklerin frontend-entwicklerin devops beruf",
            "languages": "deutsch englisch französisch spanisch italienisch markdown stichpunkten",
            "places": "URL PATH TICKET CHANNEL linear jira notion confluence github gitlab slack grafana sentry trello wiki",
            "first person": "ich mein meine mir wir-bin",
            "orders": "immer nie niemals nicht verwende benutze nutze kein keine",
        },
    )  # fmt: skip
