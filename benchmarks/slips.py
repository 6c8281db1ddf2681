"""Slips as a tired programmer makes them, in Python: for ``mutants.py --slips``.

Cosmic Ray changes one sign at a time. People rather forget a case, a refusal or to sort, exchange
two arguments, leave out an entry of a table, or write the name of the thing beside it.
"""

import ast
from collections.abc import Callable, Iterator

from javascript import Change

#: Where something begins and ends in the code.
Span = tuple[int, int]

#: Names that are easily written for each other, as a variable, attribute or argument.
BESIDE = {
    "width": "height",
    "left": "right",
    "top": "bottom",
    "first": "last",
    "start": "end",
    "before": "after",
    "rows": "columns",
    "least": "most",
    "wins": "losses",
    "won": "lost",
    "machine": "opponent",
    "expected": "found",
}
BESIDE |= {other: name for name, other in BESIDE.items()}
#: Functions and methods that are easily taken for each other.
OTHER_CALL = {"min": "max", "any": "all", "startswith": "endswith", "lower": "upper"}
OTHER_CALL |= {other: name for name, other in OTHER_CALL.items()}
#: What a group of entries stands between.
BRACKETS = {ast.Tuple: ("(", ")"), ast.List: ("[", "]"), ast.Set: ("{", "}")}
#: Methods without which a text is as it was typed.
TIDYING = ("casefold", "lower", "strip", "rstrip", "lstrip", "removesuffix", "removeprefix")


def changes(code: str) -> Iterator[Change]:
    """Yield all slips that could be made in a file, from its top on.

    >>> [change.made("x = sorted(left)") for change in changes("x = sorted(left)")]
    ['x = list(left)', 'x = sorted(right)']
    >>> [change.made("if x < 1 and y: go(a, b)") for change in changes("if x < 1 and y: go(a, b)")]
    ['if y: go(a, b)', 'if x < 1: go(a, b)', 'if x < 1 and y: pass', 'if x < 1 and y: go(b, a)']
    >>> [change.made("t = {'a': 1, 'b': 2}") for change in changes("t = {'a': 1, 'b': 2}")]
    ["t = {'b': 2}", "t = {'a': 1}", "t = {'a': 2, 'b': 1}"]
    """
    starts = _starts_of_lines(code)
    for node in ast.walk(ast.parse(code)):
        for kind, (start, end), new in _slips(code, node, starts):
            yield Change(kind, start, end, new)


def _starts_of_lines(code: str) -> list[int]:
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _span(code: str, node: ast.expr | ast.stmt, starts: list[int]) -> Span:
    """Return where a node begins and ends in the code; columns of ``ast`` count bytes."""

    def place(line: int, column: int) -> int:
        text = code[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    end = place(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return place(node.lineno, node.col_offset), end


def _slips(code: str, node: ast.AST, starts: list[int]) -> Iterator[tuple[str, Span, str]]:
    """Yield the slips at a node: kind, the place in the code, and what stands there instead."""

    def text(part: ast.expr) -> str:
        start, end = _span(code, part, starts)
        return code[start:end]

    def span(part: ast.expr | ast.stmt) -> Span:
        return _span(code, part, starts)

    match node:
        case ast.BoolOp(values=operands):
            joint = " or "
            if isinstance(node.op, ast.And):
                joint = " and "
            for kept in _all_but_one([text(operand) for operand in operands]):
                yield "a condition forgotten", span(node), joint.join(kept)
        case ast.If(test=test, body=[ast.Raise()], orelse=[]):
            yield "a refusal forgotten", span(test), "False"
        case ast.If(test=test, body=[ast.Return() | ast.Continue()], orelse=[]):
            yield "a case forgotten", span(test), "False"
        case ast.IfExp(body=body, orelse=otherwise, test=test):
            exchanged = f"{text(otherwise)} if {text(test)} else {text(body)}"
            yield "branches exchanged", span(node), exchanged
        case ast.AugAssign(target=target, value=value, op=ast.Add() | ast.BitOr()):
            yield "set for added", span(node), f"{text(target)} = {text(value)}"
        case ast.Expr(value=ast.Call()):
            yield "a step forgotten", span(node), "pass"
        case ast.Call():
            yield from _slips_of_call(node, text, span)
        case ast.Dict(keys=keys) if len(keys) > 1 and None not in keys:
            yield from _slips_of_dict(node, text, span)
        case ast.Tuple(elts=entries) | ast.List(elts=entries) | ast.Set(elts=entries):
            if len(entries) > 1 and all(isinstance(entry, ast.Constant) for entry in entries):
                yield from _slips_of_entries(node, text, span)
        case ast.Attribute(attr=name, value=owner) if name in BESIDE:
            yield "the name beside", span(node), f"{text(owner)}.{BESIDE[name]}"
        case ast.Name(id=name, ctx=ast.Load()) if name in BESIDE:
            yield "the name beside", span(node), BESIDE[name]


def _all_but_one(parts: list[str]) -> Iterator[list[str]]:
    """Yield parts without the first of them, then without the second, and so on.

    >>> list(_all_but_one(["a", "b", "c"]))
    [['b', 'c'], ['a', 'c'], ['a', 'b']]
    """
    for left_out in range(len(parts)):
        yield parts[:left_out] + parts[left_out + 1 :]


def _slips_of_call(
    call: ast.Call, text: Callable[[ast.expr], str], span: Callable[[ast.expr], Span]
) -> Iterator[tuple[str, Span, str]]:
    """Yield what can be forgotten or exchanged in a call."""
    match call:
        case ast.Call(func=ast.Name(id="sorted"), args=[things]):
            yield "not sorted", span(call), f"list({text(things)})"
        case ast.Call(func=ast.Name(id=name) as function) if name in OTHER_CALL:
            yield "the other function", span(function), OTHER_CALL[name]
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in TIDYING:
            yield "as it was typed", span(call), text(owner)
        case ast.Call(func=ast.Attribute(attr=name, value=owner) as function) if name in OTHER_CALL:
            yield "the other function", span(function), f"{text(owner)}.{OTHER_CALL[name]}"
    if len(call.args) > 1 and not any(isinstance(part, ast.Starred) for part in call.args[:2]):
        first, second = call.args[:2]
        between = (span(first)[0], span(second)[1])
        if text(first) != text(second):
            yield "arguments exchanged", between, f"{text(second)}, {text(first)}"


def _slips_of_dict(
    table: ast.Dict, text: Callable[[ast.expr], str], span: Callable[[ast.expr], Span]
) -> Iterator[tuple[str, Span, str]]:
    """Yield a table without each of its entries, and with two values exchanged."""
    keys = [text(key) for key in table.keys if key is not None]
    values = [text(value) for value in table.values]
    entries = [f"{key}: {value}" for key, value in zip(keys, values, strict=True)]
    for kept in _all_but_one(entries):
        yield "an entry forgotten", span(table), f"{{{', '.join(kept)}}}"
    if values[0] != values[1]:
        exchanged = [f"{keys[0]}: {values[1]}", f"{keys[1]}: {values[0]}", *entries[2:]]
        yield "entries exchanged", span(table), f"{{{', '.join(exchanged)}}}"


def _slips_of_entries(
    group: ast.Tuple | ast.List | ast.Set,
    text: Callable[[ast.expr], str],
    span: Callable[[ast.expr], Span],
) -> Iterator[tuple[str, Span, str]]:
    """Yield a group of constants without each of them."""
    opening, closing = BRACKETS[type(group)]
    for kept in _all_but_one([text(entry) for entry in group.elts]):
        inside = ", ".join(kept)
        if len(kept) == 1 and isinstance(group, ast.Tuple):
            inside += ","
        yield "an entry forgotten", span(group), f"{opening}{inside}{closing}"
