"""`scribe why`: what the guard, and admission, would say to an operation; nothing is done."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from confine.commands.shared import add_room, place_of
from confine.errors import UsageError
from confine.terminal import Printer

__all__ = ["add", "run"]


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "why",
        help="say whether an operation would be allowed, and why",
        epilog="The exit code is 0 whatever the verdict is: a denial is an answer, and --batch gives many. Read the"
        " first word of the output, or `allowed` of --json.",
    )
    parser.add_argument(
        "operation", nargs="?", metavar="COMMAND", help="view, create, str_replace, insert, delete, rename"
    )
    parser.add_argument("path", nargs="?")
    parser.add_argument("new_path", nargs="?")
    add_room(parser)
    parser.add_argument("--profile", default="extraction", help="extraction, dream, user, memory-tool, or a YAML file")
    parser.add_argument("--text", help="judge this text as well")
    parser.add_argument("--origin", default="user", help="where the text stood: user, assistant, tool, web, operator")
    parser.add_argument(
        "--batch", action="store_true", help="read JSON lines from standard input, answer each with one"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run the command."""
    from confine.judging import Judge

    if not arguments.batch and (arguments.operation is None or arguments.path is None):
        raise UsageError("there is nothing to judge", "COMMAND and PATH are missing", "give both, or --batch")
    with Judge(place_of(arguments), arguments.profile) as judge:
        if arguments.batch:
            for number, line in enumerate(sys.stdin.buffer, 1):
                if line.strip():
                    printer.row(judge.answer(_request(line, number)))
            return 0
        request = {"command": arguments.operation, "path": arguments.path, "origin": arguments.origin}
        if arguments.new_path is not None:
            request["new_path"] = arguments.new_path
        if arguments.text is not None:
            request["text"] = arguments.text
        answer = judge.answer(request)
    if arguments.json:
        printer.json(answer)
        return 0
    allowed = answer["allowed"]
    printer.line(("allowed" if allowed else "denied", "green" if allowed else "red"), f"  {answer['rule']}")
    if answer["reason"]:
        printer.line(answer["reason"])
    if "verdict" in answer:
        printer.line(f"admission: {answer['verdict']}, trust {answer['trust']}, guidance {answer['guidance']}")
    return 0


def _request(line: bytes, number: int) -> dict[str, Any]:
    try:
        request = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"line {number} of the batch cannot be read", str(error), 'write one object a line: {"command", "path"}'
        ) from None
    if not isinstance(request, dict):
        raise UsageError(
            f"line {number} of the batch is no object", "it is something else", 'write {"command", "path"}'
        )
    return request
