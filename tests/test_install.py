"""The hook goes into a person's settings and out again; every other byte stays, and malformed settings stay whole."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confine.cli import main
from confine.hosts import claude_code, splice
from confine.hosts.splice import SpliceError

LINE = claude_code.command("/usr/bin/python3")
OTHER = {"type": "command", "command": "echo hello", "timeout": 5}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def settings(home: Path) -> Path:
    folder = home / ".claude"
    folder.mkdir(mode=0o700)
    return folder / "settings.json"


@pytest.fixture
def scribe(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    def run(command: str, *line: str, code: int = 0) -> Any:
        assert main([command, "claude-code", *line, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


# -- The text -----------------------------------------------------------------------------------------------

TEXTS = {
    "empty": "{}\n",
    "no newline": "{}",
    "two spaces": '{\n  "model": "x",\n  "env": {\n    "A": "1"\n  }\n}\n',
    "four spaces": '{\n    "b": [1,  2],\n    "a": {}\n}\n',
    "tabs": '{\n\t"b": 1\n}\n',
    "crlf": '{\r\n  "b": 1,\r\n  "a": 2\r\n}\r\n',
    "one line": '{"b": 1, "a": [1, {"c": "}"}]}',
    "odd spacing": '\n { "b" :1 ,\n "a":\t2 }  \n\n',
    "escapes": '{\n  "\\u0061\\"": "\\u00e9 \\\\ {[",\n  "é": 1e2\n}\n',
    "other hooks": json.dumps({"hooks": {"Stop": [{"matcher": "", "hooks": [OTHER]}], "PreToolUse": []}}, indent=2),
    "empty hooks": '{\n  "hooks": {},\n  "a": 1\n}\n',
    "empty event": '{\n  "hooks": {"Stop": []},\n  "a": 1\n}\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_added_is_added_and_taken_out_again_to_the_byte(name: str) -> None:
    text = TEXTS[name]
    after = claude_code.added(text, LINE)
    model = json.loads(text)
    for event in claude_code.EVENTS:
        model.setdefault("hooks", {}).setdefault(event, []).append(claude_code.fragment(LINE)["hooks"][event][0])
    assert json.loads(after) == model
    assert claude_code.added(after, LINE) == after
    assert claude_code.removed(after, text) == text
    assert [*json.loads(after)][: len(json.loads(text))] == [*json.loads(text)]


def test_lines_are_indented_as_the_file_is() -> None:
    after = claude_code.added(TEXTS["four spaces"], LINE)
    assert after.startswith('{\n    "b": [1,  2],\n    "a": {},\n    "hooks": {\n        "Stop": [\n            {\n')
    assert "\n\t\t" in claude_code.added(TEXTS["tabs"], LINE)
    assert "\n" not in claude_code.added(TEXTS["crlf"], LINE).replace("\r\n", "")
    assert "\n" not in claude_code.added(TEXTS["one line"], LINE)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(max_size=6).filter(lambda name: name != "hooks"), values, max_size=4),
    st.none() | st.dictionaries(st.sampled_from(("Stop", "SessionEnd", "PreToolUse")), st.integers(0, 2), max_size=3),
    st.sampled_from((None, 1, 4, "\t")),
    st.booleans(),
)
def test_any_settings_are_the_same_to_the_byte_afterwards(
    other: dict[str, Any], hooks: dict[str, int] | None, indent: Any, ascii_only: bool
) -> None:
    model = dict(other)
    if hooks is not None:
        model["hooks"] = {event: [{"hooks": [OTHER] * 2}] * count for event, count in hooks.items()}
    text = json.dumps(model, indent=indent, ensure_ascii=ascii_only)
    after = claude_code.added(text, LINE)
    assert claude_code.added(after, LINE) == after
    assert claude_code.removed(after, text) == text


def test_a_hook_of_another_installation_is_replaced_and_not_doubled() -> None:
    old = claude_code.command("/old/python", home="/old place/it's")
    text = claude_code.added(TEXTS["two spaces"], old)
    assert set(claude_code.lines(text)) == {old}
    after = claude_code.added(text, LINE)
    assert claude_code.lines(after) == [LINE] * 3
    assert claude_code.removed(after) == TEXTS["two spaces"]


def test_other_hooks_of_the_same_event_and_group_stay() -> None:
    mine = claude_code.fragment(LINE)["hooks"]["Stop"][0]["hooks"][0]
    text = json.dumps({"hooks": {"Stop": [{"hooks": [OTHER, mine, OTHER]}]}}, indent=1)
    assert json.loads(claude_code.removed(text)) == {"hooks": {"Stop": [{"hooks": [OTHER, OTHER]}]}}


@pytest.mark.parametrize(
    "command",
    [
        "scribe hook",
        "python -m confine hook",
        "python -I -m confine doctor",
        "python -I -m confine.hook",
        "echo python -I -m confine hook",
        "python -I -m 'confine hook",
        7,
        None,
    ],
)
def test_what_a_person_wrote_is_not_ours(command: Any) -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})
    assert claude_code.removed(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        "{} {}",
        '{"a": 1,}',
        '{"a": 1} // comment',
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 2}}',
        '{"a": NaN}',
        '{"hooks": []}',
        '{"hooks": null}',
        '{"hooks": {"Stop": {}}}',
        '{"hooks": {"Stop": ["x"]}}',
        '{"hooks": {"Stop": [{"hooks": {}}]}}',
        '{"hooks": {"PreToolUse": [{}]}}',
        pytest.param('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", id="deep"),
    ],
)
def test_malformed_settings_are_refused(text: str, settings: Path, scribe: Callable[..., Any]) -> None:
    with pytest.raises(SpliceError):
        claude_code.added(text, LINE)
    settings.write_text(text)
    for command, *line in (("install", "--write"), ("install",), ("uninstall",)):
        assert scribe(command, *line, code=2)["error"]["do"]
    assert settings.read_text() == text
    assert [each.name for each in settings.parent.iterdir()] == ["settings.json"]


def test_a_change_that_would_mean_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splice, "put", lambda text, at, name, value: text[: at + 1] + f'"{name}": 1' + text[at + 1 :])
    with pytest.raises(SpliceError, match="something else"):
        claude_code.added("{}", LINE)


# -- The file -----------------------------------------------------------------------------------------------


def test_without_write_the_fragment_is_shown_and_nothing_is_touched(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "claude-code"]) == 0
    said = capsys.readouterr()
    shown = json.loads(said.out)
    assert set(shown["hooks"]) == {"Stop", "SessionEnd", "PreCompact"}
    for groups in shown["hooks"].values():
        (handler,) = groups[0]["hooks"]
        assert handler["type"] == "command" and handler["timeout"] == claude_code.TIMEOUT
    assert "--write" in said.err
    assert list(home.iterdir()) == []


def test_it_is_written_once_kept_beside_and_taken_back(settings: Path, scribe: Callable[..., Any]) -> None:
    text = TEXTS["odd spacing"]
    settings.write_text(text)
    settings.chmod(0o644)
    first = scribe("install", "--write")
    assert first["written"] is True and Path(first["backup"]).read_text() == text
    after = settings.read_text()
    assert json.loads(after)["hooks"].keys() == {"Stop", "SessionEnd", "PreCompact"} and json.loads(after)["b"] == 1
    again = scribe("install", "--write")
    assert (again["written"], again["already"], settings.read_text()) == (False, True, after)
    assert settings.stat().st_mode & 0o777 == 0o644
    assert scribe("uninstall")["removed"] is True
    assert settings.read_text() == text
    assert [each.name for each in settings.parent.iterdir()] == ["settings.json"]
    assert scribe("uninstall")["removed"] is False


@pytest.mark.parametrize("text", ["{ }", '{"hooks":{ } }', "{\n\n}\n", "\ufeff{}\n"])
def test_odd_empty_containers_are_as_they_were_too(text: str, settings: Path, scribe: Callable[..., Any]) -> None:
    settings.write_text(text, encoding="utf-8")
    scribe("install", "--write")
    scribe("uninstall")
    assert settings.read_text(encoding="utf-8") == text


def test_what_a_person_changed_since_stays(settings: Path, scribe: Callable[..., Any]) -> None:
    settings.write_text(TEXTS["two spaces"])
    scribe("install", "--write")
    settings.write_text(settings.read_text().replace('"model": "x"', '"model": "y"'))
    scribe("uninstall")
    assert settings.read_text() == TEXTS["two spaces"].replace('"model": "x"', '"model": "y"')


def test_settings_that_were_made_for_the_hook_go_with_it(home: Path, scribe: Callable[..., Any]) -> None:
    scribe("install", "--write")
    file = home / ".claude" / "settings.json"
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    scribe("uninstall")
    assert not file.exists()


def test_a_file_can_be_named(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    file = tmp_path / "other.json"
    file.write_text("{}")
    assert scribe("install", "--write", "--settings", str(file))["settings"] == str(file)
    assert len(claude_code.lines(file.read_text())) == 3
    scribe("uninstall", "--settings", str(file))
    assert file.read_text() == "{}"
    scribe("install", "--write", "--settings", str(tmp_path / "none" / "x.json"), code=2)


@pytest.mark.parametrize("what", ["link", "folder link", "dangling", "second name", "directory", "fifo", "binary"])
def test_what_is_no_plain_file_of_the_user_is_left_alone(
    what: str, settings: Path, tmp_path: Path, scribe: Callable[..., Any]
) -> None:
    real = tmp_path / "real.json"
    real.write_text("{}")
    if what == "link":
        settings.symlink_to(real)
    elif what == "folder link":
        settings.parent.rmdir()
        (tmp_path / "folder").mkdir()
        settings.parent.symlink_to(tmp_path / "folder")
    elif what == "dangling":
        settings.symlink_to(tmp_path / "none")
    elif what == "second name":
        os.link(real, settings)
    elif what == "directory":
        settings.mkdir()
    elif what == "fifo":
        os.mkfifo(settings)
    else:
        settings.write_bytes(b'{"a": "\xff"}')
    before = sorted((each, each.lstat().st_mtime_ns) for each in tmp_path.rglob("*"))
    scribe("install", "--write", code=2)
    assert real.read_text() == "{}" and not (tmp_path / "none").exists()
    assert sorted((each, each.lstat().st_mtime_ns) for each in tmp_path.rglob("*")) == before


def test_settings_that_the_host_writes_meanwhile_are_not_overwritten(
    settings: Path, scribe: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.write_text("{}")
    right = claude_code.added

    def added(text: str, line: str) -> str:
        settings.write_text('{"news": 1}')
        return right(text, line)

    monkeypatch.setattr(claude_code, "added", added)
    assert "just now" in scribe("install", "--write", code=2)["error"]["why"]
    assert settings.read_text() == '{"news": 1}'


def test_the_command_that_is_written_runs_from_anywhere_and_ignores_the_environment(
    tmp_path: Path, scribe: Callable[..., Any]
) -> None:
    fragment = scribe("install", "--config", str(tmp_path / "a b.yaml"))["fragment"]
    line = fragment["hooks"]["Stop"][0]["hooks"][0]["command"]
    assert shlex.split(line)[:2] == [sys.executable, "-I"]
    assert shlex.split(line)[-2:] == ["--config", str(tmp_path / "a b.yaml")]
    (tmp_path / "confine.py").write_text("raise SystemExit(99)")
    (tmp_path / "json.py").write_text("raise SystemExit(98)")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": str(tmp_path / "json.py")}
    done = subprocess.run(
        f"{line} --strict", shell=True, input=b"[]", capture_output=True, cwd=tmp_path, env=env, check=False
    )
    assert done.returncode == 2 and b"it is no object" in done.stderr


def test_a_host_that_nobody_knows_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as caught:
        main(["install", "emacs"])
    assert caught.value.code == 2
