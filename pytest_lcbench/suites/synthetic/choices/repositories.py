"""``code_repo_qa``: a Python package whose result depends on layered settings and on which of two classes is registered.

Every file parses, and the package runs: what the questions ask can be had by calling it.
"""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.code_filler import CodeFiller
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, compose
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_CODES = 2
_HEADS = ("# ===== {} =====\n", "### FILE: {}\n", "<<< {} >>>\n", "#-------- {}\n")
_FORMULAS = (
    "units * {s} + {k}",
    "(units + {k}) * {s}",
    "units * {s} - units // {k}",
    "units * ({s} + {k})",
    "{k} * {s} + units",
    "units * units // {k} + {s}",
)
_BASES = "Tidal Lunar Floodgate Ebb Lockside Quay Convoy Drift Harbour Mooring Ballast Pilot".split()
_LATER = "Sable Amber Cobalt Umber Ochre Russet Indigo Viridian Sienna Cerise Slate Ivory".split()


@dataclass(frozen=True, slots=True)
class _Extra:
    """What a class adds: a formula of *units*, the setting and a constant."""

    name: str
    formula: int
    constant: int

    def source(self, setting: str) -> str:
        return _FORMULAS[self.formula].format(s=setting, k=self.constant)

    def value(self, units: int, setting: int) -> int:
        k, s = self.constant, setting
        return (units * s + k, (units + k) * s, units * s - units // k, units * (s + k), k * s + units, units * units // k + s)[
            self.formula
        ]


@dataclass(frozen=True, slots=True)
class _Repository:
    package: str
    function: str
    folders: tuple[str, str, str]  # settings, rules, extensions
    setting: str
    start: str
    codes: tuple[str, ...]
    plain: tuple[_Extra, ...]
    later: tuple[_Extra, ...]
    profiles: tuple[str, ...]
    default: int
    by_profile: tuple[int, ...]
    by_site: tuple[int, ...]  # a site's value per profile; the site file knows all of them
    starts: int
    fee: int
    site_wins: bool
    extensions_first: bool
    last_wins: bool
    form: int
    head: str

    @property
    def later_holds(self) -> bool:
        """Whether the class of the extension is the one used."""
        return self.last_wins != self.extensions_first

    def result(self, code: int, units: int, profile: int, *, layer_right: bool, class_right: bool) -> int:
        extra = (self.later if self.later_holds == class_right else self.plain)[code]
        setting = (self.by_site if self.site_wins == layer_right else self.by_profile)[profile]
        return self.starts + extra.value(units, setting) + self.fee


@lru_cache(maxsize=64)
def _repository(world: int, number: int) -> _Repository:
    draw = Draw("choices", world, "repositories", number)
    package = names.nonce(draw, 2) + draw.pick(("kit", "lib", "works", "core", "desk"))
    setting, start = draw.sample(("step", "rate", "weight", "share", "pitch", "grade"), 2)
    plain = [_Extra(name, draw.below(len(_FORMULAS)), draw.between(3, 9)) for name in draw.sample(_BASES, _CODES)]
    later = [_Extra(name, draw.below(len(_FORMULAS)), draw.between(3, 9)) for name in draw.sample(_LATER, _CODES)]
    values = draw.sample(range(4, 40), 7)
    return _Repository(
        package=package, function=draw.pick(("quote", "assess", "levy", "rate_order", "charge")),
        folders=(draw.pick(("settings", "config", "conf")), draw.pick(("rules", "tariffs", "kinds")), draw.pick(("plugins", "extras", "addons"))),
        setting=setting, start=start, codes=tuple(draw.sample("KLMNPQRSTVWX", _CODES)), plain=tuple(plain), later=tuple(later),
        profiles=tuple(draw.sample(("north", "south", "river", "night", "depot", "island", "winter", "market"), 3)), default=values[0],
        by_profile=tuple(values[1:4]), by_site=tuple(values[4:7]), starts=draw.between(11, 70), fee=draw.between(2, 19),
        site_wins=draw.chance(0.5), extensions_first=draw.chance(0.5), last_wins=draw.chance(0.5), form=draw.below(3), head=draw.pick(_HEADS),
    )  # fmt: skip


def _quoted(text: str) -> str:
    """Return *text* as a string of the source."""
    return f'"{text}"'


class Repositories(SingleKind):
    """Generated code repositories."""

    name = "repositories"
    domain = "code_repository_understanding"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the repository's name."""
        return f"{_repository(self._world, number).package} (all files of the repository)"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for a result, for what is reached, or for what must change; the traps are the layers and the registration."""
        repo = _repository(self._world, number)
        code, profile, units = draw.below(_CODES), draw.below(len(repo.profiles)), draw.between(3, 40)
        call = f'{repo.package}.api.{repo.function}("{repo.codes[code]}", {units}, profile="{repo.profiles[profile]}")'
        settings, rules, extensions = repo.folders
        later, plain = repo.later[code], repo.plain[code]
        used, unused = (later, plain) if repo.later_holds else (plain, later)
        layers = ("site", "profiles") if repo.site_wins else ("profiles", "site")
        kind = draw.below(3)
        crossing = ((True, True), (False, True), (True, False), (False, False))
        if kind == 0:
            question = draw.pick(
                ("What does `{}` return?", "Which number is the result of `{}`?", "Follow the call `{}` to its end. What comes back?")
            )
            answers = [str(repo.result(code, units, profile, layer_right=a, class_right=b)) for a, b in crossing]
        elif kind == 1:
            question = draw.pick((
                "During `{}`, in which class is the extra amount worked out, and with which value of the setting?",
                "Which class decides what the units add in `{}`, and what is the setting it reads?",
            ))  # fmt: skip
            sizes = [repo.by_site, repo.by_profile] if repo.site_wins else [repo.by_profile, repo.by_site]
            answers = [f"`{(used if b else unused).name}`, reading {sizes[not a][profile]}" for a, b in crossing]
        else:
            question = draw.pick((
                "The result of `{}` is to become larger, and nothing but the value of the setting and the class's formula may be edited. Which two files take effect?",
                "Somebody wants another result of `{}` by editing one formula and one value. In which two files do such edits change it?",
            ))  # fmt: skip
            paths = {later.name: f"{extensions}/{later.name.lower()}.py", plain.name: f"{rules}/{plain.name.lower()}.py"}
            answers = [f"`{paths[(used if b else unused).name]}` and `{settings}/{layers[not a]}.py`" for a, b in crossing]
        facts = ("api", "base", "defaults", "registry", "loader", "resolve", "profiles", "site", f"plain{code}", f"later{code}")
        return Asked(question.format(call), (answers[0], answers[1], answers[2], answers[3]), facts, hard=kind == 0)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:  # noqa: ARG002 - there is one language
        """Write the files that matter at places drawn once, others between them."""
        repo = _repository(self._world, number)
        fixed = self.entity("en", number).fork("places")
        page = Page()
        files = _files(repo, fixed)
        step = 1.0 / len(files)
        plants = [
            Plant(0.97 * step * (at + fixed.share()), f"{repo.head.format(path)}{source}\n", (fact,) if fact else ())
            for at, (path, fact, source) in enumerate(fixed.shuffled(files))
        ]
        filler = CodeFiller(repo.package, draw, repo.head.format, _retired(repo))
        most = max(length // 14, 300)
        compose(page, plants, lambda: filler.file(most), length)
        return page.written()


def _retired(repo: _Repository) -> Callable[[str, Draw], str]:
    """Return what writes a class that registers itself for a code in use but that the loader does not know."""

    def write(name: str, draw: Draw) -> str:
        return _rule(repo, _Extra(name, draw.below(len(_FORMULAS)), draw.between(3, 9)), draw.pick(repo.codes))

    return write


def _rule(repo: _Repository, extra: _Extra, code: str) -> str:
    settings, rules, _ = repo.folders
    return (
        f'"""Orders of class {code}."""\n\nfrom {repo.package}.registry import register\nfrom {repo.package}.{rules}.base import Rule\n'
        f"from {repo.package}.{settings}.resolve import setting\n\n\n"
        f"class {extra.name}(Rule):\n    def extra(self, units: int) -> int:\n        value = setting({_quoted(repo.setting)}, self.profile)\n"
        f"        return {extra.source('value')}\n\n\nregister({_quoted(code)}, {extra.name})\n"
    )


def _files(repo: _Repository, draw: Draw) -> list[tuple[str, str, str]]:
    """Return (path, fact, source) of every file that matters."""
    package, (settings, rules, extensions) = repo.package, repo.folders
    files = [
        ("README.md", "", _readme(repo)),
        (f"{package}/__init__.py", "", f'"""Prices of orders."""\n\nfrom {package}.api import {repo.function}\n\n__all__ = ["{repo.function}"]\n'),
        (f"{package}/api.py", "api", _api(repo)),
        (f"{package}/registry.py", "registry", _registry(repo)),
        (f"{package}/loader.py", "loader", _loader(repo)),
        (f"{package}/{rules}/base.py", "base", _base(repo)),
        (f"{package}/{settings}/defaults.py", "defaults", f'"""Where nothing else is said."""\n\nDEFAULTS = {{"{repo.setting}": {repo.default}, "{repo.start}": {repo.starts}}}\n'),
        (f"{package}/{settings}/profiles.py", "profiles", _profiles(repo, draw)),
        (f"{package}/{settings}/site.py", "site", _site(repo, draw)),
        (f"{package}/{settings}/resolve.py", "resolve", _resolve(repo)),
    ]  # fmt: skip
    for code in range(_CODES):
        for folder, extra, fact in ((rules, repo.plain[code], "plain"), (extensions, repo.later[code], "later")):
            source = _rule(repo, extra, repo.codes[code])
            files.append((f"{package}/{folder}/{extra.name.lower()}.py", f"{fact}{code}", source))
    return files


def _readme(repo: _Repository) -> str:
    return (
        f"# {repo.package}\n\nPrices orders by class and profile.\n\n    from {repo.package} import {repo.function}\n    {repo.function}({_quoted(repo.codes[0])}, 5)\n\n"
        f"Without a profile the {repo.setting} is {repo.default + 2} (release 1; later releases may differ).\n"
    )  # fmt: skip


def _api(repo: _Repository) -> str:
    return (
        f'"""The way in."""\n\nfrom {repo.package}.loader import load\nfrom {repo.package}.registry import rule_for\n\nHANDLING = {repo.fee}\n\n\n'
        f'def {repo.function}(code: str, units: int, profile: str = "{repo.profiles[0]}") -> int:\n    """Price an order."""\n'
        f"    load()\n    return rule_for(code)(profile).amount(units) + HANDLING\n"
    )


def _registry(repo: _Repository) -> str:
    body = (
        "    _KNOWN[code] = kind\n",
        "    if code in _KNOWN:\n        del _KNOWN[code]\n    _KNOWN.update({code: kind})\n",
    ) if repo.last_wins else (
        "    _KNOWN.setdefault(code, kind)\n",
        "    if code not in _KNOWN:\n        _KNOWN[code] = kind\n",
    )  # fmt: skip
    return (
        f'"""Which class prices which orders."""\n\n_KNOWN: dict[str, type] = {{}}\n\n\ndef register(code: str, kind: type) -> None:\n{body[repo.form % 2]}\n\n'
        f"def rule_for(code: str) -> type:\n    return _KNOWN[code]\n"
    )


def _loader(repo: _Repository) -> str:
    _, rules, extensions = repo.folders
    plain = [f'    "{rules}.{extra.name.lower()}",\n' for extra in repo.plain]
    later = [f'    "{extensions}.{extra.name.lower()}",\n' for extra in repo.later]
    order = "".join([*later, *plain] if repo.extensions_first else [*plain, *later])
    return (
        f'"""Imports whatever registers itself, in this order."""\n\nfrom importlib import import_module\n\nMODULES = (\n{order})\n\n\n'
        f'def load() -> None:\n    for name in MODULES:\n        import_module(f"{repo.package}.{{name}}")\n'
    )


def _base(repo: _Repository) -> str:
    settings = repo.folders[0]
    return (
        f'"""What all classes of orders share."""\n\nfrom {repo.package}.{settings}.resolve import setting\n\n\nclass Rule:\n    def __init__(self, profile: str) -> None:\n'
        f"        self.profile = profile\n\n    def extra(self, units: int) -> int:\n        return 0\n\n    def amount(self, units: int) -> int:\n"
        f'        return setting("{repo.start}", self.profile) + self.extra(units)\n'
    )


def _profiles(repo: _Repository, draw: Draw) -> str:
    lines = [f'    "{name}": {{"{repo.setting}": {value}}},\n' for name, value in zip(repo.profiles, repo.by_profile, strict=True)]
    return f'"""Named sets of settings."""\n\nPROFILES = {{\n{"".join(draw.shuffled(lines))}}}\n'


def _site(repo: _Repository, draw: Draw) -> str:
    lines = [f'    ("{name}", "{repo.setting}"): {value},\n' for name, value in zip(repo.profiles, repo.by_site, strict=True)]
    return f'"""What this installation sets, by profile and name."""\n\nSITE = {{\n{"".join(draw.shuffled(lines))}}}\n'


def _resolve(repo: _Repository) -> str:
    settings = repo.folders[0]
    site = "{name: value for (owner, name), value in SITE.items() if owner == profile}"
    own = "PROFILES.get(profile, {})"
    strong, weak = (site, own) if repo.site_wins else (own, site)
    body = (
        f"    layers = (\n        {strong},\n        {weak},\n        DEFAULTS,\n    )\n    for layer in layers:\n        if name in layer:\n            return layer[name]\n    raise KeyError(name)\n",
        f"    merged = dict(DEFAULTS)\n    merged.update({weak})\n    merged.update({strong})\n    return merged[name]\n",
        f"    return ChainMap({strong}, {weak}, DEFAULTS)[name]\n",
    )[repo.form]  # fmt: skip
    top = "from collections import ChainMap\n\n" if repo.form == 2 else ""  # noqa: PLR2004 - the third form
    imports = "".join(f"from {repo.package}.{settings}.{name} import {name.upper()}\n" for name in ("defaults", "profiles", "site"))
    return f'"""Finding the value of a setting."""\n\n{top}{imports}\n\ndef setting(name: str, profile: str) -> int:\n{body}'
