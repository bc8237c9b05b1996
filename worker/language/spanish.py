"""Spanish: the most common ways to say what is worth remembering."""

from __future__ import annotations

from worker.language.matcher import Language, Rule

__all__ = ["table"]

_IF = ("si",)
_NO = "uses|use|utilices|utilice|agregues|añadas|escribas|hagas|pongas|incluyas|generes|crees|commitees|sugieras"


def table() -> Language:
    """Return the table; it is made when the first sentence is read, not when the child starts."""
    return Language(
        "Spanish",
        (
            Rule("", "recuerda|recuerde|recordad ?que $", allows=_IF, whole=False),
            Rule("", "ten|tenga|tened en cuenta ?que $", allows=_IF, whole=False),
            Rule("", "no olvides|olvide que $", allows=_IF, whole=False),
            Rule("", "toma|anota|guarda|apunta|memoriza ?nota ?en ?de ?tu ?memoria ?que $", allows=_IF, whole=False),
            Rule("", "para ?el|que futuro|futuras|referencia ?referencia|referencias $", allows=_IF, whole=False),
            Rule("feedback", "a partir de ahora $", allows=(*_IF, "ahora")),
            Rule("feedback", "de ahora en adelante $", allows=(*_IF, "ahora")),
            Rule("feedback", "en el futuro $", allows=_IF),
            Rule("feedback", "usa|utiliza|use|usad|usemos|emplea ~6 en vez|lugar de $"),
            Rule("feedback", "siempre|nunca|jamás $", allows=_IF),
            Rule("feedback", "no|nunca " + _NO + " $"),
            Rule("feedback", "usa|utiliza|escribe|haz|responde|ejecuta siempre|solo|sólo $", allows=_IF),
            Rule("feedback", "usa|utiliza|escribe|haz|ejecuta $:siempre|nunca"),
            Rule("feedback", "evita|evite usar|agregar|añadir|escribir|hacer|poner $"),
            Rule("feedback", "deja|dejen de $"),
            Rule("feedback", "responde|contesta|escribe ?siempre ?me en $@languages"),
            Rule("user", "prefiero $"),
            Rule("user", "yo prefiero $"),
            Rule("user", "me gusta|gustan ?mucho ?más $:más|mejor|que|usar"),
            Rule("user", "no me gusta|gustan $"),
            Rule("user", "odio|detesto $"),
            Rule("user", "soy ?un|una|el|la $@roles"),
            Rule("user", "me llamo $"),
            Rule("user", "mi ~2 es|son $"),
            Rule("user", "trabajo como|en|de|para|con $"),
            Rule("user", "vivo en $"),
            Rule("project", "hemos|habíamos|se ?ha decidido|acordado|elegido|optado $"),
            Rule("project", "decidimos|acordamos|elegimos|optamos $"),
            Rule("project", "vamos a usar|utilizar|adoptar $:para|como|en|por"),
            Rule("project", "usaremos|utilizaremos $:para|como|en"),
            Rule("project", "el equipo|proyecto|repositorio|backend|frontend ha|usa|utiliza|requiere|decidió|soporta $"),
            Rule("project", "nosotros|siempre ?siempre usamos|utilizamos|desplegamos|publicamos $"),
            Rule("project", "usamos|utilizamos|desplegamos|publicamos|alojamos|guardamos|probamos|soportamos $"),
            Rule("project", "no usamos|utilizamos|soportamos $"),
            Rule("project", "nuestro|nuestra|nuestros|nuestras ~3 es|está|son|están|usa|usan|corre|vive|se|necesita $"),
            Rule("project", "la|el ~1 fecha|base|servidor ~4 es|está|corre $"),
            Rule("project", "en realidad ~4 es|está|son|usa|se|usamos $"),
            Rule("reference", "la|el|los|las|toda ~5 está|están|vive|viven|se|encuentra ~3 en $@places"),
        ),
        fillers="por favor favor ok vale bueno pues y pero hola oye sí no perdón gracias además también bien perfecto entonces correcto",
        openers="qué que cómo como cuándo dónde quién cuál cuáles puedes podrías puede podría debería deberíamos hay es está son",
        denials="no",
        vetoes=(
            "si", "quizás", "quizá", "tal vez", "podría", "podríamos", "debería", "deberíamos", "sería", "probablemente", "posiblemente",
            "a lo mejor", "supongamos", "imagina", "suponiendo", "por ahora", "de momento", "por el momento", "hoy", "mañana", "ayer",
            "esta vez", "ahora", "temporalmente", "en este test", "en esta prueba", "en este caso", "en este pr", "para esta prueba",
            "en este archivo", "hasta", "actualmente", "una vez", "dice que", "dijo que", "dicen que", "me dijo", "según",
            "aparentemente", "he oído", "he leído", "por ejemplo", "no recuerdes", "no guardes", "aquí", "creo que",
        ),
        empty="esto eso aquello este esta ese esa lo la el los las un una así más mejor que de en con para por y o no siempre nunca usar uso "
        "es son está me mi tu se le les cosa cosas vez lugar ya muy también a al del como",
        lists={
            "roles": "ingeniero ingeniera desarrollador desarrolladora diseñador diseñadora estudiante profesor profesora investigador "
            "investigadora gerente analista arquitecto arquitecta administrador principiante programador programadora científico "
            "científica consultor consultora médico médica autónomo tester",
            "languages": "español inglés francés alemán italiano markdown",
            "places": "URL PATH TICKET CHANNEL linear jira notion confluence github gitlab slack grafana sentry trello wiki",
            "first person": "yo mi prefiero soy me trabajo",
            "orders": "siempre nunca no usa utiliza evita",
        },
    )  # fmt: skip
