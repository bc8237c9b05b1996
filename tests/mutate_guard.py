"""The mutation check: the guard is taken apart piece by piece, and each time a case has to fail.

    python -m tests.mutate_guard

A piece is a row of the table of clauses, the mark that a row is for writes only, an `if` in a clause, one name of a set
of names, or one step of the normal form. Taken out means that it never objects. Everything happens in this
process and takes seconds; `tests/test_guard_rules.py` runs it too.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from policies import address, clauses, guard, names
from tests.guard_cases import CASES

_Patches = list[tuple[Any, str, Any]]


@dataclass(frozen=True)
class Mutation:
    """One thing that is taken out: attributes of modules that get another value for a while."""

    title: str
    patches: Callable[[], _Patches]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Take it out, and put it back."""
        patches = self.patches()
        before = [(module, name, getattr(module, name)) for module, name, _ in patches]
        try:
            for module, name, value in patches:
                setattr(module, name, value)
            yield
        finally:
            for module, name, value in before:
                setattr(module, name, value)


def first_failure() -> str | None:
    """Return the sentence of the first case that no longer holds; a crash is one that does not."""
    for case in CASES:
        try:
            if not case.holds():
                return case.sentence
        except Exception as error:
            return f"{case.sentence} ({type(error).__name__})"
    return None


def mutations() -> list[Mutation]:
    """Return all of them."""
    return [*_rows(), *_ifs(), *_sets(), *_steps(), *_bounds()]


def _rows() -> Iterator[Mutation]:
    for at, row in enumerate(guard.CLAUSES):
        title = f"{row.rule}: {row.objection.__name__}"
        rest = (*guard.CLAUSES[:at], *guard.CLAUSES[at + 1 :])
        yield Mutation(title, lambda rest=rest: [(guard, "CLAUSES", rest)])
        if row.writes:
            also = (*guard.CLAUSES[:at], row._replace(writes=False), *guard.CLAUSES[at + 1 :])
            yield Mutation(f"{title}, writes only", lambda also=also: [(guard, "CLAUSES", also)])


def _ifs() -> Iterator[Mutation]:
    """Each `if` of the clauses, as if its condition never held."""
    source = inspect.getsource(clauses)
    lines = source.splitlines()
    count = sum(isinstance(node, ast.If) for node in ast.walk(ast.parse(source)))
    for number in range(count):
        tree = ast.parse(source)
        node = [each for each in ast.walk(tree) if isinstance(each, ast.If)][number]
        node.test = ast.copy_location(ast.Constant(False), node.test)
        title = f"clauses.py, line {node.lineno}: {lines[node.lineno - 1].strip()}"
        yield Mutation(title, lambda tree=tree: _with_clauses(tree))


def _with_clauses(tree: ast.Module) -> _Patches:
    module = types.ModuleType("policies.clauses")
    exec(compile(tree, "clauses.py", "exec"), module.__dict__)
    rows = tuple(row._replace(objection=getattr(module, row.objection.__name__)) for row in guard.CLAUSES)
    return [(guard, "CLAUSES", rows), (guard, "Case", module.__dict__["Case"])]


def _sets() -> Iterator[Mutation]:
    for module, name in (
        (clauses, "SENSITIVE"),
        (clauses, "INSTRUCTIONS"),
        (clauses, "_FORBIDDEN"),
        (names, "DEVICES"),
    ):
        everything = getattr(module, name)
        for each in sorted(everything):
            rest = everything - {each}
            yield Mutation(f"{name}: {each}", lambda module=module, name=name, rest=rest: [(module, name, rest)])
    for label, character in (
        ("C0", "\n"),
        ("DEL", "\x7f"),
        ("C1", "\x9b"),
        ("separators", "\u2028"),
        ("\u00b6", "\u2029"),
    ):
        yield _printable(label, character)
    for label, character in (("overrides", "\u202e"), ("isolates", "\u2066"), ("surrogates", "\ud800"), ("NUL", "\0")):
        yield _printable(label, character)


def _printable(label: str, character: str) -> Mutation:
    without = re.compile(f"(?!{re.escape(character)}){names.UNPRINTABLE.pattern}")
    return Mutation(f"UNPRINTABLE: {label}", lambda: [(clauses, "UNPRINTABLE", without)])


def _steps() -> Iterator[Mutation]:
    def form(segment: str, *, drop: bool = True, fold: bool = True, nfd: bool = True, cut: bool = True) -> str:
        key = normalize("NFD", segment) if nfd else segment
        key = names.stripped(key) if drop else key
        key = key.casefold() if fold else key.lower()
        key = normalize("NFD", key) if nfd else key
        return key.rstrip(". ") if cut else key

    for left_out in ("drop", "fold", "nfd"):
        yield Mutation(
            f"normal form: {left_out}",
            lambda left_out=left_out: [
                (module, "normal_form", lambda segment: form(segment, **{left_out: False}))
                for module in (address, sys.modules["tests.imagined"])
            ],
        )
    for part in ("short", "checksum", "own name"):
        yield Mutation(f"short names: {part}", lambda part=part: [(names, "_SHORT_PARTS", _short_without(part))])


def _short_without(part: str) -> dict[str, tuple[str, str, str]]:
    nothing = "\0"
    kept = {}
    for name, (short, checksum, ending) in names._SHORT_PARTS.items():
        key = f"{nothing}{name}" if part == "own name" else name
        kept[key] = (nothing if part == "short" else short, nothing if part == "checksum" else checksum, ending)
    return kept


def _bounds() -> Iterator[Mutation]:
    for name in ("MOST_BYTES", "MOST_SEGMENTS", "MOST_SEGMENT_BYTES"):
        bound = getattr(clauses, name)
        yield Mutation(f"{name}, one more", lambda name=name, bound=bound: [(clauses, name, bound + 1)])
        yield Mutation(f"{name}, one less", lambda name=name, bound=bound: [(clauses, name, bound - 1)])
    yield Mutation("plain words", lambda: [(guard, "_MEANINGFUL", frozenset())])


def main() -> int:
    """Print what notices each mutation; the exit status is 1 if nothing notices one of them."""
    broken = first_failure()
    if broken is not None:
        print(f"the guard is whole and a case fails: {broken}")
        return 1
    survivors = 0
    for mutation in mutations():
        with mutation.applied():
            noticed = first_failure()
        survivors += noticed is None
        print(f"{'SURVIVES' if noticed is None else 'noticed '}  {mutation.title!a}  {noticed or ''}")
    print(f"{survivors} of {len(mutations())} mutations survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
