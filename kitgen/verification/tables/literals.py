"""Nested data in text of any kind: JSON, the literals of programs (Python, JavaScript, Go, C), or both within words.

Only strings, numbers, names and brackets count; whatever stands between them is passed over. So one reader serves for a
file of data and for a program that has a table in it.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

#: No table is nested more deeply.
DEEPEST = 50
#: A string of at least so many signs may hold data.
LONG = 100


class Pairs(tuple[tuple[str, "Value"], ...]):
    """The pairs of an object in order; a name may stand twice, which shows a doubled position."""

    __slots__ = ()


#: Nested data: a text or number as it was typed, a list, or pairs of names and values.
Value: TypeAlias = "str | list[Value] | Pairs"

#: Words for nothing in a cell.
_NOTHING = ("None", "null", "nil", "undefined", "NULL")
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<string>\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)
    |(?P<open>[\[({])|(?P<close>[\])}])|(?P<pair>=>|[:=](?!=))|(?P<end>[,;])|(?P<word>-?\w+)|.""",
    re.VERBOSE | re.DOTALL,
)


def plain(data: object, depth: int = 0) -> Value:
    """Return what a parser of JSON or TOML has read as nested data.

    >>> plain({"position": [[1, None]], "moves": "1-4"})
    (('position', [['1', '']]), ('moves', '1-4'))
    """
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(data, Pairs | dict):
        pairs = data.items() if isinstance(data, dict) else data
        return Pairs((name, plain(value, depth + 1)) for name, value in pairs)
    if isinstance(data, list):
        return [plain(value, depth + 1) for value in data]
    return "" if data is None else str(data)


def texts_of(value: Value) -> list[str]:
    """Return the texts in nested lists; none for an object."""
    if isinstance(value, str | Pairs):
        return [value] if isinstance(value, str) else []
    return [text for item in value for text in texts_of(item)]


class _Bracket:
    """A bracket that is being read: its values, its pairs, and the last name and value without a comma."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.pairs: list[tuple[str, Value]] = []
        self.name: str | None = None
        self.item: Value | None = None

    def finish(self) -> None:
        if self.item is not None and self.name is not None:
            self.pairs.append((self.name, self.item))
        elif self.item is not None:
            self.values.append(self.item)
        self.name = self.item = None


def literals(text: str, check: Callable[[], None] = lambda: None) -> list[Value]:
    """Return the lists and objects in a text that are in no other, in order; texts with brackets are read, too.

    ``check`` is called in between.

    >>>     >>> literals('boards = [Board([-1, 0], [(1, 2)]), {"a": "b"}]  # two')
    [[[['-1', '0'], [['1', '2']]], (('a', 'b'),)]]
    """
    outside: list[Value] = []
    stack = [_Bracket()]
    for match in _TOKEN.finditer(text):
        check()
        top, token = stack[-1], match[0]
        match match.lastgroup:
            case "open":
                if len(stack) > DEEPEST:  # these brackets are no data
                    return outside
                stack.append(_Bracket())
            case "close" if len(stack) > 1:
                top.finish()
                stack.pop()
                stack[-1].item = Pairs(top.pairs) if top.pairs else top.values
                if len(stack) == 1:
                    outside.append(stack[-1].item)
            case "pair":
                top.name = None if top.item is None else ",".join(texts_of(top.item))
                top.item = None
            case "end":
                top.finish()
            case "string":
                marks = 3 if token.startswith(('"""', "'''")) and len(token) > 5 else 1
                string = re.sub(r"\\(.)", r"\1", token[marks:-marks])
                if len(string) >= LONG and re.search(r"[\[{]", string):
                    outside += literals(string, check)
                elif not isinstance(top.item, list | Pairs):
                    top.item = string
            case "word" if not isinstance(top.item, list | Pairs):
                top.item = "" if token in _NOTHING else token
    return outside
