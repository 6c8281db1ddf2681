"""What Python files import and name, parsed once for all tests of a process: to parse the package takes seconds."""

import ast
from functools import cache
from pathlib import Path

#: What is kept of a file; whole trees of the package would take 150 MB.
KINDS = (ast.Import, ast.ImportFrom, ast.ClassDef)


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the imports and classes in a file, and its calls of ``import_module``, wherever they stand."""
    return tuple(node for node in ast.walk(_tree(path)) if isinstance(node, KINDS) or _imports_by_name(node))


@cache
def top_imports(path: Path) -> tuple[ast.ImportFrom, ...]:
    """Return the imports of names from modules at the top of a file, outside functions and conditions."""
    return tuple(node for node in nodes(path) if isinstance(node, ast.ImportFrom) and not node.col_offset)


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports_by_name(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return getattr(node.func, "attr", getattr(node.func, "id", "")) == "import_module"
