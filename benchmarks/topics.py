"""Ten thousand topics: front matter, a refresh with nothing changed, and a query, each beside what it is measured by.

`python -m benchmarks.topics` prints the rows; `rows` gives them to a larger table.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

import yaml

from benchmarks.measure import interleaved
from room.catalogue import Catalogue
from room.document import Document
from room.frontmatter import read
from room.index import Indexer
from room.recall import Recall

__all__ = ["rows"]

TOPICS = 10_000
_FOLDERS = 20
_VOCABULARY = 5_000


def rows(rounds: int) -> list[tuple[str, str, str, str]]:
    """Measure; each row has what, beside what, the ratio and the goal."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        blocks = _grow(root)
        fd = os.open(root, os.O_RDONLY)
        try:
            return [*_front_matter(blocks, rounds), *_refresh(root, fd, rounds), *_query(root, fd, rounds)]
        finally:
            os.close(fd)


def _grow(root: Path) -> list[str]:
    """Write the topics, a kilobyte each, words as rare and as common as in a language; return their front matters."""
    chance = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(_VOCABULARY)]

    def some(count: int) -> str:
        return " ".join(words[min(int(chance.paretovariate(0.5)), _VOCABULARY) - 1] for _ in range(count))

    blocks = []
    for number in range(TOPICS):
        description = some(6)
        if number % 10 == 0:
            description = f'"{description}: {some(3)}"'
        block = (
            f"description: {description}\nmetadata:\n  type: project\n  trust: user-observed\n"
            f"  source: session-{number * 7919:x}:turn-{number % 90}\nmodified: 2026-09-21T08:{number % 60:02}:00Z\n"
        )
        blocks.append(block)
        path = root / f"folder-{number % _FOLDERS}" / f"topic-{number}.md"
        path.parent.mkdir(exist_ok=True)
        body = "\n".join(some(14) for _ in range(10))
        path.write_text(f"---\n{block}---\n\n{body}\n", encoding="utf-8")
    return blocks


def _front_matter(blocks: list[str], rounds: int) -> list[tuple[str, str, str, str]]:
    few = blocks[:1_000]
    whole = [f"---\n{block}---\n".encode() for block in few]
    for block in blocks:
        told = yaml.load(block, Loader=yaml.CBaseLoader)
        if read(block) != (told, ""):
            raise AssertionError(f"the two readers differ: {block!r}")
    _, ratios = interleaved(
        lambda: [yaml.load(block, Loader=yaml.CSafeLoader) for block in few],
        {
            "front matter, equal results on all 10,000": lambda: [read(block) for block in few],
            "the same from bytes to topic": lambda: [Document.parse(data) for data in whole],
        },
        rounds,
    )
    goals = ["≤ 0.10", ""]
    return [(name, "PyYAML's CSafeLoader", f"{ratio:.3f}", goal) for (name, ratio), goal in zip(ratios.items(), goals)]


def _refresh(root: Path, fd: int, rounds: int) -> list[tuple[str, str, str, str]]:
    catalogue = Catalogue(fd, trusted=lambda path, sha256: "user-observed", rows=lambda: 1)
    recall, indexer = Recall(catalogue), Indexer(catalogue)
    index = indexer.build(None)

    def refresh() -> None:
        catalogue.refresh()
        recall.refresh()
        indexer.build(index)

    def look() -> None:
        pending = [str(root)]
        while pending:
            with os.scandir(pending.pop()) as listing:
                for item in listing:
                    if item.is_dir(follow_symlinks=False):
                        pending.append(item.path)
                    else:
                        item.stat(follow_symlinks=False)

    name = "catalogue, index and recall refreshed, nothing changed"
    _, ratios = interleaved(look, {name: refresh}, rounds)
    return [(name, "scandir + stat of the same tree", f"{ratios[name]:.2f}", "≤ 1.30")]


def _query(root: Path, fd: int, rounds: int) -> list[tuple[str, str, str, str]]:
    if shutil.which("rg") is None:
        return [("query", "rg (not installed here)", "", "≤ 0.10")]
    recall = Recall(Catalogue(fd, trusted=lambda path, sha256: "user-observed"))
    by_count = sorted(recall._postings, key=lambda word: -len(recall._postings[word].numbers))
    questions = {"in every topic": by_count[:2], "common": by_count[20:22], "rare": by_count[2_000:2_002]}
    found = []
    for name, words in questions.items():
        command = ["rg", "-i", "-w", *(part for word in words for part in ("-e", word)), str(root)]
        searched = partial(subprocess.run, command, stdout=subprocess.DEVNULL, check=True)
        asked = partial(recall.query, " ".join(words))
        _, ratios = interleaved(searched, {"query": asked}, min(rounds, 30))
        found.append((f"query for two words, {name}", "rg for the same words", f"{ratios['query']:.3f}", "≤ 0.10"))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.topics")
    parser.add_argument("--rounds", type=int, default=30, help="interleaved pairs of each row")
    for row in rows(parser.parse_args().rounds):
        print("  ".join(row))


if __name__ == "__main__":
    main()
