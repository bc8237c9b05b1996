"""Topics: read leniently, written faithfully."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from room.document import Document, DocumentError
from tests.test_frontmatter import BLOCKS

SCRIBE = """---
description: JWT migration plan and rollback steps
metadata:
  type: project
  trust: user-verified
  source: session-3f9a…:turn-14
modified: 2026-09-21T08:12:00Z
---

body…
"""


def parse(text: str) -> Document:
    return Document.parse(text.encode("utf-8"))


def topic(*lines: str, body: str = "body\n") -> Document:
    return parse("".join(f"{line}\n" for line in ("---", *lines, "---")) + body)


def bytes_of(document: Document) -> bytes:
    parts = (document.mark, document.opening, document.block, document.closing, document.body)
    return "".join(parts).encode("utf-8")


def test_a_topic_of_scribe_is_read() -> None:
    found = parse(SCRIBE)
    assert (found.type, found.trust, found.source) == ("project", "user-verified", "session-3f9a…:turn-14")
    assert (found.description, found.modified) == ("JWT migration plan and rollback steps", "2026-09-21T08:12:00Z")
    assert (found.body, found.problems, found.superseded_by, found.name) == ("\nbody…\n", (), "", "")


def test_a_topic_of_qwen_code_is_read() -> None:
    found = topic("name: Editor", "description: Uses tabs", "type: user")
    assert (found.name, found.description, found.type) == ("Editor", "Uses tabs", "user")


# -- reading leniently -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_marks_and_line_ends_of_any_kind_are_read(mark: str, newline: str) -> None:
    found = parse(mark + SCRIBE.replace("\n", newline))
    assert (found.type, found.description) == ("project", "JWT migration plan and rollback steps")
    assert found.body == f"{newline}body…{newline}"


def test_mixed_line_ends_are_read() -> None:
    found = parse("---\r\ndescription: a\ntype: user\r\nname: b\r---  \r\nbody\n")
    assert (found.description, found.type, found.name, found.body) == ("a", "user", "b", "body\n")


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("# A heading\n\ntext", "A heading"),
        ("\n\n  - an item\n", "an item"),
        ("<!-- hidden -->\n```\nThe rest", "The rest"),
        ("===\n> quoted   words", "quoted words"),
        ("", ""),
    ],
)
def test_a_topic_without_front_matter_is_a_reference_by_its_first_line(text: str, description: str) -> None:
    found = parse(text)
    assert (found.type, found.description, found.body, found.problems) == ("reference", description, text, ())


def test_a_line_that_only_begins_like_a_fence_is_none() -> None:
    found = topic("name: a", "----", "--- b", "type: user")
    assert (found.name, found.type, found.body) == ("a", "user", "body\n")


def test_dots_end_the_front_matter_too() -> None:
    found = parse("---\nname: a\n...\nbody\n---\nmore\n")
    assert (found.name, found.body) == ("a", "body\n---\nmore\n")


def test_old_line_ends_are_read_where_it_is_not_yaml() -> None:
    found = parse("---\rdescription: first: second\rtype: user\r---\rbody")
    assert (found.description, found.type, found.body) == ("first: second", "user", "body")


def test_a_sentence_between_two_rulers_is_text() -> None:
    found = parse("---\nOnly a sentence.\n---\nMore.\n")
    assert (found.description, found.fields, found.opening) == ("Only a sentence.", {}, "")


def test_front_matter_without_an_end_is_text_and_said_so() -> None:
    found = parse("---\ndescription: x\n\nbody\n")
    assert (found.fields, found.problems) == ({}, ("its front matter has no end",))


def test_an_empty_front_matter_and_an_empty_file_are_topics() -> None:
    assert parse("---\n---\nbody").body == "body"
    assert parse("---\n---").body == ""
    assert parse("").description == ""


@pytest.mark.parametrize(
    ("lines", "type"),
    [
        (["type: user"], "user"),
        (["metadata:", "  type: feedback"], "feedback"),
        (["type: user", "metadata:", "  type: feedback"], "feedback"),
        (["type: Project "], "project"),
        (["type: secret"], "reference"),
        (["type: [user]"], "reference"),
        (["metadata: {type: user}"], "user"),
    ],
)
def test_the_type_is_found_wherever_it_stands(lines: list[str], type: str) -> None:
    assert topic(*lines).type == type


def test_no_is_a_word() -> None:
    assert topic("description: no").description == "no"


def test_the_description_is_one_line_and_the_name_stands_in_for_it() -> None:
    assert topic("description: >-", "  one", "  two", "", "  three").description == "one two three"
    assert topic("title: A title", "description:").description == "A title"
    assert topic("name: A name", "title: A title").description == "A name"


@pytest.mark.parametrize(
    ("said", "modified"),
    [
        ("2026-09-21T08:12:00Z", "2026-09-21T08:12:00Z"),
        ("2026-09-21", "2026-09-21T00:00:00Z"),
        ("2026-09-21 10:12:00 +02:00", "2026-09-21T08:12:00Z"),
        ("2026-09-21t08:12:00.25-0530", "2026-09-21T13:42:00Z"),
        ("2026-09-21 08:12", "2026-09-21T08:12:00Z"),
        ("2026-09-31", ""),
        ("2026-13-01T00:00:00Z", ""),
        ("0001-01-01T00:00:00+23:59", ""),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_a_time_is_given_in_utc_or_not_at_all(said: str, modified: str) -> None:
    assert topic(f"modified: {said}").modified == modified


@pytest.mark.parametrize("data", [b"\xff\xfe-\x00", b"---\ndescription: caf\xe9\n---\n", "é".encode("utf-16")])
def test_what_is_not_utf8_is_refused_loudly(data: bytes) -> None:
    with pytest.raises(DocumentError, match="not UTF-8"):
        Document.parse(data)


# -- writing faithfully ------------------------------------------------------------------------------------------------


def test_a_topic_without_front_matter_gets_one_in_scribes_form() -> None:
    stamped = parse("\nbody…\n").stamp(
        description="JWT migration plan and rollback steps",
        type="project",
        trust="user-verified",
        source="session-3f9a…:turn-14",
        modified="2026-09-21T08:12:00Z",
    )
    assert stamped.decode("utf-8") == SCRIBE


def test_only_the_lines_of_the_fields_change() -> None:
    text = (
        "\ufeff---\r\n# a comment\r\nname: 'Kept'   \r\ndescription: old  # why\r\n\r\ntags:\r\n- a\r\n- b\r\n"
        "metadata:\r\n    # inner\r\n    type: user\r\n    custom: {deep: [1]}\r\nunknown: ~\r\n---  \r\nbody\r\n\r\nno end"
    )
    stamped = parse(text).stamp(description="new", type="project", trust="operator", modified="2026-01-02T03:04:05Z")
    assert stamped.decode("utf-8") == (
        "\ufeff---\r\n# a comment\r\nname: 'Kept'   \r\ndescription: new  # why\r\n\r\ntags:\r\n- a\r\n- b\r\n"
        "metadata:\r\n    # inner\r\n    type: project\r\n    custom: {deep: [1]}\r\n    trust: operator\r\nunknown: ~\r\n"
        "modified: 2026-01-02T03:04:05Z\r\n---  \r\nbody\r\n\r\nno end"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["type: user"], ["type: project"]),
        (["type:"], ["type: project"]),
        (["type: # none yet"], ["type: project # none yet"]),
        (["type: 'user' # quoted"], ["type: project # quoted"]),
        (['type: "us\\"er" # quoted'], ["type: project # quoted"]),
        (['"type": user'], ['"type": project']),
        (["type : user"], ["type : project"]),
        (["metadata:", "  type: user"], ["metadata:", "  type: project"]),
        (["metadata: # m", "  trust: x"], ["metadata: # m", "  trust: x", "  type: project"]),
        (["metadata:", "name: x"], ["metadata:", "  type: project", "name: x"]),
        (["metadata: {trust: x, type: user}"], ["metadata:", "  trust: x", "  type: project"]),
        (["metadata: &m !!map # m", "  trust: x"], ["metadata: &m !!map # m", "  trust: x", "  type: project"]),
        (["metadata:", "\ttype: user", "x: y: z"], ["metadata:", "\ttype: project", "x: y: z"]),
        (["type: >-", "  us", "  er", "name: x"], ["type: project", "name: x"]),
        (["type:", "- user", "- project", "name: x"], ["metadata:", "  type: project", "type:", "- user", "- project"]),
        (["type: user", "type: feedback"], ["type: user", "type: project"]),
        (["type: user", "metadata:", "  trust: x"], ["type: project", "metadata:", "  trust: x"]),
        (["metadata: a text"], ["metadata: a text", "type: project"]),
        (["metadata: a text", "x:", "  type: deep"], ["metadata: a text", "x:", "  type: deep", "type: project"]),
        (["metadata: [a, b]"], ["metadata: [a, b]", "type: project"]),
        (["description: x", "name: y"], ["description: x", "metadata:", "  type: project", "name: y"]),
        ([], ["metadata:", "  type: project"]),
        (["# only a comment"], ["metadata:", "  type: project", "# only a comment"]),
    ],
)
def test_the_type_is_set_where_it_stands(before: list[str], after: list[str]) -> None:
    stamped = topic(*before).stamp(type="project").decode("utf-8")
    assert stamped.startswith("".join(f"{line}\n" for line in ("---", *after)))
    assert stamped.endswith("---\nbody\n")
    assert parse(stamped).field("type") == "project"


def test_metadata_on_one_line_becomes_lines_in_its_place() -> None:
    old = b"---\n# mine\nmetadata: {type: user, x: 'y: z'}\nkeep: [a]\n---\nx"
    new = b'---\n# mine\nmetadata:\n  type: user\n  x: "y: z"\n  trust: operator\nkeep: [a]\n---\nx'
    assert Document.parse(old).stamp(trust="operator") == new


@pytest.mark.parametrize(
    "lines",
    [
        ["description: >-", "  one", "", "  # no comment", "  two"],
        ["description: |", "  one"],
        ["description:", "- one", "- two"],
        ["description:", "  deep: x"],
        ['description: "one', '  two"'],
    ],
)
def test_a_value_goes_as_a_whole(lines: list[str]) -> None:
    stamped = topic("x: y", *lines, "name: z").stamp(description="new").decode("utf-8")
    assert stamped == "---\nx: y\ndescription: new\nname: z\n---\nbody\n"


def test_yaml_that_was_right_stays_right() -> None:
    indented = topic("  description: said", "  type: user")
    assert Document.parse(indented.stamp(modified="2026-01-01T00:00:00Z")).problems == ()


@pytest.mark.parametrize(
    "lines",
    [
        ["{type: user, description: said, tags: [a]}"],
        ["description: &d said", "name: *d"],
        ["  description: said", "  type: user"],
        ["metadata: {type: user, tags: [a]}", "description: said"],
        ["metadata: &m", "  type: user", "again: *m", "description: said"],
    ],
    ids=["a flow mapping", "an anchor that goes", "all indented", "a list in a flow mapping", "an alias that changes"],
)
def test_what_cannot_be_spliced_stays_whole_below_a_new_front_matter(lines: list[str]) -> None:
    old = topic(*lines)
    stamped = old.stamp(trust="external-web", description="new")
    again = Document.parse(stamped)
    assert stamped.endswith(bytes_of(old))
    assert (again.trust, again.description, again.type) == ("external-web", "new", old.type)
    assert Document.parse(old.stamp(trust="operator")).description == "said"


def test_a_line_that_says_it_already_stays_as_it_is() -> None:
    text = "---\ndescription:   'no'   # said\ntype: user\n---\nbody"
    assert parse(text).stamp(description="no", type="user") == text.encode()
    assert parse(text).stamp() == text.encode()


def test_a_value_becomes_one_line_that_yaml_reads_as_the_same_text() -> None:
    stamped = topic("x: y").stamp(description=" two\nlines: #1 \u2028\ud800", source="no")
    assert parse(stamped.decode("utf-8")).description == "two lines: #1 ?"
    assert parse(stamped.decode("utf-8")).source == "no"
    assert stamped.count(b"\n") == topic("x: y").stamp(description="x", source="y").count(b"\n")


def test_other_fields_can_be_set_and_a_name_that_is_no_key_is_refused() -> None:
    stamped = topic("type: user").stamp(superseded_by="b.md")
    assert parse(stamped.decode("utf-8")).superseded_by == "b.md"
    for name in ("a b", "metadata", "x: y\nz", ""):
        with pytest.raises(ValueError, match="not a key"):
            topic("type: user").stamp(**{name: "x"})


def test_a_field_that_mends_the_yaml_keeps_the_rest() -> None:
    broken = topic("description: first: second", "name: kept", "# c")
    stamped = broken.stamp(description="first: second")
    assert stamped == bytes_of(broken)
    mended = broken.stamp(description="third")
    assert mended == b"---\ndescription: third\nname: kept\n# c\n---\nbody\n"


def test_a_ruler_in_the_body_is_left_alone() -> None:
    found = topic("type: user", body="text\n---\nmore\n")
    assert found.body == "text\n---\nmore\n"
    assert found.stamp(type="project").endswith(b"---\ntext\n---\nmore\n")


SET = st.fixed_dictionaries(
    {},
    optional={
        name: st.one_of(
            st.sampled_from(["x", "a: b", "no", "# c", "", "é", "2026-01-01T00:00:00Z"]), st.text(max_size=20)
        )
        for name in ("type", "trust", "source", "modified", "description", "superseded_by")
    },
)


@settings(max_examples=1_000, deadline=None)
@example("", "a: b\n", "---", "", "\r\n", {"type": "x"})
@example("\ufeff", "a: &x b\nc: *x\n", "---", "---\n", "\n", {"a": "x"})
@given(
    st.sampled_from(["", "\ufeff"]),
    BLOCKS,
    st.sampled_from(["---", "...", "--- ", ""]),
    st.sampled_from(["", "body", "b\n\nc\n", "---\n", "\r\n\r", "---\na: b\n---\n"]),
    st.sampled_from(["\n", "\n", "\r\n", "\r"]),
    SET,
)
def test_stamping_sets_what_it_says_and_nothing_else(
    mark: str, block: str, closing: str, body: str, newline: str, fields: dict[str, str]
) -> None:
    text = mark + "---\n" + block + (f"{closing}\n" if closing else "") + body
    data = text.replace("\n", newline).encode("utf-8", "replace")
    old = Document.parse(data)
    assert bytes_of(old) == data
    stamped = old.stamp(**fields)
    new = Document.parse(stamped)
    for name, value in fields.items():
        assert new._said(name) == " ".join(value.encode("utf-8", "replace").decode("utf-8").split())
    if stamped.endswith(old.body.encode()) and new.body == old.body:
        for name in set(old.fields) - set(fields) - {"metadata"}:
            assert new.fields[name] == old.fields[name]
    else:
        assert stamped.endswith(bytes_of(old)[len(mark.encode()) :])
    assert stamped.startswith(b"\xef\xbb\xbf") == bool(mark)
    assert new.stamp(**fields) == stamped
