"""The user's configuration: whose file it is, what it may say, and that nothing secret is shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from confine import configuration
from confine.configuration import Configuration, ConfigurationError, load

KEY = "sk-test-" + "0123456789abcdef"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration directory of the test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "config").mkdir(mode=0o700)
    return tmp_path


def write(home: Path, text: str, *, mode: int = 0o600, folder: int = 0o700) -> Path:
    path = home / "config" / "scribe" / "config.yaml"
    path.parent.mkdir(exist_ok=True)
    path.parent.chmod(folder)
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_missing_file_is_the_offline_writer(home: Path) -> None:
    assert load() == Configuration()
    assert load().model is None and load().min_user_words == 3 and load().room_scope == "share"


def test_a_file_that_was_named_and_is_missing_is_an_error(home: Path) -> None:
    with pytest.raises(ConfigurationError, match="No such file"):
        load(str(home / "config" / "none.yaml"))


def test_everything_that_can_be_said_is_read(home: Path) -> None:
    key = home / "key"
    key.write_text(KEY + "\n")
    key.chmod(0o600)
    path = write(
        home,
        "model: some-model\napi_key_file: ~/key\nbase_url: https://example.org/v1\nproxy: http://proxy.example:3128\n"
        "headers: {X-Team: blue}\nlimits: {turns: 2, calls: 9, tokens: 1000}\nuser_room: ~/mine\nmin_user_words: 5\n"
        "room: {scope: isolate}\nclaude_config_dir: ~/claude\ntranscript_folders: [/srv/chats]\n",
    )
    assert load() == Configuration(
        model="some-model",
        api_key=KEY,
        base_url="https://example.org/v1",
        proxy="http://proxy.example:3128",
        headers={"x-team": "blue"},
        max_turns=2,
        max_calls=9,
        max_tokens=1000,
        user_room=True,
        user_room_path=str(home / "mine"),
        min_user_words=5,
        room_scope="isolate",
        claude_config_dir=str(home / "claude"),
        transcript_folders=("/srv/chats",),
        path=str(path),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("modle: x", "nobody reads"),
        ("model: x\nmodel: y", "no YAML"),
        ("model: 7", "model"),
        ("model: ''", "model"),
        ("- a", "the file"),
        ("a: [", "no YAML"),
        ("? [a]\n: b", "no YAML"),
        ("min_user_words: true", "min_user_words"),
        ("min_user_words: -1", "min_user_words"),
        ("min_user_words: 2.5", "min_user_words"),
        ("room: share", "room"),
        ("room: {scope: both}", "room.scope"),
        ("room: {path: /x}", "nobody reads"),
        ("limits: {turns: 0}", "limits.turns"),
        ("user_room: 1", "user_room"),
        ("user_room: relative/room", "user_room"),
        ("user_room: /", "user_room"),
        ("claude_config_dir: .claude", "claude_config_dir"),
        ("transcript_folders: /srv", "transcript_folders"),
        ("transcript_folders: [srv]", "transcript_folders"),
        ("api_key: x\napi_key_file: y", "api_key"),
        ("headers: {X-Api-Key: x}", "Scribe sets it"),
        ("headers: {'a b': x}", "headers"),
        ('headers: {a: "b\\r\\nc: d"}', "headers.a"),
        ("headers: {a: 1}", "headers.a"),
        ("proxy: http://p.example:1\nbase_url: http://127.0.0.1:1", "proxy"),
    ],
)
def test_what_is_not_valid_is_refused(home: Path, text: str, said: str) -> None:
    write(home, text)
    with pytest.raises(ConfigurationError) as caught:
        load()
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("url", "fine"),
    [
        ("https://example.org", True),
        ("http://127.0.0.1:8080", True),
        ("http://127.1.2.3/x", True),
        ("http://[::1]:8080", True),
        ("http://localhost:1", True),
        ("http://example.org", False),
        ("http://127.0.0.1.example.org", False),
        ("http://localhost.example.org", False),
        ("http://0.0.0.0:1", False),
        ("http://10.0.0.1", False),
        ("http://user@127.0.0.1", False),
        ("https://user:word@example.org", False),
        ("https://example.org?x=1", False),
        ("https://example.org#x", False),
        ("http://127.0.0.1\\\\@example.org", False),
        ("ftp://127.0.0.1", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("https://example.org:port", False),
        ("https://[::1", False),
        ("//127.0.0.1", False),
    ],
)
def test_plain_http_is_for_loopback_only(home: Path, url: str, fine: bool) -> None:
    write(home, f'base_url: "{url}"')
    if fine:
        assert load().base_url == url
    else:
        with pytest.raises(ConfigurationError, match="base_url"):
            load()


@pytest.mark.parametrize(("mode", "folder"), [(0o644, 0o700), (0o640, 0o700), (0o602, 0o700), (0o600, 0o755)])
def test_a_file_that_others_can_read_or_write_is_refused_with_what_mends_it(home: Path, mode: int, folder: int) -> None:
    write(home, "model: x", mode=mode, folder=folder)
    with pytest.raises(ConfigurationError, match="chmod"):
        load()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_file_of_another_user_is_refused(home: Path, what: str) -> None:
    path = write(home, "model: x")
    os.chown(path if what == "file" else path.parent, 65534, 65534)
    with pytest.raises(ConfigurationError, match="refused"):
        load()


def test_a_link_a_fifo_and_a_giant_file_are_refused(home: Path) -> None:
    path = write(home, "model: x")
    real = path.with_name("real.yaml")
    path.rename(real)
    path.symlink_to(real)
    with pytest.raises(ConfigurationError):
        load()
    path.unlink()
    os.mkfifo(path, 0o600)
    with pytest.raises(ConfigurationError):
        load()
    path.unlink()
    write(home, "#" * 100_000)
    with pytest.raises(ConfigurationError):
        load()
    path.unlink()
    real.rename(path)
    assert load().model == "x"


@pytest.mark.parametrize("through_a_link", [False, True])
def test_a_configuration_that_a_project_could_have_brought_is_refused(home: Path, through_a_link: bool) -> None:
    write(home, "base_url: https://example.org")
    workspace = home / "config"
    assert load(workspace=str(home / "elsewhere")).base_url is not None
    if through_a_link:
        (home / "link").symlink_to(workspace)
        os.environ["XDG_CONFIG_HOME"] = str(home / "link")
    with pytest.raises(ConfigurationError, match="workspace"):
        load(workspace=str(workspace))


def test_a_key_file_is_as_private_as_the_configuration(home: Path) -> None:
    key = home / "key"
    key.write_text(KEY)
    key.chmod(0o644)
    write(home, f"api_key_file: {key}")
    with pytest.raises(ConfigurationError, match="chmod 600"):
        load()
    key.chmod(0o600)
    assert load().api_key == KEY
    key.unlink()
    with pytest.raises(ConfigurationError):
        load()


def test_no_key_is_ever_shown(home: Path) -> None:
    write(home, f"api_key: {KEY}\nheaders: {{x-token: {KEY}}}")
    assert KEY not in repr(load())
    for text in (f"api_key: [{KEY}]", f"api_key: {KEY}\n  x: [", f"base_url: {KEY}", f"api_key: ' {KEY}'"):
        write(home, text)
        with pytest.raises(ConfigurationError) as caught:
            load()
        assert KEY not in str(caught.value)


def test_the_folder_of_profiles_is_the_users_own(home: Path) -> None:
    assert configuration.profiles_folder() is None
    write(home, "")
    folder = home / "config" / "scribe" / "profiles"
    folder.mkdir(mode=0o700)
    assert configuration.profiles_folder() == str(folder)
    folder.chmod(0o777)
    with pytest.raises(ConfigurationError, match="chmod"):
        configuration.profiles_folder()


def test_the_configuration_that_is_documented_is_valid(home: Path) -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "hosts.md").read_text(encoding="utf-8")
    text = page.partition("```yaml\n")[2].partition("```")[0]
    path = write(home, text)
    path.with_name("key").write_text(KEY)
    path.with_name("key").chmod(0o600)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        (home / ".config").symlink_to(home / "config")
        found = load()
    assert (found.api_key, found.max_calls, found.user_room) == (KEY, Configuration().max_calls, True)
    assert {name for name in configuration._TOP if f"{name}:" not in text} <= {"api_key"}
