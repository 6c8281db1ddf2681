"""Writes a TOML file that explains itself: every key with its meaning, and what holds where a key is left out."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from kitgen.door.templates.keys import Key

#: How wide the file may be, in letters.
WIDTH = 100


def commented(head: str, keys: Sequence[Key], data: Mapping[str, object]) -> str:
    """Return some data as TOML with a comment for every key of its schema.

    A key with its usual value, or without one, stands there behind a ``#``, to be taken away.

    Args:
        head: what the file is, the first comment.
        keys: of its schema.
        data: what the file says, as plain data; keys that it lacks have their usual values.

    >>> from kitgen.door.templates.keys import keys_of
    >>> from kitgen.kit.rule import Change
    >>> print(commented("Example.", keys_of(Change)[:1], {"every": 3}))
    # Example.
    <BLANKLINE>
    # Beads added to the slot of every move played; negative takes away.
    #   a whole number from -9,999 to 9,999; 0 if left out
    every = 3
    <BLANKLINE>
    """
    lines = [*_comment(head), ""]
    for key in keys:
        if not (key.inside or key.named):
            lines += [*_explained(key), _line(key, data.get(key.name, key.usual)), ""]
    explained: set[type | None] = set()
    for key in keys:
        if key.named:
            lines += [*_explained(key), f"[{key.name}]"]
            lines += [f"{_key_text(name)} = {_value(value)}" for name, value in _table(data, key).items()]
            lines.append("")
    for key in keys:
        if key.inside:
            lines += _tables(key, data, explain=key.kind not in explained)
            explained.add(key.kind)
    return "\n".join(lines)


def _tables(key: Key, data: Mapping[str, object], *, explain: bool) -> Iterator[str]:
    """Yield the lines of a table, or of a list of tables, whose keys are explained once."""
    yield from _comment(key.about)
    if key.repeated:
        for inner in key.inside:
            yield from _explained(inner, "#   ", f"{inner.name}: ")
        rows = data.get(key.name, ())
        for row in rows if isinstance(rows, Sequence) else ():
            yield from ("", f"[[{key.name}]]")
            for inner in key.inside:
                if row.get(inner.name, inner.usual) != inner.usual:
                    yield _line(inner, row[inner.name])
        yield ""
        return
    yield f"[{key.name}]"
    table = _table(data, key)
    for inner in key.inside:
        if explain:
            yield from _explained(inner)
        yield _line(inner, table.get(inner.name, inner.usual))
    yield ""


def _explained(key: Key, indent: str = "# ", before: str = "") -> list[str]:
    """Return what a key means, and below it what may stand there and what holds when it is left out, as comments."""
    if key.needed:
        usual = ""
    elif key.usual in (None, ()):
        usual = "; nothing if left out"
    else:
        usual = f"; {_value(key.usual)} if left out"
    return [*_comment(f"{before}{key.about}", indent), *_comment(f"{key.values}{usual}", f"{indent}  ")]


def _line(key: Key, value: object) -> str:
    """Return the line of a plain value; behind a ``#`` where it is the usual one."""
    usual = not key.needed and value == key.usual
    return f"{'#' * usual}{key.name} = {_value(key.example if value is None else value)}"


def _table(data: Mapping[str, object], key: Key) -> Mapping[str, object]:
    """Return the table of a key; an empty one where there is none."""
    found = data.get(key.name, {})
    return found if isinstance(found, Mapping) else {}


def _value(value: object) -> str:
    """Return a value as TOML, which writes texts, numbers and lists as JSON does.

    >>> _value(["a", 1, True]), _value({"en": "red"})
    ('["a", 1, true]', '{ en = "red" }')
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key_text(name)} = {_value(item)}" for name, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key_text(name: str) -> str:
    """Return a key as TOML."""
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _comment(text: str, indent: str = "# ") -> list[str]:
    """Return a text as lines of a comment."""
    wrapper = textwrap.TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [line for part in text.splitlines() for line in wrapper.wrap(part)]
