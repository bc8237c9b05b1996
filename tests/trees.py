"""Directory trees for tests, written as lines: `"link => ../x"`, `"fifo |"`, `"a.md = text"`."""

from __future__ import annotations

import os
from pathlib import Path


def grow(root: Path, *lines: str) -> Path:
    """Make what the lines say below a directory, which is made too.

    `"d/"` is a directory, `"a = text"` a file with that text, `"a -> b"` a second name for b, `"a => b"` a
    symbolic link to b, `"a |"` a fifo. Directories on the way are made.
    """
    root.mkdir(mode=0o700, exist_ok=True)
    for line in lines:
        name, _, rest = line.partition(" ")
        path = root / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        sign, _, value = rest.partition(" ")
        if sign == "=":
            path.write_bytes(value.encode("utf-8"))
        elif sign == "=>":
            path.symlink_to(value)
        elif sign == "->":
            os.link(root / value, path)
        elif sign == "|":
            os.mkfifo(path)
        elif name.endswith("/"):
            path.mkdir(mode=0o700, exist_ok=True)
        else:
            raise ValueError(f"what is {line!r}?")
    return root


def picture(root: Path) -> list[str]:
    """Return the tree in the same notation, sorted; a file with several names is only a file."""
    lines = []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            lines.append(f"{name} => {os.readlink(path)}")
        elif path.is_dir():
            lines.append(f"{name}/")
        elif path.is_fifo():
            lines.append(f"{name} |")
        else:
            lines.append(f"{name} = {path.read_text(encoding='utf-8', errors='backslashreplace')}")
    return lines
