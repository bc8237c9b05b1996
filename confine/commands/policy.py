"""`scribe policy show|check|diff|tools`: look at profiles, compare them, and narrow a host's tools by one.

Nothing here opens a room or starts a process.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from confine.errors import UsageError
from confine.terminal import Printer

__all__ = ["add", "run"]

_MOST = 16 << 20
_FORM = 'Give a JSON list of objects: [{"name": "read_file", "scope": "read"}]'
_COLOURS = {"weakened": "red", "strengthened": "green", "changed": "yellow"}


def add(commands: Any) -> None:
    """Add the group to the parser."""
    group = commands.add_parser("policy", help="show, check and compare profiles; narrow a host's tools")
    actions = group.add_subparsers(dest="action", required=True, metavar="ACTION")
    named = "extraction, dream, user, memory-tool, one of your own, or a YAML file"
    show = actions.add_parser("show", help="print a profile")
    show.add_argument("name", metavar="NAME", help=named)
    check = actions.add_parser("check", help="say whether a file is a whole and valid profile")
    check.add_argument("file", metavar="FILE")
    diff = actions.add_parser("diff", help="compare two profiles rule by rule, and name what the second one weakens")
    diff.add_argument("first", metavar="A", help=named)
    diff.add_argument("second", metavar="B")
    tools = actions.add_parser("tools", help="narrow the tool catalogue on standard input; prints JSON")
    tools.add_argument("--profile", default="extraction", metavar="NAME", help=named)
    for option, text in (("--allow", "of these tools at most"), ("--deny", "without these tools")):
        tools.add_argument(option, nargs="*", action="append", default=[], metavar="TOOL", help=text)
    for parser in (show, check, diff, tools):
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run one of the actions."""
    actions = {"show": _show, "check": _check, "diff": _diff, "tools": _tools}
    return actions[arguments.action](arguments, printer)


def _load(name: str) -> Any:
    from confine.configuration import profiles_folder
    from policies.profile import SHIPPED, load

    return load(name, folder=None if name in SHIPPED else profiles_folder())


def _show(arguments: argparse.Namespace, printer: Printer) -> int:
    from policies.difference import document

    profile = document(_load(arguments.name))
    if arguments.json:
        printer.json(profile)
    else:
        import yaml

        printer.block(yaml.safe_dump(profile, sort_keys=False, allow_unicode=True).rstrip("\n"))
    return 0


def _check(arguments: argparse.Namespace, printer: Printer) -> int:
    from policies.difference import compare

    # A file may have any name, also that of a shipped profile.
    path = os.path.abspath(arguments.file) if os.path.lexists(arguments.file) else arguments.file
    profile = _load(path)
    base = _load("extraction")
    weaker = [each for each in compare(base, profile) if each.change == "weakened"]
    if arguments.json:
        report = {"valid": True, "name": profile.name, "weaker_than_extraction": [_row(each) for each in weaker]}
        printer.json(report)
        return 0
    printer.line(("valid", "green"), f"  {profile.name}: {profile.about}")
    for each in weaker:
        printer.line(("  weaker than extraction  ", "yellow"), _said(each))
    return 0


def _diff(arguments: argparse.Namespace, printer: Printer) -> int:
    from policies.difference import compare

    found = compare(_load(arguments.first), _load(arguments.second))
    if arguments.json:
        weakened = sorted({each.where for each in found if each.change == "weakened"})
        printer.json({"differences": [_row(each) for each in found], "weakened": weakened})
        return 0
    for each in found:
        printer.line((f"{each.change:<12}", _COLOURS[each.change]), "  ", _said(each))
    if not found:
        printer.line("the two say the same")
    return 0


def _row(difference: Any) -> dict[str, Any]:
    return {name: getattr(difference, name) for name in difference.__slots__}


def _said(difference: Any) -> str:
    what = f"{difference.where}: {_value(difference.before)} → {_value(difference.after)}"
    return f"{what}  ({difference.guarantee})" if difference.guarantee else what


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "-" if value is None else str(value)


def _tools(arguments: argparse.Namespace, printer: Printer) -> int:
    from policies.toolset import Restriction, Tool, ToolsetError, narrow

    rows = _catalogue()
    catalogue = [Tool(row["name"], row.get("scope")) for row in rows]
    restrictions = [Restriction(allow=names) for names in arguments.allow]
    restrictions += [Restriction(deny=names) for names in arguments.deny]
    profile = _load(arguments.profile)
    try:
        kept = {each.name for each in narrow(catalogue, profile.tools, restrictions)}
    except ToolsetError as error:
        raise UsageError("the tools were not narrowed", str(error), "Change the catalogue or the restriction") from None
    printer.json([row for row in rows if row["name"] in kept])
    return 0


def _catalogue() -> list[dict[str, Any]]:
    """Return the catalogue on standard input, each tool as the host wrote it."""
    what = "the catalogue cannot be read"
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError(what, "standard input is a terminal", "Run: scribe policy tools < catalogue.json")
    data = sys.stdin.buffer.read(_MOST + 1)
    if len(data) > _MOST:
        raise UsageError(what, f"it has more than {_MOST >> 20} MiB", "Give the names and scopes only")
    try:
        rows = json.loads(data.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise UsageError(what, str(error)[:200] or type(error).__name__, _FORM) from None
    if not isinstance(rows, list):
        raise UsageError(what, "it is no list", _FORM)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not isinstance(row.get("name"), str):
            raise UsageError(what, f"tool {number} has no name", _FORM)
        if not isinstance(row.get("scope"), (str, type(None))):
            raise UsageError(what, f"the scope of tool {number} is no text", _FORM)
    return rows


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has two fields of one name")
    return found
