"""Names of slots, after the expressions that are put into them."""

import ast

from frontend.languages.telling_apart import VOCABULARY

_VAGUE = frozenset(VOCABULARY["vague"])


def called(node: ast.Call) -> str:
    """The name of what is called."""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def named(node: ast.AST) -> str:  # noqa: C901, PLR0912
    """A name for a slot, after the expression in it."""
    match node:
        case ast.Name():
            return node.id.strip("_") if len(node.id.strip("_")) > 1 else "what"
        case ast.Attribute():
            if node.attr not in _VAGUE:
                return node.attr.strip("_")
            inner = named(node.value)
            return node.attr if inner in ("what", "self") else inner
        case ast.Call(func=ast.Name(id="map"), args=[_, last]):
            return named(last)
        case ast.Call(args=[first, *_]):
            inner = named(first)
            return inner if inner != "what" else called(node).strip("_") or "what"
        case ast.Call(func=ast.Attribute(value=value), args=[]):
            return named(value)
        case ast.Call():
            return called(node).strip("_") or "what"
        case ast.Subscript():
            inner = named(node.slice)
            return inner if inner != "what" else named(node.value).lower()
        case ast.BinOp():
            return named(node.left)
        case ast.UnaryOp():
            return named(node.operand)
        case ast.IfExp():
            return named(node.body)
        case ast.GeneratorExp() | ast.ListComp():
            return named(node.elt)
        case ast.FormattedValue():
            return named(node.value)
    return "what"
