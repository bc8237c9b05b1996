"""French: the most common ways to say what is worth remembering."""

from __future__ import annotations

from worker.language.matcher import Language, Rule

__all__ = ["table"]

_IF = ("si", "s'il")
_USE = (
    "utilise|utilisez|emploie|employez|écris|écrivez|mets|mettez|ajoute|ajoutez|fais|faites|réponds|répondez|crée|créez"
)
_NOT_USE = "n'utilise|n'utilisez|n'ajoute|n'ajoutez|n'écris|n'écrivez|n'emploie|n'employez"


def table() -> Language:
    """Return the table; it is made when the first sentence is read, not when the child starts."""
    return Language(
        "French",
        (
            Rule("", "souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous ?bien que $", allows=_IF, whole=False),
            Rule("", "souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous $", allows=_IF, whole=False),
            Rule("", "retiens|retenez|note|notez|mémorise|mémorisez ?bien que $", allows=_IF, whole=False),
            Rule("", "n'oublie|n'oubliez pas que $", allows=_IF, whole=False),
            Rule("", "garde|gardez ~2 mémoire|tête|esprit ?que $", allows=_IF, whole=False),
            Rule("", "pour ?toute référence|info|information|mémoire ?future $", allows=_IF, whole=False),
            Rule("feedback", "désormais|dorénavant $", allows=_IF),
            Rule("feedback", "à partir de maintenant $", allows=(*_IF, "maintenant")),
            Rule("feedback", "à l'avenir $", allows=_IF),
            Rule("feedback", _USE + " ~6 plutôt que|qu'un|qu'une $"),
            Rule("feedback", _USE + " ~6 au lieu de|d'un|d'une|du|des $"),
            Rule("feedback", "toujours|jamais $", allows=_IF),
            Rule("feedback", "ne jamais|pas $", allows=_IF),
            Rule("feedback", _USE + " toujours|seulement|uniquement $", allows=_IF),
            Rule("feedback", _NOT_USE + " pas|jamais|plus|aucun|aucune $", allows=_IF),
            Rule("feedback", "ne commite|committe|mets|mettez|fais|faites|crée|créez|push|pousse jamais|pas $:jamais|de|d'|sur|dans|les|des"),
            Rule("feedback", "évite|évitez d'utiliser|d'ajouter|d'écrire|les|de $"),
            Rule("feedback", "arrête|arrêtez de|d'ajouter|d'utiliser|d'écrire $"),
            Rule("feedback", "réponds|répondez|écris|écrivez ?moi|toujours en $@languages"),
            Rule("user", "je préfère|préfèrerais|préférerais $"),
            Rule("user", "j'aime mieux|bien|beaucoup $"),
            Rule("user", "je n'aime pas|plus $"),
            Rule("user", "je déteste $"),
            Rule("user", "je suis ?un|une|le|la $@roles"),
            Rule("user", "je m'appelle $"),
            Rule("user", "mon|ma ~2 est|sont $"),
            Rule("user", "je travaille chez|comme|sur|dans|pour|en|avec|à $"),
            Rule("user", "j'habite|je ?vis à|en|dans $"),
            Rule("project", "nous|on avons|a ?tous décidé|choisi|convenu|opté $"),
            Rule("project", "l'équipe|le a|projet|utilise ?décidé|choisi|utilise $"),
            Rule("project", "on|nous va|allons utiliser|adopter|garder $:pour|comme|dans|partout"),
            Rule("project", "on|nous ?toujours utilise|utilisons|déploie|déployons|héberge|hébergeons|publie|publions|teste|testons $"),
            Rule("project", "on|nous n'utilise|n'utilisons pas|plus|jamais $"),
            Rule("project", "notre|nos ~3 est|sont|utilise|utilisent|tourne|se|doit|a $"),
            Rule("project", "le|la|l'api ~1 ?projet|dépôt|backend|frontend|base utilise|requiert|tourne|supporte $"),
            Rule("project", "en fait|réalité ~4 est|sont|utilise|tourne|s'appelle $"),
            Rule("reference", "la|le|les|notre|toute ~5 est|sont|se|vit|disponible ~3 à|sur|dans|sous|ici $@places"),
        ),
        fillers="s'il te vous plaît stp svp ok d'accord bon alors et mais salut bonjour oui non merci aussi bien parfait donc ah eh",
        openers="que quoi comment pourquoi où qui quel quelle quels quelles quand est-ce peux-tu pouvez-vous pourrais-tu pourriez-vous "
        "faut-il dois-je devrait-on as-tu avez-vous y-a-t-il qu'est-ce",
        vetoes=(
            "si", "s'il", "peut-être", "pourrait", "pourrions", "devrait", "devrions", "serait", "probablement", "éventuellement",
            "imagine", "imaginons", "supposons", "supposer", "pour l'instant", "pour le moment", "en ce moment", "aujourd'hui", "demain",
            "hier", "cette fois", "maintenant", "temporairement", "dans ce test", "dans ce cas", "dans cette pr", "pour ce test",
            "dans ce fichier", "jusqu'à", "actuellement", "une fois", "dit que", "disent que", "m'a dit", "a dit", "selon", "d'après",
            "apparemment", "paraît", "j'ai lu", "j'ai entendu", "par exemple", "ne retiens pas", "ici", "je pense", "je crois",
        ),
        empty="ça cela ceci ce cet cette ces le la les un une des du de celui celle ainsi plus mieux pas jamais toujours et ou avec pour sur "
        "dans en est sont il elle on nous je tu vous me te se chose choses que qui au aux à",
        lists={
            "roles": "ingénieur ingénieure développeur développeuse designer étudiant étudiante professeur enseignant enseignante chercheur "
            "chercheuse manager analyste architecte administrateur débutant débutante programmeur programmeuse scientifique consultant "
            "consultante médecin indépendant testeur dev graphiste",
            "languages": "français anglais espagnol allemand italien markdown",
            "places": "URL PATH TICKET CHANNEL linear jira notion confluence github gitlab slack grafana sentry trello wiki",
            "first person": "je mon ma j'aime j'habite",
            "orders": "toujours jamais ne utilise utilisez évite n'utilise",
        },
    )  # fmt: skip
