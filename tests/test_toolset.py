"""Narrowing a host's catalogue of tools: what a memory writer never sees."""

from __future__ import annotations

import pytest

from policies.profile import SHIPPED, Tools, load
from policies.toolset import Restriction, Tool, ToolsetError, narrow, present

TOOLS = Tools(deny=("bash", "mcp__*", "web_*"), scopes=frozenset({"none", "read"}))
CATALOGUE = [Tool("read_file", "read"), Tool("think", "none"), Tool("bash", "read"), Tool("post", "network")]


def names(*arguments: object) -> list[str]:
    return [each.name for each in narrow(*arguments)]  # type: ignore[arg-type]


def test_what_the_profile_denies_is_gone() -> None:
    assert names(CATALOGUE, TOOLS) == ["read_file", "think"]


@pytest.mark.parametrize(
    "name",
    [
        *("bash", "Bash", "run_code", "RunShellCommand", "run_shell_command", "execute", "python_exec"),
        *("code_interpreter", "mcp__github__search", "MCP__x", "web_fetch", "WebSearch", "tool-web", "fetch_url"),
        *("http_get", "browser_open", "upload_file", "attach", "send_message", "present", "present_files"),
        *("tool-subagent", "subagent_send", "agent", "Task", "spawn_worker", "delegate", "ｂａｓｈ", ""),
    ],
)
@pytest.mark.parametrize("profile", SHIPPED)
def test_no_shipped_profile_lets_a_writer_do_more_than_files(profile: str, name: str) -> None:
    assert names([Tool(name, "none")], load(profile).tools) == []


@pytest.mark.parametrize(
    "name", ["read_file", "write_file", "edit", "list_directory", "glob", "grep", "memory", "todo"]
)
@pytest.mark.parametrize("profile", SHIPPED)
def test_what_reads_and_writes_files_stays(profile: str, name: str) -> None:
    assert names([Tool(name, "write")], load(profile).tools) == [name]


@pytest.mark.parametrize("scope", ["network", "process", "unknown", "", None, "READ"])
def test_a_scope_that_is_not_known_to_be_harmless_is_denied(scope: str | None) -> None:
    assert names([Tool("innocent", scope)], load("extraction").tools) == []


def test_a_pattern_that_matches_nothing_is_no_error() -> None:
    assert names([Tool("think", "none")], TOOLS) == ["think"]


def test_restrictions_intersect() -> None:
    both = [Restriction(allow=["read_file", "think"]), Restriction(allow=["think", "bash"])]

    assert names(CATALOGUE, TOOLS, both) == ["think"]
    assert names(CATALOGUE, TOOLS, [Restriction(allow=["read_file", "think"]), Restriction(deny=["think"])]) == [
        "read_file"
    ]


def test_a_restriction_brings_nothing_back() -> None:
    assert names(CATALOGUE, TOOLS, [Restriction(allow=["bash", "post"])]) == []


@pytest.mark.parametrize(
    "restriction",
    [
        Restriction(),
        Restriction(allow=["think"], deny=["think"]),
        Restriction(allow=[]),
        Restriction(deny=[]),
        Restriction(allow=[""]),
        Restriction(deny=["think", ""]),
        Restriction(deny=["thimk"]),
        Restriction(allow=["Think"]),
        Restriction(deny=["thin*"]),
        Restriction(deny="think"),
    ],
)
def test_a_restriction_that_cannot_be_meant_is_an_error(restriction: Restriction) -> None:
    with pytest.raises(ToolsetError):
        narrow(CATALOGUE, TOOLS, [restriction])


def test_names_that_are_absent_are_filtered_first() -> None:
    wanted = present(["web_fetch", "think", "present"], CATALOGUE)

    assert wanted == ("think",)
    assert names(CATALOGUE, TOOLS, [Restriction(deny=wanted)]) == ["read_file"]


def test_two_tools_of_the_same_name_are_an_error() -> None:
    with pytest.raises(ToolsetError):
        narrow([Tool("think", "none"), Tool("think", "network")], TOOLS)
