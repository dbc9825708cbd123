"""What stands above a paper's abstract."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.page import Page
from pytest_lcbench.suites.synthetic.papers.works import Paper

_SIGNS = "¹²³⁴⁵⁶⁷⁸⁹"


def front_matter(page: Page, paper: Paper, look: Draw, labels: Mapping[str, str], *, english: bool) -> None:
    """Write title, authors, institutes, venue and year of *paper*, in one of several orders."""
    work = paper.work
    start = page.raw("# ")
    page.line(work.title)
    page.fact("title", start + 2, start + 2 + len(work.title))
    published = labels["page"].replace("{venue}", work.venue).replace("{year}", str(work.year))
    names = [f"{person.given} {person.family}" if english else person.family + person.given for person in work.authors]
    homes = list(dict.fromkeys(paper.affiliations))
    signs = [_SIGNS[homes.index(home)] for home in paper.affiliations]
    comma = ", " if english else "，"
    form = look.below(5)
    if form == 0:
        lines = [comma.join(name + sign for name, sign in zip(names, signs, strict=True))]
        lines += [f"{_SIGNS[at]} {home}" for at, home in enumerate(homes)]
        lines.append(published)
    elif form == 1:
        lines = [
            published,
            "",
            *(f"{name} ({home})" if english else f"{name}（{home}）" for name, home in zip(names, paper.affiliations, strict=True)),
        ]
    elif form == 2:  # noqa: PLR2004 - one of five
        lines = [(" and " if english else "、").join(names) if len(names) < 3 else comma.join(names), comma.join(homes), published]  # noqa: PLR2004
    elif form == 3:  # noqa: PLR2004
        lines = [comma.join(names), "; ".join(homes) if english else "；".join(homes), "", published]
    else:
        lines = [f"*{name}*, {home}" if english else f"{name}（{home}）" for name, home in zip(names, paper.affiliations, strict=True)]
        lines += ["", published]
    page.raw("\n".join(lines) + "\n\n", "names")
