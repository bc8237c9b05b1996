"""A server on loopback that plays the Messages API from a script, for tests that drive the real SDK.

A script is a list of replies, one for each request: a `Say` of blocks, a `Fail` with a status, or any function that
gets the handler and does what it likes with the connection. Each request is kept as it came, headers and body, so
that a test can see what left the supervisor.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


_made = iter(range(1, 1_000_000))


def call(command: str, *, name: str = "memory", **given: Any) -> dict[str, Any]:
    """Return a block that calls the tool."""
    return {"type": "tool_use", "id": f"toolu_{next(_made):06d}", "name": name, "input": {"command": command, **given}}


def message(*blocks: Any, stop_reason: str | None = None, tokens: tuple[int, int] = (1000, 50)) -> dict[str, Any]:
    """Return the body of a reply."""
    asks = any(isinstance(block, dict) and block.get("type") == "tool_use" for block in blocks)
    return {
        "id": "msg_test",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": list(blocks),
        "stop_reason": stop_reason or ("tool_use" if asks else "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1], "cache_read_input_tokens": 10},
    }


def say(*blocks: Any, stop_reason: str | None = None, tokens: tuple[int, int] = (1000, 50)) -> Reply:
    """Return a reply of these blocks, streamed where the request asks for that."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        body = message(*blocks, stop_reason=stop_reason, tokens=tokens)
        if request.get("stream"):
            _send(handler, 200, "".join(_events(body)).encode(), "text/event-stream")
        else:
            _send(handler, 200, json.dumps(body).encode())

    return reply


def fail(status: int, kind: str = "api_error", said: str = "scripted failure", **headers: str) -> Reply:
    """Return an error as the API sends it."""
    body = json.dumps({"type": "error", "error": {"type": kind, "message": said}}).encode()
    return lambda handler, request: _send(handler, status, body, **headers)


def raw(data: bytes, kind: str = "application/json", status: int = 200) -> Reply:
    """Return exactly these bytes as the body."""
    return lambda handler, request: _send(handler, status, data, kind)


def slow(seconds: float, *, drip: bool = False) -> Reply:
    """Return a reply that takes so long: silent, or a byte at a time. It ends when the client has gone."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        deadline = time.monotonic() + seconds
        try:
            if drip:
                handler.send_response(200)
                handler.send_header("content-type", "application/json")
                handler.send_header("content-length", "100000")
                handler.end_headers()
            while time.monotonic() < deadline:
                time.sleep(0.05)
                if drip:
                    handler.wfile.write(b" ")
                    handler.wfile.flush()
        except OSError:
            return
        if not drip:
            say(text("at last"))(handler, request)

    return reply


def hang_up(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
    """Close the connection without a word."""
    handler.close_connection = True
    handler.connection.close()


def _send(
    handler: BaseHTTPRequestHandler, status: int, data: bytes, kind: str = "application/json", **headers: str
) -> None:
    try:
        handler.send_response(status)
        handler.send_header("content-type", kind)
        handler.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)
    except OSError:
        pass  # The client went away; that is its business.


def _events(body: dict[str, Any]) -> Iterator[str]:
    """Yield a reply as server-sent events."""

    def event(kind: str, **fields: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n"

    yield event("message_start", message={**body, "content": [], "stop_reason": None})
    for index, block in enumerate(body["content"]):
        if block["type"] == "tool_use":
            yield event("content_block_start", index=index, content_block={**block, "input": {}})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            yield event("content_block_start", index=index, content_block={**block, "text": ""})
            delta = {"type": "text_delta", "text": block["text"]}
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    yield event("message_delta", delta={"stop_reason": body["stop_reason"], "stop_sequence": None}, usage=body["usage"])
    yield event("message_stop")


@dataclass
class Server:
    """A running server.

    Attributes:
        url: its base address.
        requests: bodies of the requests, in order.
        headers: their headers, names in lower case.
        script: the replies that are still to come; when they are used up, the model says that it is done.
    """

    url: str
    script: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def results(self) -> list[dict[str, Any]]:
        """Return every tool result that was sent, each once."""
        found: dict[str, dict[str, Any]] = {}
        for request in self.requests:
            for each in request["messages"]:
                for block in each["content"] if isinstance(each["content"], list) else ():
                    if block["type"] == "tool_result":
                        found[block["tool_use_id"]] = block
        return list(found.values())


@contextmanager
def serving(script: Sequence[Reply]) -> Iterator[Server]:
    """Serve a script on a free port of loopback."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                server.requests.append(body)
                server.headers.append({name.lower(): value for name, value in self.headers.items()})
                reply = server.script.pop(0) if server.script else say(text("Nothing more to do."))
            reply(self, body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = Server(f"http://127.0.0.1:{http.server_address[1]}", list(script))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join(5)
