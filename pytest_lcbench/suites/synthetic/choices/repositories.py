"""``code_repo_qa``: a Python package whose result depends on layered settings and on which of two classes is registered.

Every file parses, and the package runs: what the questions ask can be had by calling it.
"""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.code_filler import CodeFiller
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, compose, plural
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
_CLASSES = (
    "Tidal Lunar Floodgate Ebb Lockside Quay Convoy Drift Harbour Mooring Ballast Pilot Sable Amber Cobalt Umber Ochre Russet Indigo Viridian Sienna Cerise "
    "Slate Ivory Juniper Larch Rowan Alder Hazel Bramble Teasel Sorrel Garnet Beryl Onyx Jasper Flint Marl Heron Plover Dunlin Curlew Sanderling Whimbrel"
).split()
_THEMES = (
    ("order", "orders", "price"), ("parcel", "parcels", "fee"), ("barge", "barges", "toll"), ("stall", "stalls", "rent"), ("cart", "carts", "levy"), ("booking", "bookings", "charge"), ("delivery", "deliveries", "price"), ("permit", "permits", "fee"),
)  # fmt: skip
"""What is priced, many of it, and what the price is called."""
_NAMES: dict[str, tuple[str, ...]] = {
    "api": ("api", "service", "front", "counter"), "loader": ("loader", "startup", "discovery", "wiring"), "registry": ("registry", "catalogue", "roster", "directory"), "base": ("base", "common", "core", "abstract"),
    "defaults": ("defaults", "factory", "basics", "initial"), "profiles": ("profiles", "presets", "branches", "areas"), "site": ("site", "local", "overrides", "installation"), "resolve": ("resolve", "lookup", "reading", "layers"),
    "register": ("register", "enrol", "announce", "add_kind"), "rule_for": ("rule_for", "kind_of", "find_kind", "chosen"), "load": ("load", "start", "import_all", "wake"), "rule": ("Rule", "Tariff", "Scheme", "Kind"),
    "amount": ("amount", "total", "sum_for", "due"), "extra": ("extra", "surcharge", "on_top", "added"), "setting": ("setting", "value_of", "configured", "looked_up"), "handling": ("HANDLING", "FLAT_FEE", "STAMP", "MINIMUM"),
}  # fmt: skip
_SAID: dict[str, tuple[str, ...]] = {
    "api": ("The way in.", "What callers use.", "Entry point of the package.", "The one function that others call."),
    "loader": ("Imports whatever registers itself, in this order.", "Makes every kind known.", "Start of the package: all kinds are imported.", "What is imported before the first {price}."),
    "registry": ("Which class prices which {many}.", "Kinds of {many} by code.", "Keeps the classes by code.", "Codes and the classes behind them."),
    "base": ("What all kinds of {many} share.", "The class that kinds are made from.", "Common part of every {price}.", "Parent of all kinds."),
    "defaults": ("Where nothing else is said.", "Values to begin with.", "As shipped.", "Last resort."),
    "profiles": ("Named sets of settings.", "Settings by branch.", "Values that go with a name.", "One table for all of them."),
    "site": ("What this installation sets.", "Local values.", "Set on this machine.", "Filled in when the package was installed."),
    "resolve": ("Finding the value of a setting.", "Which value counts.", "Reads a setting from its places.", "Where settings come together."),
    "kind": ("{Many} of class {code}.", "Class {code}.", "How class {code} is counted.", "The {price} of {a_one} of class {code}."),
    "init": ("{Prices} of {many}.", "Works out {prices}.", "All about {prices}.", "{Many} and their {prices}."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Extra:
    """What a class adds: a formula of *units*, the setting and a constant."""

    name: str
    formula: int
    constant: int

    @property
    def module(self) -> str:
        """Name of its file without the ending."""
        return self.name.lower()

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
    forms: tuple[int, ...]  # of the registry, the values, the tables of profiles and site, the loader, the way in, the classes
    head: str
    theme: tuple[str, str, str]
    names: dict[str, str]
    said: dict[str, int]
    unused: tuple[str, ...]

    def doc(self, what: str, **more: str) -> str:
        """Return a docstring of the file that is for *what*."""
        one, many, price = self.theme
        words = {
            "a_one": _one(one),
            "many": many,
            "price": price,
            "prices": plural(price),
            "Many": many.capitalize(),
            "Prices": plural(price).capitalize(),
        }
        return f'"""{_SAID[what][self.said[what]].format(**words, **more)}"""'

    @property
    def later_holds(self) -> bool:
        """Whether the class of the extension is the one used."""
        return self.last_wins != self.extensions_first

    def result(self, code: int, units: int, profile: int, *, layer_right: bool, class_right: bool) -> int:
        extra = (self.later if self.later_holds == class_right else self.plain)[code]
        setting = (self.by_site if self.site_wins == layer_right else self.by_profile)[profile]
        return self.starts + extra.value(units, setting) + self.fee


def _one(noun: str) -> str:
    """Return *noun* with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


@lru_cache(maxsize=64)
def _repository(world: int, number: int) -> _Repository:
    draw = Draw("choices", world, "repositories", number)
    package = names.nonce(draw, 2) + draw.pick(("kit", "lib", "works", "core", "desk"))
    setting, start = draw.sample(("step", "rate", "weight", "share", "pitch", "grade"), 2)
    classes = draw.shuffled(_CLASSES)
    extras = [_Extra(name, draw.below(len(_FORMULAS)), draw.between(3, 9)) for name in classes[: 2 * _CODES]]
    plain, later = extras[:_CODES], extras[_CODES:]
    values = draw.sample(range(4, 40), 7)
    return _Repository(
        package=package, function=draw.pick(("quote", "assess", "price", "cost_of", "bill", "reckon")),
        folders=(draw.pick(("settings", "config", "conf")), draw.pick(("rules", "tariffs", "kinds")), draw.pick(("plugins", "extras", "addons"))),
        setting=setting, start=start, codes=tuple(draw.sample("KLMNPQRSTVWX", _CODES)), plain=tuple(plain), later=tuple(later),
        profiles=tuple(draw.sample(("north", "south", "river", "night", "depot", "island", "winter", "market"), 3)), default=values[0],
        by_profile=tuple(values[1:4]), by_site=tuple(values[4:7]), starts=draw.between(11, 70), fee=draw.between(2, 19),
        site_wins=draw.chance(0.5), extensions_first=draw.chance(0.5), last_wins=draw.chance(0.5), forms=tuple(draw.below(count) for count in (3, 6, 2, 2, 3, 2, 2)), head=draw.pick(_HEADS), theme=draw.pick(_THEMES),
        names={what: draw.pick(names) for what, names in _NAMES.items()}, said={what: draw.below(len(texts)) for what, texts in _SAID.items()}, unused=tuple(classes[2 * _CODES :]),
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
        call = f'{repo.package}.{repo.names["api"]}.{repo.function}("{repo.codes[code]}", {units}, profile="{repo.profiles[profile]}")'
        settings, rules, extensions = repo.folders
        later, plain = repo.later[code], repo.plain[code]
        used, unused = (later, plain) if repo.later_holds else (plain, later)
        layers = [repo.names["site"], repo.names["profiles"]] if repo.site_wins else [repo.names["profiles"], repo.names["site"]]
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
            paths = {later.name: f"{extensions}/{later.module}.py", plain.name: f"{rules}/{plain.module}.py"}
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
        kept = _kept(repo, fixed)
        filler = CodeFiller(repo.package, draw, repo.head.format, _retired(repo), repo.unused, repo.folders[1:])
        most = max(length // 14, 300)
        compose(page, plants, lambda: kept.pop() if kept and draw.chance(0.15) else filler.file(most), length)
        return page.written()


def _retired(repo: _Repository) -> Callable[[str, Draw], str]:
    """Return what writes a class that registers itself for a code in use but that the loader does not know."""

    def write(name: str, draw: Draw) -> str:
        return _rule(repo, _Extra(name, draw.below(len(_FORMULAS)), draw.between(3, 9)), draw.pick(repo.codes))

    return write


def _rule(repo: _Repository, extra: _Extra, code: str) -> str:
    settings, rules, _ = repo.folders
    n = repo.names
    value = "value" if repo.forms[6] else repo.setting
    read = f"        {value} = {n['setting']}({_quoted(repo.setting)}, self.profile)\n        return {extra.source(value)}\n"
    return (
        f"{repo.doc('kind', code=code)}\n\nfrom {repo.package}.{n['registry']} import {n['register']}\nfrom {repo.package}.{rules}.{n['base']} import {n['rule']}\n"
        f"from {repo.package}.{settings}.{n['resolve']} import {n['setting']}\n\n\n"
        f"class {extra.name}({n['rule']}):\n    def {n['extra']}(self, units: int) -> int:\n{read}\n\n{n['register']}({_quoted(code)}, {extra.name})\n"
    )


def _files(repo: _Repository, draw: Draw) -> list[tuple[str, str, str]]:
    """Return (path, fact, source) of every file that matters."""
    package, (settings, rules, extensions), n = repo.package, repo.folders, repo.names
    defaults = f'{repo.doc("defaults")}\n\nDEFAULTS = {{"{repo.setting}": {repo.default}, "{repo.start}": {repo.starts}}}\n'
    files = [
        ("README.md", "", _readme(repo)),
        (f"{package}/__init__.py", "", f'{repo.doc("init")}\n\nfrom {package}.{n["api"]} import {repo.function}\n\n__all__ = ["{repo.function}"]\n'),
        (f"{package}/{n['api']}.py", "api", _api(repo)),
        (f"{package}/{n['registry']}.py", "registry", _registry(repo)),
        (f"{package}/{n['loader']}.py", "loader", _loader(repo)),
        (f"{package}/{rules}/{n['base']}.py", "base", _base(repo)),
        (f"{package}/{settings}/{n['defaults']}.py", "defaults", defaults),
        (f"{package}/{settings}/{n['profiles']}.py", "profiles", _table(repo, "profiles", repo.by_profile, draw)),
        (f"{package}/{settings}/{n['site']}.py", "site", _table(repo, "site", repo.by_site, draw)),
        (f"{package}/{settings}/{n['resolve']}.py", "resolve", _resolve(repo)),
    ]  # fmt: skip
    for code in range(_CODES):
        for folder, extra, fact in ((rules, repo.plain[code], "plain"), (extensions, repo.later[code], "later")):
            source = _rule(repo, extra, repo.codes[code])
            files.append((f"{package}/{folder}/{extra.module}.py", f"{fact}{code}", source))
    return files


def _kept(repo: _Repository, draw: Draw) -> list[str]:
    """Return files of values that were in force once; nothing imports them."""
    files = []
    for at in range(4):
        year = 2009 + 4 * draw.below(3) + at
        values = tuple(draw.sample(range(4, 40), len(repo.profiles)))
        table = _table(repo, ("profiles", "site")[at % 2], values, draw, f"As it was in {year}.")
        files.append(f"{repo.head.format(f'{repo.package}/{repo.folders[0]}/kept_{year}.py')}{table}\n")
    return draw.shuffled(files)


def _readme(repo: _Repository) -> str:
    one, many, price = repo.theme
    return (
        f"# {repo.package}\n\nThe {price} of {many} by class and profile; there are {len(repo.profiles)} profiles.\n\n    from {repo.package} import {repo.function}\n    {repo.function}({_quoted(repo.codes[0])}, 5)\n\n"
        f"In release 1 the {repo.setting} of {_one(one)} was {repo.default + 2} for everybody; later releases differ.\n"
    )  # fmt: skip


def _api(repo: _Repository) -> str:
    n = repo.names
    one, _, price = repo.theme
    body = (
        f"    return {n['rule_for']}(code)(profile).{n['amount']}(units) + {n['handling']}\n",
        f"    kind = {n['rule_for']}(code)\n    {price} = kind(profile).{n['amount']}(units)\n    return {price} + {n['handling']}\n",
    )[repo.forms[5]]
    return (
        f"{repo.doc('api')}\n\nfrom {repo.package}.{n['loader']} import {n['load']}\nfrom {repo.package}.{n['registry']} import {n['rule_for']}\n\n{n['handling']} = {repo.fee}\n\n\n"
        f'def {repo.function}(code: str, units: int, profile: str = "{repo.profiles[0]}") -> int:\n    """Return the {price} of {_one(one)}."""\n    {n["load"]}()\n{body}'
    )


def _registry(repo: _Repository) -> str:
    n = repo.names
    head = f"{repo.doc('registry')}\n\n"
    if repo.forms[0] == 2:  # noqa: PLR2004 - the form that keeps a list
        known = "    found = None\n    for known, kind in _ALL:\n        if known == code:\n            found = kind\n    return found\n" if repo.last_wins else (
            "    for known, kind in _ALL:\n        if known == code:\n            return kind\n    raise KeyError(code)\n"
        )  # fmt: skip
        return (
            f"{head}_ALL: list[tuple[str, type]] = []\n\n\ndef {n['register']}(code: str, kind: type) -> None:\n    _ALL.append((code, kind))\n\n\n"
            f"def {n['rule_for']}(code: str) -> type:\n{known}"
        )
    body = (
        "    _KNOWN[code] = kind\n",
        "    if code in _KNOWN:\n        del _KNOWN[code]\n    _KNOWN.update({code: kind})\n",
    ) if repo.last_wins else (
        "    _KNOWN.setdefault(code, kind)\n",
        "    if code not in _KNOWN:\n        _KNOWN[code] = kind\n",
    )  # fmt: skip
    return (
        f"{head}_KNOWN: dict[str, type] = {{}}\n\n\ndef {n['register']}(code: str, kind: type) -> None:\n{body[repo.forms[0]]}\n\n"
        f"def {n['rule_for']}(code: str) -> type:\n    return _KNOWN[code]\n"
    )


def _loader(repo: _Repository) -> str:
    _, rules, extensions = repo.folders
    plain = [f"{rules}.{extra.module}" for extra in repo.plain]
    later = [f"{extensions}.{extra.module}" for extra in repo.later]
    order = [later, plain] if repo.extensions_first else [plain, later]
    head = f"{repo.doc('loader')}\n\nfrom importlib import import_module\n\n"
    call = f"\n\ndef {repo.names['load']}() -> None:\n"
    if repo.forms[4] == 0:
        rows = "".join(f'    "{module}",\n' for part in order for module in part)
        return f'{head}MODULES = (\n{rows})\n{call}    for name in MODULES:\n        import_module(f"{repo.package}.{{name}}")\n'
    if repo.forms[4] == 1:
        return f"{head.rstrip()}\n{call}" + "".join(
            f'    import_module("{repo.package}.{module}")\n' for part in order for module in part
        )
    names = {id(plain): "KINDS", id(later): "MORE"}
    tables = "".join(f"{names[id(part)]} = ({', '.join(map(_quoted, part))})\n" for part in (plain, later))
    loops = "".join(f'    for name in {names[id(part)]}:\n        import_module(f"{repo.package}.{{name}}")\n' for part in order)
    return f"{head}{tables}{call}{loops}"


def _base(repo: _Repository) -> str:
    settings, n = repo.folders[0], repo.names
    return (
        f"{repo.doc('base')}\n\nfrom {repo.package}.{settings}.{n['resolve']} import {n['setting']}\n\n\nclass {n['rule']}:\n    def __init__(self, profile: str) -> None:\n"
        f"        self.profile = profile\n\n    def {n['extra']}(self, units: int) -> int:\n        return 0\n\n    def {n['amount']}(self, units: int) -> int:\n"
        f'        return {n["setting"]}("{repo.start}", self.profile) + self.{n["extra"]}(units)\n'
    )


def _table(repo: _Repository, what: str, values: Sequence[int], draw: Draw, doc: str = "") -> str:
    """Return the file of the values by profile, as a table of tables or of pairs."""
    name = repo.names[what].upper()
    pairs = list(zip(repo.profiles, values, strict=True))
    if repo.forms[2 if what == "profiles" else 3]:
        lines = [f'    ("{owner}", "{repo.setting}"): {value},\n' for owner, value in pairs]
    else:
        lines = [f'    "{owner}": {{"{repo.setting}": {value}}},\n' for owner, value in pairs]
    said = f'"""{doc}"""' if doc else repo.doc(what)
    return f"{said}\n\n{name} = {{\n{''.join(draw.shuffled(lines))}}}\n"


def _resolve(repo: _Repository) -> str:
    settings, n = repo.folders[0], repo.names
    tables = []
    for what, form in (("site", repo.forms[3]), ("profiles", repo.forms[2])):
        table = n[what].upper()
        pairs = f"{{key: value for (owner, key), value in {table}.items() if owner == profile}}"
        tables.append(pairs if form else f"{table}.get(profile, {{}})")
    strong, weak = tables if repo.site_wins else tables[::-1]
    body = (
        f"    layers = (\n        {strong},\n        {weak},\n        DEFAULTS,\n    )\n    for layer in layers:\n        if name in layer:\n            return layer[name]\n    raise KeyError(name)\n",
        f"    merged = dict(DEFAULTS)\n    merged.update({weak})\n    merged.update({strong})\n    return merged[name]\n",
        f"    return ChainMap({strong}, {weak}, DEFAULTS)[name]\n",
        f"    found = {{**DEFAULTS, **{weak}, **{strong}}}\n    return found[name]\n",
        f"    value = DEFAULTS[name]\n    for layer in ({weak}, {strong}):\n        value = layer.get(name, value)\n    return value\n",
        f"    one = {weak}\n    two = {strong}\n    return (DEFAULTS | one | two)[name]\n",
    )[repo.forms[1]]  # fmt: skip
    top = "from collections import ChainMap\n\n" if repo.forms[1] == 2 else ""  # noqa: PLR2004 - the third form
    imports = f"from {repo.package}.{settings}.{n['defaults']} import DEFAULTS\n"
    imports += "".join(f"from {repo.package}.{settings}.{n[what]} import {n[what].upper()}\n" for what in ("profiles", "site"))
    return f"{repo.doc('resolve')}\n\n{top}{imports}\n\ndef {n['setting']}(name: str, profile: str) -> int:\n{body}"
