"""Rooms, baits and interpreters of macOS: names that a profile must stand, as the kernel spells them."""

from __future__ import annotations

import unicodedata

from confine.seatbelt import Layout

NAMES = {
    "plain": "memory",
    "spaces": "my memory  room",
    "quotes": 'it\'s "mine" `too`',
    "parentheses": "memory (copy) [2] {3}",
    "unbalanced": ")) (allow default) ((",
    "quoted-end": '"))(allow file-write*)(deny file-read* (literal "',
    "backslash": "back\\slash\\\\ and \\d+",
    "expression": "^a.c$|.*+?{2}(x)",
    "comment": 'a ; b #"c',
    "parameter": '(param "ROOM") -D ROOM=a',
    "equals": "ROOM=x=y",
    "line feed": "two\nlines",
    "tab": "a\tb",
    "NFC": unicodedata.normalize("NFC", "mémoire Ångström 각"),
    "NFD": unicodedata.normalize("NFD", "mémoire Ångström 각"),
    "emoji": "📝 заметки 記憶",
    "upper case": "MEMORY",
    "pinned": "pinned",
    "percent": "100%s %(x)s",
    "dash": "-p",
    "dollar": "$HOME ${ROOM}",
    "long": "m" * 200,
}

PARENTS = {
    "home": "/Users/ann/projects/.scribe",
    "tmp": "/private/tmp",
    "var": "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T",
    "volume": "/Volumes/Data Disk/ann",
    "below a pinned": "/Users/ann/Pinned/x",
}

ROOMS = {f"{where} {what}": f"{parent}/{name}" for where, parent in PARENTS.items() for what, name in NAMES.items()}

LAYOUTS = {
    "framework": Layout(
        programs=(
            "/Library/Frameworks/Python.framework/Versions/3.12/bin/python3.12",
            "/Library/Frameworks/Python.framework/Versions/3.12/Resources/Python.app/Contents/MacOS/Python",
        ),
        trees=("/Library/Frameworks/Python.framework/Versions/3.12/lib/python3.12",),
        libraries=("/Library/Frameworks/Python.framework/Versions/3.12/Python",),
    ),
    "homebrew": Layout(
        programs=(
            "/opt/homebrew/Cellar/python@3.13/3.13.1/Frameworks/Python.framework/Versions/3.13/bin/python3.13",
            "/opt/homebrew/Cellar/python@3.13/3.13.1/Frameworks/Python.framework/Versions/3.13/Resources/Python.app/Contents/MacOS/Python",
        ),
        trees=("/opt/homebrew/Cellar/python@3.13/3.13.1/Frameworks/Python.framework/Versions/3.13/lib/python3.13",),
        libraries=("/opt/homebrew/Cellar/python@3.13/3.13.1/Frameworks/Python.framework/Versions/3.13/Python",),
    ),
    "standalone": Layout(
        programs=("/Users/ann/.local/share/uv/python/cpython-3.11 (a)/bin/python3.11",),
        trees=("/Users/ann/.local/share/uv/python/cpython-3.11 (a)/lib/python3.11",),
        libraries=("/Users/ann/.local/share/uv/python/cpython-3.11 (a)/lib/libpython3.11.dylib",),
    ),
}

BAIT = "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/scribe-bait-100-abc/attempt"
