"""Memories for the tests of what is made from them."""

from __future__ import annotations

import hashlib

from room.catalogue import Memory


def memory(
    path: str = "a.md",
    description: str = "something",
    *,
    type: str = "project",
    trust: str = "user-observed",
    modified: str = "2026-09-21T08:12:00Z",
    body: str = "",
    superseded_by: str = "",
    title: str = "",
) -> Memory:
    pinned = path.startswith("pinned/")
    digest = hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
    return Memory(path, type, trust, description, "", modified, pinned, len(body), digest, body, superseded_by, title)
