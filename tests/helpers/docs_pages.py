"""The pages of the documentation and their fenced blocks.

A comment before a block says what the tests do with it: ``<!-- tested -->`` runs it as a shell script, ``<!-- tested: exit N -->``
expects that code of it, ``<!-- tested: FILE -->`` writes it to FILE of the page's project (``conftest.py`` grows).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]

_BLOCK = re.compile(r"(?:^<!-- (?P<mark>tested[^>]*) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"exit (\d+)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block.

    Args:
        line: 1-based line of its fence.
        language: what its fence says.
        text: what is between the fences.
        tested: whether it is marked.
        exit_code: what running it must end with.
        file: where it is written instead of being run; empty for a script.

    """

    line: int
    language: str
    text: str
    tested: bool = False
    exit_code: int = 0
    file: str = ""


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of *page* in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        mark = match["mark"] or ""
        what = mark.removeprefix("tested").removeprefix(": ").strip()
        code = _EXIT.fullmatch(what)
        found.append(
            Block(
                line=text.count("\n", 0, match.start("text")),
                language=match["language"],
                text=match["text"],
                tested=bool(mark),
                exit_code=int(code[1]) if code else 0,
                file="" if code else what,
            )
        )
    return found


def files_of(page: Path) -> dict[str, str]:
    """Return the files that blocks of *page* are written to, by name."""
    files: dict[str, str] = {}
    for block in blocks_of(page):
        if block.file:
            files[block.file] = files.get(block.file, "") + block.text
    return files
