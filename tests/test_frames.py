"""Frames: what comes out is what went in, and nothing that is wrong comes out at all."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from worker import frames
from worker.frames import (
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_PAYLOAD,
    MAX_VALUES,
    Decoder,
    FrameError,
    encode,
    from_base64,
    read_message,
    to_base64,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-MAX_INTEGER, MAX_INTEGER),
    st.floats(-MAX_INTEGER, MAX_INTEGER),
    texts,
)
values = st.recursive(
    scalars, lambda each: st.lists(each, max_size=5) | st.dictionaries(texts, each, max_size=5), max_leaves=20
)
messages = st.dictionaries(texts, values, max_size=6).map(lambda each: {**each, "type": "x"})


def decode(data: bytes) -> list[dict]:
    decoder = Decoder()
    decoder.feed(data)
    return list(decoder.messages())


def frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def nested(depth: int) -> bytes:
    """A message whose deepest list is on that level, the message itself being level one."""
    return b'{"type":"x","a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


@given(st.lists(messages, max_size=4), st.lists(st.integers(1, 50), min_size=1))
def test_what_comes_out_is_what_went_in_however_the_bytes_are_cut(sent, cuts):
    data = b"".join(map(encode, sent))
    decoder, received, at, turn = Decoder(), [], 0, 0
    while at < len(data):
        step = cuts[turn % len(cuts)]
        decoder.feed(data[at : at + step])
        received.extend(decoder.messages())
        at, turn = at + step, turn + 1
    assert received == sent
    assert not decoder.unfinished


@given(messages)
def test_the_plain_parser_and_writer_agree_with_the_accelerated_ones(message):
    scan, write = frames._plain()
    assert write(message) == frames._write(message)
    assert scan(write(message), 0) == frames._scan(write(message), 0)


@given(st.binary(max_size=60))
@example(b'{"type":"x"}')
def test_any_bytes_are_a_message_or_a_frame_error(payload):
    try:
        [message] = decode(frame(payload) if payload else b"\0\0\0\1")
    except (FrameError, ValueError):
        return
    assert type(message["type"]) is str


@given(messages, st.data())
def test_a_changed_byte_never_raises_anything_but_a_frame_error(message, data):
    whole = bytearray(encode(message))
    whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        decode(bytes(whole))
    except FrameError as error:
        assert error.who == "remote"


REFUSED = {
    "no object": b'["type"]',
    "a space before": b' {"type":"x"}',
    "a line end after": b'{"type":"x"}\n',
    "a second value after": b'{"type":"x"}{}',
    "a byte order mark": b'\xef\xbb\xbf{"type":"x"}',
    "no type": b'{"a":1}',
    "a type that is no text": b'{"type":7}',
    "a duplicate key": b'{"type":"x","a":1,"a":1}',
    "a duplicate key, spelt with an escape": b'{"type":"x","typ\\u0065":"y"}',
    "a duplicate key further down": b'{"type":"x","a":[{"b":1,"b":2}]}',
    "NaN": b'{"type":"x","a":NaN}',
    "infinity": b'{"type":"x","a":Infinity}',
    "minus infinity": b'{"type":"x","a":-Infinity}',
    "a float that overflows": b'{"type":"x","a":1e999}',
    "a float of a thousand digits": b'{"type":"x","a":0.' + b"1" * 1000 + b"}",
    "an integer out of bounds": b'{"type":"x","a":9007199254740993}',
    "a negative integer out of bounds": b'{"type":"x","a":-9007199254740993}',
    "an integer of a million digits": b'{"type":"x","a":' + b"9" * 1_000_000 + b"}",
    "a leading zero": b'{"type":"x","a":01}',
    "a lone surrogate": b'{"type":"x","a":"\\ud800"}',
    "a lone low surrogate": b'{"type":"x","a":["\\udc00x"]}',
    "a lone surrogate in a key": b'{"type":"x","a":{"\\ud800":1}}',
    "a surrogate in the bytes": b'{"type":"x","a":"\xed\xa0\x80"}',
    "an overlong byte sequence": b'{"type":"x","a":"\xc0\xaf"}',
    "Latin-1": b'{"type":"x","a":"\xe9"}',
    "UTF-16": '{"type":"x"}'.encode("utf-16"),
    "a raw control character in a text": b'{"type":"x","a":"\x01"}',
    "a comment": b'{"type":"x"/**/}',
    "single quotes": b"{'type':'x'}",
    "a trailing comma": b'{"type":"x",}',
    "an unterminated text": b'{"type":"x',
    "one level too deep": nested(MAX_DEPTH + 1),
    "half a million levels": b'{"type":"x","a":' + b"[" * 500_000,
    "levels of objects": b'{"type":' * 100_000,
    "one value too many": b'{"type":"x","a":[' + b"1," * (MAX_VALUES - 3) + b"1]}",
    "a hundred thousand empty lists": b'{"type":"x","a":[' + b"[]," * 100_000 + b"1]}",
    "three hundred thousand texts": b'{"type":"x","a":[' + b'"",' * 300_000 + b'""]}',
    "closing brackets only": b'{"type":"x"' + b"]" * 100_000,
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_payload_is_refused(name):
    with pytest.raises(FrameError, match=r"^remote: "):
        decode(frame(REFUSED[name]))


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_payload_is_refused_without_the_c_module(name, monkeypatch):
    scan, write = frames._plain()
    monkeypatch.setattr(frames, "_scan", scan)
    monkeypatch.setattr(frames, "_write", write)
    with pytest.raises(FrameError, match=r"^remote: "):
        decode(frame(REFUSED[name]))


ACCEPTED = {
    "the deepest": nested(MAX_DEPTH),
    "the most values": b'{"type":"x","a":[' + b"1," * (MAX_VALUES - 4) + b"1]}",
    "a pair of surrogates by escapes": b'{"type":"x","a":"\\ud83d\\ude00"}',
    "brackets and commas in a text": b'{"type":"x","a":"' + b"[{," * 30_000 + b'"}',
    "a backslash at the end of a text": b'{"type":"x","a":"\\\\","b":"' + b"[{," * 30_000 + b'"}',
    "escaped quotes before brackets": b'{"type":"x","a":"' + b'\\"[{\\\\' * 30_000 + b'"}',
    "an escaped NUL": b'{"type":"x","a":"\\u0000"}',
    "spaces between": b'{ "type" : "x" , "a" : [ 1 , 2 ] }',
    "the greatest integer": b'{"type":"x","a":9007199254740992}',
}


BOUNDED = [name for name in REFUSED if name.split()[-1] in ("deep", "levels", "objects", "many", "lists", "texts")]


@pytest.mark.parametrize("name", BOUNDED)
def test_what_is_too_deep_or_too_much_never_reaches_the_scanner(name, monkeypatch):
    """The scanner calls itself; how deep it may is a matter of the stack, which nobody knows."""
    scanned: list[str] = []
    monkeypatch.setattr(frames, "_scan", lambda text, _: scanned.append(text))
    with pytest.raises(FrameError):
        decode(frame(REFUSED[name]))
    assert not scanned


def test_a_long_number_is_not_converted_to_be_refused():
    """Interpreters before 3.10.7 take seconds for a million digits."""
    for number in (b"9" * 40, b"9" * 1_000_000, b"0." + b"9" * 40):
        with pytest.raises(FrameError, match="a number out of bounds"):
            decode(frame(b'{"type":"x","a":' + number + b"}"))


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_right_payload_is_accepted(name):
    assert len(decode(frame(ACCEPTED[name]))) == 1


@pytest.mark.parametrize("length", [0, MAX_PAYLOAD + 1, 2**31, 2**32 - 1])
def test_a_length_out_of_bounds_is_refused_before_its_bytes_come(length):
    decoder = Decoder()
    with pytest.raises(FrameError, match="a frame of"):
        decoder.feed(length.to_bytes(4, "big"))


def test_the_largest_message_fits_and_one_byte_more_does_not():
    room = MAX_PAYLOAD - len(b'{"type":"x","a":""}')
    assert decode(encode({"type": "x", "a": "a" * room}))
    with pytest.raises(FrameError, match=r"^local: .* fit in a frame"):
        encode({"type": "x", "a": "a" * (room + 1)})


def circle() -> dict:
    message: dict = {"type": "x"}
    message["a"] = message
    return message


@pytest.mark.parametrize(
    "message",
    [
        {"type": "x", "a": math.nan},
        {"type": "x", "a": math.inf},
        {"type": "x", "a": MAX_INTEGER + 1},
        {"type": "x", "a": "\ud800"},
        {"type": "x", "\udfff": 1},
        {"type": "x", 1: 2},
        {"type": "x", None: 2},
        {"type": "x", "a": b"bytes"},
        {"type": "x", "a": (1, 2)},
        {"type": "x", "a": {1, 2}},
        {"type": "x", "a": [0] * MAX_VALUES},
        {"type": "x", "a": [[]] * (MAX_VALUES // 2 + 1)},
        circle(),
    ],
    ids=range(13),
)
def test_what_the_peer_would_refuse_is_not_encoded(message):
    with pytest.raises(FrameError, match=r"^local: "):
        encode(message)


def test_empty_lists_are_counted_alike_by_both_ends():
    most = {"type": "x", "a": [[]] * (MAX_VALUES // 2 - 2)}
    assert decode(encode(most)) == [most]


def test_messages_before_a_wrong_frame_are_yielded():
    decoder = Decoder()
    decoder.feed(encode({"type": "first"}) + frame(b"wrong"))
    coming = decoder.messages()
    assert next(coming) == {"type": "first"}
    with pytest.raises(FrameError):
        next(coming)


@pytest.mark.parametrize("name", REFUSED)
def test_no_payload_takes_long(name):
    with pytest.raises(FrameError):
        decode(frame(REFUSED[name]))


def test_a_message_of_many_reads_is_not_copied_for_each():
    data = encode({"type": "x", "a": "a" * 1_000_000})
    decoder = Decoder()
    for at in range(0, len(data), 64):
        decoder.feed(data[at : at + 64])
        assert at + 64 >= len(data) or not list(decoder.messages())
    assert len(list(decoder.messages())) == 1


@given(st.binary(max_size=2000))
def test_base64_gives_the_bytes_back(data):
    assert from_base64(to_base64(data)) == data


@pytest.mark.parametrize("text", ["a", "QQ", "QQ=", "QR==", "QQ==\n", " QQ==", "QQ==QQ==", "Q*Q==", "é", "Q-_="])
def test_another_spelling_of_base64_is_refused(text):
    with pytest.raises(FrameError):
        from_base64(text)


def test_reading_one_message_leaves_the_next_in_the_pipe():
    source, target = os.pipe()
    try:
        os.write(target, encode({"a": 1}) + b"next")
        assert read_message(source) == {"a": 1}
        assert os.read(source, 10) == b"next"
    finally:
        os.close(source)
        os.close(target)


def test_a_pipe_that_ends_within_a_message_is_a_frame_error():
    source, target = os.pipe()
    os.write(target, encode({"a": 1})[:-1])
    os.close(target)
    try:
        with pytest.raises(FrameError, match="ended within a frame"):
            read_message(source)
    finally:
        os.close(source)


def run_bare(code: str) -> str:
    """Run code as a child is run: an interpreter without site, in isolated mode."""
    root = os.path.dirname(os.path.dirname(frames.__file__))
    code = f"import sys; sys.path.append({root!r})\n{code}"
    command = [sys.executable, "-I", "-S", "-B", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout


def test_a_child_that_can_import_no_more_still_gets_a_frame_error():
    code = """
from worker import frames
sys.meta_path.clear(); sys.path_hooks.clear(); sys.path.clear()
for payload in (b'{"type":"x",}', b'{"type":"x"', b'{"type":"x","a":"' + bytes([1]) + b'"}', b'{"a":[' * 9):
    decoder = frames.Decoder()
    decoder.feed(len(payload).to_bytes(4, "big") + payload)
    try:
        list(decoder.messages())
    except frames.FrameError:
        print("refused")
print(frames.encode({"type": "x"}))
"""
    assert run_bare(code).splitlines() == ["refused"] * 4 + [str(encode({"type": "x"}))]


def test_frames_import_nothing_but_c_modules():
    code = """
before = set(sys.modules)
import worker.frames
print(*sorted(set(sys.modules) - before))
"""
    assert set(run_bare(code).split()) <= {"worker", "worker.frames", "_json", "binascii", "__future__"}


@settings(max_examples=30)
@given(st.integers(1, 40), st.sampled_from([b"[", b'{"a":']))
def test_depth_is_counted_alike_for_lists_and_objects(depth, opening):
    closing = b"]" if opening == b"[" else b"}"
    inner = b"1" if opening == b'{"a":' else b""
    payload = b'{"type":"x","b":' + opening * depth + inner + closing * depth + b"}"
    if depth < MAX_DEPTH:
        assert decode(frame(payload))
    else:
        with pytest.raises(FrameError, match="deep"):
            decode(frame(payload))
