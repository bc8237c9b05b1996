"""Front matter: the fast reader agrees with PyYAML wherever it answers, and neither can be stopped."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from room import frontmatter
from room.frontmatter import quoted, read
from tests.effort import calls

TOPIC = """description: JWT migration plan and rollback steps
metadata:
  type: project
  trust: user-verified
  source: session-3f9a…:turn-14
modified: 2026-09-21T08:12:00Z
"""

LOADERS: list[type[yaml.BaseLoader] | type[yaml.CBaseLoader]] = [
    yaml.BaseLoader,
    *([yaml.CBaseLoader] if yaml.__with_libyaml__ else []),
]


def by_pyyaml(block: str, loader: Any) -> Any:
    """What PyYAML says, every scalar a text, flattened as `Fields` are; "not YAML" where it raises."""
    try:
        value = yaml.load(block, Loader=loader)
    except (yaml.YAMLError, ValueError):
        return "not YAML"
    if value is None:
        return {}
    if not isinstance(value, dict):
        return None
    return {key: flat(each) for key, each in value.items()}


def flat(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: each if isinstance(each, str) else None for key, each in value.items()}
    return value if isinstance(value, str) else None


KEYS = st.sampled_from(["description", "name", "type", "metadata", "trust", "modified", "a-b", "_x", "no", "<<"])
PIECES = st.sampled_from(
    ["a", "bc", " ", "  ", ":", ": ", ":x", "#", " #", "-", "- ", '"', "'", "''", "\\", '\\"', "[", "]", "{", "}"]
    + [",", "&a ", "*a", "!x ", "|", ">", "%", "@", "`", "?", "? ", "~", "null", "no", "007", "1:30", "=", "<<"]
    + [
        "2026-09-21",
        "T08:12:00Z",
        "é",
        "你好",
        "😀",
        "\t",
        "\x85",
        "\u2028",
        "\ufeff",
        "\xa0",
        "\uffff",
        "\x7f",
        "\x07",
    ]
    + ["...", "---", "http://x.y/z?q=1#f", '"a b"', "'it''s'", '"a\\"b"', '"\\u00e9"', "//", "(", "²", "\u200d"]
)
VALUES = st.one_of(
    st.lists(PIECES, max_size=5).map("".join),
    st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), max_size=20),
)
LINES = st.one_of(
    st.builds(
        lambda indent, key, gap, value, tail: f"{indent}{key}:{gap}{value}{tail}",
        st.sampled_from(["", "", "", "  ", "  ", "    ", " ", "\t"]),
        KEYS,
        st.sampled_from([" ", " ", "  ", ""]),
        VALUES,
        st.sampled_from(["", "", " ", " # c"]),
    ),
    st.sampled_from(["", "# c", "  # c", "  ", "- a", "  - a", "  more", "#"]),
    VALUES,
)
BLOCKS = st.lists(LINES, max_size=6).map(lambda lines: "".join(f"{line}\n" for line in lines))


@settings(max_examples=1_500, deadline=None)
@example("name: ''\n  type: x\n")
@example("name: \n  type: x\n  # c\n\n  trust: y\n")
@example("a: 'b' # c\n")
@example("a: b#c\n")
@example("a: b #c\n")
@example("a: b:c\n")
@example("a: b:\n")
@example("a: &x b\nname: *x\n")
@example("type: a\ntype: b\n")
@example("metadata:\n  type: a\nmetadata:\n  trust: b\n")
@example("metadata:\n  type: a\n    trust: b\n")
@example("metadata:\n    type: a\n  trust: b\n")
@example("description: a\x07b\n")
@example("description: a\u2028b\n")
@example("description: a\ufeffb\n")
@example("description: 'it''s'\n")
@example("? [a]\n: b\nname: x\n")
@given(BLOCKS)
def test_the_fast_reader_answers_as_pyyaml_does_or_not_at_all(block: str) -> None:
    frontmatter._fast(TOPIC)  # Keys that are known are read in another way.
    fast = frontmatter._fast(block)
    for loader in LOADERS:
        told = by_pyyaml(block, loader)
        if fast is not None:
            assert fast == told
        if loader is LOADERS[-1] and told != "not YAML":
            assert read(block) == (told, "")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_no_text_whatever_makes_it_raise(text: str) -> None:
    fields, problem = read(text + "\n")
    assert isinstance(problem, str)
    assert fields is None or isinstance(fields, dict)


def test_what_scribe_writes_takes_the_fast_path() -> None:
    assert frontmatter._fast(TOPIC) == {
        "description": "JWT migration plan and rollback steps",
        "metadata": {"type": "project", "trust": "user-verified", "source": "session-3f9a…:turn-14"},
        "modified": "2026-09-21T08:12:00Z",
    }


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("null", "null"),
        ("~", "~"),
        ("2026-09-21", "2026-09-21"),
        ("007", "007"),
        ("1:30", "1:30"),
        ("0x1F", "0x1F"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("'no'", "no"),
        ('"\\u00e9"', "é"),
        ("", ""),
    ],
)
def test_a_scalar_is_the_text_that_stands_there(line: str, value: str) -> None:
    assert read(f"description: {line}\n") == ({"description": value}, "")


def test_texts_over_several_lines_are_read_as_yaml_folds_them() -> None:
    fields, problem = read("description: >-\n  one\n  two\n\n  three\nname: |\n  a\n  b\n")
    assert fields == {"description": "one two\nthree", "name": "a\nb\n"}
    assert problem == ""


def test_a_list_is_there_but_no_text() -> None:
    assert read("tags: [a, b]\nname: x\nmetadata:\n  to:\n    - y\n") == (
        {"tags": None, "name": "x", "metadata": {"to": None}},
        "",
    )


def test_of_two_keys_that_are_the_same_the_last_one_counts() -> None:
    assert read("type: user\ntype: project\n")[0] == {"type": "project"}
    assert read("type: user\ntype: [a]\n")[0] == {"type": None}


def test_what_is_no_mapping_is_no_front_matter() -> None:
    assert read("A sentence between two rulers.\n") == (None, "")
    assert read("- a\n- b\n") == (None, "")


@pytest.mark.parametrize(
    ("block", "fields"),
    [
        ("description: first: second\ntype: user\n", {"description": "first: second", "type": "user"}),
        ("metadata:\n\ttype: user\n\ttrust: x\n", {"metadata": {"type": "user", "trust": "x"}}),
        ("name: [unclosed\ntype: 'user'\n", {"name": "[unclosed", "type": "user"}),
        ("name: @home\n", {"name": "@home"}),
        ("name: *nobody\n", {"name": "*nobody"}),
        ("name: @home\n  type: user\n", {"name": "@home", "type": "user"}),
        ("metadata:\n  type: @x\nname: y\n", {"metadata": {"type": "@x"}, "name": "y"}),
        ("  name:\n  type: @x\n", {"name": "", "type": "@x"}),
        ("name: x\n--- y\n", {"name": "x"}),
        ("? [a]\n: b\nname: x\n", {"name": "x"}),
    ],
)
def test_what_is_not_yaml_is_read_line_by_line_and_said_so(block: str, fields: object) -> None:
    found, problem = read(block)
    assert found == fields
    assert "not YAML" in problem


def test_a_block_beyond_the_bound_is_read_line_by_line_and_said_so() -> None:
    found, problem = read("type: user\ntags: [a]\n" + "x: '\n" * 20_000)
    assert found == {"type": "user", "tags": "[a]", "x": "'"}
    assert "longer than" in problem


@pytest.mark.parametrize(
    "block",
    [
        "a: " + "[" * 60_000 + "\n",
        "a: " + "[" * 20_000 + "]" * 20_000 + "\n",
        "a: " + "{a: " * 15_000 + "\n",
        "a:\n" + "".join(" " * depth + "- \n" for depth in range(1, 300)),
        "a: 'x\n" * 10_000,
        "b: " + "x: " * 20_000 + "\n",
        "x" * 1_000_000 + "\n",
        "description: " + "\\" * 60_000 + "\n",
        'description: "' + '\\"' * 30_000 + "\n",
        "description: '" + "''" * 30_000 + "\n",
    ],
    ids=["open", "nested", "mappings", "deep", "quotes", "colons", "long", "backslashes", "escapes", "doubled"],
)
def test_a_block_that_is_made_to_hang_or_crash_a_parser_ends_soon(block: str) -> None:
    read(block)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML is here without libyaml, whose composer this is about")
def test_control_pyyaml_itself_crashes_or_gives_up_on_brackets_that_are_nested_deeply() -> None:
    code = "import yaml; yaml.load('a: ' + '[' * 200000 + ']' * 200000, Loader=yaml.CBaseLoader)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=100).returncode != 0


def test_a_nest_of_aliases_takes_no_memory() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    fields, problem = read(bomb + "metadata: &m {type: user}\nname: *m\n")
    assert problem == ""
    assert fields is not None
    assert (fields["a29"], fields["metadata"], fields["name"]) == (None, {"type": "user"}, {"type": "user"})


def test_an_alias_of_what_it_stands_in_ends() -> None:
    assert read("a: &a [*a]\nb: &b {c: *b}\n") == ({"a": None, "b": {"c": None}}, "")


def test_lines_that_were_kept_for_speed_change_no_answer() -> None:
    frontmatter._ROWS.clear()
    frontmatter._HEADS.clear()
    first = read(TOPIC)
    assert read(TOPIC) == first
    for number in range(5_000):
        read(f"key{number}: x\n")
    assert len(frontmatter._ROWS) <= 512
    assert len(frontmatter._HEADS) <= 512
    assert read(TOPIC) == first


@settings(max_examples=500, deadline=None)
@example("no")
@example("NO")
@example("2026-09-21")
@example("a: b")
@example("a #b")
@example("trailing:")
@example("\x00\x1f\x7f\x85\u2028\ufeff\ud800")
@example("~")
@given(st.text(max_size=60).map(lambda text: " ".join(text.split())))
def test_a_text_that_is_written_is_read_back_by_every_reader(text: str) -> None:
    line = f"key: {quoted(text)}\n"
    whole = text.encode("utf-8", "replace").decode("utf-8")
    assert "\n" not in line[:-1]
    assert read(line) == ({"key": whole}, "")
    for loader in LOADERS:
        assert yaml.load(line, Loader=loader) == {"key": whole}
    assert yaml.safe_load(line) == {"key": whole}


@pytest.mark.parametrize("text", ["JWT plan", "a:b", "x#y", "é, 你好", "it's", "v1.2 (beta)"])
def test_a_text_that_needs_no_quotes_gets_none(text: str) -> None:
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text", ["No", "null", "007", "2026-09-21", "1e3", "- a", "a: b", "a #b", "@x", "", " a", "a "]
)
def test_a_text_that_a_reader_would_take_for_something_else_is_quoted(text: str) -> None:
    assert quoted(text) == f'"{text}"'


def test_a_topic_of_a_room_is_read_with_few_calls() -> None:
    # PyYAML in Python makes thousands; how long either takes is the bench's to say.
    read(TOPIC)
    assert calls(read, TOPIC) < 100 < calls(lambda: yaml.load(TOPIC, Loader=yaml.SafeLoader)) // 10
