"""Following a call through Python files without running them: a small interpreter over their syntax trees.

It knows the part of the language that settings, registries and class hierarchies are written in, and no way out of it: no file, no
network, no attribute of a real object beyond the methods of dictionaries that are listed here. Anything else is ``Unreadable``.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_lcbench.suites.synthetic.checking.choices.reading import Unreadable

_STEPS = 100_000
_DEEPEST = 60
_LONGEST = 10_000
_LARGEST = 10**12
"""No figure of such a repository comes near; it keeps a hostile text from growing numbers without end."""
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitOr: operator.or_,
}
_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
_MAPPING_METHODS = frozenset({"get", "items", "keys", "values", "update", "setdefault", "pop", "copy"})
_BUILT_IN: Mapping[str, Any] = {
    "dict": dict, "int": int, "str": str, "type": type, "list": list, "tuple": tuple, "len": len, "min": min, "max": max,
    "sorted": sorted, "reversed": reversed, "KeyError": KeyError,
}  # fmt: skip


@dataclass(slots=True, eq=False)
class Source:
    """A file of the repository; its syntax tree is made when it is first asked for, as most files are never followed."""

    path: str
    text: str
    parsed: ast.Module | None = None

    @property
    def tree(self) -> ast.Module:
        """The syntax tree. Raises ``Unreadable`` when the text is no Python."""
        if self.parsed is None:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", SyntaxWarning)  # of code that is never run, it would only be noise
                    self.parsed = ast.parse(self.text)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
                raise Unreadable(f"document 0: {self.path} is no Python: {fault}") from fault
        return self.parsed


@dataclass(slots=True, eq=False)
class Module:
    """A file that has been followed: its path, and the names that stand in it."""

    path: str
    names: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Function:
    """A function, and where it is written."""

    node: ast.FunctionDef
    module: Module
    owner: Class | None = None


@dataclass(slots=True, eq=False)
class Class:
    """A class of the repository."""

    name: str
    bases: list[Class]
    module: Module
    names: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str) -> Any:
        """Return what *name* is in the class or the first base that has it."""
        if name in self.names:
            return self.names[name]
        for base in self.bases:
            found = base.find(name)
            if found is not None:
                return found
        return None


@dataclass(slots=True, eq=False)
class Instance:
    """An object of a :class:`Class`."""

    kind: Class
    names: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Bound:
    function: Function
    own: Instance | Class


@dataclass(slots=True, eq=False)
class _Method:
    held: Any
    name: str


@dataclass(slots=True, eq=False)
class _Super:
    own: Instance
    after: Class


@dataclass(frozen=True, slots=True)
class Call:
    """A call that happened: the function's name and file, its class, whose call it stands in, its arguments and its result."""

    name: str
    path: str
    owner: str
    caller: str
    arguments: tuple[Any, ...]
    result: Any


@dataclass(slots=True)
class _Frame:
    names: dict[str, Any]
    module: Module
    function: Function | None = None


class _Returned(Exception):  # noqa: N818 - no error, the way out of a function
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Following:
    """A repository in which calls can be followed.

    Args:
        files: the files by dotted module name.

    """

    def __init__(self, files: Mapping[str, Source]) -> None:
        self.files = files
        self.modules: dict[str, Module] = {}
        self.calls: list[Call] = []
        self._steps = 0
        self._depth = 0

    def module(self, name: str) -> Module:
        """Return the module *name*, followed from top to bottom when it is first asked for."""
        if name not in self.modules:
            if name not in self.files:
                raise Unreadable(f"module {name} is not among the files")
            source = self.files[name]
            module = self.modules[name] = Module(source.path)
            try:
                self._body(source.tree.body, _Frame(module.names, module))
            except _Returned as returned:
                raise Unreadable(f"{source.path} returns outside of a function") from returned
        return self.modules[name]

    def call(self, function: Any, arguments: list[Any], named: dict[str, Any], caller: str = "") -> Any:
        """Return what *function* returns."""
        if isinstance(function, Class):
            made = Instance(function)
            start = function.find("__init__")
            if isinstance(start, Function):
                self._enter(start, [made, *arguments], named, caller)
            return made
        if isinstance(function, _Bound):
            return self._enter(function.function, [function.own, *arguments], named, caller)
        if isinstance(function, Function):
            return self._enter(function, arguments, named, caller)
        if isinstance(function, _Method):
            return getattr(function.held, function.name)(*arguments, **named)
        if function in _BUILT_IN.values() or function is ChainMap:
            return function(*arguments, **named)
        if function == "import_module" and len(arguments) == 1:
            return self.module(arguments[0])
        raise Unreadable(f"a call of {type(function).__name__} cannot be followed")

    def _enter(self, function: Function, arguments: list[Any], named: dict[str, Any], caller: str) -> Any:
        node = function.node
        wanted = [argument.arg for argument in node.args.args]
        names = dict(zip(wanted, arguments, strict=False))
        names.update(named)
        frame = _Frame(names, function.module, function)
        for argument, default in zip(reversed(wanted), reversed(node.args.defaults), strict=False):
            if argument not in names:
                names[argument] = self._value(default, _Frame(function.module.names, function.module))
        if set(names) != set(wanted) or len(arguments) > len(wanted):
            raise Unreadable(f"{node.name} is called with other arguments than it takes")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable(f"{node.name} calls deeper than {_DEEPEST}")
        result = None
        try:
            self._body(node.body, frame)
        except _Returned as returned:
            result = returned.value
        self._depth -= 1
        given = tuple(names[argument] for argument in wanted if argument != "self")
        self.calls.append(Call(node.name, function.module.path, function.owner.name if function.owner else "", caller, given, result))
        return result

    def _body(self, body: list[ast.stmt], frame: _Frame) -> None:
        for statement in body:
            self._steps += 1
            if self._steps > _STEPS:
                raise Unreadable("it does not come to an end")
            self._statement(statement, frame)

    def _statement(self, node: ast.stmt, frame: _Frame) -> None:
        match node:
            case ast.FunctionDef():
                frame.names[node.name] = Function(node, frame.module)
            case ast.ClassDef():
                self._class(node, frame)
            case ast.Import() | ast.ImportFrom():
                self._import(node, frame)
            case ast.Assign(targets=targets, value=value):
                result = self._value(value, frame)
                for target in targets:
                    self._assign(target, result, frame)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self._assign(target, self._value(value, frame), frame)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                left, right = self._name(name, frame), self._value(value, frame)
                frame.names[name] = self._binary(op, left, right)
            case ast.Expr(value=value):
                self._value(value, frame)
            case ast.Return(value=value):
                raise _Returned(None if value is None else self._value(value, frame))
            case ast.If(test=test, body=body, orelse=other):
                self._body(body if self._value(test, frame) else other, frame)
            case ast.For(target=target, iter=over, body=body):
                for item in list(self._value(over, frame)):
                    self._assign(target, item, frame)
                    self._body(body, frame)
            case ast.Delete(targets=[ast.Subscript(value=held, slice=key)]):
                del self._value(held, frame)[self._value(key, frame)]
            case ast.Pass():
                pass
            case _:
                raise Unreadable(f"{frame.module.path} line {node.lineno}: {type(node).__name__} is not followed")

    def _class(self, node: ast.ClassDef, frame: _Frame) -> None:
        bases = [base for base in (self._value(one, frame) for one in node.bases) if isinstance(base, Class)]
        made = Class(node.name, bases, frame.module)
        self._body(node.body, _Frame(made.names, frame.module))
        for value in made.names.values():
            if isinstance(value, Function):
                value.owner = made
        frame.names[node.name] = made

    def _import(self, node: ast.Import | ast.ImportFrom, frame: _Frame) -> None:
        if isinstance(node, ast.Import):
            raise Unreadable(f"{frame.module.path} line {node.lineno}: an import of a whole module is not followed")
        for alias in node.names:
            name, shown = alias.name, alias.asname or alias.name
            if (node.module, name) == ("collections", "ChainMap"):
                frame.names[shown] = ChainMap
            elif (node.module, name) == ("importlib", "import_module"):
                frame.names[shown] = "import_module"
            elif node.module != "__future__":
                module = self.module(node.module or "")
                if name not in module.names:
                    raise Unreadable(f"{frame.module.path} line {node.lineno}: {node.module} has no {name}")
                frame.names[shown] = module.names[name]

    def _assign(self, target: ast.expr, value: Any, frame: _Frame) -> None:
        match target:
            case ast.Name(id=name):
                frame.names[name] = value
            case ast.Tuple(elts=parts):
                values = tuple(value)
                if len(values) != len(parts):
                    raise Unreadable(f"{frame.module.path} line {target.lineno}: {len(values)} values for {len(parts)} names")
                for part, one in zip(parts, values, strict=True):
                    self._assign(part, one, frame)
            case ast.Subscript(value=held, slice=key):
                self._value(held, frame)[self._value(key, frame)] = value
            case ast.Attribute(value=held, attr=name):
                owner = self._value(held, frame)
                if not isinstance(owner, Instance):
                    raise Unreadable(f"{frame.module.path} line {target.lineno}: an attribute of no instance is set")
                owner.names[name] = value
            case _:
                raise Unreadable(f"{frame.module.path} line {target.lineno}: an assignment to {type(target).__name__} is not followed")

    def _name(self, name: str, frame: _Frame) -> Any:
        for names in (frame.names, frame.module.names, _BUILT_IN):
            if name in names:
                return names[name]
        raise Unreadable(f"{frame.module.path}: the name {name} is not known there")

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        kind = dict if isinstance(op, ast.BitOr) else int
        if type(op) not in _BINARY or not isinstance(left, kind) or not isinstance(right, kind):
            raise Unreadable(f"the operation {type(op).__name__} is not followed")
        result = _BINARY[type(op)](left, right)
        if isinstance(result, int) and abs(result) > _LARGEST:
            raise Unreadable("a figure grows beyond every price")
        return result

    def _value(self, node: ast.expr, frame: _Frame) -> Any:
        self._steps += 1
        if self._steps > _STEPS:
            raise Unreadable("it does not come to an end")
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self._name(name, frame)
            case ast.Tuple(elts=parts):
                return tuple(self._value(part, frame) for part in parts)
            case ast.List(elts=parts):
                return [self._value(part, frame) for part in parts]
            case ast.Dict(keys=keys, values=values):
                made: dict[Any, Any] = {}
                for key, value in zip(keys, values, strict=True):
                    if key is None:
                        made.update(self._value(value, frame))
                    else:
                        made[self._value(key, frame)] = self._value(value, frame)
                return made
            case ast.DictComp(key=key, value=value, generators=loops):
                return {self._value(key, inner): self._value(value, inner) for inner in self._looped(loops, frame)}
            case ast.ListComp(elt=part, generators=loops) | ast.GeneratorExp(elt=part, generators=loops):
                return [self._value(part, inner) for inner in self._looped(loops, frame)]
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self._value(left, frame), self._value(right, frame))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand, frame)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self._value(operand, frame)
            case ast.BoolOp(op=op, values=values):
                result = None
                for value in values:
                    result = self._value(value, frame)
                    if bool(result) is isinstance(op, ast.Or):
                        break
                return result
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                return _COMPARED[type(op)](self._value(left, frame), self._value(right, frame))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._value(body if self._value(test, frame) else other, frame)
            case ast.Subscript(value=held, slice=key):
                return self._value(held, frame)[self._value(key, frame)]
            case ast.JoinedStr(values=values):
                shown = "".join(str(self._value(value, frame)) for value in values)
                if len(shown) > _LONGEST:
                    raise Unreadable(f"{frame.module.path} line {node.lineno}: a text grows without end")
                return shown
            case ast.FormattedValue(value=value, format_spec=None):
                return self._value(value, frame)
            case ast.Attribute(value=held, attr=name):
                return self._attribute(self._value(held, frame), name, frame)
            case ast.Call(func=ast.Name(id="super"), args=[]):
                if frame.function is None or frame.function.owner is None:
                    raise Unreadable(f"{frame.module.path} line {node.lineno}: super() outside of a class")
                return _Super(frame.names["self"], frame.function.owner)
            case ast.Call(func=function, args=arguments, keywords=named):
                given = [self._value(argument, frame) for argument in arguments]
                extra = {one.arg: self._value(one.value, frame) for one in named if one.arg is not None}
                caller = frame.function.node.name if frame.function else ""
                return self.call(self._value(function, frame), given, extra, caller)
            case _:
                raise Unreadable(f"{frame.module.path} line {node.lineno}: {type(node).__name__} is not followed")

    def _looped(self, loops: list[ast.comprehension], frame: _Frame) -> Iterator[_Frame]:
        if len(loops) != 1:
            raise Unreadable(f"{frame.module.path}: a comprehension of several loops is not followed")
        (loop,) = loops
        for item in list(self._value(loop.iter, frame)):
            inner = _Frame(dict(frame.names), frame.module, frame.function)
            self._assign(loop.target, item, inner)
            if all(self._value(test, inner) for test in loop.ifs):
                yield inner

    def _attribute(self, held: Any, name: str, frame: _Frame) -> Any:
        if isinstance(held, Module) and name in held.names:
            return held.names[name]
        if isinstance(held, Instance | _Super):
            own = held if isinstance(held, Instance) else held.own
            if isinstance(held, Instance) and name in held.names:
                return held.names[name]
            found = held.kind.find(name) if isinstance(held, Instance) else None
            if isinstance(held, _Super):
                found = next((value for value in (base.find(name) for base in held.after.bases) if value is not None), None)
            if isinstance(found, Function):
                return _Bound(found, own)
            if found is not None:
                return found
        if isinstance(held, Class) and held.find(name) is not None:
            return held.find(name)
        if isinstance(held, dict | ChainMap) and name in _MAPPING_METHODS:
            return _Method(held, name)
        if isinstance(held, list) and name == "append":
            return _Method(held, name)
        raise Unreadable(f"{frame.module.path}: the attribute {name} of {type(held).__name__} is not followed")
