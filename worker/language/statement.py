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
    Stop = tuple[int, Flags]

_OPENS = frozenset(",;:(—.")
"""Marks behind which a clause may begin."""

_ENDS = _OPENS | {"!"}
"""Marks that a statement does not keep at its end."""

_MOST_CLAUSES = 24
_LONGEST = 90
"""Tokens of a sentence; a longer one is nothing that a person says in passing."""

_VALUES = frozenset(["@URL", "@PATH", "@CODE", "@TICKET", "@CHANNEL", "@TERM"])
_PLACES = frozenset(["@URL", "@PATH", "@TICKET", "@CHANNEL"])
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


def read(tokens: Sequence[Token], language: Language, carried: Flags = _NONE) -> Reading:
    """Read one sentence.

    Args:
        tokens: of the sentence, with `$` last.
        language: its table.
        carried: flags that the sentence before it has handed on.
    """
    reader = _Reader(tokens, language)
    reading = Reading()
    if language.matcher("drop").match(tokens) is not None:
        reading.takes_back = True
        reading.about = frozenset(token.key for token in tokens if reader.says([token], letters_of_a_word=1))
        return reading
    begin, flags = reader.stops(0, carried)[-1]
    if all(token.is_mark for token in tokens[begin:]):
        reading.flags = flags
    elif tokens[-2].key == ":" and language.matcher("paste").match(tokens) is not None:
        reading.announces = True
    elif len(tokens) <= _LONGEST:
        reading.statements = reader.statements(carried)
    return reading


class _Form:
    """A form that matched.

    Attributes:
        clause: index of the token at which its clause begins.
        scope: begin and end of what stands before it and belongs to it.
        kept: index of the first token that is kept: of a lead, where the sentence would be broken without it.
        begin: index of its first token.
        head: index after its own first words.
        judged: index of the first token that may speak against it.
        end: index after the shortest text that has the form.
        type, kind: as the table says.
        flags: what the leads said.
        plain: whether only leads make it a statement, and no form.
    """

    __slots__ = ("begin", "clause", "end", "flags", "head", "judged", "kept", "kind", "plain", "scope", "type")

    def __init__(
        self, clause: int, kept: int, begin: int, label: Sequence[str], flags: Flags, match: Match | None = None
    ) -> None:
        self.clause = clause
        self.scope = (begin, begin)
        self.kept = kept
        self.begin = begin
        self.head = match.head if match is not None else begin
        # What stands in the form itself is no objection: "I prefer it if you …" is no condition.
        self.judged = begin if match is None or match.open else match.head
        self.end = match.end if match is not None else begin
        self.type, self.kind = label
        self.flags = flags
        self.plain = match is None


class _Reader:
    """The reading of one sentence by one table.

    Args:
        tokens: of the sentence, with `$` last.
        language: its table.
    """

    __slots__ = ("_empty", "_language", "_starts", "_tokens")

    def __init__(self, tokens: Sequence[Token], language: Language) -> None:
        self._tokens = tokens
        self._language = language
        self._empty = language.group("EMPTY") | language.group("LINK") | language.group("VAGUE")
        self._starts = list(self._clauses())

    def statements(self, carried: Flags) -> list[Statement]:
        """Return what the sentence says, in order."""
        found: list[Statement] = []
        forms = self._forms(carried)
        limits = [form.clause for form in forms[1:]] + [len(self._tokens) - 1]
        for form, limit in zip(forms, limits):
            statement = self._statement(form, limit)
            if statement is None:
                continue
            if found and statement.spans[0][0] <= found[-1].spans[0][0]:
                found.pop()
            found.append(statement)
        return found

    def stops(self, at: int, carried: Flags = _NONE) -> list[Stop]:
        """Return the places at which a statement may begin from here on: before, between and after leads.

        With each comes what the leads before it have said.
        """
        last = len(self._tokens) - 1
        flags = set(carried)
        stops: list[Stop] = []
        while True:
            while at < last and self._tokens[at].is_mark:
                at += 1
            stops.append((at, frozenset(flags - {"-"})))
            lead = self._language.matcher("lead").match(self._tokens, at, longest=True) if at < last else None
            if lead is None or lead.end > last:
                return stops
            flags.add(lead.row[0])
            at = lead.end

    def says(self, tokens: Sequence[Token], letters_of_a_word: int = 2) -> int:
        """Return how many words of these a reader would understand tomorrow.

        Args:
            tokens: some of the sentence.
            letters_of_a_word: how many characters of a dense script are one.
        """
        words = letters = 0
        for token in tokens:
            if token.is_mark or token.key in self._empty or is_ending(token.key):
                continue
            if token.kinds in (("@QUOTE",), ("@NUMBER",)):
                continue
            if _VALUES.intersection(token.kinds):
                words += 1
            elif is_dense(token.key[0]):
                letters += len(token.key)
            elif len(token.key) > 1:
                words += 1
        return words + letters // letters_of_a_word

    # -- Finding ---------------------------------------------------------------------------------------------

    def _clauses(self) -> Iterator[int]:
        """Yield the indices at which a clause may begin."""
        joins = self._language.group("AND")
        count = 1
        yield 0
        for at in range(1, len(self._tokens) - 1):
            before = self._tokens[at - 1].key
            if (before in _OPENS or before in joins) and not self._tokens[at].is_mark:
                yield at
                count += 1
                if count >= _MOST_CLAUSES:
                    return

    def _forms(self, carried: Flags) -> list[_Form]:
        """Return the forms that clauses of the sentence have, in order."""
        found: list[_Form] = []
        done = 0
        for start in self._starts:
            if start < done:
                continue
            stops = self.stops(start, carried)
            form = self._form(start, stops)
            if form is None or (found and not self._stands_alone(found[-1], form)):
                # "No, that's wrong, …": what one clause has said holds for the next.
                carried = _NONE if found else stops[-1][1]
                continue
            found.append(form)
            done = max(form.end, form.begin + 1)
            carried = _NONE
        return found

    def _form(self, clause: int, stops: Sequence[Stop]) -> _Form | None:
        """Return the form of a clause: at any of its stops, or behind a scope."""
        form = self._form_of_table("form", clause, stops)
        if form is not None:
            return form
        last, flags = stops[-1]
        scope = self._language.matcher("scope").match(self._tokens, last, longest=True)
        behind: Sequence[Stop] = ()
        if scope is not None and scope.end < len(self._tokens) - 1:
            behind = self.stops(scope.end, flags)
            form = self._form_of_table("form", clause, behind)
        if form is None:
            form = self._form_of_table("fix", clause, [stop for stop in (*stops, *behind) if "correct" in stop[1]])
        if form is not None:
            if scope is not None and form.begin >= scope.end:
                form.scope = (last, scope.end)
            return form
        if len(stops) > 1 and self._denies(last):
            last, flags = stops[-2]
        if flags & {"keep", "always", "decide"} and last < len(self._tokens) - 1:
            return _Form(clause, self._kept(clause, last), last, self._plain(last, flags), flags)
        return None

    def _form_of_table(self, heading: str, clause: int, stops: Sequence[Stop]) -> _Form | None:
        """Return the form of the rows under a heading, at the first stop that has one.

        A row that begins with a gap takes leads for words of its own: for it, the last stop is the right one.
        """
        form: _Form | None = None
        for begin, flags in stops:
            match = self._language.matcher(heading).match(self._tokens, begin)
            if match is None or (match.open and self._denies(begin)):
                continue
            form = _Form(clause, self._kept(clause, begin), begin, match.row, flags, match)
            if not match.open:
                return form
        return form

    def _denies(self, at: int) -> bool:
        """Return whether "no" stands right before this, which then is no correction: "remember: no emojis"."""
        return at > 0 and self._tokens[at - 1].key in self._language.group("NO")

    def _kept(self, clause: int, begin: int) -> int:
        """Return from where on a statement is kept: with the lead, if that governs the order of its words."""
        at = begin
        while at > clause and self._tokens[at - 1].is_mark:
            at -= 1
        bound = at > clause and self._tokens[at - 1].key in self._language.group("BOUND")
        return clause if bound else begin

    def _stands_alone(self, before: _Form, form: _Form) -> bool:
        """Return whether a second form in a sentence is a statement of its own, not the end of the first."""
        if before.plain or form.plain:
            return False
        if any(token.key in self._language.group("SO") for token in self._tokens[form.clause - 1 : form.begin]):
            # "I'm colour-blind, so avoid red": the reason and what follows from it belong together.
            return False
        if before.kind == "rule" and form.kind == "rule":
            return form.begin - before.begin > 4 and len(self._tokens) - form.begin > 5
        return form.kind != "prefer" or self._tokens[form.clause - 1].key not in _OPENS

    def _plain(self, begin: int, flags: Flags) -> tuple[str, str]:
        """Return type and kind of what is to be kept in no form that the table knows."""
        rest = self._tokens[begin:]
        if any(_PLACES.intersection(token.kinds) for token in rest):
            return "reference", "place"
        if rest[0].key in self._language.group("ME"):
            return "user", "fact"
        if "always" in flags or any(token.key in self._language.group("RULE") for token in rest):
            return "feedback", "rule"
        return "project", "fact"

    # -- Judging ---------------------------------------------------------------------------------------------

    def _statement(self, form: _Form, limit: int) -> Statement | None:
        """Return the statement that a form makes, or None if it is none after all."""
        tokens = self._tokens
        end, asked = self._end(form, limit)
        if asked or end <= form.begin or self._objects(form, end):
            return None
        parts = [tokens[slice(*form.scope)], tokens[form.kept : end]]
        if self._points_elsewhere(form.head, end):
            # "The database is shared, so never write to it": the sentence as a whole says what "it" is.
            first = self.stops(0)[-1][0]
            if self.says(tokens[first : form.clause]) < 1:
                return None
            parts = [tokens[first:end]]
        kept = [token for part in parts for token in part]
        # What is only to be kept, in no form that the table knows, has to say a little more.
        enough = 2 if form.plain and form.begin and "always" not in form.flags else 1
        if self.says(kept) < enough or (form.plain and sum(not token.is_mark for token in kept) < 2):
            return None
        type_, kind = form.type, form.kind
        if "decide" in form.flags:
            type_, kind = "project", "choose"
        if (type_, kind) == ("project", "fact") and any(_PLACES.intersection(token.kinds) for token in parts[-1]):
            type_, kind = "reference", "place"
        return Statement(type_, kind, [part for part in parts if part], "correct" in form.flags, self._language)

    def _end(self, form: _Form, limit: int) -> tuple[int, bool]:
        """Return where a statement ends, and whether it was asked and not said."""
        tokens, end, cut = self._tokens, limit, False
        tail = self._language.matcher("tail", form.kind)
        for start in self._starts:
            if max(form.head, form.begin + 1) < start < limit and tail.match(tokens, start) is not None:
                end, cut = start, True
                break
        dropped = self._language.group("TRAIL") | self._language.group("AND")
        while end > form.begin and (tokens[end - 1].key in _ENDS or tokens[end - 1].key in dropped):
            end -= 1
        return end, any(token.key in "?¿" for token in tokens[form.begin : end if cut else limit + 1])

    def _objects(self, form: _Form, end: int) -> bool:
        """Return whether the sentence itself says that a form is no statement."""
        tokens, ask = self._tokens, self._language.matcher("ask")
        if ask.match(tokens) is not None or ask.match(tokens, form.begin) is not None:
            return True
        first = tokens[form.begin]
        if "@QUOTE" in first.kinds and (" " in first.key or "@TERM" not in first.kinds):
            return True
        begin = self.stops(0)[-1][0]
        follows = form.clause > begin and form.kind == "rule" and not form.flags
        if follows and tokens[begin].key in self._language.group("TASK"):
            # "Write a client, always retry twice": that belongs to the task.
            return True
        stop = tokens[-1]
        rest = [*tokens[: form.clause], stop, *tokens[slice(*form.scope)], stop, *tokens[form.judged : end], stop]
        return self._language.matcher("not", form.kind).match(rest) is not None

    def _points_elsewhere(self, start: int, end: int) -> bool:
        """Return whether a word such as "it" stands for something that the statement does not name before it."""
        always, sometimes = self._language.group("ANAPHOR"), self._language.group("POINTER")
        links = self._language.group("LINK")
        for at in range(start, end):
            key, after = self._tokens[at].key, self._tokens[at + 1]
            points = key in always or (key in sometimes and (after.is_mark or after.key in links))
            if points and self.says(self._tokens[start:at]) < 2:
                return True
        return False
