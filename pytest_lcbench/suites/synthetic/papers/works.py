"""Works that can be cited, the papers of a line of research among them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """An author: given name and family name as written in the language of the world."""

    given: str
    family: str


@dataclass(frozen=True, slots=True)
class Work:
    """What a reference list says of a work.

    Args:
        key: unique in its line of research; the document key for a paper of the world.
        title: whole, subtitle included, capitals as on its first page.
        plain: the title in sentence case.
        authors: in order.
        year: of publication, or expected publication.
        kind: ``journal``, ``conference``, ``preprint`` or ``thesis``.
        venue: journal, proceedings, archive or school.
        volume: of a journal.
        issue: of a journal.
        first_page: its first page.
        last_page: its last page.
        topic: what it is about, in words that are not its title.
        about: the things that its title names, by slot of its pattern.

    """

    key: str
    title: str
    plain: str
    authors: tuple[Person, ...]
    year: int
    kind: str
    venue: str
    volume: int
    issue: int
    first_page: int
    last_page: int
    topic: str
    about: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Figures with names; all in tenths of a per cent so that sums are exact.

    Args:
        rows: names of the rows.
        columns: names of the columns, without the average.
        cells: ``cells[row][column]``, tenths.
        averages: per row, hundredths, rounded half up.

    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]
    averages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of the world: what it is, what it found, what it cites. The same at every length.

    Args:
        work: as others cite it.
        index: its place in time within its line of research.
        line: number of its line of research.
        method: its method's name.
        approach: what the method is, in words.
        affiliations: one per author.
        cites: indices of the papers of its line of research that it cites.
        twins: keys of outside works of nearly the title of a paper of the line, which it cites.
        outside: keys of the other works that it cites; a short version of it lists the first ones only.
        mentions: indices of papers of the line whose method it names without citing them.
        extended: keys of outside works whose titles hold the whole title of a paper of the line, which it cites.
        named: indices of papers of the line that it names by title without citing them.
        cited_named: indices of those of *cites* that it names by title as well.
        earlier: title under which it was circulated before, as it says itself; empty: none.

    """

    work: Work
    index: int
    line: int
    method: str
    approach: str
    affiliations: tuple[str, ...]
    cites: tuple[int, ...]
    twins: tuple[str, ...]
    outside: tuple[str, ...]
    mentions: tuple[int, ...]
    extended: tuple[str, ...]
    named: tuple[int, ...]
    cited_named: tuple[int, ...]
    earlier: str
