"""What Python files import and name, parsed once for all tests of a process: to parse the
package takes seconds.
"""

import ast
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

#: What is kept of a file; whole trees of the package would take 150 MB.
KINDS = (ast.Import, ast.ImportFrom, ast.ClassDef)
#: Where a statement has others inside it.
INNER = ("body", "handlers", "orelse", "finalbody", "cases")


@cache
def imports_and_classes(path: Path) -> tuple[ast.AST, ...]:
    """Return the imports and classes in a file, and its calls of ``import_module``, wherever
    they stand.
    """
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    if "import_module" not in source:
        return tuple(node for node in statements(tree) if isinstance(node, KINDS))
    return tuple(
        node for node in ast.walk(tree) if isinstance(node, KINDS) or _imports_by_name(node)
    )


@cache
def top_imports(path: Path) -> tuple[ast.ImportFrom, ...]:
    """Return the imports of names from modules at the top of a file, outside functions and
    conditions.
    """
    return tuple(
        node
        for node in imports_and_classes(path)
        if isinstance(node, ast.ImportFrom) and not node.col_offset
    )


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield a file's statements, wherever they stand; most of a tree are expressions, which are
    left out.
    """
    waiting = deque[ast.AST]([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        for name in INNER:
            waiting.extend(getattr(node, name, ()))


def _imports_by_name(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return _called_name(node.func) == "import_module"


def _called_name(function: ast.expr) -> str:
    """Return the last word of what is called: of ``importlib.import_module`` as well."""
    match function:
        case ast.Name():
            return function.id
        case ast.Attribute():
            return function.attr
        case _:
            return ""
