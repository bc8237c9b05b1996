"""`scribe memory history NAME` and `scribe memory prune`: what has become of a memory, and what need not be kept."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Mapping
from typing import Any

from confine.commands.audit import positive, refuse_foreign, the_path
from confine.commands.shared import place_of
from confine.reading import View, reading
from confine.terminal import Printer
from room import audit
from room.history import Step, diff, gone, life, named_now, pruned_at
from room.pruning import Plan, plan, prune
from room.versions import Versions

__all__ = ["add", "run_history", "run_prune"]

_SECONDS = {"h": 3600, "d": 86_400, "w": 604_800}
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_MOST_SHOWN = 40
_LARGEST = 16 << 20


def add(action: Callable[..., argparse.ArgumentParser]) -> None:
    """Add both actions to the group `scribe memory`.

    Args:
        action: makes a parser of the group, by name, help and arguments.
    """
    parser = action(
        "history",
        "show each change of one memory, under all names that it had",
        (("name",), {"help": "a memory that is in the room, or was once"}),
        (("--limit",), {"metavar": "N", "type": positive, "default": 0, "help": "only the last N changes"}),
    )
    parser.set_defaults(run=run_history)
    parser = action(
        "prune",
        "drop old versions; says what would go, and with --yes lets it go",
        (("--versions",), {"action": "store_true", "required": True, "help": "what to prune; there is nothing else"}),
        (
            ("--older-than",),
            {
                "metavar": "AGE",
                "type": _age,
                "required": True,
                "help": "hours, days or weeks since they were last needed: 12h, 90d, 8w",
            },
        ),
        (("--yes",), {"action": "store_true", "help": "drop them"}),
    )
    parser.set_defaults(run=run_prune)


def run_history(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run `history`."""
    with reading(place_of(arguments)) as view:
        refuse_foreign(view)
        rows = audit.whole(view.place.state, view.place.entry.mark, "no history is shown")
        path = the_path(view, rows, arguments.name)
        here = {each.path for each in view.catalogue.memories}
        path = path if path in here else named_now(rows, path)
        there = _in_the_room(view, path)
        steps = life(rows, path, None if there is None else hashlib.sha256(there).hexdigest())
        pruned = pruned_at(rows)
        shown = steps[: arguments.limit] if arguments.limit else steps
        store = Versions(view.place.state, writing=False)
        try:
            told = [_told(view, store, step, pruned) for step in shown]
        finally:
            store.close()
    if arguments.json:
        printer.json({"path": path, "changes": told})
        return 0
    printer.line((path, "bold"), "" if there is not None else "  (not in the room any more)")
    for each in told:
        _show(each, printer)
    if not told:
        printer.line("  no change of it went through scribe")
    return 0


def run_prune(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run `prune`."""
    if not arguments.yes:
        with reading(place_of(arguments)) as view:
            refuse_foreign(view)
            rows = audit.whole(view.place.state, view.place.entry.mark, "nothing was pruned")
            would = plan(view.place.state, rows, _cutoff(arguments))
        _report(would, arguments, printer, notices=view.place.notices)
        return 0
    from confine.session import opened

    with opened(place_of(arguments), create=False) as session:
        rows = audit.whole(session.place.state, session.place.entry.mark, "nothing was pruned")
        done = plan(session.place.state, rows, _cutoff(arguments))

        def record(row: Mapping[str, Any]) -> None:
            session.journal.record(row)
            session.journal.chain.sync()

        if done.drop:
            record({"kind": "command", "command": "memory prune"})
            if not arguments.json:
                _list(done, printer, "drops")
            prune(session.place.state, done, record)
    _report(done, arguments, printer, notices=session.notices)
    return 0


def _told(view: View, store: Versions, step: Step, pruned: Mapping[str, int]) -> dict[str, Any]:
    """Return a step as the JSON document has it."""
    version = step.version
    told: dict[str, Any] = {
        "id": version.id if version else None,
        "at": step.at or None,
        "op": version.op if version else "outside",
        "run": version.run if version else None,
        "by": version.by if version else "a change past scribe",
        "trust": version.trust if version else None,
        "path": step.path,
        "to": step.to,
        "old": step.old,
        "new": step.new,
        "diff": None,
        "gone": [],
    }
    if step.old == step.new:
        return told
    sides: list[bytes | None] = []
    for digest in (step.old, step.new):
        data = None if digest is None else store.content(digest)
        if data is None and digest is not None and version is None and not step.at:
            # What a person has changed since stands in the room and nowhere else.
            data = _in_the_room(view, step.path)
        if data is None and digest is not None:
            told["gone"].append({"sha256": digest, "reason": gone(digest, pruned)})
        sides.append(data)
    if not told["gone"]:
        told["diff"] = diff(sides[0], sides[1], step.to or step.path)
    return told


def _in_the_room(view: View, path: str) -> bytes | None:
    """Return what stands in the room; what cannot be read counts as nothing."""
    try:
        return view.place.room.read_below(path, _LARGEST)
    except OSError:
        return None


def _show(told: Mapping[str, Any], printer: Printer) -> None:
    when = told["at"] or "since then"
    what = f"{told['op']}  {told['path']} → {told['to']}" if told["to"] else f"{told['op']}  {told['path']}"
    back = f"  rollback {told['id']}" if told["id"] else ""
    trust = f"  [{told['trust']}]" if told["trust"] else ""
    printer.line("")
    printer.line((f"{when}  {what}", "bold"), f"  by {told['by']}{trust}", (back, "dim"))
    for each in told["gone"]:
        printer.line((f"    {each['sha256'][:16]}… is gone: {each['reason']}", "red"))
    if told["diff"] is None and told["old"] != told["new"] and not told["gone"]:
        printer.line(("    too long to be compared", "dim"))
    for line in told["diff"] or ():
        head = line.startswith(("--- ", "+++ "))
        printer.line("    ", (line, "bold" if head else _COLOURS.get(line[:1], "")))


def _report(done: Plan, arguments: argparse.Namespace, printer: Printer, notices: list[str]) -> None:
    if arguments.json:
        memories = [{"path": path, "versions": many, "bytes": size} for path, (many, size) in done.by_path().items()]
        report = {"pruned": arguments.yes, "before": done.before, "versions": len(done.drop), "bytes": done.size}
        printer.json({**report, "kept": len(done.kept), "memories": memories, "notices": notices})
        return
    if not arguments.yes:
        _list(done, printer, "would drop")
    number = f"{_versions(len(done.drop))}, {done.size} bytes, last needed before {done.before}"
    if done.drop and arguments.yes:
        printer.line((f"dropped {number}", "green"))
    elif done.drop:
        printer.line(f"{number}; nothing is dropped yet: give --yes. No rollback or replay brings them back")
    else:
        printer.line(f"there are no versions to drop that were last needed before {done.before}")
    if done.kept:
        printer.line((f"of those that are as old, {len(done.kept)} stay: the last of memories that are there", "dim"))
    for notice in notices:
        printer.note(f"note: {notice}")


def _list(done: Plan, printer: Printer, verb: str) -> None:
    by_path = done.by_path()
    for path, (many, size) in list(by_path.items())[:_MOST_SHOWN]:
        printer.line(f"  {verb}  {path or '(kept aside at a recovery)'}  {_versions(many)}, {size} bytes")
    if len(by_path) > _MOST_SHOWN:
        printer.line(f"  … and of {len(by_path) - _MOST_SHOWN} more memories")


def _versions(number: int) -> str:
    return f"{number} version" if number == 1 else f"{number} versions"


def _cutoff(arguments: argparse.Namespace) -> str:
    return audit.stamp(max(0.0, time.time() - arguments.older_than))


def _age(text: str) -> int:
    """Read an age and return it in seconds."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and len(number) <= 5 and unit in _SECONDS):
        raise argparse.ArgumentTypeError(f"{text!r} is no age, such as 12h, 90d or 8w")
    return int(number) * _SECONDS[unit]
