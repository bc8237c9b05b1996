"""Phrasing: words that no honest memory needs, in whatever disguise.

Four kinds are held at any tier: **concealment** (something is to be kept from the user), **override** (rules or
instructions are to be set aside), **trigger** (something is to be done when the user says or does
something), and **exfiltration** (private things are to be sent somewhere, or a download is to be run). A
**standing instruction** ("always", "from now on") is fine from a person and is held below that.

Texts are compared in a folded form: compatibility characters, case, invisible characters, look-alike
letters of other scripts, digits for letters, and line wraps make no difference. Held is not refused: a
person decides.

Not defended: an instruction in words that nobody has listed. That is why a memory below `user-observed` is
data in any case.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["find", "standing"]

_LOOK_ALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u0261\u043a\u043c\u0442\u043d\u0432"
    "\u03b1\u03b5\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7\u0131\u0578\u057d\u0585\u2019\u02bc\u2018",
    "aeopcyxijsdwgkmthbaeopviktuxinuo'''".replace(" ", ""),
)
_DIGITS = str.maketrans("0134578@$", "oieastbas")

_USER = r"(?:the |your |our |any )?(?:users?|humans?|person|people|operators?|developers?|owners?|admins?|anyone|anybody|them)"
_TELL = r"(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|report|reporting|admit|admitting|let)"
_NOT = r"(?:do not|don'?t|dont|never|without|avoid|must not|mustn'?t|should not|shouldn'?t|refrain from)"
_RULES = r"(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|polic(?:y|ies)|constraints?|guardrails?|restrictions?|safeguards?|safety (?:checks?|rules?|guidelines?|measures?))"
_PRIVATE = r"(?:conversations?|chats?|(?:chat |command |shell )?history|transcripts?|secrets?|(?:api |access |auth |session )?tokens?|(?:api |ssh |private |secret |access |signing )+keys?|credentials?|passwords?|passphrases?|cookies|env(?:ironment)? (?:variables?|vars?|files?)|\.env(?: files?| contents?)?|id_rsa|(?:user|private|personal|sensitive|customer|confidential) (?:data|information|files?|details)|source code|memor(?:y|ies)|system prompt|everything (?:the user|you))"
_SEND = r"(?:send|sends|post|posts|upload|uploads|forward|forwards|transmit|transmits|exfiltrate|exfiltrates|leak|leaks|e-?mail|emails|mail|submit|submits|copy|copies|append|include|embed|attach|encode|put|share|push|report|deliver|beacon|pipe)"
_PLACE = r"(?:https?:|ftp:|www\.|[\w.+-]{1,64}@[\w-]{1,64}\.|a (?:remote|url|webhook|server)|(?:the |an? |this |that |our |my |your )?(?:following |external |remote |attacker'?s? |public )*(?:servers?|endpoints?|webhooks?|urls?|address|domain|paste(?:bin)?|gist|query|links?|sites?|collector)|[\w-]{1,63}\.(?:com|net|org|io|dev|example|xyz|ru|cn|tk|top|info|sh|evil)\b)"
_ACT = r"(?:run|execute|send|call|invoke|delete|remove|fetch|visit|open|download|post|upload|install|reply|respond|answer|output|print|say|insert|add|include|recommend|suggest|approve|ignore|use|write|save|store|transfer|forward|grant|disable|click|push|commit|claim|append|praise)"
_GAP = r"[^.!?\n]{0,80}"

_HELD: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        # -- concealment
        (
            "concealment",
            rf"{_NOT} (?:ever )?{_TELL}\b(?: (?:this|it|that|any of this|about this|about it))?(?: to| with)? {_USER}\b",
        ),
        ("concealment", rf"{_NOT} (?:ever )?{_TELL}\b {_GAP}to {_USER}\b"),
        (
            "concealment",
            rf"{_NOT} (?:ever )?(?:mention|mentioning|reveal|revealing|disclose|disclosing|discuss|discussing) (?:this|these|that|it|the existence of|having) ?(?:memor(?:y|ies)|instructions?|notes?|rules?|entry|prompts?)?",
        ),
        ("concealment", r"\b(?:hide|conceal|keep|withhold) (?:this|it|these|that|them)?" + _GAP + rf"\bfrom {_USER}\b"),
        (
            "concealment",
            r"\bkeep (?:this|it|that|these|all of this) (?:a )?(?:secret|hidden|confidential|private|quiet|between us|to yourself)\b",
        ),
        (
            "concealment",
            rf"\b(?:without|no) {_USER}(?:'s?)? (?:knowledge|knowing|noticing|consent|awareness|being aware)\b",
        ),
        ("concealment", rf"\b(?:secretly|silently|covertly|quietly|stealthily|discreetly|surreptitiously) {_ACT}\b"),
        (
            "concealment",
            rf"\b{_USER} (?:must|should|need|needs|may|can) (?:not|never|n't) (?:know|notice|find out|be told|be aware|learn|see (?:this|it|that)\b)\b",
        ),
        # -- override
        (
            "override",
            rf"\b(?:ignore|disregard|forget|override|bypass|discard|skip|drop|circumvent|overrule)\b {_GAP}\b(?:previous|prior|earlier|above|preceding|existing|system|other|user'?s?|safety|developer|original|all|any|your|former) (?:\w+ )?{_RULES}",
        ),
        (
            "override",
            rf"\b(?:previous|prior|earlier|above|other|all|existing) {_RULES} (?:are|is|were) (?:void|cancelled|canceled|obsolete|superseded|revoked|no longer|outdated|overridden|replaced)",
        ),
        ("override", rf"\b(?:takes?|has|have) (?:precedence|priority) over {_GAP}(?:{_USER}|{_RULES}|system)"),
        (
            "override",
            rf"\b(?:regardless of|no matter|even if|despite|whatever) (?:what )?{_USER} (?:says?|asks?|wants?|objects?|requests?|tells?|refuses?|disagrees?)",
        ),
        (
            "override",
            r"\byou are (?:now|no longer) (?:an? |the |in |bound |dan\b|free|unrestricted|root|admin|developer)",
        ),
        ("override", r"\b(?:developer|jailbreak|god|dan|sudo|admin|unrestricted) mode\b"),
        ("override", rf"\b(?:new|updated|real|actual|hidden) (?:system )?{_RULES}:"),
        (
            "override",
            r"(?:<|\[|\u300a)/?(?:system|sys|inst|im_start|assistant|admin)(?:[-_ ]\w+)?(?:>|\]|\u300b)|<\|[a-z_]{2,20}\|>",
        ),
        (
            "override",
            r"\b(?:system|admin(?:istrator)?|developer) (?:override|message|notice|prompt|update|command)\s?:",
        ),
        (
            "override",
            r"\b(?:disable|turn off|deactivate|bypass|skip) (?:all |any |the |every )?(?:safety|security|confirmation|permission|sandbox|approval|guard)\w* ?(?:checks?|prompts?|reviews?|filters?|rails?|features?|warnings?)?\b"
            + _GAP
            + r"\b(?:always|from now on|whenever|for all|every time|without)",
        ),
        (
            "override",
            rf"\bwithout (?:first )?(?:asking|consulting|confirming|confirmation|permission|approval|consent)(?: (?:from|of|by|with))? {_USER}\b",
        ),
        (
            "override",
            r"\b(?:auto[- ]?approve|automatically approve|pre-?approved?)\b"
            + _GAP
            + r"\b(?:commands?|tools?|requests?|everything|all)\b",
        ),
        # -- trigger
        (
            "trigger",
            rf"\b(?:when|whenever|if|once|as soon as|every time|each time|next time|after) {_USER} (?:\w+ )?(?:says?|asks?|asked|mentions?|types?|writes?|requests?|runs?|opens?|sends?|replies|responds?|confirms?|greets?|thanks|uploads?|logs? in|wants?|starts?|enters?)\b[^.!?\n]{{0,120}}\b{_ACT}\b",
        ),
        (
            "trigger",
            rf"\b(?:when|whenever|if|once|every time) you (?:see|read|encounter|receive|hear|find) (?:the )?(?:words?|phrases?|tokens?|codewords?|keywords?|strings?|passphrase|message|[\"'`\u201c]){_GAP}\b{_ACT}\b",
        ),
        (
            "trigger",
            r"\b(?:trigger|activation|magic|secret|code)[ -]?(?:word|phrase|string|token)\b"
            + _GAP
            + rf"\b(?:{_ACT}|activates?|triggers?|enables?|unlocks?)\b",
        ),
        # -- exfiltration
        ("exfiltration", rf"\b{_SEND}\b {_GAP}\b{_PRIVATE}\b{_GAP}\b(?:to|into|in|via|at|on|onto|with) {_PLACE}"),
        (
            "exfiltration",
            rf"\b{_SEND}\b {_GAP}\b(?:to|into|via|at|onto) {_PLACE}{_GAP}\b(?:with|including|containing|and include|together with) (?:the |your |all |their |any )?{_PRIVATE}\b",
        ),
        (
            "exfiltration",
            r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{1,300}\| ?(?:sudo )?(?:ba|z|da|k)?sh\b",
        ),
        (
            "exfiltration",
            r"\b(?:ba|z)?sh (?:-c )?[<\"' ]*[<$]\((?:curl|wget)\b|\biex ?\(? ?\(?(?:iwr|irm|new-object)\b|\b(?:irm|iwr)\b[^\n]{1,200}\| ?iex\b",
        ),
        (
            "exfiltration",
            r"\b(?:curl|wget|nc|netcat)\b[^\n]{0,200}(?:-d|--data|--data-binary|--post-file|-f|--upload-file|-t)[ =]?[^\n]{0,100}(?:@|\$\(|`|\.env|id_rsa|\.ssh|\.aws|credentials|secret|token)",
        ),
        ("exfiltration", r"\bcat [~$\w/.]{0,60}(?:\.env|id_rsa|\.ssh|\.aws|credentials|\.netrc|shadow)\b[^\n]{0,60}\|"),
        ("exfiltration", r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,200}[?&/=][^)\s]{0,100}(?:\{|\$|%7b|<|\[)"),
        # -- German
        (
            "override",
            r"\b(?:ignorier\w*|missacht\w*|vergiss|umgeh\w*|\u00fcbergeh\w*)\b"
            + _GAP
            + r"\b(?:vorherig\w*|bisherig\w*|fr\u00fcher\w*|vorig\w*|obig\w*|alle\w*|system\w*)\b"
            + _GAP
            + r"(?:anweisung\w*|regeln?|vorgaben?|instruktion\w*|richtlinien?|prompts?)",
        ),
        (
            "concealment",
            r"\b(?:sag\w*|verrat\w*|erz\u00e4hl\w*|teil\w*|zeig\w*|erw\u00e4hn\w*)\b"
            + _GAP
            + r"\b(?:nutzer\w*|benutzer\w*|anwender\w*|niemand\w*|mensch\w*)\b"
            + _GAP
            + r"\b(?:nichts?|nie|niemals|davon)\b",
        ),
        (
            "concealment",
            r"\b(?:verschweig\w*|verheimlich\w*)\b|\b(?:heimlich|unbemerkt|im geheimen)\b|\bohne (?:dass )?(?:den|die|der|das)? ?(?:nutzer\w*|benutzer\w*|anwender\w*)\b"
            + _GAP
            + r"(?:zu (?:fragen|informieren)|wei\u00df|merkt|erf\u00e4hrt|wissen)",
        ),
        (
            "trigger",
            r"\b(?:wenn|sobald|immer wenn|falls) (?:der|die|ein|eine) (?:nutzer\w*|benutzer\w*|anwender\w*)\b"
            + _GAP
            + r"\b(?:sagt|fragt|schreibt|erw\u00e4hnt|tippt|eingibt|bittet)\b",
        ),
        (
            "exfiltration",
            r"\b(?:schick\w*|send\w*|\u00fcbermittel\w*|lade?)\b"
            + _GAP
            + r"\b(?:passw\w*|schl\u00fcssel\w*|zugangsdaten|geheimnis\w*|gespr\u00e4ch\w*|verlauf|tokens?)\b"
            + _GAP
            + r"\b(?:an|nach|zu|auf)\b"
            + _GAP
            + r"(?:http|@|server|\.\w{2,4}\b)",
        ),
        # -- Spanish
        (
            "override",
            r"\b(?:ignora\w*|olvida\w*|omite|descarta\w*|desobedece)\b"
            + _GAP
            + r"\b(?:instrucciones|reglas|indicaciones|directrices|normas)\b(?: (?:anteriores|previas|del sistema|de seguridad|existentes))",
        ),
        (
            "concealment",
            r"\b(?:no|nunca|jam\u00e1s) (?:se )?(?:lo )?(?:le )?(?:digas|diga|menciones|mencione|reveles|revele|informes|muestres|cuentes|avises)\b"
            + _GAP
            + r"\b(?:usuari[oa]s?|nadie|humano|persona)\b|\bsin (?:que )?(?:preguntar|informar|avisar|decir|consultar)?(?:le)?(?: al?| el| la)+ usuari[oa]|\ba escondidas\b|\ben secreto\b|\bsecretamente\b",
        ),
        (
            "trigger",
            r"\b(?:cuando|si|cada vez que|en cuanto) (?:el|la|un|una) usuari[oa]\b"
            + _GAP
            + r"\b(?:diga|dice|pregunt\w+|escrib\w+|mencion\w+|pid\w+)\b",
        ),
        (
            "exfiltration",
            r"\b(?:env\u00eda\w*|manda\w*|sube|transmite|reenv\u00eda\w*)\b"
            + _GAP
            + r"\b(?:contrase\u00f1as?|claves?|credenciales|secretos?|conversaci\u00f3n|historial|tokens?)\b"
            + _GAP
            + r"\b(?:a|al)\b"
            + _GAP
            + r"(?:http|@|servidor|\.\w{2,4}\b)",
        ),
        # -- French
        (
            "override",
            r"\b(?:ignore\w*|oublie\w*|n\u00e9glige\w*|contourne\w*)\b"
            + _GAP
            + r"\b(?:instructions?|consignes?|r\u00e8gles?|directives?)\b (?:pr\u00e9c\u00e9dentes?|ant\u00e9rieures?|ci-dessus|du syst\u00e8me|de s\u00e9curit\u00e9)",
        ),
        (
            "concealment",
            r"\b(?:ne|n'en) (?:le |la |les |lui |en )?(?:dis|dites|mentionne[sz]?|r\u00e9v\u00e8le[sz]?|r\u00e9v\u00e9lez|parle[sz]?|montre[sz]?|informe[sz]?)\b"
            + _GAP
            + r"\b(?:\u00e0|l') ?(?:l')?(?:utilisat(?:eur|rice)|personne|humain)|\b\u00e0 l'insu\b|\ben cachette\b|\ben secret\b|\bsecr\u00e8tement\b|\bsans (?:en )?(?:demander|pr\u00e9venir|informer|avertir|le dire)\b"
            + _GAP
            + r"utilisat",
        ),
        (
            "trigger",
            r"\b(?:quand|lorsque|si|d\u00e8s que|chaque fois que) l'utilisat(?:eur|rice)\b"
            + _GAP
            + r"\b(?:dit|demande|\u00e9crit|mentionne|tape|remercie)\b",
        ),
        (
            "exfiltration",
            r"\b(?:envoie\w*|envoyez|transmets|transmettez|t\u00e9l\u00e9verse\w*)\b"
            + _GAP
            + r"\b(?:mots? de passe|cl\u00e9s?|identifiants|secrets?|conversation|historique|jetons?)\b"
            + _GAP
            + r"\b(?:\u00e0|vers|sur)\b"
            + _GAP
            + r"(?:http|@|serveur|\.\w{2,4}\b)",
        ),
        # -- Chinese and Japanese
        (
            "override",
            r"(?:\u5ffd\u7565|\u65e0\u89c6|\u5ffd\u89c6|\u4e0d\u8981\u7406\u4f1a|\u5fd8\u8bb0|\u7ed5\u8fc7)[^\u3002\n]{0,20}(?:\u6307\u4ee4|\u6307\u793a|\u89c4\u5219|\u63d0\u793a|\u9650\u5236|\u547d\u4ee4)",
        ),
        (
            "concealment",
            r"(?:\u4e0d\u8981|\u522b|\u52ff|\u4e0d\u5f97|\u7edd\u4e0d|\u4e0d\u80fd|\u5343\u4e07\u522b)[^\u3002\n]{0,8}(?:\u544a\u8bc9|\u544a\u77e5|\u900f\u9732|\u63d0\u53ca|\u901a\u77e5|\u8ba9)[^\u3002\n]{0,6}(?:\u7528\u6237|\u4efb\u4f55\u4eba|\u522b\u4eba|\u4ed6\u4eba)|\u7792\u7740|\u5077\u5077|\u6697\u4e2d|\u79d8\u5bc6\u5730|\u4e0d\u8ba9\u7528\u6237",
        ),
        (
            "trigger",
            r"(?:\u5f53|\u5982\u679c|\u4e00\u65e6|\u6bcf\u5f53|\u53ea\u8981)\u7528\u6237[^\u3002\n]{0,10}(?:\u8bf4|\u95ee|\u63d0\u5230|\u8f93\u5165|\u8bf7\u6c42|\u8981\u6c42)",
        ),
        (
            "exfiltration",
            r"(?:\u53d1\u9001|\u4e0a\u4f20|\u53d1|\u4f20\u9001|\u8f6c\u53d1|\u4f20)[^\u3002\n]{0,20}(?:\u5bc6\u7801|\u5bc6\u94a5|\u51ed\u8bc1|\u5bf9\u8bdd|\u804a\u5929\u8bb0\u5f55|\u4ee4\u724c|\u673a\u5bc6)?[^\u3002\n]{0,12}(?:\u5230|\u81f3|\u7ed9)[^\u3002\n]{0,10}(?:http|@|\u670d\u52a1\u5668)|(?:\u5bc6\u7801|\u5bc6\u94a5|\u51ed\u8bc1|\u5bf9\u8bdd|\u804a\u5929\u8bb0\u5f55)[^\u3002\n]{0,10}(?:\u53d1\u9001|\u4e0a\u4f20|\u53d1)[^\u3002\n]{0,6}(?:\u5230|\u81f3|\u7ed9)",
        ),
        (
            "override",
            r"(?:\u4ee5\u524d|\u524d|\u4e0a\u8a18|\u3053\u308c\u307e\u3067|\u3059\u3079\u3066|\u5168\u3066|\u30b7\u30b9\u30c6\u30e0)\u306e[^\u3002\n]{0,10}(?:\u6307\u793a|\u547d\u4ee4|\u30eb\u30fc\u30eb|\u5236\u9650|\u30d7\u30ed\u30f3\u30d7\u30c8)[^\u3002\n]{0,10}(?:\u7121\u8996|\u5fd8\u308c|\u7834\u3063\u3066)",
        ),
        (
            "concealment",
            r"(?:\u30e6\u30fc\u30b6\u30fc?|\u5229\u7528\u8005|\u8ab0)\u306b(?:\u306f|\u3082)?[^\u3002\n]{0,10}(?:\u8a00\u308f\u306a|\u77e5\u3089\u305b\u306a|\u4f1d\u3048\u306a|\u6559\u3048\u306a|\u898b\u305b\u306a|\u6697\u3055\u306a|\u8a00\u3046\u306a|\u6559\u3048\u308b\u306a)|\u3053\u3063\u305d\u308a|\u5185\u7dd2|\u79d8\u5bc6\u88cf|\u5bc6\u304b\u306b",
        ),
        (
            "trigger",
            r"(?:\u30e6\u30fc\u30b6\u30fc?|\u5229\u7528\u8005)\u304c[^\u3002\n]{0,30}(?:\u3068\u8a00\u3063\u305f|\u3068\u8a00\u3046\u3068|\u3068\u8a00\u3048\u3070|\u5c0b\u306d\u305f|\u8cea\u554f\u3057\u305f|\u5165\u529b\u3057\u305f|\u983c\u3093\u3060)",
        ),
        (
            "exfiltration",
            r"(?:\u30d1\u30b9\u30ef\u30fc\u30c9|\u9375|\u30ad\u30fc|\u8a8d\u8a3c\u60c5\u5831|\u4f1a\u8a71|\u5c65\u6b74|\u30c8\u30fc\u30af\u30f3)[^\u3002\n]{0,20}(?:http|@|\u30b5\u30fc\u30d0)[^\u3002\n]{0,40}(?:\u9001|\u30a2\u30c3\u30d7\u30ed\u30fc\u30c9)",
        ),
    )
)

_STANDING = re.compile(
    r"(?:^|[.;:!?\n>\"'(-] ?|\b(?:you|please|should|must|shall|agents?|assistants?|and|to|ai|model|will)\b,? )(?:always|never)\b"
    r"|\bfrom now on\b|\bfrom this point\b|\bgoing forward\b|\bhenceforth\b|\bin (?:all|every|any|each) future\b|\bfor (?:all|every) future\b"
    r"|\b(?:every|each) time you\b|\bwhenever you\b|\bin (?:every|each|all) (?:your )?(?:session|response|reply|replies|conversation|answer|message|commit|project|task|file)s?\b"
    r"|\bat the (?:start|beginning|end) of (?:each|every|all)\b|\bremember to\b|\bmake sure (?:to|you)\b|\byou (?:must|should|have to|need to|are required to|shall)\b"
    r"|\b(?:ai|agents?|assistants?|the model) (?:must|should|shall|needs? to|has to|have to)\b|\bby default,? (?:run|use|send|call|execute|install|add)\b"
    r"|\b(?:ab (?:jetzt|sofort)|von (?:nun|jetzt) an|k\u00fcnftig|in zukunft|zuk\u00fcnftig|jedes mal wenn du|du (?:musst|sollst|darfst nicht))\b|(?:^|[.!?\n] ?)(?:immer|niemals|nie)\b|\b(?:verwende|nutze|benutze|f\u00fchre|starte)\b[^.\n]{0,30}\b(?:immer|stets)\b"
    r"|\b(?:a partir de ahora|de ahora en adelante|en adelante|en el futuro|debes|siempre que)\b|(?:^|[.!?\n\u00a1] ?)(?:siempre|nunca)\b|\b(?:usa|utiliza|ejecuta)\b[^.\n]{0,20}\bsiempre\b"
    r"|\b(?:d\u00e9sormais|dor\u00e9navant|\u00e0 partir de maintenant|\u00e0 l'avenir|tu dois|vous devez|chaque fois que)\b|(?:^|[.!?\n] ?)(?:toujours|jamais|ne jamais)\b|\b(?:utilise|utilisez|ex\u00e9cute|lance)\b[^.\n]{0,20}\btoujours\b"
    r"|\u4ece\u73b0\u5728(?:\u5f00\u59cb|\u8d77)|\u4eca\u540e|\u4ee5\u540e(?:\u90fd|\u8bf7|\u8981)|\u6bcf\u6b21\u90fd|(?:\u59cb\u7ec8|\u603b\u662f|\u52a1\u5fc5|\u6c38\u8fdc)(?:\u8981|\u4f7f\u7528|\u7528|\u4e0d\u8981|\u6267\u884c|\u8fd0\u884c|\u5148|\u5728)|\u5fc5\u987b|(?:\u6c38\u8fdc|\u7edd)\u4e0d\u8981"
    r"|\u4eca\u5f8c|\u3053\u308c\u304b\u3089\u306f|\u5e38\u306b|\u5fc5\u305a|\u6bce\u56de|\u6c7a\u3057\u3066|\u7d76\u5bfe\u306b"
)


def find(text: str) -> tuple[str, str] | None:
    """Return the kind of the first held wording and the words that matched, or None.

    Linear in the length of the text: every gap in a pattern is bounded.
    """
    for form in _forms(text):
        for kind, pattern in _HELD:
            if match := pattern.search(form):
                return kind, match.group()[:120]
    return None


def standing(text: str) -> str | None:
    """Return the words that make a text a standing instruction, or None."""
    for form in _forms(text)[:1]:
        if match := _STANDING.search(form):
            return match.group().strip()[:60]
    return None


def _forms(text: str) -> list[str]:
    """Return the text as it is compared: folded; with look-alikes; with digits read as letters; joined wraps."""
    shown = "".join(
        each
        for each in unicodedata.normalize("NFKC", text)
        if each == "\n" or unicodedata.category(each) not in ("Cf", "Cc", "Cs", "Mn") or ord(each) > 0x3000
    )
    folded = re.sub(r"[ \t\u00a0]+", " ", shown.casefold()).replace("\u2019", "'").replace("\u2018", "'")
    wrapped = re.sub(r"\s+", " ", folded)
    plain = re.sub(r"[*_~`#>|\\\"]+", "", wrapped).translate(_LOOK_ALIKES)
    letters = plain.translate(_DIGITS)
    spaced = re.sub(r"(?<=\b\w)[ .\-_](?=\w\b)", "", plain)
    unmarked = "".join(each for each in unicodedata.normalize("NFD", plain) if not unicodedata.combining(each))
    return list(dict.fromkeys((folded, wrapped, plain, letters, spaced, unmarked)))
