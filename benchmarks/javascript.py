"""Small changes of JavaScript, one token at a time, outside of comments, strings and patterns:
for ``mutants.py``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: What each token becomes; of a property only the names after a dot.
TOKENS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "===": "!==",
    "!==": "===",
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "*",
    "+=": "-=",
    "-=": "+=",
    "&&": "||",
    "||": "&&",
    "!": "",
    "true": "false",
    "false": "true",
    "break": "continue",
    "continue": "break",
}
PROPERTIES = {"min": "max", "max": "min", "some": "every", "every": "some"}

_TOKEN = re.compile(
    r"""(?P<none>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|\$\{[^{}]*\}|[^`\\])*`)
    |(?P<name>[\w$#]*[A-Za-z_$#][\w$]*|\d[\d_]*(?:\.\d+)?\w*)
    |(?P<sign>[!=]==|=>|[<>]=|&&=?|\|\|=?|\?\?=?|\?\.|\*\*|\+\+|--|[-+*/%]=|<<|>>>?|\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
#: After what a slash begins a pattern, and divides nothing.
_BEFORE_PATTERN = frozenset("(,=:[!&|?{};") | {"=>", "&&", "||", "??", "===", "!==", "return", ""}


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    Attributes:
        kind: what it does, such as ``< to <=``.
        start, end: the token.
        new: what stands there instead.
    """

    kind: str
    start: int
    end: int
    new: str

    def made(self, code: str) -> str:
        """Return the code with the change."""
        return code[: self.start] + self.new + code[self.end :]


def changes(code: str) -> Iterator[Change]:
    """Yield all changes of a file, from its top on.

    >>> [change.made("a < 1") for change in changes("a < 1")]
    ['a <= 1', 'a < 2', 'a < 0']
    >>> list(changes("call('a < 1', /[+]/); // a < 1"))
    []
    >>> list(changes("go(); /** as in './a' and * so on */"))
    []
    """
    at = 0
    before = ""
    while at < len(code):
        match = _PATTERN.match(code, at) if before in _BEFORE_PATTERN else None
        match = match or _TOKEN.match(code, at)
        start, at = match.span()
        token = match[0]
        if match.re is _TOKEN and match["none"]:
            continue
        if token.isdecimal() and before != ".":
            yield Change("number + 1", start, at, str(int(token) + 1))
            yield Change("number - 1", start, at, str(int(token) - 1))
        else:
            new = (PROPERTIES if before == "." else TOKENS).get(token)
            if new is not None:
                yield Change(f"{token} to {new}" if new else f"without {token}", start, at, new)
        before = token
