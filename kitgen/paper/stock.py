"""Sizes of labels and cards, and where they lie on a page, read from ``templates/stock/``."""

import re
from dataclasses import dataclass
from typing import Literal

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.templates import Templates

#: The smallest and the largest side that is taken for a label's, in mm.
LEAST, MOST = 5, 250


@dataclass(frozen=True, slots=True)
class Stock:
    """A size of label or card.

    Attributes:
        name: as typed after ``--for``: ``matchbox``, ``poker``, ``L7160``, ``35x15``.
        width, height: of one label, in mm.
        page: the paper that it comes on, or None when it is cut from plain paper of any size.
        columns, rows: labels on a sheet; 0 to fit as many as the page takes.
        left, top: of the first label, in mm; used where ``page`` is set.
        pitch_x, pitch_y: from one label to the next, in mm; used where ``page`` is set.
    """

    name: str
    width: float
    height: float
    page: str | None = None
    columns: int = 0
    rows: int = 0
    left: float = 0
    top: float = 0
    pitch_x: float = 0
    pitch_y: float = 0


class StockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/stock/``; lengths in mm, as in ``Stock``."""

    source: str
    width: float
    height: float
    page: Literal["a4", "letter"] | None = None
    columns: int = 0
    rows: int = 0
    left: float = 0
    top: float = 0
    pitch_x: float = 0
    pitch_y: float = 0


#: The papers' sizes in mm, to check that a sheet of labels fits its page.
_PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def read_stock(name: str, templates: Templates) -> Stock:
    """Return a size of label by name, or one written in mm as ``WxH``.

    Raises:
        UsageError: the name is unknown, or the size is malformed, too small or too large.
        TemplateError: the file of that name is wrong.

    >>> read_stock("35x15", Templates())
    Stock(name='35x15', width=35.0, height=15.0, page=None, columns=0, rows=0, left=0, top=0, pitch_x=0, pitch_y=0)
    """
    names = templates.names("stock")
    lowered = {known.lower(): known for known in names}
    if name.lower() in lowered:
        return _from_file(lowered[name.lower()], templates)
    if not re.match(r"\s*[-+.0-9]", name) or re.fullmatch(r"[0-9]+", name):
        raise UnknownNameError("label or card size", name, [*names, "WxH in mm, like 35x15"])
    size = re.fullmatch(r"([0-9]{1,4}(?:[.,][0-9]{1,3})?)[xX×]([0-9]{1,4}(?:[.,][0-9]{1,3})?)", name)
    if size is None:
        raise UsageError(f"size {name!r} is not written as width x height in mm, like '53x36' or '63.5x38.1'")
    width, height = (float(side.replace(",", ".")) for side in size.groups())
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise UsageError(f"labels of {name} mm cannot be drawn; each side must be from {LEAST} to {MOST} mm")
    return Stock(f"{_plain(width)}x{_plain(height)}", width, height)


def _plain(length: float) -> str:
    return f"{length:.3f}".rstrip("0").rstrip(".")


def _from_file(name: str, templates: Templates) -> Stock:
    """Return the size in a file, checked for labels that lie on each other or off the page."""
    file = templates.read("stock", name, StockFile)
    stock = Stock(
        name, file.width, file.height, file.page,
        file.columns, file.rows, file.left, file.top, file.pitch_x, file.pitch_y,
    )  # fmt: skip
    if not (LEAST <= stock.width <= MOST and LEAST <= stock.height <= MOST):
        raise TemplateError(f"stock {name!r}: 'width' and 'height' must be from {LEAST} to {MOST} mm")
    if stock.page is None:
        return stock
    if stock.columns < 1 or stock.rows < 1:
        raise TemplateError(f"stock {name!r}: labels on {stock.page} paper need 'columns' and 'rows'")
    wide, high = _PAPER[stock.page]
    for count, pitch, side, first, room, words in (
        (stock.columns, stock.pitch_x, stock.width, stock.left, wide, ("pitch_x", "width", "columns")),
        (stock.rows, stock.pitch_y, stock.height, stock.top, high, ("pitch_y", "height", "rows")),
    ):
        if count > 1 and pitch < side - 1e-6:
            raise TemplateError(f"stock {name!r}: key {words[0]!r} is less than {words[1]!r}, so that labels overlap")
        if first < 0 or first + (count - 1) * pitch + side > room + 1e-6:
            raise TemplateError(f"stock {name!r}: {count} {words[2]} do not fit on {stock.page} paper")
    return stock
