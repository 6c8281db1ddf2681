"""The bounds and other constants of rooms, the defaults of their functions, and the fields of their
tables: tests elsewhere import them, and would not notice another value.

Whoever changes one on purpose writes the golden text anew.
"""

import inspect
import pkgutil
import re
from importlib import import_module

import msgspec
import pytest
from counting import at_least

from kitgen import __version__

#: Longer values are files, or tables that other tests hold.
LONGEST = 400
#: What is replaced in most runs of the tests (``explored_once.py``).
REPLACED = ("build",)
#: What each release changes.
OF_RELEASES = ("RELEASED", "WRITER")
#: What other systems have otherwise: signs for opening files, and the numbers of errors.
OF_SYSTEMS = ("_FLAGS", "_NO_LOCKS", "_BUSY")


def shown(value):
    """Return a constant as text, or None for what is no plain value, such as a class."""
    if isinstance(value, re.Pattern):
        return f"pattern {value.pattern!r} {value.flags}"
    if isinstance(value, frozenset | set):
        return f"set {sorted(map(str, value))}"
    if not isinstance(value, int | float | str | bytes | tuple | list | dict):
        return None
    text = repr(value)
    is_plain = "<" not in text and len(text) < LONGEST
    return text if is_plain else None


def constants(module):
    """Yield the constants that a module defines itself, by name."""
    source = module.__spec__.loader.get_source(module.__name__)
    for name in re.findall(r"^(_?[A-Z][A-Z0-9_]*)\b(?:: [^=]+)? = ", source, re.MULTILINE):
        text = shown(getattr(module, name))
        if text is not None and name not in (*OF_RELEASES, *OF_SYSTEMS):
            yield f"  {name} = {text}"


def own_classes(module):
    """Yield the classes that a module defines itself, by name."""
    for name, found in vars(module).items():
        if isinstance(found, type) and found.__module__ == module.__name__:
            yield name, found


def defaults(module):
    """Yield each function and method that a module defines itself with a default value."""
    functions = dict(vars(module))
    for name, found in own_classes(module):
        functions |= {f"{name}.{key}": value for key, value in vars(found).items()}
    for name, found in functions.items():
        plain = inspect.unwrap(getattr(found, "__func__", found))
        if not inspect.isfunction(plain) or plain.__module__ != module.__name__:
            continue
        usual = [
            f"{one.name}={one.default!r}"
            for one in inspect.signature(plain).parameters.values()
            if one.default not in (inspect.Parameter.empty, __version__)
        ]
        is_called = "__" not in name or name.endswith("__init__")
        if usual and is_called and name not in REPLACED and " at 0x" not in "".join(usual):
            yield f"  {name}: {', '.join(usual)}"


def fields(module):
    """Yield what the classes that a module defines itself share, and each field of its tables with
    what it may hold.
    """
    for name, found in own_classes(module):
        for key, value in vars(found).items():
            text = None if key.startswith("_") else shown(value)
            if text is not None:
                yield f"  {name}.{key} = {text}"
        if not issubclass(found, msgspec.Struct):
            continue
        try:
            described = msgspec.inspect.type_info(found).fields
        except TypeError:  # a field of a type that only mypy knows
            continue
        for one in described:
            usual = one.default
            if usual is msgspec.NODEFAULT and one.default_factory is not msgspec.NODEFAULT:
                usual = one.default_factory()
            limits = held(one.type)
            yield f"  {name}.{one.encode_name}: {limits}, {one.required} {usual!r}"


def held(kind):
    """Return what a type may hold: its kind, its bounds, and what it is called in messages."""
    if isinstance(kind, msgspec.inspect.Metadata):
        called = (kind.extra_json_schema or {}).get("description", "")
        return f"{held(kind.type)} ({called})" if called else held(kind.type)
    if isinstance(kind, msgspec.inspect.StructType):
        return kind.cls.__name__
    lines = [type(kind).__name__.removesuffix("Type")]
    for name in kind.__struct_fields__:
        value = getattr(kind, name)
        if isinstance(value, msgspec.inspect.Type):
            lines.append(f"{name} of {held(value)}")
        elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.inspect.Type):
            lines.append(f"{name} of {' or '.join(map(held, value))}")
        elif value is not None:
            lines.append(f"{name} {value!r}")
    return " ".join(lines)


#: Modules of games that compile, or are for those that do.
COMPILED = ("packed", "words", "in_words")
#: What rooms need that not every installation has.
NEEDED = {
    "marked": ("cv2",),
    "pictures": ("cv2",),
    "verification": ("cv2",),
    "lab": ("numba", "scipy", "pyarrow"),
    "theory": ("numba",),
    "tree_search": ("numba",),
    "rl": ("gymnasium", "pettingzoo"),
    "play": ("textual",),
    "play/screens": ("textual",),
}


@pytest.mark.parametrize(
    "room",
    [
        "core", "games", "games/told", "machine", "marked", "reading", "kit",
        "paper", "paper/card", "paper/laser", "paper/layout", "paper/marks", "paper/parts",
        "verification", "verification/tables",
        "tree_search", "theory", "position_tables", "inquiries", "lab", "rl", "claims",
        "play", "play/screens", "authoring", "files", "forms", "pictures", "render",
    ],
)  # fmt: skip
def test_constants_are_what_they_were(room, golden):
    for needed in NEEDED.get(room, ()):
        pytest.importorskip(needed)
    name = "kitgen" if room == "core" else f"kitgen.{room.replace('/', '.')}"
    lines = []
    for found in at_least(2, list(pkgutil.iter_modules(import_module(name).__path__))):
        if found.name.endswith("_kernels") or found.name in COMPILED:
            continue
        if found.ispkg and room == "core":  # a room
            continue
        module = import_module(f"{name}.{found.name}")
        own = [*constants(module), *defaults(module), *fields(module)]
        if own:
            lines += [found.name, *own]
    golden(f"constants/{room}", "\n".join(lines))
