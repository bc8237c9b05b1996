"""English: how people say what is worth remembering, and what only sounds like it."""

from __future__ import annotations

from worker.language.matcher import Language, Rule

__all__ = ["table"]

_IF = ("if",)
_USE = (
    "use|add|write|commit|push|mock|suggest|include|put|generate|create|format|name|log|install|import|explain|"
    "apologize|apologise|summarize|summarise|repeat|force-push|rebase|squash|merge|deploy|run|start|amend|edit"
)
_ING = (
    "using|adding|writing|committing|pushing|mocking|suggesting|including|putting|generating|creating|formatting|"
    "apologizing|apologising|summarizing|summarising|repeating|explaining|asking|doing|making|saying|calling|wrapping"
)
_INSTEAD = "instead|rather|over|not|for|as|everywhere|throughout|in|when|on|with|by"
_PLACE = "at|in|on|under|here"


def table() -> Language:
    """Return the table; it is made when the first sentence is read, not when the child starts."""
    return Language(
        "English",
        (
            # -- explicit
            Rule("", "remember|memorize|memorise that $", allows=_IF, whole=False),
            Rule("feedback", "remember to|always|never $", allows=_IF),
            Rule("", "remember|memorize|memorise $", allows=_IF, whole=False),
            Rule("", "note that $", allows=_IF, whole=False),
            Rule("", "note to self $", allows=_IF, whole=False),
            Rule("", "for future|later reference ?that $", allows=_IF, whole=False),
            Rule("", "keep|bear in mind ?that $", allows=_IF, whole=False),
            Rule("", "don't|do|never ?not forget that $", allows=_IF, whole=False),
            Rule("", "save|store|add|put|write this|that|it|the ~3 to|in|into ?your|the memory ?that $", whole=False),
            Rule("", "make a note that|of $", allows=_IF, whole=False),
            Rule("feedback", "from now|here on $", allows=_IF),
            Rule("feedback", "going forward|forwards $", allows=_IF),
            Rule("feedback", "in ?the future $", allows=_IF),
            # -- corrections
            Rule("feedback", "use|prefer|write|say|call|run $:instead|over|rather"),
            Rule("feedback", "use|write|say|run ~4 not|never $"),
            Rule("feedback", "stop|quit " + _ING + " $"),
            Rule("project", "actually ?the|our|it's|we ~5 is|are|uses|use|lives|live|runs|run|deploys|deploy|needs $"),
            Rule("project", "that's|that|this|it's ?is wrong|incorrect|outdated|false ?the|our|we ~5 is|are|uses|use|lives|runs $"),
            Rule("project", "it's|its called|named|spelled $"),
            Rule("project", "the|our ~3 is|are ~4 not|never $:but|but|is"),
            # -- how to work with the person
            Rule("feedback", "always|never $", allows=(*_IF, "until")),
            Rule("feedback", "don't|do ?not ever " + _USE + " $", allows=_IF),
            Rule("feedback", "don't|dont " + _USE + " $"),
            Rule("feedback", "do not " + _USE + " $"),
            Rule("feedback", "avoid " + _ING + " $"),
            Rule("feedback", "you should|must always|never $", allows=(*_IF, "should")),
            Rule("feedback", "i want|need|expect you to always|never $", allows=_IF),
            Rule("feedback", "i'd|i ?would like you to always|never $", allows=(*_IF, "would", "i'd")),
            Rule("feedback", "make|be sure ?to|you always|never $", allows=_IF),
            Rule("feedback", "keep your|the|all ?my|our answers|responses|replies|explanations|comments|commits|functions|messages $"),
            Rule("feedback", "keep answers|responses|replies|explanations|comments|commits|functions|messages $"),
            Rule("feedback", "answer|respond|reply|write|comment ?to|me ?me in $@languages"),
            Rule("feedback", "when|whenever|before|after|every ~8 always|never $", allows=(*_IF, "when")),
            Rule("feedback", "every|each time you $"),
            Rule("feedback", "don't|dont ever $", allows=_IF),
            Rule("feedback", "use|indent ~3 spaces|tabs|lf|crlf $:for|not|everywhere|instead"),
            Rule("feedback", "use ~1 english|spelling in|for|everywhere $"),
            Rule("feedback", "be ?more concise|brief|terse|succinct|direct in|with|when $"),
            # -- the person
            Rule("user", "i ?really|strongly|generally|usually|much|still|definitely|personally prefer|favor|favour $"),
            Rule("user", "i'd|i ?would ?much prefer|rather $", allows=("would", "i'd", "i'd rather")),
            Rule("user", "i ?really|much like|love $:better|more|over"),
            Rule("user", "i ?really|absolutely hate|dislike|detest $"),
            Rule("user", "i don't|do ?not like|want $", allows=()),
            Rule("user", "i can't stand $"),
            Rule("user", "my preferred|favorite|favourite $"),
            Rule("user", "i'm|i|im ?am ?a|an|the $@roles"),
            Rule("user", "i work as|at|for|on|with|in $"),
            Rule("user", "i'm|i|im ?am based|located|living in $"),
            Rule("user", "i live in $"),
            Rule("user", "i'm|i|im ?am new to $"),
            Rule("user", "i'm|i|im ?am not familiar with $"),
            Rule("user", "i'm|i|im ?am colorblind|colourblind|dyslexic|left-handed|deaf ?so|and $"),
            Rule("user", "i'm|i|im ?am colorblind|colourblind|dyslexic|left-handed|deaf #"),
            Rule("user", "i usually|mostly|normally|generally work|code|start|finish $"),
            Rule("user", "my name is $"),
            Rule("user", "my name's $"),
            Rule("user", "call me $"),
            Rule("user", "my ?main role|job|team|timezone|title|background|pronouns|editor|shell|keyboard|os|laptop ?zone|title|system is|are $"),
            Rule("user", "i ?mostly|mainly|usually|always use|write|develop|code|program ~6 on|as|daily|in|with|for|every $"),
            Rule("user", "i speak $@languages"),
            Rule("user", "i ?always|usually|generally want|run|write|squash|rebase|review|test|commit $:before|always|after|every|with|in"),
            # -- decisions and facts of the project
            Rule("project", "we|i|they've|we've ?have|had ?all|just|finally decided|agreed|chose|chosen|settled|opted ?to|on|that|for $"),
            Rule("project", "the team|we ?has|have decided|agreed|chose|chosen|settled ?to|on|that|for $"),
            Rule("project", "we're|we|let's ?are ?will|all going|go|sticking|stick|sticking with $"),
            Rule("project", "we'll go|stick with $"),
            Rule("project", "we'll|we ?will use $:for|as|instead|in|everywhere|from"),
            Rule("project", "let's|lets use $:for|as|instead|everywhere|throughout|rather"),
            Rule("project", "the decision is|was ?to|that $"),
            Rule("project", "we ?always|only|never|now|all|exclusively|still use|deploy|release|ship|host|store|merge|squash|tag|version|target|support|follow|require|write|name|keep|track|pin|test|review|lint|run $"),
            Rule("project", "we're|we ?are ?now|still|only|all using|targeting|running|migrating|moving|deploying|hosted|hosting $"),
            Rule("project", "we don't|do|no ?not|longer ?longer use|support|deploy|ship|allow|commit|mock|pin|need|have $"),
            Rule("project", "our|my|the ?whole|main team ?always|only|never deploys|uses|releases|ships|works|meets|reviews|follows $"),
            Rule("project", "our ~4 is|are|uses|use|lives|live|runs|run|must|has|have|deploys|targets|requires|starts|ends|needs $"),
            Rule("project", "the ?new|next|hard|final|code|release|launch deadline|freeze|launch|milestone|cutoff|release ?date is|starts|ends $"),
            Rule("project", "this|the project|repo|repository|codebase|app|application|service|backend|frontend|api|database|library uses|targets|requires|supports|follows $"),
            Rule("project", "the ~3 ?production|staging|main|default|test database|db|server|cluster|branch|registry|bucket is|runs|lives $"),
            Rule("project", "ci|production|staging|prod|tests|builds|releases|deploys|deployments|backups|migrations ?are runs|run|happen|happens|live|lives|go on|in|with|every|through|via|from|at $"),
            Rule("project", "we ?have|just switched|moved|migrated|upgraded ~4 from|to $"),
            Rule("project", "~2 owns|maintains the|our $"),
            Rule("project", "the|our ~2 name is $"),
            # -- where things are
            Rule("reference", "?the|our|my|all|project ~5 is|are|lives|live|sits|resides " + _PLACE + " $@places"),
            Rule("reference", "?the|our|my|all|api ~5 is|are ?being tracked|documented|described|listed|kept|stored|located|found|hosted|defined|collected " + _PLACE + " $"),
            Rule("reference", "?the|our|my docs|documentation|dashboard|dashboards|wiki|runbook|runbooks|ticket|tickets|issue|board|spec|specs|design|repo|repository|tracker|changelog|roadmap|logs|metrics|playbook is|are|at $@places"),
            Rule("reference", "you|we ?can find|keep|track|document ~6 " + _PLACE + " $@places"),
            Rule("reference", "see $@places"),
            Rule("reference", "?the|our docs|documentation|dashboard|wiki|runbook|ticket|board|spec|repo|tracker $@places"),
        ),
        fillers="please pls ok okay so well also and but btw hey hi hello just oh no nope nah yes yeah yep right hmm thanks great cool "
        "sorry wait look actually then anyway sure perfect good fyi by-the-way one-more-thing first second finally important ps p.s",
        openers="what why how where who whom whose which is are was were am do does did can could would should shall will may might "
        "has have had isn't aren't doesn't didn't can't couldn't wouldn't shouldn't won't any anyone",
        denials="not",
        vetoes=(
            "if", "unless", "would", "could", "might", "maybe", "perhaps", "suppose", "supposing", "imagine", "pretend", "assuming",
            "hypothetically", "what if", "let's say", "say we", "wonder", "wondering", "not sure", "i think", "i guess", "considering",
            "thinking about", "thinking of", "probably", "possibly", "i'd", "should we", "we should", "should", "whether", "tempted",
            "for now", "right now", "at the moment", "for the moment", "this time", "today", "tonight", "tomorrow", "yesterday", "once",
            "temporarily", "temporary", "in this test", "in this pr", "in this branch", "in this case", "in this file", "in this commit",
            "in this session", "in this example", "in this function", "in this one", "in this script", "in this run", "for this test",
            "for this pr", "for this one", "for this task", "for this file", "for this run", "for this example", "for this commit",
            "this once", "below", "above", "soon", "attached", "twice", "too much", "too many", "failing", "broken", "stuck", "crashing",
            "is down", "are down", "a new one", "option", "the error", "this error", "an error", "the bug", "a bug", "stack trace", "use this",
            "using this", "use that", "using that", "for that", "for it", "how this", "how it", "how that", "name is not", "fix it", "not to say",
            "wrong version", "crashes", "this once", "until", "till", "currently", "this week", "this sprint", "this morning", "this afternoon", "for a moment",
            "for a minute", "for the time being", "just now", "so far", "yet", "earlier", "last time", "here",
            "he said", "she said", "they said", "he says", "she says", "they say", "someone said", "said that", "told me", "told us",
            "says that", "says to", "says we", "says always", "according to", "apparently", "reportedly", "i heard", "i read", "heard that",
            "read that", "claims", "readme says", "docs say", "article says", "boss wants", "manager wants", "the error says",
            "for example", "for instance", "e.g", "act as", "role-play", "roleplay", "as an example", "example",
            "don't remember", "do not remember", "no need to remember", "don't save", "don't store", "don't memorize", "never mind",
            "nevermind", "just kidding", "joking", "kidding", "remember when", "remember how", "remember what", "remember why",
            "remember where", "remember the time", "forget it", "used to", "tried to", "wanted to", "going to be", "in theory",
        ),
        empty="it this that these those one ones them they him her so same above below way thing things stuff the a an like more better "
        "too instead of to do did done be is are was and or not no use using with for as in on at by my your our you i we me us all any "
        "some there then now just really please always never every other another anything something everything nothing again here what "
        "code file files change changes approach version first second former latter last previous next go with",
        lists={
            "roles": "engineer engineers developer dev developers designer scientist student teacher researcher manager analyst architect "
            "admin administrator beginner newcomer writer founder lead maintainer devops sre doctor lawyer consultant freelancer "
            "programmer tester owner cto ceo accountant biologist physicist mathematician economist journalist translator contractor "
            "intern professor statistician nurse pilot musician hobbyist novice expert specialist author editor librarian qa pm",
            "languages": "english german french spanish italian portuguese dutch polish russian ukrainian chinese mandarin japanese "
            "korean arabic hebrew hindi turkish swedish norwegian danish finnish czech greek bullet markdown python rust",
            "places": "URL PATH TICKET CHANNEL linear jira notion confluence github gitlab slack grafana datadog sentry trello asana "
            "figma sharepoint wiki bitbucket kibana pagerduty airtable miro",
        },
    )  # fmt: skip
