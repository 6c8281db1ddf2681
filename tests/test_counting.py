"""No test passes without having looked at anything: where all that it asserts stands in loops,
they count.
"""

import ast
from collections.abc import Iterator

from parsed_sources import statements
from places import TESTS

#: The functions of ``counting.py``, which fail when they have yielded too little.
COUNTED = ("at_least_one", "at_least")
#: What goes through other things, and is empty only when they are.
THROUGH = ("combinations", "enumerate", "list", "product", "sorted", "zip")


def sure(things: ast.expr) -> bool:
    """Return whether what a loop goes through cannot be empty: written out, a constant, or
    counted.
    """
    match things:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return bool(elements)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.Subscript(value=table):
            return sure(table)
        case ast.Call(func=ast.Name(id=name)) if name in COUNTED:
            return True
        case ast.Call(func=ast.Name(id="range"), args=numbers):
            return all(isinstance(number, ast.Constant) or sure(number) for number in numbers)
        case ast.Call(func=ast.Name(id=name), args=parts) if name in THROUGH:
            return any(map(sure, parts))
        case ast.Call(func=ast.Attribute(value=inner, attr="items" | "values")):
            return sure(inner)
    return False


def assertions(node: ast.AST, *, unsure: bool = False) -> Iterator[bool]:
    """Yield for each assertion whether it may never be reached."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Assert) or (
            isinstance(child, ast.With) and "raises" in ast.unparse(child.items[0])
        ):
            yield unsure
        yield from assertions(
            child, unsure=unsure or (isinstance(child, ast.For) and not sure(child.iter))
        )


def blind(tree: ast.Module) -> list[str]:
    """Return the tests of a file that assert, and of which no assertion is certain to be
    reached.
    """
    found = []
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            unsure = list(assertions(node))
            if unsure and all(unsure):
                found.append(node.name)
    return found


def always_true(tree: ast.Module) -> list[str]:
    """Return the assertions in a file that counted things are true by themselves, as the iterator
    over them always is.
    """
    found = []
    for node in statements(tree):
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Call):
            called = node.test.func
            if isinstance(called, ast.Name) and called.id in COUNTED:
                found.append(ast.unparse(node))
    return found


def test_every_test_looks_at_something():
    files = sorted(TESTS.rglob("test_*.py"))
    assert len(files) > 140
    found = {}
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[path.name] = [*blind(tree), *always_true(tree)]
    assert {name: tests for name, tests in found.items() if tests} == {}


def blind_in(source: str) -> list[str]:
    return blind(ast.parse(source))


def always_true_in(source: str) -> list[str]:
    return always_true(ast.parse(source))


def test_a_blind_test_is_found():
    assert blind_in("def test_it():\n    for x in xs:\n        assert x\n") == ["test_it"]
    assert blind_in("def test_it():\n    for x in at_least_one(xs):\n        assert x\n") == []
    assert blind_in("def test_it():\n    for x in at_least(3, xs):\n        assert x\n") == []
    assert blind_in("def test_it():\n    for x in xs:\n        assert x\n    assert xs\n") == []
    assert blind_in(
        "def test_it():\n    for x in (1, 2):\n        for y in ys(x):\n            assert y\n"
    ) == ["test_it"]
    assert blind_in("def test_it():\n    for x in SIZES:\n        assert x\n") == []


def test_an_assertion_that_is_always_true_is_found():
    assert always_true_in("assert at_least_one(xs)\n") == ["assert at_least_one(xs)"]
    assert always_true_in("assert at_least(3, xs)\n") == ["assert at_least(3, xs)"]
    assert always_true_in("assert x in at_least_one(xs)\n") == []
