"""The child's program: the modules of `worker`, sent through the pipe as code.

A child imports nothing of ours from a path. The supervisor sends it the code objects that it needs, in the
order in which they depend on each other, as the first thing on standard input. So nothing can shadow them,
the package need not be readable from where the child runs, and a start is shorter: finding and opening
twenty files costs more than executing them (measured: 1.61 against 1.42 times a bare start).

The format is that of byte-code files (marshal), between two processes of the same interpreter. Not
defended: nothing has to be, as whoever could change these bytes could change the supervisor.
"""

from __future__ import annotations

import functools
import importlib.util
import marshal
import types
from collections.abc import Iterator

__all__ = ["LOADER", "program"]

LOADER = """
import marshal, posix, sys

def exactly(count):
    data = b""
    while len(data) < count:
        piece = posix.read(0, count - len(data))
        if not piece:
            posix._exit(70)
        data += piece
    return data

program = marshal.loads(exactly(int.from_bytes(exactly(4), "big")))
for name, is_package, code in sorted(program, key=lambda each: each[0]):
    # All modules are there before the first is executed: a package may import what lies in it.
    module = sys.modules[name] = type(sys)(name)
    above, _, last = name.rpartition(".")
    module.__package__ = name if is_package else above
    if is_package:
        module.__path__ = []
    if above:
        setattr(sys.modules[above], last, module)
for name, is_package, code in program:
    exec(code, vars(sys.modules[name]))
sys.modules[name].main()
"""
"""What the interpreter is started with; it runs the `main` of the last module that it is sent."""


@functools.cache
def program(*entries: str) -> bytes:
    """Return the bytes that make a waiting `LOADER` run these modules.

    Args:
        entries: modules of `worker`, by their last name; the last one has the `main`.
    """
    order: dict[str, tuple[bool, types.CodeType]] = {}
    for entry in entries:
        _collect(f"worker.{entry}", order)
    last = f"worker.{entries[-1]}"
    order[last] = order.pop(last)
    data = marshal.dumps([(name, is_package, code) for name, (is_package, code) in order.items()])
    return len(data).to_bytes(4, "big") + data


def _collect(name: str, order: dict[str, tuple[bool, types.CodeType]], path: tuple[str, ...] = ()) -> None:
    """Add a module after everything that it imports when it is executed."""
    if name in order or name in path:
        return
    if above := name.rpartition(".")[0]:
        _collect(above, order, (*path, name))
    found = importlib.util.find_spec(name)
    if found is None or found.loader is None:
        raise ImportError(f"the package is incomplete: {name} is missing", name=name)
    code = found.loader.get_code(name)  # type: ignore[attr-defined]
    for each in _imported(code):
        _collect(each, order, (*path, name))
    order.setdefault(name, (found.submodule_search_locations is not None, code))


def _imported(code: types.CodeType) -> Iterator[str]:
    """Return the modules of `worker` that a module's top level names; a name too many does no harm."""
    named = [name for name in code.co_names if name == "worker" or name.startswith("worker.")]
    yield from named
    for package in named:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.submodule_search_locations is None:
            continue
        for name in code.co_names:
            if name.isidentifier() and importlib.util.find_spec(f"{package}.{name}") is not None:
                yield f"{package}.{name}"
