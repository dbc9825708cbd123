"""Questions about a code repository: the call is followed through its files, which are never run."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.following import Call, Class, Following, Source
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Unreadable, lines, only

_HEAD = re.compile(r"(?:<<< |#-{4,} |# =+ |### FILE: )([A-Za-z0-9_/]+\.[a-z]+)(?: >>>| =+)?")
_CALL = re.compile(r"`([a-z_0-9]+(?:\.[a-z_0-9]+)+)\((.*?)\)`")
_CODE = re.compile(r"`([^`]+)`")
_CLASS_VALUE = re.compile(r"`(\w+)`, reading (-?\d+)")
_EDITED = re.compile(r"formula|may be edited")
_DECIDES = re.compile(r"(?i)which class")
_RETURNS = re.compile(r"What does .* return\?|result of .*\?|What comes back\?")

Files = dict[str, Source]


@dataclass(frozen=True, slots=True)
class _Repository:
    files: Files
    spans: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Followed:
    """A call with its result, the class whose method gives what the units add, the setting it reads, and the paths that took part."""

    result: int
    decides: Call
    reads: Call
    paths: frozenset[str]
    rivals: frozenset[str]


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return what the files give for the question. Raises ``Unreadable``."""
    document = only(documents)
    repository = _repository(document.text)
    wanted, names, arguments, named = _asked(case.question)
    followed = _follow(repository.files, wanted, names, arguments, named)
    if _EDITED.search(case.question):
        right = tuple(_takes_effect(option, repository.files, case.question, followed) for option in case.choices)
        answer = f"{followed.decides.path} decides and {followed.reads.result} is read"
    elif _DECIDES.search(case.question):
        answer = f"`{followed.decides.owner}`, reading {followed.reads.result}"
        right = tuple(_class_value(option) == (followed.decides.owner, followed.reads.result) for option in case.choices)
    elif _RETURNS.search(case.question):
        answer = str(followed.result)
        right = tuple(_figure(option) == followed.result for option in case.choices)
    else:
        raise Unreadable("question: it asks neither for a result, nor for a class, nor for two files")
    used = tuple((0, *repository.spans[path]) for path in sorted(followed.paths | followed.rivals))
    changed = _with_formula(repository.files, followed.decides)
    matters = _follow(changed, wanted, names, arguments, named).result != followed.result
    return Reading(right, used, (), frozenset({0} if matters else ()), answer)


def _figure(option: str) -> int:
    if re.fullmatch(r"-?\d{1,12}", option) is None:
        raise Unreadable(f"option: {option} is no figure")
    return int(option)


def _class_value(option: str) -> tuple[str, int]:
    found = _CLASS_VALUE.fullmatch(option)
    if found is None:
        raise Unreadable(f"option: {option} is no class with a value")
    return found[1], int(found[2])


def _repository(text: str) -> _Repository:
    heads = [(at, found[1]) for at, line in lines(text) if (found := _HEAD.fullmatch(line))]
    if not heads:
        raise Unreadable("document 0: no line names a file")
    files: Files = {}
    spans: dict[str, tuple[int, int]] = {}
    for (start, path), (end, _) in zip(heads, [*heads[1:], (len(text), "")], strict=True):
        source = text[start:end]
        if path in spans:
            raise Unreadable(f"document 0: {path} stands there twice")
        spans[path] = (start, start + len(source.rstrip()))
        if path.endswith(".py"):
            files[path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = Source(path, source.partition("\n")[2])
    return _Repository(files, spans)


def _asked(question: str) -> tuple[str, str, list[object], dict[str, object]]:
    calls = _CALL.findall(question)
    if len(calls) != 1:
        raise Unreadable(f"question: {len(calls)} calls in it, not one")
    try:
        node = ast.parse(f"f({calls[0][1]})", mode="eval").body
        assert isinstance(node, ast.Call)  # noqa: S101 - the text just parsed is a call
        arguments = [ast.literal_eval(argument) for argument in node.args]
        named = {one.arg or "": ast.literal_eval(one.value) for one in node.keywords}
    except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError) as fault:
        raise Unreadable(f"question: the call cannot be read: {fault}") from fault
    module, _, name = calls[0][0].rpartition(".")
    return module, name, arguments, named


def _follow(files: Files, module: str, name: str, arguments: list[object], named: dict[str, object]) -> _Followed:
    following = Following(files)
    try:
        function = following.module(module).names.get(name)
        if function is None:
            raise Unreadable(f"{module} has no {name}")
        result = following.call(function, list(arguments), dict(named))
    except (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, RuntimeError, MemoryError) as fault:
        raise Unreadable(f"the call ends in {type(fault).__name__}: {fault}") from fault
    units = next((argument for argument in arguments if type(argument) is int), None)
    of_units = [call for call in following.calls if call.owner and call.arguments == (units,)]
    # Of the methods that are given the units, the one that another of them calls works out what they add.
    extras = [call for call in of_units if call.caller in {other.name for other in of_units}]
    if not isinstance(result, int) or len(extras) != 1:
        raise Unreadable(f"{module}.{name}: {len(extras)} methods work out what the units add, not one")
    (decides,) = extras
    reads = [call for call in following.calls if call.caller == decides.name]
    if len(reads) != 1:
        raise Unreadable(f"{decides.path}: {len(reads)} settings are read by {decides.name}, not one")
    code = arguments[0] if arguments else None
    registered = {
        call.arguments[1].module.path
        for call in following.calls
        if len(call.arguments) > 1 and call.arguments[0] == code and isinstance(call.arguments[1], Class)
    }
    paths = {call.path for call in following.calls} | {following.modules[module].path}
    return _Followed(result, decides, reads[0], frozenset(paths | _values(following)), frozenset(registered))


def _values(following: Following) -> set[str]:
    """Return the files whose values are read by a function that was called, through an import."""
    called = {call.path for call in following.calls}
    owners: dict[int, str] = {}
    for name, module in following.modules.items():
        for node in following.files[name].tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            values = (module.names.get(target.id) for target in targets if isinstance(target, ast.Name))
            owners.update({id(value): module.path for value in values if isinstance(value, dict)})
    return {
        owners[id(value)]
        for module in following.modules.values()
        if module.path in called
        for value in module.names.values()
        if id(value) in owners
    }


def _takes_effect(option: str, files: Files, question: str, followed: _Followed) -> bool:
    """Tell whether both files of *option* matter: one by the formula of its class, the other by its value of the setting."""
    asked = _asked(question)
    names = _CODE.findall(option)
    if len(names) != 2:  # noqa: PLR2004 - the question asks for two files
        raise Unreadable(f"option: {option} names {len(names)} files, not two")
    setting = followed.reads.arguments[0]
    effects = []
    for name, edit in zip(names, (_FormulaEdit(followed.decides.name), _ValueEdit(setting)), strict=True):
        found = [module for module, source in files.items() if source.path.endswith(f"/{name}")]
        if len(found) != 1:
            raise Unreadable(f"option: {name} is {len(found)} files of the repository")
        changed = _edited(files[found[0]], edit)
        if not edit.made:
            raise Unreadable(f"option: {name} has nothing of the kind to edit")
        effects.append(_follow({**files, found[0]: changed}, *asked).result != followed.result)
    return all(effects)


def _with_formula(files: Files, decides: Call) -> Files:
    edit = _FormulaEdit(decides.name)
    return {name: _edited(source, edit) if source.path == decides.path else source for name, source in files.items()}


def _edited(source: Source, edit: _Edit) -> Source:
    try:
        return Source(source.path, source.text, edit.visit(copy.deepcopy(source.tree)))
    except RecursionError as fault:
        raise Unreadable(f"document 0: {source.path} is nested too deep") from fault


class _Edit(ast.NodeTransformer):
    """A change of a file, which knows whether there was something to change."""

    made = False


class _FormulaEdit(_Edit):
    """Makes every method of a name return 1 more."""

    def __init__(self, method: str) -> None:
        self.method = method

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Edit the method, leave the others."""
        if node.name != self.method:
            return node
        for inner in ast.walk(node):
            if isinstance(inner, ast.Return) and inner.value is not None:
                inner.value = ast.copy_location(ast.BinOp(inner.value, ast.Add(), ast.Constant(1)), inner.value)
                self.made = True
        return ast.fix_missing_locations(node)


class _ValueEdit(_Edit):
    """Makes every value that a table gives a setting 7 larger."""

    def __init__(self, setting: object) -> None:
        self.setting = setting

    def visit_Dict(self, node: ast.Dict) -> ast.Dict:
        """Edit the values whose key is, or holds, the setting."""
        for at, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            held = [inner.value for inner in ast.walk(key) if isinstance(inner, ast.Constant)] if key is not None else []
            if self.setting in held and isinstance(value, ast.Constant) and isinstance(value.value, int):
                node.values[at] = ast.copy_location(ast.Constant(value.value + 7), value)
                self.made = True
            else:
                node.values[at] = self.visit(value)
        return node
