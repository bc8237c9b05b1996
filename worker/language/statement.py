"""What a sentence says that is worth remembering, if anything.

A sentence is read from the places where a clause begins. There, leads are taken off ("ok, no, please remember
that …"), and the table's forms are compared with what follows. A form makes a statement; then everything
that could make it none is asked: is it a question, a condition, somebody else's words, about this moment
only, without anything in it that a reader would understand tomorrow? One yes is enough, for a wrong
memory is worse than a missing one.

A sentence of nothing but leads ("No." or "Please remember:") hands what it has said on to the next one.
"""

from __future__ import annotations

from worker.language.tokens import is_dense, is_ending

__all__ = ["Reading", "Statement", "read"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from worker.language.matcher import Match
    from worker.language.table import Language
    from worker.language.tokens import Token

    Flags = frozenset[str]

_OPENS = frozenset(",;:(—.")
"""Marks behind which a clause may begin."""

_ENDS = _OPENS | {"!"}
"""Marks that a statement does not keep at its end."""

_MOST_CLAUSES = 24
_LONGEST = 90
"""Tokens of a sentence; a longer one is nothing that a person says in passing."""

_VALUES = frozenset(["<url>", "<path>", "<code>", "<ticket>", "<channel>", "<term>"])
_PLACES = frozenset(["<url>", "<path>", "<ticket>", "<channel>"])
_NONE: Flags = frozenset()


class Statement:
    """A statement of a person.

    Attributes:
        type: of the memory.
        kind: one of `table.KINDS`.
        tokens: its words, without leads and without what follows it.
        spans: where they stand in the text: one stretch, or two with a lead between them.
        corrects: whether it was said against something.
        language: of the sentence.
    """

    __slots__ = ("corrects", "kind", "language", "spans", "tokens", "type")

    def __init__(
        self, type_: str, kind: str, parts: Sequence[Sequence[Token]], corrects: bool, language: Language
    ) -> None:
        self.type = type_
        self.kind = kind
        self.tokens = [token for part in parts for token in part]
        self.spans = [(part[0].start, part[-1].end) for part in parts if part]
        self.corrects = corrects
        self.language = language


class Reading:
    """What a sentence has come to.

    Attributes:
        statements: that it makes.
        flags: what it says about the sentence after it.
        takes_back: whether it takes back what was said before it.
        about: the words that say of what.
        announces: whether a paste follows it.
    """

    __slots__ = ("about", "announces", "flags", "statements", "takes_back")

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.flags = _NONE
        self.takes_back = False
        self.about: frozenset[str] = frozenset()
        self.announces = False


class _Form:
    """A form that matched.

    Attributes:
        clause: index of the token at which its clause begins.
        scope: begin and end of what stands before it and belongs to it.
        begin: index of its first token.
        head: index after its own first words.
        judged: index of the first token that may speak against it.
        end: index after the shortest text that has the form.
        kept: index of the first token that is kept: of a lead, where the sentence would be broken without it.
        type, kind: as the table says.
        flags: what the leads said.
        plain: whether only leads make it a statement, and no form.
    """

    __slots__ = ("begin", "clause", "end", "flags", "head", "judged", "kept", "kind", "plain", "scope", "type")

    def __init__(
        self, clause: int, begin: int, label: Sequence[str], flags: Flags, kept: int, match: Match | None = None
    ) -> None:
        self.clause = clause
        self.scope = (begin, begin)
        self.begin = begin
        self.head = match.head if match is not None else begin
        # What stands in the form itself is no objection: "I prefer it if you …" is no condition.
        self.judged = begin if match is None or match.open else match.head
        self.end = match.end if match is not None else begin
        self.kept = kept
        self.type, self.kind = label
        self.flags = flags
        self.plain = match is None


def read(tokens: Sequence[Token], language: Language, carried: Flags = _NONE) -> Reading:
    """Read one sentence.

    Args:
        tokens: of the sentence, with `$` last.
        language: its table.
        carried: flags that the sentence before it has handed on.
    """
    reading = Reading()
    if language.matcher("drop").match(tokens) is not None:
        reading.takes_back = True
        reading.about = frozenset(token.key for token in tokens if _substance([token], language, letters_of_a_word=1))
        return reading
    begin, flags = _stops(tokens, 0, language, carried)[-1]
    if all(token.is_mark for token in tokens[begin:]):
        reading.flags = flags
        return reading
    if tokens[-2].key == ":" and language.matcher("paste").match(tokens) is not None:
        reading.announces = True
        return reading
    if len(tokens) > _LONGEST:
        return reading
    starts = list(_starts(tokens, language))
    forms = _forms(tokens, starts, language, carried)
    for number, form in enumerate(forms):
        limit = forms[number + 1].clause if number + 1 < len(forms) else len(tokens) - 1
        statement = _statement(tokens, form, limit, starts, language)
        if statement is None:
            continue
        if reading.statements and statement.spans[0][0] <= reading.statements[-1].spans[0][0]:
            reading.statements.pop()
        reading.statements.append(statement)
    return reading


# -- Finding ------------------------------------------------------------------------------------------------


def _starts(tokens: Sequence[Token], language: Language) -> Iterator[int]:
    """Yield the indices at which a clause may begin."""
    joins = language.group("AND")
    count = 1
    yield 0
    for at in range(1, len(tokens) - 1):
        before = tokens[at - 1]
        if (before.key in _OPENS or before.key in joins) and not tokens[at].is_mark:
            yield at
            count += 1
            if count >= _MOST_CLAUSES:
                return


def _stops(tokens: Sequence[Token], at: int, language: Language, carried: Flags) -> list[tuple[int, Flags]]:
    """Return the places at which a statement may begin from here on: before, between and after leads.

    With each comes what the leads before it have said.
    """
    flags = set(carried)
    stops: list[tuple[int, Flags]] = []
    leads = language.matcher("lead")
    while True:
        while at < len(tokens) - 1 and tokens[at].is_mark:
            at += 1
        stops.append((at, frozenset(flags - {"-"})))
        lead = leads.match(tokens, at, longest=True) if at < len(tokens) - 1 else None
        if lead is None or lead.end >= len(tokens):
            return stops
        flags.add(lead.row[0])
        at = lead.end


def _forms(tokens: Sequence[Token], starts: Sequence[int], language: Language, carried: Flags) -> list[_Form]:
    """Return the forms that clauses of the sentence have, in order."""
    found: list[_Form] = []
    done = 0
    for start in starts:
        if start < done:
            continue
        stops = _stops(tokens, start, language, carried)
        form = _form(tokens, start, stops, language)
        if form is None or (found and not _stands_alone(tokens, found[-1], form, language)):
            # "No, that's wrong, …": what one clause has said holds for the next.
            carried = _NONE if found else stops[-1][1]
            continue
        found.append(form)
        done = max(form.end, form.begin + 1)
        carried = _NONE
    return found


def _form(tokens: Sequence[Token], clause: int, stops: Sequence[tuple[int, Flags]], language: Language) -> _Form | None:
    """Return the form of a clause: at any of its stops, or behind a scope."""
    form = _table_form(tokens, clause, stops, language, "form")
    if form is not None:
        return form
    last, flags = stops[-1]
    scope = language.matcher("scope").match(tokens, last, longest=True)
    behind: Sequence[tuple[int, Flags]] = ()
    if scope is not None and scope.end < len(tokens) - 1:
        behind = _stops(tokens, scope.end, language, flags)
        form = _table_form(tokens, clause, behind, language, "form")
    correcting = [stop for stop in (*stops, *behind) if "correct" in stop[1]]
    if form is None:
        form = _table_form(tokens, clause, correcting, language, "fix")
    if form is not None:
        if scope is not None and form.begin >= scope.end:
            form.scope = (last, scope.end)
        return form
    if last and tokens[last - 1].key in language.group("NO"):
        # "Remember: no emojis" does not correct anything.
        last, flags = stops[-2]
    if flags & {"keep", "always", "decide"} and last < len(tokens) - 1:
        kept = _kept(tokens, clause, last, language)
        return _Form(clause, last, _plain(tokens[last:], language, flags), flags, kept)
    return None


def _table_form(
    tokens: Sequence[Token], clause: int, stops: Sequence[tuple[int, Flags]], language: Language, heading: str
) -> _Form | None:
    form: _Form | None = None
    for begin, flags in stops:
        match = language.matcher(heading).match(tokens, begin)
        if match is not None:
            if match.open and begin and tokens[begin - 1].key in language.group("NO"):
                continue
            form = _Form(clause, begin, match.row, flags, _kept(tokens, clause, begin, language), match)
            if not match.open:
                break
            # Such a row takes the leads for its own words: the last place at which it matches is the right one.
    return form


def _kept(tokens: Sequence[Token], clause: int, begin: int, language: Language) -> int:
    """Return from where on a statement is kept: with the lead, if that governs the order of its words."""
    at = begin
    while at > clause and tokens[at - 1].is_mark:
        at -= 1
    return clause if at > clause and tokens[at - 1].key in language.group("BOUND") else begin


def _stands_alone(tokens: Sequence[Token], before: _Form, form: _Form, language: Language) -> bool:
    """Return whether a second form in a sentence is a statement of its own, not the end of the first."""
    if before.plain or form.plain:
        return False
    if any(token.key in language.group("SO") for token in tokens[form.clause - 1 : form.begin]):
        # "I'm colour-blind, so avoid red": the reason and what follows from it belong together.
        return False
    if before.kind == "rule" and form.kind == "rule":
        return form.begin - before.begin > 4 and len(tokens) - form.begin > 5
    return form.kind != "prefer" or tokens[form.clause - 1].key not in _OPENS


def _plain(tokens: Sequence[Token], language: Language, flags: Flags) -> tuple[str, str]:
    """Return type and kind of what is to be kept in no form that the table knows."""
    for token in tokens:
        if _PLACES.intersection(token.kinds):
            return "reference", "place"
    if tokens[0].key in language.group("ME"):
        return "user", "fact"
    if "always" in flags or any(token.key in language.group("RULE") for token in tokens):
        return "feedback", "rule"
    return "project", "fact"


# -- Judging ------------------------------------------------------------------------------------------------


def _statement(
    tokens: Sequence[Token], form: _Form, limit: int, starts: Sequence[int], language: Language
) -> Statement | None:
    """Return the statement that a form makes, or None if it is none after all."""
    end, asked = _end(tokens, form, limit, starts, language)
    if asked or end <= form.begin:
        return None
    ask = language.matcher("ask")
    if ask.match(tokens) is not None or ask.match(tokens, form.begin) is not None:
        return None
    first = _stops(tokens, 0, language, _NONE)[-1][0]
    if form.clause > first and form.kind == "rule" and not form.flags and tokens[first].key in language.group("TASK"):
        # "Write a client, always retry twice": that belongs to the task.
        return None
    stop = tokens[-1]
    rest = [*tokens[: form.clause], stop, *tokens[slice(*form.scope)], stop, *tokens[form.judged : end], stop]
    if language.matcher("not", form.kind).match(rest) is not None or _is_quoted(tokens[form.begin]):
        return None
    parts = [tokens[slice(*form.scope)], tokens[form.kept : end]]
    if _points_elsewhere(tokens, form.head, end, language):
        # "The database is shared, so never write to it": the sentence as a whole says what "it" is.
        if first >= form.clause or _substance(tokens[first : form.clause], language) < 1:
            return None
        parts = [tokens[first:end]]
    kept = [token for part in parts for token in part]
    # What is only to be kept, in no form that the table knows, has to say a little more.
    enough = 2 if form.plain and form.begin and "always" not in form.flags else 1
    if _substance(kept, language) < enough or (form.plain and sum(not token.is_mark for token in kept) < 2):
        return None
    type_, kind = form.type, form.kind
    if "decide" in form.flags:
        type_, kind = "project", "choose"
    if (type_, kind) == ("project", "fact") and any(_PLACES.intersection(token.kinds) for token in parts[-1]):
        type_, kind = "reference", "place"
    return Statement(type_, kind, [part for part in parts if part], "correct" in form.flags, language)


def _end(
    tokens: Sequence[Token], form: _Form, limit: int, starts: Sequence[int], language: Language
) -> tuple[int, bool]:
    """Return where a statement ends, and whether it was asked and not said."""
    end, cut = limit, False
    tail = language.matcher("tail", form.kind)
    for start in starts:
        if max(form.head, form.begin + 1) < start < limit and tail.match(tokens, start) is not None:
            end, cut = start, True
            break
    dropped = language.group("TRAIL") | language.group("AND")
    while end > form.begin and (tokens[end - 1].key in _ENDS or tokens[end - 1].key in dropped):
        end -= 1
    asked = any(token.key in "?¿" for token in tokens[form.begin : end if cut else limit + 1])
    return end, asked


def _is_quoted(token: Token) -> bool:
    """Return whether a statement begins with words that are somebody else's."""
    return "<quote>" in token.kinds and (" " in token.key or "<term>" not in token.kinds)


def _points_elsewhere(tokens: Sequence[Token], start: int, end: int, language: Language) -> bool:
    """Return whether a word such as "it" stands for something that the statement does not name before it."""
    pointers, links = language.group("POINTER"), language.group("LINK")
    for at in range(start, end):
        key = tokens[at].key
        after = tokens[at + 1]
        points = key in language.group("ANAPHOR") or (key in pointers and (after.is_mark or after.key in links))
        if points and _substance(tokens[start:at], language) < 2:
            return True
    return False


def _substance(tokens: Sequence[Token], language: Language, letters_of_a_word: int = 2) -> int:
    """Return how many words a reader would understand tomorrow; so many characters of a dense script are one."""
    empty = language.group("EMPTY") | language.group("LINK") | language.group("VAGUE")
    words = letters = 0
    for token in tokens:
        if token.is_mark or token.key in empty or is_ending(token.key):
            continue
        if token.kinds in (("<quote>",), ("<number>",)):
            continue
        if _VALUES.intersection(token.kinds):
            words += 1
        elif is_dense(token.key[0]):
            letters += len(token.key)
        elif len(token.key) > 1:
            words += 1
    return words + letters // letters_of_a_word
