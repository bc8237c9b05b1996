"""`python -m benchmarks`: run every row, print the table, and write it to `benchmarks/README.md`."""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from pathlib import Path

import psutil

from benchmarks import topics
from benchmarks.calling import on_one_core, prepared, repeated
from benchmarks.launching import bare, candidates, host_of_200_megabytes
from benchmarks.measure import interleaved
from confine.ruleset import ROLES
from confine.supervisor import Supervisor

Row = tuple[str, str, str, str]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--rounds", type=int, default=100, help="interleaved pairs of each row")
    rounds = parser.parse_args().rounds
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder).resolve() / "room"
        room.mkdir(mode=0o700)
        rows += _launches(str(room), rounds)
        rows += _calls(room, rounds)
        rows += _memory(room)
        rows += topics.rows(max(5, rounds // 10))
        rows += _large_host(str(room), rounds)
    text = _table(rows, rounds)
    print(text)
    Path(__file__).with_name("README.md").write_text(text, encoding="utf-8")


def _launches(room: str, rounds: int) -> list[Row]:
    goals = {
        "hand, executed": "≤ 1.60",
        "agent with the offline writer, executed": "≤ 1.60",
        "hand, from the warm spawner": "≤ 0.35",
        "agent, from the warm spawner": "≤ 0.35",
    }
    with candidates(room) as found:
        base, ratios = interleaved(bare, found, rounds)
    baseline = f"`python -I -S -c pass` ({base * 1000:.1f} ms)"
    return [
        (f"launch to a proven hello: {name}" if name in goals else name, baseline, f"{ratio:.2f}", goals.get(name, ""))
        for name, ratio in ratios.items()
    ]


def _calls(room: Path, rounds: int) -> list[Row]:
    with on_one_core(), prepared(room) as calls:
        _, view = interleaved(repeated(calls.naive), {"view": repeated(calls.guarded_view)}, rounds)
        _, tax = interleaved(repeated(calls.unconfined_read), {"tax": repeated(calls.confined_read)}, rounds)
        _, verdict = interleaved(repeated(calls.open_and_close), {"verdict": repeated(calls.verdict)}, rounds)
    return [
        (
            "`view` through guard, pipe and hand, one core",
            "pathlib resolve + read in process",
            f"{view['view']:.2f}",
            "≤ 1.00",
        ),
        ("confinement tax on a tool call", "the same hand without the lock", f"{tax['tax']:.2f}", "≤ 1.10"),
        ("guard verdict, names and links", "open + close", f"{verdict['verdict']:.2f}", "≤ 2.00"),
    ]


def _memory(room: Path) -> list[Row]:
    found = room.stat()
    place = {"path": str(room), "device": found.st_dev, "inode": found.st_ino}
    import subprocess

    from confine.starting import interpreter

    line = [interpreter(), "-I", "-S", "-c", "import sys; sys.stdin.read()"]
    idle = subprocess.Popen(line, stdin=subprocess.PIPE)
    rows = []
    with Supervisor() as supervisor:
        for role, ruleset in ROLES.items():
            child = supervisor.launch(ruleset, place if ruleset.rights else None)
            ratio = psutil.Process(child.pid).memory_info().rss / psutil.Process(idle.pid).memory_info().rss
            rows.append((f"idle {role}, resident memory", "an idle bare interpreter", f"{ratio:.2f}", "≤ 1.30"))
    idle.communicate(b"")
    return rows


def _large_host(room: str, rounds: int) -> list[Row]:
    """Compare launches before and after this process has become large. Last, because it stays so."""
    with candidates(room) as found:
        launch = found["hand, executed"]
        _, small = interleaved(bare, {"launch": launch}, rounds)
        ballast = host_of_200_megabytes()
        _, large = interleaved(bare, {"launch": launch}, rounds)
    assert ballast
    ratio = large["launch"] / small["launch"]
    return [("launch from a host of 200 MB with the SDK loaded", "launch from a small host", f"{ratio:.2f}", "≤ 1.10")]


def _table(rows: list[Row], rounds: int) -> str:
    system = f"{platform.system()} {platform.release()}, {platform.python_implementation()} {platform.python_version()}"
    head = [
        "# Benchmarks",
        "",
        f"Medians of {rounds} interleaved pairs in one run ({system}, {os.cpu_count()} cores), by `tox -e bench`.",
        "A ratio says more than a time: the baseline ran in the same rounds, in turn with what is compared to it.",
        f"Load average at the end: {os.getloadavg()[0]:.1f}. "
        "Above the number of cores, what needs two processes looks worse.",
        "",
        "| what | beside | ratio | goal |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows), ""])


if __name__ == "__main__":
    main()
