"""What results show of themselves when somebody looks at them: frames, drawings and tables in a
notebook.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.guests import ask_guest
from kitgen.installing.extras import installed, need
from kitgen.model import Result

#: The libraries that can have a frame.
LIBRARIES = ("pandas", "polars")
#: The most rows that a notebook shows of a table, half of them from its end.
MAX_ROWS_SHOWN = 20


def frame_of(rows: Sequence[Mapping[str, Any]], library: str | None) -> Any:
    """Return rows as a data frame; see ``Result.to_frame``."""
    if library is None:
        library = "polars" if installed("polars") and not installed("pandas") else "pandas"
    if library not in LIBRARIES:
        raise UsageError(f"to_frame: library is {quoted(library)}; it must be 'pandas' or 'polars'")
    if library == "pandas":
        need("to_frame()", "pandas")
        return import_module("pandas").DataFrame(rows)
    if not installed("polars"):
        raise UsageError(
            "to_frame: polars is not installed; install it, or take 'pandas', which extra rl brings"
        )
    return import_module("polars").DataFrame(rows)


def json_of(report: object) -> str:
    """Return plain data as JSON; whatever JSON does not have is a text."""
    return json.dumps(report, ensure_ascii=False, default=str)


def plot_of(result: Result, axes: Any) -> Any:
    """Draw the figures of a result as bars; see ``Result.plot``."""
    if not result.bar_columns:
        raise UsageError("plot: there are no figures to draw; to_frame() has all that there is")
    draw_bars = ask_guest("lab.plot_bars", "plot()")
    return draw_bars(result.table(), result.row_labels, result.bar_columns, axes)


def html_of(result: Result) -> str:
    """Return a result as a notebook shows it: its line and its table."""
    return f"<p>{escape(result.summary())}</p>{html_table(result.table(), result.digits)}"


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
        lines = [
            *(_line(row, digits) for row in rows[:half]),
            gap,
            *(_line(row, digits) for row in rows[-half:]),
        ]
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
