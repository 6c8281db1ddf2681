"""What results have in common: each is a line, a table in a notebook, a frame, and JSON."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any, ClassVar, Literal

from kitgen.errors import UsageError, quoted
from kitgen.installing.extras import installed, need

#: The libraries that can have a frame.
LIBRARIES = ("pandas", "polars")
#: The most rows that a notebook shows of a table, half of them from its end.
MAX_ROWS_SHOWN = 20


class Result:
    """A result of the front door. A class of results says ``summary`` and ``table``; if there is more, ``report``."""

    __slots__ = ()
    #: How many digits of a number a notebook shows.
    digits: ClassVar[int] = 4

    def __repr__(self) -> str:
        """Return the result in one line."""
        return f"<{self.summary()}>"

    def summary(self) -> str:
        """Return the result in one line."""
        raise NotImplementedError

    def table(self) -> list[dict[str, Any]]:
        """Return the result as rows, all with the same keys."""
        raise NotImplementedError

    def report(self) -> Any:
        """Return all of it as plain data, as the command's ``--json`` writes it: the rows, unless there is more."""
        return self.table()

    def to_json(self) -> str:
        """Return all of it as JSON, as the command's ``--json`` writes it."""
        return json.dumps(self.report(), ensure_ascii=False, default=str)

    def to_frame(self, library: Literal["pandas", "polars"] | None = None) -> Any:
        """Return ``table`` as a data frame of pandas or polars, whichever is installed, or the one that is named.

        Raises:
            MissingExtraError: neither is installed; the extra ``rl`` brings pandas.
            UsageError: there is no such library of frames.
        """
        if library is None:
            library = "polars" if installed("polars") and not installed("pandas") else "pandas"
        if library not in LIBRARIES:
            raise UsageError(f"to_frame: library is {quoted(library)}; it must be 'pandas' or 'polars'")
        if library == "pandas":
            need("to_frame()", "pandas")
            return import_module("pandas").DataFrame(self.table())
        if not installed("polars"):
            raise UsageError("to_frame: polars is not installed; install it with pip, or take 'pandas'")
        return import_module("polars").DataFrame(self.table())

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        return f"<p>{escape(self.summary())}</p>{html_table(self.table(), self.digits)}"


def html_table(rows: Sequence[Mapping[str, Any]], digits: int = Result.digits) -> str:
    """Return rows as a table in HTML; the middle of a long one is left out.

    >>> html_table([{"game": 1, "share": 0.123456}])
    '<table><thead><tr><th>game</th><th>share</th></tr></thead><tbody><tr><td>1</td><td>0.1235</td></tr></tbody></table>'
    """
    if not rows:
        return ""
    heads = "".join(f"<th>{escape(str(key).replace('_', ' '))}</th>" for key in rows[0])
    half = MAX_ROWS_SHOWN // 2
    if len(rows) <= MAX_ROWS_SHOWN:
        lines = [_line(row, digits) for row in rows]
    else:
        gap = f'<tr><td colspan="{len(rows[0])}">… {len(rows) - 2 * half:,} more</td></tr>'
        lines = [*(_line(row, digits) for row in rows[:half]), gap, *(_line(row, digits) for row in rows[-half:])]
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _line(row: Mapping[str, Any], digits: int) -> str:
    cells = "".join(f"<td>{escape(_cell(value, digits))}</td>" for value in row.values())
    return f"<tr>{cells}</tr>"


def _cell(value: object, digits: int) -> str:
    if value is None:
        return ""
    if isinstance(value, float | Fraction):
        return f"{float(value):.{digits}g}"
    return str(value)
