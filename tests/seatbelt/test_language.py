"""The evaluator itself: each rule of the language that is known, and that it says no to what is not."""

from __future__ import annotations

import unicodedata

import pytest

from tests.seatbelt.language import Act, Evaluator, ProfileError, Reading, compiled, parse, quote

HEAD = "(version 1)(deny default)"


def allows(rules: str, operation: str, path: str | None = None, reading: Reading = Reading(), **more: str) -> bool:  # noqa: B008
    parameters = {"ROOM": '/rooms/a (b) "c" [d] {e} ^$.*+?|\\ é'}
    return Evaluator(HEAD + rules, parameters, reading).allows(Act(operation, path, **more))


def test_expressions_nest_and_comments_end_with_their_line() -> None:
    assert parse('(a "b \\" \\\\" ; (c\n #"\\.x" 1 (d))') == [["a", 'b " \\', "\\.x", 1, ["d"]]]


@pytest.mark.parametrize("text", ["(a", "a)", '"a', '(a "\\q")', '(a #"b)'])
def test_what_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(ProfileError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(deny default)",
        "(version 2)(deny default)",
        "(version 1)",
        '(version 1)(deny default)(import "system.sb")',
        "(version 1)(deny default)(allow default)",
        "(version 1)(deny default)(debug deny)",
        "(version 1)(deny default)(allow file-write-everything)",
        "(version 1)(deny default)(allow file-read* (inode 3))",
        '(version 1)(deny default)(allow file-read* (subpath (param "ABSENT")))',
        '(version 1)(deny default)(allow file-read* (subpath "/a/"))',
        "(version 1)(deny default)(allow file-read* (subpath))",
        "(version 1)(deny default)(allow file-read* (require-all))",
        '(version 1)(deny default)(allow file-read* (require-not (literal "/a") (literal "/b")))',
        "(version 1)(deny default)(allow file-read* (vnode-type FILE))",
        "(version 1)(deny default)(allow file-read* (with kindness))",
        '(version 1)(deny default)(allow file-read* (regex #"a{2}"))',
        '(version 1)(deny default)(allow file-read* (regex #"(a"))',
        '(version 1)(deny default)(allow (literal "/a"))',
    ],
)
def test_what_is_not_known_is_an_error(text: str) -> None:
    with pytest.raises(ProfileError):
        Evaluator(text)


def test_the_default_decides_what_no_rule_names() -> None:
    assert not allows("", "network-outbound")
    assert Evaluator("(version 1)(allow default)").allows(Act("network-outbound"))


@pytest.mark.parametrize(
    "operation", ["file-map-executable", "process-info-pidinfo", "nvram-get", "iokit-get-properties"]
)
def test_a_few_operations_stay_open_until_they_are_named(operation: str) -> None:
    assert allows("", operation, "/a")
    named = "(deny file-map-executable)(deny process-info*)(deny nvram*)(deny iokit-get-properties)"
    assert not allows(named, operation, "/a")


@pytest.mark.parametrize("order", ["specific", "text"])
def test_the_last_match_wins(order: str) -> None:
    first, second = '(deny file-read-data (subpath "/a"))', '(allow file-read-data (subpath "/a/b"))'
    assert allows(first + second, "file-read-data", "/a/b/c", Reading(order))
    assert not allows(second + first, "file-read-data", "/a/b/c", Reading(order))


def test_a_specific_denial_outlives_a_later_wildcard() -> None:
    rules = '(deny file-write-unlink (subpath "/a"))(allow file-write* (subpath "/a"))'
    assert not allows(rules, "file-write-unlink", "/a/b")
    assert allows(rules, "file-write-data", "/a/b")
    assert allows(rules, "file-write-unlink", "/a/b", Reading("text"))


def test_a_specific_permission_outlives_a_later_wildcard() -> None:
    rules = '(allow file-read-data (subpath "/a"))(deny file-read* (literal "/a/b"))'
    assert allows(rules, "file-read-data", "/a/b")
    assert not allows(rules, "file-read-metadata", "/a/b")


def test_a_rule_with_a_filter_outlives_a_later_one_without() -> None:
    rules = '(deny network-outbound (literal "/a"))(allow network-outbound)'
    assert not allows(rules, "network-outbound", "/a")
    assert allows(rules, "network-outbound", "/b")
    assert allows(rules, "network-outbound", "/a", Reading("text"))


def test_a_subpath_is_the_directory_and_what_lies_in_it() -> None:
    rules = '(allow file-read-data (subpath "/a/b"))'
    assert [allows(rules, "file-read-data", path) for path in ("/a/b", "/a/b/c", "/a/bc", "/a", "/x/a/b")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_literal_is_one_path_and_a_prefix_is_text() -> None:
    assert allows('(allow file-read-data (literal "/a"))', "file-read-data", "/a")
    assert not allows('(allow file-read-data (literal "/a"))', "file-read-data", "/a/b")
    assert allows('(allow file-read-data (prefix "/a"))', "file-read-data", "/ab")


def test_ancestors_are_what_lies_above() -> None:
    rules = '(allow file-read-metadata (path-ancestors "/a/b/c"))'
    seen = {path: allows(rules, "file-read-metadata", path) for path in ("/", "/a", "/a/b", "/a/b/c", "/a/b/d", "/ab")}
    assert seen == {"/": True, "/a": True, "/a/b": True, "/a/b/c": False, "/a/b/d": False, "/ab": False}


def test_filters_combine() -> None:
    both = '(allow file-read-data (require-all (subpath "/a") (require-not (subpath "/a/b"))))'
    either = '(allow file-read-data (literal "/a") (require-any (literal "/b") (literal "/c")))'
    assert [allows(both, "file-read-data", path) for path in ("/a/x", "/a/b/x")] == [True, False]
    assert [allows(either, "file-read-data", path) for path in ("/a", "/b", "/c", "/d")] == [True, True, True, False]


def test_kinds_and_targets_and_names() -> None:
    assert allows(
        "(allow file-write-create (vnode-type REGULAR-FILE DIRECTORY))", "file-write-create", "/a", kind="DIRECTORY"
    )
    assert not allows("(allow file-write-create (vnode-type REGULAR-FILE))", "file-write-create", "/a", kind="SYMLINK")
    assert allows("(allow signal (target self))", "signal", target="self")
    assert not allows("(allow signal (target self))", "signal", target="others")
    assert not allows('(allow mach-lookup (global-name "a"))', "mach-lookup", name="b")
    assert allows('(allow sysctl-read (sysctl-name-prefix "hw."))', "sysctl-read", name="hw.ncpu")


def test_a_modifier_changes_no_verdict() -> None:
    assert not allows('(deny file-read* (with no-log) (literal "/a"))', "file-read-data", "/a")
    assert allows('(allow file-read* (with report) (literal "/a"))', "file-read-data", "/a")


def test_a_quoted_parameter_matches_itself_and_nothing_else() -> None:
    rules = '(allow file-read-data (regex (string-append "^" (regex-quote (param "ROOM")) #"/[xX]$")))'
    room = '/rooms/a (b) "c" [d] {e} ^$.*+?|\\ é'
    assert allows(rules, "file-read-data", room + "/X")
    assert not allows(rules, "file-read-data", room + "/X\n")
    assert not allows(rules, "file-read-data", room.replace(".", "!") + "/X")
    assert not allows(rules, "file-read-data", unicodedata.normalize("NFD", room) + "/X")


def test_a_quoted_text_is_a_pattern_for_itself() -> None:
    every = "".join(map(chr, range(32, 127)))
    assert compiled("^" + quote(every) + "$").search(every)


def test_a_regular_expression_folds_case_where_it_says_so() -> None:
    assert compiled("(?i)^/PinNed$").search("/pinned")
    assert not compiled("^/PinNed$").search("/pinned")


def test_folding_is_of_literal_and_subpath_only() -> None:
    assert allows('(allow file-read-data (subpath "/A"))', "file-read-data", "/a/b", Reading(folds=True))
    assert not allows('(allow file-read-data (subpath "/A"))', "file-read-data", "/a/b")
    assert not allows('(allow file-read-data (regex #"^/A/"))', "file-read-data", "/a/b", Reading(folds=True))
