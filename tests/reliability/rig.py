"""Runs that something is done to: each in a process of its own, forked from one that has everything loaded.

The rig (`python -m tests.reliability.rig`) reads a job a line and answers with a line. It starts no thread and
launches no child itself, so that it can be forked; the process that it forks is the supervisor under test: a real
session (`confine.session`), with its lock, journal, confined hand, index and registry.
"""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.reliability.changes import CHANGES
from tests.reliability.tracer import Fault, follow


class Rig:
    """The rig as a test sees it.

    Args:
        before: a program and its arguments that start the rig, such as setpriv(1).
    """

    def __init__(self, *before: str) -> None:
        self._process = subprocess.Popen(
            [*before, sys.executable, "-m", "tests.reliability.rig"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def run(self, home: Path, change: str | None, **fault: Any) -> dict[str, Any]:
        """Run one session in a home, with a change or only from start to end.

        Args:
            home: holds room, state and registry.
            change: its name in `CHANGES`.
            fault: `who` ("supervisor", "hand"); then `event`, the number of the step before which it is killed, or
                the fields of a `Fault`. Or `who` is "world": before that step `chmod` (path, mode) or `write` (path,
                text) is done.

        Returns:
            `signal` that ended the supervisor, or 0; `steps` that it came to; `error`, type and text of what the
            session raised, and its exit code; `notices`; `hit` and `calls` of the tracer; `injected`.
        """
        job = {"home": str(home), "change": change, **fault}
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the rig ended"
        return json.loads(answer)

    def close(self) -> None:
        """End the rig."""
        # Its standard output is closed too, which waiting alone would leave open.
        self._process.communicate()


def _serve() -> None:
    """Answer jobs until there are no more."""
    import psutil  # noqa: F401

    import confine.extraction  # noqa: F401 - loaded once, for all that are forked.
    from confine.program import program
    from confine.starting import _compile_worker

    _compile_worker()
    program("hand", "boot")
    for line in sys.stdin:
        print(json.dumps(_job(json.loads(line))), flush=True)


def _job(job: dict[str, Any]) -> dict[str, Any]:
    fault = Fault(
        **{key: job[key] for key in ("nth", "after", "number", "under") if key in job}, only=tuple(job.get("only", ()))
    )
    pids, pid_end = os.pipe()
    answer, answer_end = os.pipe()
    tracer = os.fork() if "nth" in job else 0
    if tracer == 0 and "nth" in job:
        os.close(pid_end)
        os.close(answer)
        follow(fault, pids, answer_end)
    said, say = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(said)
            os.close(pids)
            os.close(answer_end)
            _Supervised(job, pid_end, answer, say).run()
            code = 0
        finally:
            os._exit(code)
    for each in (pids, pid_end, answer_end, say):
        os.close(each)
    lines = _all(said).splitlines()
    if tracer:
        os.waitpid(tracer, 0)
    _, status = os.waitpid(child, 0)
    traced = _all(answer).splitlines()
    result: dict[str, Any] = {"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0}
    result["status"] = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0
    result["steps"] = [line[5:] for line in lines if line.startswith("step ")]
    result["injected"] = next((line[9:] for line in lines if line.startswith("injected ")), "")
    result.update(error=None, notices=[])
    for line in lines:
        if line.startswith("result "):
            result.update(json.loads(line[7:]))
    if traced and traced[0].startswith("failed"):
        raise AssertionError(traced[0])
    result["hit"], result["calls"] = (traced[0], traced[1:]) if traced else ("", [])
    return result


def _all(pipe: int) -> str:
    with os.fdopen(pipe, encoding="utf-8") as file:
        return file.read()


class _Supervised:
    """The supervisor under test, in a process of its own."""

    def __init__(self, job: dict[str, Any], pid_end: int, answer: int, say: int) -> None:
        self.job = job
        self.home = Path(job["home"])
        self.pid_end, self.answer, self.say = pid_end, answer, say
        self.steps = 0
        self.hand: Any = None
        self.traced = "nth" not in job

    def tell(self, text: str) -> None:
        os.write(self.say, text.encode() + b"\n")

    def run(self) -> None:
        """Run the session and tell how it ended."""
        os.environ["XDG_STATE_HOME"] = str(self.home / "registry")
        from confine import session as sessions
        from room.workspace import locate

        real, hand_of = sessions.Journal, sessions.Hand
        sessions.Journal = functools.partial(real, on_step=self.on_step)  # type: ignore[assignment, misc]

        def hand(*arguments: Any, **options: Any) -> Any:
            self.hand = hand_of(*arguments, **options)
            return self.hand

        sessions.Hand = hand  # type: ignore[assignment, misc]
        result: dict[str, Any] = {"error": None, "notices": []}
        if self.job.get("who") == "supervisor" and not self.traced:
            self.attach(os.getpid())
        try:
            place = locate(room=str(self.home / "room"), cwd=str(self.home))
            with sessions.opened(place, now=lambda: 1_790_000_000.0) as session:
                result["notices"] = session.notices
                if self.job["change"] is not None:
                    CHANGES[self.job["change"]].make(session)
        except Exception as error:
            result["error"] = [type(error).__name__, str(error), getattr(error, "exit_code", None)]
        self.tell("result " + json.dumps(result))

    def on_step(self, name: str) -> None:
        """Note the step; kill who is to be killed before it."""
        self.tell(f"step {name}")
        self.steps += 1
        if self.job.get("who") == "hand":
            if name == "order" and not self.traced:
                self.attach(self.hand._launched().pid)
            if self.steps == self.job.get("event"):
                # The hand is there at every step of the run, until the run has let it go.
                launched = self.hand._child or (None if self.hand.receipt else self.hand._launched())
                if launched is not None:
                    self.tell(f"injected {name}")
                    os.kill(launched.pid, signal.SIGKILL)
        elif self.steps == self.job.get("event"):
            self.tell(f"injected {name}")
            if "chmod" in self.job:
                os.chmod(*self.job["chmod"])
                return
            if "write" in self.job:
                Path(self.job["write"][0]).write_text(self.job["write"][1], "ascii")
                return
            os.kill(os.getpid(), signal.SIGKILL)

    def attach(self, pid: int) -> None:
        """Have a process traced from here on."""
        self.traced = True
        os.write(self.pid_end, f"{pid}\n".encode())
        assert os.read(self.answer, 64).startswith(b"attached"), "the tracer could not attach"


if __name__ == "__main__":
    _serve()
