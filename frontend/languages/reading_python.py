"""The messages in Python: constants and f-strings that are shown, with what may stand in them.

A text that is put together of constants by conditions ("succeeded" or "failed") is a message for each
case. What is no constant is a slot, named after the expression.
"""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from frontend.languages.messages import Part, Parts, Slot, joined, numbered, parts_of, stripped
from frontend.languages.naming import called, named
from frontend.languages.telling_apart import HIDDEN, SHOWN, SILENT_CALLS, WRAPPERS, is_shown

MOST = 32
"""So many cases of one text are told apart; where there are more, a slot is left."""
Cases = list[Parts]
Key = TypeVar("Key")
Node = ast.AST


@dataclass
class Book:
    """What is known of all modules of a rulebook and of its kernel: tables of texts by name, and which of
    them, and of the functions, give words that are put into messages.
    """

    tables: dict[str, list[ast.expr]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    sources: set[str] = field(default_factory=set)
    pieces: set[int] = field(default_factory=set)

    def learn(self, tree: ast.Module) -> None:
        """Take in a module's tables and constants."""
        for node in tree.body:
            for name, value in _assigned(node):
                if isinstance(value, ast.Dict):
                    self.tables[name] = list(value.values)
                elif isinstance(value, ast.Constant) and isinstance(value.value, str):
                    self.constants[name] = value.value


def _wraps(node: ast.Call) -> bool:
    """Whether a call changes but the look of its text, and not what a method takes off it."""
    stripping = isinstance(node.func, ast.Attribute) and node.func.attr.endswith("strip")
    return called(node) in WRAPPERS and not stripping


def _begun_large(values: list[ast.expr]) -> list[ast.expr]:
    """The pieces of a text, where a name with a capital at its front (``name[:1].upper()``, ``name[1:]``) is one."""
    found: list[ast.expr] = []
    for each in values:
        whole = _cut_of(each)
        first = _cut_of(found[-1]) if found else None
        if whole is not None and first is not None and ast.dump(whole) == ast.dump(first):
            found[-1] = ast.FormattedValue(whole, -1, None)
        else:
            found.append(each)
    return found


def _cut_of(node: ast.expr) -> ast.expr | None:
    """What a piece of a text is cut out of: ``name`` for ``name[:1].upper()`` and for ``name[1:]``."""
    match node:
        case ast.FormattedValue(value=ast.Call(func=ast.Attribute(value=ast.Subscript() as cut))):
            return cut.value
        case ast.FormattedValue(value=ast.Subscript(slice=ast.Slice()) as cut):
            return cut.value
    return None


def _assigned(node: Node) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=False)
                yield from ((each.id, value) for each, value in pairs if isinstance(each, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        yield node.target.id, node.value


def read(modules: Mapping[Key, ast.Module]) -> Iterator[tuple[Key, Parts]]:
    """Every message of a book's modules, in order. All are read twice: which tables and functions give words
    for slots, and what is but a piece of longer texts, is known when they were read once.
    """
    source = Book()
    for tree in modules.values():
        source.learn(tree)
    for tree in modules.values():
        _Reader(source, tree).read()
    for key, tree in modules.items():
        for _, parts in _Reader(source, tree).read():
            yield key, parts


class _Reader:
    """Reads one module."""

    def __init__(self, source: Book, tree: ast.Module) -> None:
        self._book = source
        self._tree = tree
        own = Book()
        own.learn(tree)
        # Two modules may have tables of one name; what is imported has its name from elsewhere.
        self._tables = {**source.tables, **own.tables}
        self._constants = {**source.constants, **own.constants}
        self._locals: dict[str, list[ast.expr]] = {}
        self._grown: set[str] = set()
        self.found: list[tuple[int, Parts]] = []

    def read(self) -> list[tuple[int, Parts]]:
        """Every message with its line, in order."""
        self._body(self._tree)
        return sorted(self.found, key=lambda each: each[0])

    # -- walking ---------------------------------------------------------------------------

    def _body(self, node: Node) -> None:
        for child in ast.iter_child_nodes(node):
            self._walk(child)

    def _walk(self, node: Node, *, sure: bool = False) -> None:  # noqa: C901, PLR0912
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
                return
            case ast.ClassDef():
                for child in node.body:
                    self._walk(child)
            case ast.AnnAssign():
                if node.value is not None:
                    self._walk(node.value, sure=self._is_source(node.target))
            case ast.Assign():
                if any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
                    return
                self._walk(node.value, sure=self._is_source(node.targets[0]))
            case ast.Compare() | ast.Subscript() if not sure:
                self._inner_calls(node)
            case ast.match_case():
                for child in node.body:
                    self._walk(child)
            case ast.If() | ast.While():
                self._inner_calls(node.test)
                for statement in (*node.body, *node.orelse):
                    self._walk(statement)
            case ast.Dict():
                for value in node.values:
                    self._walk(value, sure=sure)
            case ast.Return():
                if node.value is not None:
                    self._walk(node.value, sure=self._returns_words)
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in SILENT_CALLS:
                return
            case ast.Tuple() | ast.List() | ast.Set():
                for each in node.elts:
                    self._walk(each, sure=sure)
            case ast.expr() if self._is_text(node):
                self._text(node, sure=sure)
            case ast.Call():
                self._call(node)
            case ast.IfExp():
                self._inner_calls(node.test)
                self._walk(node.body, sure=sure)
                self._walk(node.orelse, sure=sure)
            case ast.GeneratorExp() | ast.ListComp():
                self._walk(node.elt, sure=sure)
                for part in node.generators:
                    self._walk(part.iter)
            case _:
                self._body(node)

    _returns_words = False

    def _is_source(self, target: Node) -> bool:
        return isinstance(target, ast.Name) and target.id in self._book.sources

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        before = self._locals, self._grown, self._returns_words
        self._locals, self._grown = dict(self._locals), set(self._grown)
        if (ast.get_docstring(node) or "").startswith("The topic of"):
            return
        self._returns_words = node.name in self._book.sources
        for each in ast.walk(node):
            for name, value in _assigned(each):
                self._locals[name] = [*self._locals.get(name, []), value]
            if isinstance(each, ast.AugAssign | ast.For) and isinstance(each.target, ast.Name):
                self._grown.add(each.target.id)
        for child in (*node.decorator_list, *node.body):
            self._walk(child)
        self._locals, self._grown, self._returns_words = before

    def _inner_calls(self, node: Node) -> None:
        """Where texts are compared or looked up nothing is shown but what calls are given."""
        for child in ast.walk(node):
            if isinstance(child, ast.Call):
                self._call(child)
                return

    def _call(self, node: ast.Call) -> None:  # noqa: C901
        name = called(node)
        if name == "join":
            for arg in node.args:
                self._walk(arg)
            return
        if name == "counted" and isinstance(node.args[-1], ast.Constant):
            noun = str(node.args[-1].value)
            self.found += [(node.lineno, (noun,)), (node.lineno, (f"{noun}s",))]
            return
        if name in SILENT_CALLS:
            for arg in node.args:
                if not isinstance(arg, ast.Constant | ast.JoinedStr):
                    self._walk(arg)
            return
        if isinstance(node.func, ast.Attribute):
            self._walk(node.func.value)
        args = node.args
        if name == "get" and args:
            args = args[1:]
        if name == "as_news":
            args = args[:2]  # then comes its topic
        positional = name in ("Told", "_line", "Barred", "Line")
        for at, arg in enumerate(args):
            self._walk(arg, sure=positional and at < 2)
        for keyword in node.keywords:
            if keyword.arg not in HIDDEN:
                self._walk(keyword.value, sure=keyword.arg in SHOWN)

    # -- texts -----------------------------------------------------------------------------

    def _is_text(self, node: Node) -> bool:
        match node:
            case ast.Constant():
                return isinstance(node.value, str)
            case ast.JoinedStr():
                return True
            case ast.BinOp(op=ast.Add()):
                return self._is_text(node.left) or self._is_text(node.right)
            case ast.IfExp():
                return self._is_text(node.body) or self._is_text(node.orelse)
            case ast.Call(func=ast.Attribute(attr="format" | "format_map", value=value)):
                return self._is_text(value) or isinstance(value, ast.Subscript | ast.Name)
            case ast.Call(args=[arg]) if _wraps(node):
                return self._is_text(arg)
        return False

    def _text(self, node: ast.expr, *, sure: bool) -> None:
        if id(node) in self._book.pieces:
            return
        cases = self._cases(node, 0)
        for case in cases:
            apart = [case] if isinstance(node, ast.Constant) else sentences(case)
            for each in apart:
                parts = numbered(stripped(each))
                if is_shown(parts, sure=sure):
                    self.found.append((node.lineno, parts))
        for child in self._slots(node):
            self._walk(child)

    def _slots(self, node: Node) -> Iterator[ast.expr]:
        """The expressions in a text that are none themselves."""
        match node:
            case ast.Constant() | ast.Name():
                return
            case ast.JoinedStr():
                for value in node.values:
                    if isinstance(value, ast.FormattedValue):
                        yield from self._slots(value.value)
            case ast.BinOp(op=ast.Add()):
                yield from self._slots(node.left)
                yield from self._slots(node.right)
            case ast.IfExp():
                yield from self._slots(node.body)
                yield from self._slots(node.orelse)
            case ast.Call(func=ast.Attribute(attr="format" | "format_map")):
                yield from node.args
                yield from (keyword.value for keyword in node.keywords)
            case ast.Call(args=[arg]) if _wraps(node):
                yield from self._slots(arg)
            case ast.expr():
                yield node

    def _cases(self, node: ast.expr, depth: int) -> Cases:  # noqa: C901, PLR0912
        """What a text can be; one slot for an expression that is no text."""
        slot: Cases = [(Slot(named(node), ast.unparse(node)[:70]),)]
        if depth > 6:
            return slot
        match node:
            case ast.Constant(value=str() as text):
                return [parts_of(text)]
            case ast.Constant():
                return [(str(node.value),)]
            case ast.JoinedStr():
                values = _begun_large(node.values)
                return self._product([self._value(each, depth) for each in values]) or slot
            case ast.BinOp(op=ast.Add()) if self._is_text(node):
                sides = [self._cases(node.left, depth + 1), self._cases(node.right, depth + 1)]
                return self._product(sides) or slot
            case ast.IfExp():
                return [
                    *self._cases(node.body, depth + 1),
                    *self._cases(node.orelse, depth + 1),
                ]
            case ast.BoolOp(op=ast.Or(), values=[*_, ast.Constant(value=str() as text)]):
                return [*slot, parts_of(text)]
            case ast.BoolOp(op=ast.And(), values=[*_, last]) if self._is_text(last):
                return [*self._cases(last, depth + 1), ()]
            case ast.Call(func=ast.Attribute(attr="format" | "format_map", value=value)):
                return self._filled(node, self._cases(value, depth + 1))
            case ast.Call(args=[arg]) if _wraps(node) and self._is_text(arg):
                return self._cases(arg, depth + 1)
            case ast.Call(
                func=ast.Attribute(attr="strip" | "lstrip" | "rstrip" | "lower", value=value)
            ):
                return self._cases(value, depth + 1) if self._is_text(value) else slot
            case ast.Name() if node.id in self._locals and node.id not in self._grown:
                values = self._locals[node.id]
                if all(map(self._is_text, values)):
                    found = [case for value in values for case in self._cases(value, depth + 1)]
                    if len(found) <= MOST:
                        self._book.pieces.update(id(v) for v in values if self._is_piece(v, depth))
                        return found
            case ast.Name() if node.id in self._constants and node.id not in self._locals:
                return [parts_of(self._constants[node.id])]
            case ast.Subscript(value=ast.Name(id=name)) if name in self._tables:
                return self._table(name, depth) or slot
            case ast.Call(func=ast.Attribute(attr="get", value=ast.Name(id=name)), args=[_, *rest]):
                if name in self._tables:
                    found = self._table(name, depth)
                    more = [c for each in rest for c in self._cases(each, depth + 1)]
                    return [*found, *more] if found else slot
        self._note_source(node)
        return slot

    def _value(self, node: ast.expr, depth: int) -> Cases:
        if isinstance(node, ast.FormattedValue):
            return self._cases(node.value, depth + 1)
        return self._cases(node, depth + 1)

    def _product(self, sides: list[Cases]) -> Cases:
        count = 1
        for side in sides:
            count *= len(side)
        if count > MOST:
            # The longest lists are left out first.
            return []
        return [
            joined([part for parts in case for part in parts]) for case in itertools.product(*sides)
        ]

    def _filled(self, node: ast.Call, cases: Cases) -> Cases:
        """Cases of a text in which slots are filled: what with, for those who translate."""
        of = {keyword.arg: ast.unparse(keyword.value)[:70] for keyword in node.keywords}
        return [
            tuple(
                Slot(part.name, of.get(part.name, part.of)) if isinstance(part, Slot) else part
                for part in case
            )
            for case in cases
        ]

    def _table(self, name: str, depth: int) -> Cases:
        """The texts of a table, where they are few; otherwise they are words of their own."""
        values = self._tables[name]
        if len(values) > 12 or not all(isinstance(each, ast.Constant) for each in values):
            self._book.sources.add(name)
            return []
        found = [each.value for each in values if isinstance(each, ast.Constant)]
        texts = [text for text in found if isinstance(text, str)]
        return [parts_of(text) for text in dict.fromkeys(texts)] if texts == found else []

    def _is_piece(self, value: ast.expr, depth: int) -> bool:
        """Whether a text is but a piece, which no reader sees alone."""
        cases = self._cases(value, depth + 1)
        return all(
            not case
            or (isinstance(case[0], str) and (case[0][:1] in " ,;:" or case[0][:1].islower()))
            for case in cases
        )

    def _note_source(self, node: ast.expr) -> None:
        """Functions and tables that give words for slots."""
        for each in ast.walk(node):
            if isinstance(each, ast.Call):
                self._book.sources.add(called(each))
            elif isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name):
                self._book.sources.add(each.value.id)


_ENDS = re.compile(r"(?<=[.!?])(?<![A-Z]\.)(?<!\.\.) +(?=[A-Z“$]|$)")


BEFORE = frozenset({"rest", "tally", "head"})
"""Slots by these names hold whole sentences."""


def sentences(parts: Parts) -> Iterator[Parts]:
    """A text that is put together, by its sentences: each of them can stand in other texts."""
    now: list[Part] = []
    for part in parts:
        if isinstance(part, Slot):
            now.append(part)
            continue
        if len(now) == 1 and isinstance(now[0], Slot) and now[0].name in BEFORE and part[:1] == " ":
            yield tuple(now)
            now = []
        first, *more = _ENDS.split(part)
        now.append(first)
        for each in more:
            yield joined(now)
            now = [each]
    yield joined(now)
