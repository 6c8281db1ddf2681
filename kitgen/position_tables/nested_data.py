"""Nested data in text of any kind: JSON, or the literals of programs (Python, JavaScript, Go, C).

Only strings, numbers, names and brackets count; comments of the file's language and everything
between are skipped. What the data means, a position or a move, is left to others.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import TypeAlias, TypeGuard

#: No table is nested more deeply.
DEEPEST = 50
#: A string of at least this many signs may hold data.
MIN_SIGNS_OF_DATA = 100


class Pairs(tuple[tuple[str, "NestedData"], ...]):
    """The pairs of an object in order; a name may stand twice, which shows a doubled position."""

    __slots__ = ()


#: Nested data: a text or number as it was typed, a list, or pairs of names and values.
NestedData: TypeAlias = "str | list[NestedData] | Pairs"

#: It is called often and raises an error when time is over.
Watch: TypeAlias = Callable[[], None]
#: Words for an empty cell.
_NOTHING = ("None", "null", "nil", "undefined", "NULL")
#: Comments by language; other files may have any of them.
_HASH = r"\#[^\n]*"
_SLASHES = r"//[^\n]*|/\*.*?\*/"
_PERCENT = r"(?<!\\)%[^\n]*"  # in TeX, \% is a percent sign
_REMARK = r"\bREM\b[^\n]*"
_DASHES = r"--[^\n]*"
_COMMENTS = {
    **dict.fromkeys((".py", ".rb", ".r", ".jl", ".pl", ".sh", ".yaml", ".yml"), _HASH),
    **dict.fromkeys((".js", ".ts", ".mjs", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs"), _SLASHES),
    **dict.fromkeys((".go", ".java", ".kt", ".rs", ".swift", ".scala", ".dart"), _SLASHES),
    **dict.fromkeys((".tex", ".m", ".erl"), _PERCENT),
    **dict.fromkeys((".bas", ".basic"), _REMARK),
    **dict.fromkeys((".sql", ".lua", ".hs"), _DASHES),
}
_ANY_COMMENT = f"{_SLASHES}|{_HASH}"
#: A number that is more than digits: with a point, an exponent, or both.
_DECIMAL = r"-?[0-9]+(?:\.[0-9]+(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+)(?!\w)"
_STRINGS = r"""
    \"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`
"""


@cache
def _token(suffix: str) -> re.Pattern[str]:
    """Return the pattern of a token in a file with a suffix, such as ``.py``.

    The name of the group says what a token is; a sign that is in no group means nothing.
    """
    return re.compile(
        rf"""(?P<skip>\s+|{_COMMENTS.get(suffix, _ANY_COMMENT)})
        |(?P<string>{_STRINGS})
        |(?P<open>[\[({{])
        |(?P<close>[\])}}])
        |(?P<pair>=>|[:=](?!=))
        |(?P<end>[,;])
        |(?P<word>{_DECIMAL}|-?\w+)
        |.""",
        re.VERBOSE | re.DOTALL,
    )


def plain(data: object, depth: int = 0) -> NestedData:
    """Return the result of a parser of JSON or TOML as nested data.

    Raises:
        RecursionError: it is nested too deeply, as the parsers themselves say it.

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


def texts_of(value: NestedData) -> list[str]:
    """Return the texts in nested lists; none for an object."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Pairs):
        return []
    return [*chain.from_iterable(map(texts_of, value))]


def _is_number(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(rf"{_DECIMAL}|-?[0-9]+", value))


def _is_texts(value: "NestedData | None") -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


class _Bracket:
    """A bracket that is being read, and its last name and value without a comma."""

    def __init__(self) -> None:
        self.items: list[tuple[str | None, NestedData]] = []
        self.name: str | None = None
        #: The texts of a bracket that is followed by another, if both stand outside all brackets:
        #: X.O in ``table["X.O"].append(...)``, which is the name of what is appended.
        self.before: str | None = None
        self.item: NestedData | None = None

    def finish(self) -> None:
        if self.item is not None:
            self.items.append((self.name, self.item))
        self.name = None
        self.item = None

    def content(self) -> NestedData:
        """Return the pairs with names, if there are any, or else the list."""
        pairs = Pairs((name, item) for name, item in self.items if name is not None)
        return pairs or [item for _, item in self.items]


class Literals:
    """The data in a text: ``outermost``, its lists and objects in order, and ``assigned``, those
    that have a name.

    A name is what stands before ``=`` or ``:`` outside all brackets: ``moves`` in
    ``moves = [...]``, and the board in ``table["X.O"] = [...]``.

    >>> read = Literals('boards = [Board([-1, 0], [(1, 2)]), {"a": "b"}]  # two')
    >>> read.outermost
    [[[['-1', '0'], [['1', '2']]], (('a', 'b'),)]]
    >>> [name for name, _ in read.assigned]
    ['boards']
    """

    def __init__(self, text: str, suffix: str = "", check: Watch = lambda: None) -> None:
        """Read a text, of a file with a suffix; ``check`` is called often."""
        self.outermost: list[NestedData] = []
        self.assigned: list[tuple[str, NestedData]] = []
        self._suffix = suffix
        self._check = check
        self._stack = [_Bracket()]
        for match in _token(suffix).finditer(text):
            check()
            if match.lastgroup == "open" and len(self._stack) > DEEPEST:
                break  # these brackets are no data
            self._take(match.lastgroup, match[0])

    def _take(self, group: str | None, token: str) -> None:
        top = self._stack[-1]
        outside = len(self._stack) == 1
        match group:
            case "skip" if outside and "\n" in token and top.item is not None:
                top.finish()  # a statement ends
            case "open":
                if isinstance(top.item, list) and any(map(_is_number, top.item)):
                    top.finish()  # an array as Python prints it, without commas
                top.before = None
                if outside and _is_texts(top.item):
                    top.before = ",".join(top.item)
                self._stack.append(_Bracket())
            case "close" if not outside:
                self._close()
            case "pair":
                top.name = None
                if top.item is not None:
                    top.name = ",".join(texts_of(top.item))
                top.item = None
            case "end":
                top.finish()
            case "string":
                self._take_string(token)
            case "word" if not isinstance(top.item, list | Pairs):
                # Numbers may follow one another without a comma; of several words in a row, such as
                # new Board, only the last one is kept.
                if isinstance(top.item, str) and (_is_number(top.item) or _is_number(token)):
                    top.finish()
                top.item = "" if token in _NOTHING else token

    def _close(self) -> None:
        bracket = self._stack.pop()
        bracket.finish()
        top = self._stack[-1]
        top.item = bracket.content()
        if len(self._stack) > 1:
            return
        self.outermost.append(top.item)
        name = top.name or top.before
        if name:
            self.assigned.append((name, top.item))

    def _take_string(self, token: str) -> None:
        marks = 1
        if token.startswith(('"""', "'''")) and len(token) >= 6:  # three at either end
            marks = 3
        string = re.sub(r"\\(.)", r"\1", token[marks:-marks])
        top = self._stack[-1]
        if len(string) >= MIN_SIGNS_OF_DATA and re.search(r"[\[{]", string):
            self.outermost += Literals(string, self._suffix, self._check).outermost
        elif not isinstance(top.item, list | Pairs):
            top.item = string
