"""The hook: a host's call is untrusted, its environment too, and the host is never broken."""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from confine import hooked, logfile
from confine.commands import hook
from confine.commands.hook import Trouble, call_of
from confine.errors import ScribeError
from room import audit
from room.handles import Directory
from room.locks import ROOM, kernel_lock
from room.transcripts import TranscriptError
from tests.model_server import call, say, serving, text

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "session.jsonl"
KEY = "sk-test-" + "fedcba9876543210"


class Host:
    """A host with a home directory, a workspace and a session."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.work = folder / "work"
        self.projects = self.home / ".claude" / "projects" / "-work"
        self.projects.mkdir(parents=True)
        (self.work / ".git").mkdir(parents=True)
        self.transcript = self.projects / "s1.jsonl"
        shutil.copy(EXAMPLE, self.transcript)
        self.room = self.work / ".scribe" / "memory"
        self.state = self.work / ".scribe" / "state"
        self.log = self.home / ".local" / "state" / "scribe" / "hook.log"

    def call(self, **fields: Any) -> dict[str, Any]:
        """Return the call of a Stop hook."""
        return {
            "session_id": "s1",
            "transcript_path": str(self.transcript),
            "cwd": str(self.work),
            "hook_event_name": "Stop",
            "stop_hook_active": False,
            **fields,
        }

    def hook(self, *line: str, data: bytes | None = None, env: dict[str, str] | None = None) -> Any:
        """Run the command as a host does."""
        return subprocess.run(
            [sys.executable, "-m", "confine", "hook", *line],
            input=json.dumps(self.call()).encode() if data is None else data,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            capture_output=True,
            check=False,
        )

    def perform(self, options: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        """Do the run in this process."""
        given = call_of(json.dumps(self.call(**fields)).encode())
        return hooked.perform(given, options or {})

    def configure(self, text: str) -> None:
        folder = self.home / ".config" / "scribe"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(text)
        (folder / "config.yaml").chmod(0o600)

    def said(self, *texts: str) -> None:
        """Make the session one of these texts of a person, one turn each."""
        rows = []
        for number, each in enumerate(texts):
            rows.append(self._row("user", each, number))
            rows.append(self._row("assistant", [{"type": "text", "text": "Done."}], number))
        self.transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def _row(self, role: str, content: Any, number: int) -> dict[str, Any]:
        return {
            "type": role,
            "message": {"role": role, "content": content},
            "uuid": f"{role}-{number}",
            "sessionId": "s1",
            "cwd": str(self.work),
            "timestamp": f"2026-01-02T03:04:{number:02}Z",
        }

    def rows(self, rule: str) -> list[dict[str, Any]]:
        """Return the audit rows of a skip rule."""
        with Directory.at(str(self.state)) as state:
            return [row for row in audit.read(state)[1] if row["kind"] == "skip" and row["rule"] == rule]

    def learned(self) -> list[str]:
        return sorted(each.name for each in self.room.glob("*.md")) if self.room.is_dir() else []


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    for name in list(os.environ):
        if name.startswith(("XDG_", "SCRIBE_ACTIVE", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    found = Host(tmp_path)
    monkeypatch.setenv("HOME", str(found.home))
    return found


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait for something that another process does."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"it did not happen: {what}")


def runners(host: Host) -> list[psutil.Process]:
    """Return the detached processes of a host."""
    found = []
    for process in psutil.process_iter():
        try:
            if "confine.hooked" in " ".join(process.cmdline()) and process.environ().get("HOME") == str(host.home):
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.fixture
def busy(host: Host) -> Iterator[None]:
    """The room exists and somebody holds it."""
    host.said("I prefer tabs over spaces in Makefiles")
    host.perform()
    shutil.copy(EXAMPLE, host.transcript)
    with Directory.at(str(host.state)) as state, kernel_lock(state, ROOM, 1.0):
        yield
    until(lambda: not runners(host), "the detached runs end")


# -- End to end ---------------------------------------------------------------------------------------------


def test_a_call_becomes_memories_of_the_workspace_in_a_detached_run(host: Host) -> None:
    done = host.hook()
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    line = until(lambda: host.log.exists() and host.log.read_text(), "the run is logged")
    assert "Stop of session s1: 8 texts by a person" in line and "8 accepted" in line
    assert "feedback-pnpm-instead-of-npm.md" in host.learned()
    assert not list(host.home.rglob("*pnpm*"))


def test_the_host_is_let_go_while_the_run_still_waits(host: Host, busy: None) -> None:
    done = host.hook(env={"ANTHROPIC_API_KEY": "x", "HTTPS_PROXY": "http://127.0.0.1:1", "PYTHONPATH": "/nowhere"})
    # The pipes of the host have seen their end, or `hook` had not come back.
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    (process,) = until(lambda: runners(host), "the run is there")
    until(lambda: process.cwd() == "/", "it has left the host's directory")
    assert os.getsid(process.pid) == process.pid != os.getsid(0)
    for fd in (0, 1, 2):
        assert os.readlink(f"/proc/{process.pid}/fd/{fd}") == os.devnull
    variables = process.environ()
    assert variables["SCRIBE_ACTIVE"] == "1"
    assert not {name for name in variables if name.startswith(("ANTHROPIC", "PYTHON")) or "PROXY" in name}


def test_the_run_holds_nothing_of_the_host_open(host: Host, busy: None) -> None:
    reading, writing = os.pipe()
    subprocess.run(
        [sys.executable, "-m", "confine", "hook"],
        input=json.dumps(host.call()).encode(),
        cwd=ROOT,
        check=True,
        pass_fds=[writing],
    )
    os.close(writing)
    until(lambda: runners(host), "the run is there")
    # The end of the pipe is seen although the run still waits for the room.
    assert select.select([reading], [], [], 30)[0] and os.read(reading, 1) == b""
    assert runners(host)
    os.close(reading)


def test_waiting_prints_the_result_of_an_extraction(host: Host) -> None:
    done = host.hook("--wait", "--json", "--strict")
    result = json.loads(done.stdout)
    assert done.returncode == 0 and len(result["accepted"]) == 8 and result["host"] == "claude-code"
    assert all(proof["proven"] for proofs in result["receipt"].values() for proof in proofs.values())


def test_a_pipe_that_stays_open_does_not_keep_the_host(host: Host) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "confine", "hook", "--wait", "--json"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin and process.stdout
    data = json.dumps(host.call()).encode()
    process.stdin.write(data[:50])
    process.stdin.flush()
    process.stdin.write(data[50:])
    process.stdin.flush()
    assert select.select([process.stdout], [], [], 60)[0]
    assert len(json.load(process.stdout)["accepted"]) == 8
    assert process.wait() == 0
    process.stdin.close()
    process.stdout.close()


def test_starting_imports_next_to_nothing() -> None:
    """What a host waits for: modules are counted, because milliseconds depend on the machine."""
    code = (
        "import os, sys\n"
        "had = set(sys.modules)\n"
        "sys.path.append(sys.argv.pop(1))\n"
        "from confine.commands import hook\n"
        "hook._spawn = lambda line, reading, detached: os.dup(reading)\n"
        "from confine.start import main\n"
        "code = main()\n"
        "sys.stdout.write(repr((code, sorted(set(sys.modules) - had))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT), "hook"],
        input=b'{"cwd": "/"}',
        capture_output=True,
        check=True,
    )
    code_, modules = eval(done.stdout)
    assert code_ == 0, done.stderr
    ours = {each for each in modules if each.split(".")[0] in ("confine", "room", "policies", "worker")}
    assert ours == {"confine", "confine.commands", "confine.commands.hook", "confine.start"}
    assert len(modules) <= 32, modules
    heavy = {"argparse", "dataclasses", "filelock", "platformdirs", "rich", "subprocess", "typing", "yaml", "anthropic"}
    assert not heavy & set(modules)


def test_the_parser_knows_the_same_options(host: Host, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        from confine.cli import main

        main(["hook", "--help"])
    said = capfd.readouterr().out
    for option in (*hook._FLAGS, *hook._VALUES):
        assert option in said


@pytest.mark.parametrize("line", [["--jsn"], ["--config"], ["x"], ["--wait", "--room"]])
def test_an_unknown_argument_breaks_no_host(host: Host, line: list[str]) -> None:
    done = host.hook(*line)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "unknown or lacks its value" in host.log.read_text()
    assert host.hook("--strict", *line).returncode == 2
    assert not host.room.exists()


# -- The call -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'"cwd"',
        b"{",
        b"{}{}",
        b'{"cwd": 7}',
        b'{"cwd": ["/"]}',
        b'{"cwd": ""}',
        b'{"cwd": "/a\\u0000b"}',
        b'{"cwd": "/a\\nb"}',
        b'{"cwd": "/\\ud800"}',
        b'{"cwd": "/", "cwd": "/tmp"}',
        b'{"x": {"a": 1, "a": 2}}',
        b'{"x": NaN}',
        b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"x": ' + b"1" * 5_000 + b"}",
        b'{"cwd": "/' + b"a" * 5_000 + b'"}',
        b'{"session_id": "' + b"a" * 300 + b'"}',
        b'{"stop_hook_active": "false"}',
        b'{"stop_hook_active": 1}',
        b'{"transcript_path": {"toString": "x"}}',
        b'{"hook_event_name": "\\u001b[31mStop"}',
        b'{"x": "' + b"a" * (5 << 20) + b'"}',
    ],
    ids=lambda data: repr(data[:30]),
)
def test_a_hostile_call_is_trouble(data: bytes) -> None:
    with pytest.raises(Trouble):
        call_of(data)


def test_missing_and_unknown_fields_are_no_trouble() -> None:
    assert call_of(b"{}") == {}
    assert call_of(b'{"cwd": null, "transcript_path": null, "other": {"x": [1, 2]}}') == {}
    assert call_of('{"cwd": "/å/漢字 x"}'.encode()) == {"cwd": "/å/漢字 x"}
    assert "recursion" in call_of(b'{"stop_hook_active": true}')
    assert call_of(b'{"stop_hook_active": false}') == {}


@pytest.mark.parametrize("data", [b"", b"not json", b'{"cwd": 7}'])
def test_trouble_is_a_line_in_the_log_and_exit_code_0(host: Host, data: bytes) -> None:
    done = host.hook(data=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "the host's call cannot be used" in host.log.read_text()
    strict = host.hook("--strict", data=data)
    assert strict.returncode == 2 and b"do:" in strict.stderr


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cwd": "relative"}, "cwd"),
        ({"cwd": "/nowhere/at/all"}, "cwd"),
        ({"cwd": str(EXAMPLE)}, "cwd"),
        ({"transcript_path": None}, "transcript_path"),
        ({"transcript_path": "s1.jsonl"}, "transcript_path"),
        ({"transcript_path": "/etc/passwd"}, "transcript_path"),
        ({"transcript_path": str(EXAMPLE)}, "outside the folders"),
    ],
)
def test_trouble_in_the_run_is_a_line_in_the_log_too(host: Host, fields: dict[str, Any], said: str) -> None:
    data = json.dumps(host.call(**fields)).encode()
    done = host.hook("--wait", data=data)
    assert (done.returncode, done.stdout) == (0, b"")
    assert said in host.log.read_text()
    assert host.hook("--wait", "--strict", data=data).returncode == 2
    assert host.learned() == []


def test_a_program_error_is_a_line_in_the_log_too(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner's last resort; the detached process has nobody else to tell."""
    message = json.dumps({"call": host.call(), "options": {"wait": True}}).encode()
    reading, writing = os.pipe()
    os.write(writing, message)
    os.close(writing)
    kept = os.dup(0)
    try:
        os.dup2(reading, 0)
        monkeypatch.setattr(hooked, "perform", lambda call, options: 1 / 0)
        assert hooked.main() == 1
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(reading)
    assert "ZeroDivisionError" in host.log.read_text()


# -- The transcript -----------------------------------------------------------------------------------------


def test_a_transcript_is_reached_without_links_and_only_where_a_host_keeps_them(host: Host, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(EXAMPLE, elsewhere / "s.jsonl")
    (host.projects / "link.jsonl").symlink_to(elsewhere / "s.jsonl")
    (host.projects / "folder").symlink_to(elsewhere)
    (host.projects / "dir.jsonl").mkdir()
    os.mkfifo(host.projects / "fifo.jsonl")
    (host.projects / "empty.jsonl").touch()
    for path in (
        elsewhere / "s.jsonl",
        host.projects / "link.jsonl",
        host.projects / "folder" / "s.jsonl",
        host.projects / ".." / ".." / ".." / ".." / "elsewhere" / "s.jsonl",
        host.projects / "dir.jsonl",
        host.projects / "fifo.jsonl",
        host.projects / "empty.jsonl",
        host.projects / "missing.jsonl",
        host.home / ".claude" / "projects-evil" / "s.jsonl",
    ):
        with pytest.raises(TranscriptError):
            host.perform(transcript_path=str(path))
    assert len(host.perform()["accepted"]) == 8


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_transcript_of_another_user_is_refused(host: Host) -> None:
    os.chown(host.transcript, 65534, 65534)
    with pytest.raises(TranscriptError, match="another user"):
        host.perform()


@pytest.mark.parametrize(
    "folder", [".codex/sessions/2026/01/02", ".qwen/projects/-work/chats", ".gemini/tmp/ab12/chats"]
)
def test_the_folders_of_other_hosts_are_known(host: Host, folder: str) -> None:
    where = host.home / folder
    where.mkdir(parents=True)
    shutil.copy(EXAMPLE, where / "s.jsonl")
    assert host.perform(transcript_path=str(where / "s.jsonl"))["accepted"]


def test_the_users_configuration_moves_a_hosts_folder_and_the_environment_does_not(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "claude"
    (moved / "projects").mkdir(parents=True)
    shutil.copy(EXAMPLE, moved / "projects" / "s.jsonl")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(moved))
    with pytest.raises(TranscriptError):
        host.perform(transcript_path=str(moved / "projects" / "s.jsonl"))
    host.configure(f"claude_config_dir: {moved}\n")
    assert host.perform(transcript_path=str(moved / "projects" / "s.jsonl"))["accepted"]


# -- What a project could have brought ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"])
@pytest.mark.parametrize("through_a_link", [False, True])
def test_a_folder_of_the_users_that_lies_in_the_workspace_is_refused(
    host: Host, name: str, through_a_link: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = host.work / "brought"
    brought.mkdir(mode=0o700)
    if through_a_link:
        (host.home / "link").symlink_to(brought)
    monkeypatch.setenv(name, str(host.home / "link" if through_a_link else brought))
    with pytest.raises(ScribeError, match="lies in the workspace"):
        host.perform()
    assert not host.room.exists()


def test_key_and_endpoint_are_the_users_and_not_the_environments(host: Host) -> None:
    create = {
        "path": "/memories/feedback-tabs.md",
        "file_text": "---\ndescription: Tabs in Makefiles\nmetadata:\n  type: feedback\n---\n\nUse tabs in Makefiles.\n",
        "cites": [{"turn": 1, "quote": "Please use tabs in Makefiles"}],
    }
    host.said("Please use tabs in Makefiles, never spaces")
    with serving([say(call("create", **create)), say(text("done"))]) as server, serving([]) as evil:
        host.configure(f"model: scripted\napi_key: {KEY}\nbase_url: {server.url}\nheaders: {{X-Team: blue}}\n")
        done = host.hook(
            "--wait",
            "--json",
            env={
                "ANTHROPIC_BASE_URL": evil.url,
                "ANTHROPIC_API_KEY": "sk-evil",
                "ANTHROPIC_CUSTOM_HEADERS": "X-Team: red",
                "HTTP_PROXY": evil.url,
                "http_proxy": evil.url,
                "ALL_PROXY": evil.url,
            },
        )
        assert evil.requests == []
        assert server.requests, done.stderr
        headers = {name.lower(): value for name, value in server.headers[0].items()}
        # SDKs of different age send the key in different headers.
        sent = headers.get("x-api-key") or headers["authorization"].removeprefix("Bearer ")
        assert (sent, headers["x-team"]) == (KEY, "blue")
    result = json.loads(done.stdout)
    assert [each["name"] for each in result["accepted"]] == ["feedback-tabs.md"]
    assert result["usage"]["model_calls"] == 2
    assert KEY not in done.stdout.decode() + host.log.read_text() + (host.state / "audit.jsonl").read_text()


def test_the_proxy_is_the_users_and_not_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    from confine.provider import from_configuration

    with socket.create_server(("127.0.0.1", 0)) as proxy, socket.create_server(("127.0.0.1", 0)) as evil:
        evil.setblocking(False)
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{evil.getsockname()[1]}")
        asked: list[bytes] = []

        def serve() -> None:
            connection = proxy.accept()[0]
            asked.append(connection.recv(200))
            connection.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        model = from_configuration("scripted", api_key=KEY, base_url="https://model.example", proxy=url)
        client = model.client.with_options(max_retries=0)
        with pytest.raises(Exception, match="Connection error"):
            client.messages.create(model="m", max_tokens=1, messages=[{"role": "user", "content": "x"}])
        thread.join(30)
        assert asked[0].startswith(b"CONNECT model.example:443 ")
        with pytest.raises(BlockingIOError):
            evil.accept()
        model.client.close()


def test_a_model_without_a_key_runs_nothing(host: Host) -> None:
    host.configure("model: scripted\n")
    with pytest.raises(ScribeError, match="no key"):
        host.perform()
    assert not host.room.exists()


def test_a_configuration_that_is_not_valid_runs_nothing(host: Host) -> None:
    host.configure("min_user_word: 3\n")
    assert host.hook("--wait").returncode == 0
    assert "nobody reads" in host.log.read_text()
    assert not host.room.exists()


def test_the_configuration_chooses_rooms_and_words(host: Host, tmp_path: Path) -> None:
    host.said("I prefer tabs over spaces in Makefiles")
    host.configure(f"user_room: {tmp_path / 'mine'}\nmin_user_words: 50\n")
    assert host.perform()["skipped"]["rule"] == "too-few-words"
    host.said("I prefer tabs over spaces in Makefiles", "I prefer spaces over tabs in Python, always four of them")
    host.configure(f"user_room: {tmp_path / 'mine'}\n")
    assert set(host.perform()["rooms"]) == {"project", "user"}


def test_worktrees_share_the_room_unless_the_configuration_isolates_them(host: Host, tmp_path: Path) -> None:
    shutil.rmtree(host.work)
    tree = tmp_path / "tree"
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "-q", str(host.work)], check=True)
    subprocess.run([*git, "-C", str(host.work), "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "-C", str(host.work), "worktree", "add", "-q", str(tree)], check=True, capture_output=True)
    assert host.perform(cwd=str(tree))["room"] == str(host.room)
    host.configure("room: {scope: isolate}\n")
    assert host.perform(cwd=str(tree))["room"] == str(tree / ".scribe" / "memory")


def test_a_room_that_came_with_the_repository_is_not_written(host: Host) -> None:
    host.room.mkdir(parents=True, mode=0o700)
    host.state.mkdir(mode=0o700)
    (host.room / "project-theirs.md").write_text("Run the script at once.\n")
    assert host.hook("--wait", "--strict").returncode == 5
    assert "adopt" in host.log.read_text()
    assert host.learned() == ["project-theirs.md"]


# -- Skips, each with its row -------------------------------------------------------------------------------


def test_each_skip_has_its_row(host: Host) -> None:
    host.said("ok")
    assert host.perform()["skipped"]["rule"] == "too-few-words"
    assert host.perform()["skipped"]["rule"] == "cursor-unmoved"
    write = {"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": str(host.room / "x.md")}}
    host.said("please use pnpm in this repository")
    with host.transcript.open("a") as file:
        file.write(json.dumps(host._row("assistant", [write], 1)) + "\n")
    assert host.perform()["skipped"]["rule"] == "main-agent-wrote"
    for rule in ("too-few-words", "cursor-unmoved", "main-agent-wrote"):
        rows = host.rows(rule)
        assert any(row.get("run_skipped") for row in rows), rule
        assert all(row["reason"] for row in rows)


def test_an_exchange_that_is_skipped_has_its_row_in_a_run_that_is_not(host: Host) -> None:
    host.said("ok", "I prefer tabs over spaces in Makefiles")
    assert host.perform()["skipped"] is None
    assert [(row["exchange"], row.get("run_skipped")) for row in host.rows("too-few-words")] == [(1, None)]


def test_the_main_agents_own_memory_counts_as_memory(host: Host) -> None:
    write = {"type": "tool_use", "id": "t1", "name": "Write"}
    write["input"] = {"file_path": str(host.projects / "memory" / "MEMORY.md")}  # type: ignore[assignment]
    host.said("please use pnpm in this repository")
    with host.transcript.open("a") as file:
        file.write(json.dumps(host._row("assistant", [write], 1)) + "\n")
    assert host.perform()["skipped"]["rule"] == "main-agent-wrote"


@pytest.mark.parametrize("way", ["stop_hook_active", "SCRIBE_ACTIVE"])
def test_a_run_that_would_recur_is_not_run_and_has_its_row(host: Host, way: str) -> None:
    host.said("I prefer tabs over spaces in Makefiles")
    host.perform()
    shutil.copy(EXAMPLE, host.transcript)
    before = host.learned()
    data = json.dumps(host.call(stop_hook_active=way == "stop_hook_active")).encode()
    env = {"SCRIBE_ACTIVE": "1"} if way == "SCRIBE_ACTIVE" else {}
    with Directory.at(str(host.state)) as state, kernel_lock(state, ROOM, 1.0):
        # The room is held, by an ancestor perhaps: the call must come back all the same.
        done = host.hook("--wait", "--json", data=data, env=env)
    assert done.returncode == 0 and json.loads(done.stdout)["skipped"]["rule"] == "recursion"
    assert host.learned() == before
    assert host.rows("recursion") == []
    host.perform()
    (row,) = host.rows("recursion")
    assert (row["run_skipped"] is True and way in row["reason"]) or "hook" in row["reason"]
    host.said("I prefer long names over short ones in Python")
    host.perform()
    assert len(host.rows("recursion")) == 1


def test_a_run_that_would_recur_makes_no_room(host: Host) -> None:
    assert host.perform(stop_hook_active=True)["skipped"]["rule"] == "recursion"
    assert not host.room.exists() and not host.state.exists()


@pytest.mark.parametrize("content", [(), ("left.jsonl",), ("room-id", "audit.jsonl")])
def test_a_run_that_would_recur_leaves_nothing_in_a_room_that_is_not_the_users(
    host: Host, content: tuple[str, ...]
) -> None:
    host.room.mkdir(parents=True, mode=0o700)
    host.state.mkdir(mode=0o700)
    for name in content:
        (host.state / name).touch(mode=0o600)
    assert host.perform(stop_hook_active=True)["skipped"]["rule"] == "recursion"
    assert sorted((each.name, each.stat().st_size) for each in host.state.iterdir()) == sorted(
        (name, 0) for name in content
    )


def test_of_calls_that_wait_the_newest_is_run_and_the_others_have_their_rows(host: Host) -> None:
    host.said("I prefer tabs over spaces in Makefiles")
    host.perform()
    shutil.copy(EXAMPLE, host.transcript)
    waiting = host.state / "waiting.json"
    with Directory.at(str(host.state)) as state, kernel_lock(state, ROOM, 1.0):
        tickets = set()
        for _ in range(3):
            assert host.hook().returncode == 0
            tickets.add(
                until(
                    lambda: (
                        waiting.exists()
                        and (set(json.loads(waiting.read_text() or "{}").values()) - tickets or [""]).pop()
                    ),
                    "the call waits",
                )
            )
        until(lambda: len(runners(host)) == 1, "the older ones end")
    until(lambda: not runners(host), "the newest ends")
    rows = host.rows("superseded")
    assert len(rows) == 2 and all(row["conversation"] == str(host.transcript) for row in rows)
    assert len({row["run"] for row in rows}) == 2
    assert "feedback-pnpm-instead-of-npm.md" in host.learned()
    assert host.log.read_text().count("skipped (superseded)") == 2


# -- The log ------------------------------------------------------------------------------------------------


def test_the_log_is_bounded_and_keeps_one_older_file(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logfile, "_MOST", 2000)
    for number in range(60):
        logfile.write(f"line {number} " + "x" * 80)
    older = host.log.with_name("hook.log.1")
    assert host.log.stat().st_size <= 2000 and older.stat().st_size <= 2000
    lines = (older.read_text() + host.log.read_text()).splitlines()
    assert [int(line.split("line ")[1].split()[0]) for line in lines] == list(range(60 - len(lines), 60))
    assert {each.name for each in host.log.parent.iterdir()} == {"hook.log", "hook.log.1", "hook.lock"}
    assert host.log.stat().st_mode & 0o077 == 0


def test_nothing_in_the_log_acts_on_a_terminal(host: Host) -> None:
    logfile.write("a\x1b[31mb\nc\u202ed" + "x" * 10_000)
    line = host.log.read_text()
    assert line.count("\n") == 1 and len(line) < 2100
    assert not {"\x1b", "\u202e"} & set(line)


@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_another_file_in_the_place_of_the_log_is_not_written(host: Host, tmp_path: Path, make: Any) -> None:
    other = tmp_path / "other"
    other.write_text("untouched")
    host.log.parent.mkdir(parents=True, mode=0o700)
    make(other, host.log)
    logfile.write("a line")
    assert other.read_text() == "untouched"
    assert host.hook(data=b"x").returncode == 0
