"""`scribe doctor`: what this system can enforce, shown by launching both roles and reading their receipts."""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from typing import Any

from confine import backend
from confine.errors import ScribeError
from confine.ruleset import GUARANTEES, ROLES
from confine.supervisor import Supervisor
from confine.terminal import Printer

__all__ = ["add", "run"]


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("doctor", help="show which guarantees this system enforces, and how each was proven")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Launch an agent and a hand on a room of their own, and print what was proven.

    Returns:
        0 if every guarantee holds for both roles, else 3.
    """
    report: dict[str, Any] = {"system": f"{platform.system()} {platform.release()} {platform.machine()}"}
    try:
        kernel = backend.load().probe()
        if hasattr(kernel, "abi"):
            report["landlock_abi"] = kernel.abi
        for role in ROLES:
            report[role] = _receipt(role)
    except ScribeError as error:
        report["error"] = {"what": error.what, "why": error.why, "do": error.do}
    healthy = all(report.get(role, {}).get(name, {}).get("proven", False) for role in ROLES for name in GUARANTEES)
    report["healthy"] = healthy
    if arguments.json:
        printer.json(report)
    else:
        _show(report, printer)
    return 0 if healthy else 3


def _receipt(role: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="scribe-doctor-") as directory, Supervisor() as supervisor:
        found = os.stat(directory)
        room = {"path": os.path.realpath(directory), "device": found.st_dev, "inode": found.st_ino}
        child = supervisor.launch(ROLES[role], room if ROLES[role].rights else None)
        assert child.receipt is not None
        return child.receipt.as_json()


def _show(report: dict[str, Any], printer: Printer) -> None:
    abi = f", Landlock ABI {report['landlock_abi']}" if "landlock_abi" in report else ""
    printer.line((report["system"] + abi, "bold"))
    for role in ROLES:
        if role not in report:
            continue
        printer.line("")
        printer.line((role, "bold"))
        for name, proof in report[role].items():
            mark = ("proven ", "green") if proof["proven"] else ("MISSING", "red")
            printer.line("  ", mark, f"  {name:<22} {proof['enforced_by']}")
            printer.line(("           " + proof["detail"], "dim"))
    if "error" in report:
        printer.line("")
        for key in ("what", "why", "do"):
            printer.line((f"{key:>5}: ", "bold"), report["error"][key])
    printer.line("")
    if report["healthy"]:
        printer.line(("Every guarantee is enforced and was tried and refused just now, for both roles.", "green"))
    else:
        printer.line(("Not every guarantee can be had here; Scribe runs nothing unconfined instead.", "red"))
