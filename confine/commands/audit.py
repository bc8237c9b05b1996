"""`scribe memory audit`: what was asked, decided and done; whether the chain fits; the room as it was after a row."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date, datetime, timezone

from confine.commands.shared import place_of, positive
from confine.errors import UsageError
from confine.reading import View, reading
from confine.terminal import Printer
from room import audit
from room.excerpt import VERDICTS, Excerpt, names_of, paths_in
from room.history import versions
from room.ledger import Row

__all__ = ["add", "positive", "refuse_foreign", "run", "the_path"]

_BROKEN = 5
_FILTERS = ("memory", "run_id", "verdict", "since", "until", "limit")
_COLOURS = {"accept": "green", "hold": "yellow", "reject": "red", "violation": "bold red", "skip": "dim"}
_SHOWN = ("op", "command", "decision", "model", "path", "to", "outcome", "rule", "reason", "why", "what", "text")


def add(action: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the action to the group `scribe memory`.

    Args:
        action: makes a parser of the group, by name, help and arguments.
    """
    parser = action(
        "audit",
        "show what was asked, decided and done",
        (("--memory",), {"metavar": "NAME", "help": "only rows about this memory, under all names that it had"}),
        (("--run",), {"metavar": "ID", "dest": "run_id", "help": "only rows of this run"}),
        (("--verdict",), {"choices": VERDICTS, "help": "only decisions of this kind"}),
        (("--since",), {"metavar": "DATE", "type": _since, "help": "ISO date or date-time, UTC unless it says more"}),
        (("--until",), {"metavar": "DATE", "type": _until, "help": "likewise; a day counts to its end"}),
        (("--limit",), {"metavar": "N", "type": positive, "default": 0, "help": "only the last N of them"}),
        (("--verify",), {"action": "store_true", "help": "check the whole chain, and its end with the registry"}),
        (("--replay",), {"metavar": "ROW", "type": positive, "help": "rebuild the room as it was after this row"}),
        (("--to",), {"metavar": "DIR", "help": "where to: a new directory, or an empty one"}),
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run the action."""
    _refuse_nonsense(arguments)
    with reading(place_of(arguments)) as view:
        refuse_foreign(view)
        if arguments.replay:
            from confine.commands import replay

            return replay.run(view, arguments.replay, arguments.to, printer)
        if arguments.verify:
            return _verify(view, arguments, printer)
        return _list(view, arguments, printer)


def _refuse_nonsense(arguments: argparse.Namespace) -> None:
    """Refuse arguments that do not go together."""
    whole = "--verify" if arguments.verify else "--replay" if arguments.replay else None
    besides = (*_FILTERS, *(("verify",) if whole == "--replay" else ("replay",)))
    if whole and any(getattr(arguments, each) for each in besides):
        raise UsageError("nothing was done", f"{whole} is about the whole chain", f"give {whole} alone")
    if (arguments.replay is None) != (arguments.to is None):
        raise UsageError("nothing was rebuilt", "--replay ROW and --to DIR belong together", "give both or neither")
    if arguments.since and arguments.until and arguments.since > arguments.until:
        raise UsageError(
            "no row can be shown", f"--since {arguments.since} is after --until {arguments.until}", "exchange the two"
        )


def refuse_foreign(view: View) -> None:
    """Refuse to show what a chain says that is not the user's."""
    standing = view.place.standing
    if standing.kind == "foreign":
        raise UsageError(
            "this room has no audit chain of yours", standing.reason, "run `scribe room adopt` to start one"
        )


def the_path(view: View, rows: list[Row], name: str) -> str:
    """Return the path of a memory that is in the room or was in it once.

    Args:
        view: the room.
        rows: its chain.
        name: as `list` shows it, or a path.

    Raises:
        UsageError: neither the room nor the chain has it, or it is not clear which is meant.
    """
    wanted = {name, f"{name}.md"}
    here, once = {each.path for each in view.catalogue.memories}, paths_in(rows)
    for found in (
        here & wanted,
        once & wanted,
        {path for path in here if path.rpartition("/")[2] in wanted},
        {path for path in once if path.rpartition("/")[2] in wanted},
    ):
        if found and found <= names_of(rows, min(found)):
            return min(found)
        if found:
            shown = ", ".join(sorted(found)[:5])
            raise UsageError(f"{name!r} could be several memories", f"there are {shown}", "give the whole name")
    raise UsageError(
        f"there is no memory {name!r}", "neither the room nor its audit chain has one", "run `scribe memory list`"
    )


def _verify(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    held = view.place
    reader, rows = audit.read(held.state, held.entry.mark)
    repairs = [row for row in rows if row["kind"] == "repair"]
    misfit = reader.fault()
    fault = None if misfit is None else {"row": misfit.row, "reason": misfit.reason}
    if arguments.json:
        registry = {"rows": held.entry.rows, "head": held.entry.head}
        chain = {"rows": reader.count, "head": reader.head}
        printer.json({"verified": fault is None, "misfit": fault, **chain, "registry": registry, "repairs": repairs})
        return 0 if fault is None else _BROKEN
    for row in repairs:
        printer.line(f"row {row['seq']}: a crash had torn the last line; {row.get('cut')} bytes were cut off")
    if fault is None:
        fits = f"the chain fits, row by row ({reader.count}), and its end is the one that the registry knows"
        printer.line((fits, "green"), f" (row {held.entry.rows}, {held.entry.head[:16]}…)")
        return 0
    printer.line((f"row {fault['row']} does not fit: {fault['reason']}", "red"))
    return _BROKEN


def _list(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    held = view.place
    reader, read = audit.read(held.state, held.entry.mark)
    rows = list(read)
    if arguments.run_id is not None and all(row.get("run") != arguments.run_id for row in rows):
        raise UsageError(
            f"there is no run {arguments.run_id!r}", "no row of the chain has that id", "run `scribe memory audit`"
        )
    names = None if arguments.memory is None else names_of(rows, the_path(view, rows, arguments.memory))
    excerpt = Excerpt(names, arguments.run_id, arguments.verdict, arguments.since, arguments.until, arguments.limit)
    shown = excerpt.of(rows)
    if arguments.json:
        printer.json(shown)
    else:
        ids = {each.id for each in versions(rows)}
        for row in shown:
            _show(row, ids, printer)
        if not shown:
            printer.note("no row of the chain is like that")
    misfit = reader.misfit or reader.against_mark()
    if misfit is None:
        return 0
    printer.note(f"row {misfit.row} does not fit: {misfit.reason}. Nothing after it is shown or believed")
    return _BROKEN


def _show(row: Row, ids: set[str], printer: Printer) -> None:
    back = ("  rollback ", "dim") if str(row["seq"]) in ids else "           "
    what = "  ".join(str(row[key]) for key in _SHOWN if row.get(key))
    if row["kind"] == "completion":
        what = f"{what}  of {row.get('of')}"
    kind = (f"{row['kind']:<10}", _COLOURS.get(row["kind"], ""))
    printer.line(f"{row['seq']:>6}  {row['at']}  ", kind, back, f" {what}")


def _since(text: str) -> str:
    return _moment(text, "T00:00:00")


def _until(text: str) -> str:
    return _moment(text, "T23:59:59")


def _moment(text: str, of_day: str) -> str:
    """Read an ISO date or date-time and return it as rows have it.

    Args:
        text: what was given; UTC unless it says more.
        of_day: the time that is meant where only a day is given.
    """
    try:
        try:
            whole = date.fromisoformat(text).isoformat() + of_day
        except ValueError:
            # Before 3.11, fromisoformat does not know "Z" (RFC 3339).
            whole = text[:-1] + "+00:00" if text.endswith(("Z", "z")) else text
        moment = datetime.fromisoformat(whole)
        moment = moment.replace(tzinfo=timezone.utc) if moment.tzinfo is None else moment.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no ISO date or date-time, such as 2026-09-21 or 2026-09-21T08:12:00Z"
        ) from None
    return moment.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
