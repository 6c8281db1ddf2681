"""Refusals repeat what a user wrote only as far as a line can hold it."""

import ast
import re
from pathlib import Path

import pytest
from counting import at_least_one

import kitgen
from kitgen.cli.main import guarded
from kitgen.errors import (
    MESSAGE,
    QUOTED,
    KitgenError,
    NotationError,
    UnknownNameError,
    quoted,
    shortened,
)

PACKAGE = Path(kitgen.__file__).parent

#: Where what is quoted in a refusal is what a user typed.
TYPED = (
    "games", "authoring", "press", "sources", "inquiries", "cli",
    "machine/match.py", "paper/job.py", "kit/palette.py",
)  # fmt: skip


def test_shortened_keeps_both_ends():
    text = "".join(map(str, range(1000)))
    for most in (3, 4, 10, 80, 1000):
        short = shortened(text, most)
        assert len(short) == most
        head, tail = short.split("…")
        assert text.startswith(head)
        assert text.endswith(tail)
    assert shortened(text, len(text)) == text


@pytest.mark.parametrize(
    "value", ["x" * 1_000_000, "\x1b" * 1_000_000, ["x" * 1000] * 1000, b"x" * 1_000_000, 10**4000]
)
def test_quoted_is_short_whatever_it_is(value):
    assert len(quoted(value)) <= 4 * QUOTED + 2  # a sign that is not printable takes four
    assert len(str(KitgenError(repr(value)))) <= MESSAGE


def test_names_of_any_length_are_refused_at_once():
    error = UnknownNameError("kit", "menac" + "e" * 5_000_000, ["menace"])
    assert len(str(error)) < 200


def test_every_refusal_of_what_was_typed_is_quoted_by_the_one_function():
    files = [
        path
        for place in TYPED
        for path in [PACKAGE / place, *(PACKAGE / place).rglob("*.py")]
        if path.is_file()
    ]
    found = []
    for path in at_least_one(files):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Raise)
                and "Error" in ast.unparse(node)
                and "Attribute" not in ast.unparse(node)
            ):
                found += [f"{path.name}:{node.lineno}" for part in ast.walk(node) if _repeats(part)]
    assert found == []


def _repeats(node: ast.AST) -> bool:
    """Return whether a part of a text repeats a value whole, in quotation marks."""
    return isinstance(node, ast.FormattedValue) and node.conversion == ord("r")


#: What names of paths in the code are called.
PATHS = {"path", "folder", "file", "source", "parent", "work", "output", "save"}


def test_every_path_in_a_refusal_stands_in_quotation_marks():
    found = []
    named = re.compile(rf"\{{[^}}]*\b({'|'.join(PATHS)})\b")
    for path in at_least_one(list(PACKAGE.rglob("*.py"))):
        source = path.read_text(encoding="utf-8")
        if "raise " not in source or not named.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Raise):
                found += [
                    f"{path.name}:{part.lineno}" for part in ast.walk(node) if _is_bare_path(part)
                ]
    assert found == []


def _is_bare_path(node: ast.AST) -> bool:
    """Return whether a part of a text is a path as it stands: its name, an attribute, or a path
    inside a folder.
    """
    if not isinstance(node, ast.FormattedValue):
        return False
    value = node.value.left if isinstance(node.value, ast.BinOp) else node.value
    return getattr(value, "attr", getattr(value, "id", "")) in PATHS


def test_what_is_nested_too_deeply_is_one_line(capsys):
    def deep(depth):
        return deep(depth + 1)

    assert guarded(lambda: deep(0)) == 1
    assert "nested too deeply" in capsys.readouterr().err


def test_a_fault_of_kitgen_says_where_it_is(capsys, monkeypatch):
    def fault():
        raise KeyError("x" * 10_000)

    assert guarded(fault) == 1
    line = capsys.readouterr().err
    assert line.startswith("kitgen: this is a bug in kitgen, please report it: \"KeyError: 'xxx")
    assert "test_errors.py, line" not in line  # the last line of kitgen's own that was passed
    assert "main.py, line" in line
    assert len(line) < 400
    monkeypatch.setenv("KITGEN_TRACEBACK", "1")
    with pytest.raises(KeyError):
        guarded(fault)


def test_signs_that_a_terminal_obeys_are_shown_and_not_obeyed(capsys):
    def refuse():
        raise NotationError("\x1b[2J\x07gone")

    assert guarded(refuse) == 2
    assert capsys.readouterr().err == "kitgen: \\x1b[2J\\x07gone\n"
