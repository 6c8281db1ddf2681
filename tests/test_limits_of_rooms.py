"""Every limit, pattern and default of some rooms, by its value: whoever changes one looks at what
depends on it, which may lie far away.
"""

import inspect
import re
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest
from counting import at_least

import kitgen

PACKAGE = Path(kitgen.__file__).parent
ROOMS = ("cli", "inquiries", "position_tables", "press", "serve", "theory", "tree_search")
#: What other systems have otherwise.
OF_THE_SYSTEM = ("_NO_TIME",)
PLAIN = (bool, int, float, str, bytes, type(None))


def said(value):
    """Return a plain value or a pattern as text; empty for anything else."""
    if isinstance(value, re.Pattern):
        return f"{' '.join(value.pattern.split())!r} {int(value.flags)}"
    if isinstance(value, tuple | frozenset | set | list):
        parts = [said(each) for each in value]
        return f"({', '.join(parts)})" if all(parts) else ""
    if isinstance(value, dict):
        pairs = [(said(key), said(each)) for key, each in value.items()]
        return f"{{{', '.join(map(': '.join, pairs))}}}" if all(map(all, pairs)) else ""
    return repr(value) if isinstance(value, PLAIN) else ""


def defaults_of(function):
    """Yield each argument of a function with its usual value."""
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is not inspect.Parameter.empty and said(parameter.default):
            yield f"{name}={said(parameter.default)}"


def usual_of(kind):
    """Yield each field of a class with its usual value, and what its tables and pictures show."""
    for field in fields(kind) if is_dataclass(kind) else ():
        if field.default is not MISSING:
            yield f"{field.name}={said(field.default)}"
    for name in ("row_labels", "bar_columns"):
        if name in vars(kind):
            yield f"{name}={said(vars(kind)[name])}"
    for name, method in vars(kind).items():
        own = getattr(method, "__module__", "") == kind.__module__
        if own and inspect.isfunction(method) and (name == "__init__") <= (not is_dataclass(kind)):
            usual = ", ".join(defaults_of(inspect.unwrap(method)))
            if usual:
                yield f"{name}({usual})"


def lines_of(path):
    """Yield a line for each value, and for each function and class with usual values."""
    inside = path.relative_to(PACKAGE).with_suffix("")
    module = import_module(".".join(("kitgen", *inside.parts)))
    source = path.read_text(encoding="utf-8")
    for name, value in vars(module).items():
        if name.isupper() and name not in OF_THE_SYSTEM:
            is_own = re.search(rf"^[A-Z_, ]*\b{name}\b[^\n=]*=", source, re.MULTILINE)
            if is_own and said(value):
                yield f"{name} {said(value)}"
        elif getattr(value, "__module__", "") == module.__name__:
            usual = []
            if inspect.isclass(value):
                usual = list(usual_of(value))
            elif callable(value):
                usual = list(defaults_of(inspect.unwrap(value)))
            if usual:
                yield f"{name}: {', '.join(usual)}"


@pytest.mark.parametrize("room", ROOMS)
def test_limits_and_defaults_are_those_that_were_chosen(room, golden):
    lines = []
    for path in at_least(4, sorted((PACKAGE / room).rglob("*.py"))):
        own = list(lines_of(path))
        if own:
            lines += [path.name, *(f"    {line}" for line in own)]
    golden(f"limits/{room}", "\n".join(lines))
