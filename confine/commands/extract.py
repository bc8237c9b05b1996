"""`scribe extract`: learn from a transcript, and show what was learned, what was not, and the proof."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from confine.commands.shared import add_room, place_of
from confine.errors import UsageError
from confine.terminal import Printer
from room.workspace import locate_user_room

__all__ = ["add", "run"]


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("extract", help="learn from a transcript")
    parser.add_argument("transcript", help="a host's session file, a JSON or JSONL conversation, or plain text")
    add_room(parser)
    parser.add_argument(
        "--user-room", metavar="DIR", help="a second room, for what is about you and not about the project"
    )
    parser.add_argument(
        "--model", metavar="NAME", help="let a model decide, through the Anthropic SDK; default: offline rules"
    )
    parser.add_argument("--adopt", action="store_true", help="take over a room that came from elsewhere")
    parser.add_argument("--policy", default="extraction", metavar="PROFILE", help="profile name or YAML file")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run the command."""
    from confine.extraction import extract

    _refuse_no_file(arguments.transcript)
    model = None
    if arguments.model is not None:
        from confine.provider import from_environment

        model = from_environment(arguments.model)
    user_place = None if arguments.user_room is None else locate_user_room(arguments.user_room, cwd=os.getcwd())
    result = extract(
        arguments.transcript,
        place_of(arguments),
        user_place=user_place,
        model=model,
        adopt=arguments.adopt,
        policy=arguments.policy,
    )
    if arguments.json:
        printer.json(result.as_json())
        return result.exit_code
    words = f"{result.human_words} words in {result.human_texts} texts by a person"
    printer.line((f"{result.host}: {result.records} new records, {words}", "dim"))
    for each in result.accepted:
        printer.line(
            ("  learned  ", "green"),
            f"{_named(each, 'name')}  [{each['type']}, {each['trust']}]  {each['description']}",
        )
    for each in result.held:
        printer.line(
            ("  held     ", "yellow"), f"{_named(each, 'name')}  ({each['rule']}) {each['reason']}  [{each['id']}]"
        )
    for each in result.rejected:
        printer.line(("  refused  ", "red"), f"{_named(each, 'path')}  ({each['rule']}) {each['reason']}")
    for name in result.known:
        printer.line(("  known    ", "dim"), name)
    for rule, count in Counter(each["rule"] for each in result.skips).items():
        reason = next(each["reason"] for each in result.skips if each["rule"] == rule)
        printer.line(("  skipped  ", "dim"), f"{count} exchange{'s' * (count > 1)} ({rule}): {reason}")
    if result.skipped is not None:
        printer.line(("  skipped  ", "dim"), f"the run ({result.skipped['rule']}): {result.skipped['reason']}")
    if not (result.accepted or result.held or result.rejected or result.skipped):
        printer.line(("  nothing new was learned", "dim"))
    for problem in result.problems[:20]:
        printer.note(f"line {problem['line']}: {problem['reason']}")
    if len(result.problems) > 20:
        printer.note(f"and {len(result.problems) - 20} more lines with problems")
    for notice in result.notices:
        printer.note(f"note: {notice}")
    if result.usage["model_calls"]:
        spent = result.usage
        printer.line(
            ("  model    ", "dim"),
            f"{spent['model_calls']} calls, {spent['input_tokens']} tokens in, {spent['output_tokens']} out",
        )
    for path in result.rooms.values() or [result.room]:
        printer.line(("  room     ", "dim"), path)
    _prove(result.receipt, printer)
    return result.exit_code


def _refuse_no_file(transcript: str) -> None:
    """Refuse what looks like a file's name in a script and is none."""
    if not transcript:
        raise UsageError("there is no transcript", "its name is empty", "Name the transcript file that the host wrote")
    if transcript == "-":
        raise UsageError(
            "standard input is not read",
            "how far a transcript was read is remembered by its file, and a pipe has none",
            "Write it to a file first and name that; for a file that is called -, name ./-",
        )


def _named(entry: Mapping[str, Any], key: str) -> str:
    """Return a memory's name, with its room where there are several."""
    return f"{entry['room']}: {entry[key]}" if "room" in entry else str(entry[key])


def _prove(receipt: dict[str, Any], printer: Printer) -> None:
    """Print the one line of proof."""
    if not receipt:
        printer.line(("  proof    ", "dim"), "nothing was run, so nothing had to be confined")
        return
    names = list(next(iter(receipt.values())))
    proven = [name for name in names if all(proofs[name]["proven"] for proofs in receipt.values())]
    roles = " and ".join(receipt)
    printer.line(
        ("  proof    ", "green"),
        f"{len(proven)} of {len(names)} guarantees held for {roles}, each tried and refused before the first word: "
        + ", ".join(proven),
    )
