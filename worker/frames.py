"""Frames: how one message becomes bytes on a pipe and is read back, without any I/O of its own.

A frame is a length of four bytes, big-endian, and a JSON object in UTF-8. `worker.states` stands above this
file and judges what a message may say and when; here it is only decided whether the bytes are a message at
all. Both ends use it, the supervisor on what a child wrote, so nothing is believed: every bound is
checked on the bytes, before anything is allocated for them, and what is wrong is never repaired.

The C scanner and encoder of `_json` are used without the package `json`, whose import costs more than a
bare interpreter's start (2.28 against 1.05 times). Their errors are classes of that package, so a locked
child that cannot import any more gets an ImportError instead; whatever they raise is a `FrameError` here.

Not defended: a frame within all bounds may still cost a few milliseconds and some megabytes. How many of
them a peer may send is the concern of the state machine and of the supervisor's deadlines.
"""

from __future__ import annotations

import sys
from binascii import a2b_base64, b2a_base64

if sys.platform == "win32":
    import nt as system
else:
    import posix as system

__all__ = [
    "MAX_DEPTH",
    "MAX_INTEGER",
    "MAX_PAYLOAD",
    "MAX_VALUES",
    "Decoder",
    "FrameError",
    "encode",
    "from_base64",
    "read_message",
    "to_base64",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Message = dict[str, Any]

MAX_PAYLOAD = 2**20
"""Bytes of JSON in one frame; longer things go in parts."""

MAX_DEPTH = 16
"""Objects and lists within one another, the message itself counted."""

MAX_VALUES = 20_000
"""Values in one message, of all depths together, without the keys; an empty object or list counts twice."""

MAX_INTEGER = 2**53
"""Largest magnitude of a number: what every JSON implementation agrees on (RFC 8259, section 6)."""

_HEADER = 4
_LONGEST_NUMBER = 32
_NOT_STRUCTURE = bytes(each for each in range(256) if each not in b"[]{}")
_OPENING = b"[{"


class FrameError(Exception):
    """Bytes that are no frame, or a message that cannot become one.

    Attributes:
        who: `"remote"` if the peer sent it, `"local"` if this side tried to.
        what: the fault, without any of the peer's text.
    """

    def __init__(self, who: str, what: str) -> None:
        super().__init__(f"{who}: {what}")
        self.who = who
        self.what = what


def encode(message: Message) -> bytes:
    """Return the frame of a message.

    Raises:
        FrameError: the peer would have to refuse it (`who` is `"local"`).
    """
    _examine(message, "local")
    payload = _write(message).encode()
    if len(payload) > MAX_PAYLOAD:
        raise FrameError("local", f"a message of {len(payload)} bytes; at most {MAX_PAYLOAD} fit in a frame")
    return len(payload).to_bytes(_HEADER, "big") + payload


class Decoder:
    """Bytes in, messages out.

    Feed what was read, then take the messages that are complete. The bytes of an unfinished frame are kept:
    at most one frame, plus what a single `feed` brought. After a `FrameError` the decoder is of no further
    use.
    """

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def unfinished(self) -> bool:
        """Whether bytes are waiting for the rest of their frame."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add bytes in the order in which they came.

        Raises:
            FrameError: the first frame announces a length that no frame has.
        """
        self._buffer += data
        self._length()

    def messages(self) -> Iterator[Message]:
        """Yield each complete message and forget its bytes.

        Raises:
            FrameError: the next frame is no message; those before it have been yielded.
        """
        buffer = self._buffer
        while True:
            length = self._length()
            if length is None or len(buffer) < _HEADER + length:
                return
            payload = bytes(buffer[_HEADER : _HEADER + length])
            del buffer[: _HEADER + length]
            message = _decode(payload)
            if type(message.get("type")) is not str:
                raise FrameError("remote", "a message without a type")
            yield message

    def _length(self) -> int | None:
        if len(self._buffer) < _HEADER:
            return None
        return _checked_length(self._buffer[:_HEADER])


def read_message(source: int) -> Message:
    """Read exactly one message from a descriptor and not a byte more.

    For the boot of a child, whose settings come before there is a state machine, and without a type.

    Raises:
        FrameError: the pipe ended early, or what came is no message.
        OSError: from read(2).
    """
    return _decode(_read_exactly(source, _checked_length(_read_exactly(source, _HEADER))))


def to_base64(data: bytes) -> str:
    """Return bytes as the text that stands for them in a message (RFC 4648, section 4)."""
    return b2a_base64(data, newline=False).decode("ascii")


def from_base64(text: str) -> bytes:
    """Return the bytes that a text of a message stands for.

    Raises:
        FrameError: the text is not what `to_base64` makes. Other spellings of the same bytes are refused
            (RFC 4648, section 3.5): `a2b_base64` alone skips over any foreign character.
    """
    try:
        data = a2b_base64(text.encode("ascii"))
    except ValueError as error:
        raise FrameError("remote", "data that is not base64") from error
    if to_base64(data) != text:
        raise FrameError("remote", "data that is not canonical base64")
    return data


def _checked_length(header: bytes | bytearray) -> int:
    length = int.from_bytes(header, "big")
    if not 1 <= length <= MAX_PAYLOAD:
        raise FrameError("remote", f"a frame of {length} bytes; only 1 to {MAX_PAYLOAD} are allowed")
    return length


def _read_exactly(source: int, length: int) -> bytes:
    data = b""
    while len(data) < length:
        more = system.read(source, length - len(data))
        if not more:
            raise FrameError("remote", "the pipe ended within a frame")
        data += more
    return data


def _decode(payload: bytes) -> Message:
    _bound(payload)
    # The scanner skips no space in front of a value, and must leave nothing behind it.
    try:
        text = payload.decode()
        message, end = _scan(text, 0)
    except FrameError:
        raise
    except Exception as error:
        raise FrameError("remote", "a frame that is not JSON in UTF-8") from error
    if end != len(text):
        raise FrameError("remote", "bytes after the end of a message")
    _examine(message, "remote")
    return message  # type: ignore[no-any-return]


def _bound(payload: bytes) -> None:
    """Refuse a payload that is nested too deep or holds too many values, before it is scanned.

    The scanner calls itself for each level and stops at the interpreter's limit only, which for CPython's C
    code is a matter of its version and of the stack's size. Counting brackets and commas wherever they stand
    gives an upper bound at the speed of memchr(3); only where that is too high is the text within strings
    left out, and then the count is that of `_examine`.
    """
    openings = payload.count(b"{") + payload.count(b"[")
    if openings <= MAX_DEPTH and (len(payload) < MAX_VALUES or payload.count(b",") + openings < MAX_VALUES):
        return
    # Escapes go first, pairs of backslashes before escaped quotes: each quote left begins or ends a string.
    plain = payload.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 4 * MAX_VALUES:
        raise FrameError("remote", f"a message of more than {MAX_VALUES} values")
    outside = b"".join(plain.split(b'"')[::2])
    structure = outside.translate(None, _NOT_STRUCTURE)
    if outside.count(b",") + len(structure) // 2 >= MAX_VALUES:
        raise FrameError("remote", f"a message of more than {MAX_VALUES} values")
    depth = 0
    for each in structure:
        depth += 1 if each in _OPENING else -1
        if depth > MAX_DEPTH:
            raise FrameError("remote", f"a message nested more than {MAX_DEPTH} deep")


def _examine(message: Message, who: str) -> None:
    """Refuse what a message may not hold; one definition for what is sent and what is received.

    Goes through the levels one after the other instead of calling itself, and counts as it goes, so that
    neither a deep nor a circular message of our own can end the process.
    """
    if type(message) is not dict:
        raise FrameError(who, "a message that is not an object")
    level: list[Any] = [message]
    depth = count = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise FrameError(who, f"a message nested more than {MAX_DEPTH} deep")
        deeper: list[Any] = []
        for container in level:
            count += len(container) or 1
            if count >= MAX_VALUES:
                raise FrameError(who, f"a message of more than {MAX_VALUES} values")
            values = container
            if type(container) is dict:
                for key in container:
                    if type(key) is not str:
                        raise FrameError(who, "a key that is not a text")
                    if not key.isascii():
                        _examine_text(key, who)
                values = container.values()
            for value in values:
                kind = type(value)
                if kind is str:
                    if not value.isascii():
                        _examine_text(value, who)
                elif kind is dict or kind is list:
                    deeper.append(value)
                elif kind is int or kind is float:
                    # Infinity is beyond any bound, and a comparison with NaN is never true.
                    if not -MAX_INTEGER <= value <= MAX_INTEGER:
                        raise FrameError(who, "a number out of bounds")
                elif kind is not bool and value is not None:
                    raise FrameError(who, f"a value of type {kind.__name__}")
        level = deeper


def _examine_text(text: str, who: str) -> None:
    try:
        # Lone surrogates are the only texts that UTF-8 has no bytes for (RFC 3629, section 3).
        text.encode()
    except UnicodeEncodeError as error:
        raise FrameError(who, "a text with a lone surrogate") from error


class _Strictness:
    """What the scanner asks for at each object and number; its defaults are lenient (RFC 8259, section 9)."""

    strict = True  # No control characters within strings.
    object_hook = None

    @staticmethod
    def object_pairs_hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            raise FrameError("remote", "a message with a duplicate key")
        return members

    @staticmethod
    def parse_int(digits: str) -> int:
        # Converting a million digits takes quadratic time (CVE-2020-10735).
        if len(digits) > _LONGEST_NUMBER:
            raise FrameError("remote", "a number out of bounds")
        return int(digits)

    @staticmethod
    def parse_float(digits: str) -> float:
        if len(digits) > _LONGEST_NUMBER:
            raise FrameError("remote", "a number out of bounds")
        return float(digits)

    @staticmethod
    def parse_constant(name: str) -> None:
        raise FrameError("remote", f"{name}, which is not JSON")


def _refuse_value(value: object) -> None:
    raise FrameError("local", f"a value of type {type(value).__name__}")


def _accelerated() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Message], str]]:
    import _json

    rules: Any = _Strictness
    encoder = _json.make_encoder(None, _refuse_value, _json.encode_basestring, None, ":", ",", False, False, False)
    return _json.make_scanner(rules), lambda message: "".join(encoder(message, 0))


def _plain() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Message], str]]:
    import json

    scanner = json.JSONDecoder(
        object_pairs_hook=_Strictness.object_pairs_hook,
        parse_int=_Strictness.parse_int,
        parse_float=_Strictness.parse_float,
        parse_constant=_Strictness.parse_constant,
    )
    encoder = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))
    return scanner.scan_once, encoder.encode  # type: ignore[attr-defined]


try:
    _scan, _write = _accelerated()
except ImportError:  # An interpreter that was built without the C module, such as PyPy.
    _scan, _write = _plain()
