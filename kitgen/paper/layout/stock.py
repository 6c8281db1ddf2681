"""Sizes of labels and cards, and where they lie on a page, from ``templates/stock/`` or a user's own file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.fields import Millimetres, TextLine
from kitgen.paper.layout.papers import PAGES
from kitgen.templates import Templates, read_toml

#: The smallest and the largest side that is taken for a label's, in mm.
LEAST, MOST = 5, 250


@dataclass(frozen=True, slots=True)
class Stock:
    """A size of label or card.

    Attributes:
        name: as typed after ``--for``: ``matchbox``, ``poker``, ``L7160``, ``35x15``, ``mystock.toml``.
        width, height: of one label, in mm.
        page: the paper that it comes on, or None when it is cut from plain paper of any size.
        columns, rows: labels on a sheet; 0 to fit as many as the page takes.
        left, top: of the first label, in mm; used where ``page`` is set.
        pitch_x, pitch_y: from one label to the next, in mm; used where ``page`` is set.
        kind: what it is made for: a ``label``, a ``card``, or ``any`` of them.
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
    kind: Literal["label", "card", "any"] = "any"


#: How many labels there are in a row or column.
Labels = Annotated[int, msgspec.Meta(ge=0, le=100)]


class StockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/stock/``; lengths in mm, as in ``Stock``."""

    source: TextLine
    width: Millimetres
    height: Millimetres
    page: Literal["a4", "letter"] | None = None
    columns: Labels = 0
    rows: Labels = 0
    left: Millimetres = 0
    top: Millimetres = 0
    pitch_x: Millimetres = 0
    pitch_y: Millimetres = 0
    kind: Literal["label", "card"] = "label"


def read_stock(name: str, templates: Templates) -> Stock:
    """Return a size of label by name, one written in mm as ``WxH``, or one in a file whose name ends with ``.toml``.

    Raises:
        UsageError: the name is unknown, or the size is malformed, too small or too large.
        TemplateError: the file of that name is wrong.

    >>> stock = read_stock("35x15", Templates())
    >>> stock.width, stock.height, stock.page
    (35.0, 15.0, None)
    """
    if name.lower().endswith(".toml"):
        return _checked(name, name, read_toml(Path(name), StockFile))
    names = templates.names("stock")
    lowered = {known.lower(): known for known in names}
    if name.lower() in lowered:
        found = lowered[name.lower()]
        return _checked(found, f"stock/{found}.toml", templates.read("stock", found, StockFile))
    if not re.match(r"\s*[-+]?\.?[0-9]", name) or re.fullmatch(r"[0-9]+", name):
        raise UnknownNameError(
            "label or card size", name, [*names, "WxH in mm, like 35x15", "a file, like mystock.toml"]
        )
    size = re.fullmatch(r"([0-9]{1,4}(?:[.,][0-9]{1,3})?)[xX×]([0-9]{1,4}(?:[.,][0-9]{1,3})?)", name)
    if size is None:
        raise UsageError(f"size {quoted(name)} is not written as width x height in mm, like '53x36' or '63.5x38.1'")
    width, height = (float(side.replace(",", ".")) for side in size.groups())
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise UsageError(f"labels of {name} mm cannot be drawn; each side must be from {LEAST} to {MOST} mm")
    return Stock(f"{_plain(width)}x{_plain(height)}", width, height)


def _plain(length: float) -> str:
    return f"{length:.3f}".rstrip("0").rstrip(".")


def _checked(name: str, where: str, file: StockFile) -> Stock:
    """Return the size in a file, checked for labels that lie on each other or off the page.

    Raises:
        TemplateError: the message names the file, the key and what would do.
    """
    stock = Stock(
        name, file.width, file.height, file.page,
        file.columns, file.rows, file.left, file.top, file.pitch_x, file.pitch_y, file.kind,
    )  # fmt: skip
    for key, side in (("width", stock.width), ("height", stock.height)):
        if not LEAST <= side <= MOST:
            raise TemplateError(f"{where}: key {key!r} is {side:g} mm; it must be from {LEAST} to {MOST} mm")
    if stock.page is None:
        placed = {key: getattr(file, key) for key in ("columns", "rows", "left", "top", "pitch_x", "pitch_y")}
        for key, value in placed.items():
            if value:
                raise TemplateError(f"{where}: key {key!r} says where labels lie, but there is no 'page'; add one")
        return stock
    paper = PAGES[stock.page]
    for count, pitch, side, first, room, keys in (
        (stock.columns, stock.pitch_x, stock.width, stock.left, paper.width, ("columns", "pitch_x", "width", "left")),
        (stock.rows, stock.pitch_y, stock.height, stock.top, paper.height, ("rows", "pitch_y", "height", "top")),
    ):
        _check_row(where, stock.page, count, (pitch, side, first, room), keys)
    return stock


def _check_row(
    where: str, page: str, count: int, lengths: tuple[float, float, float, float], keys: tuple[str, str, str, str]
) -> None:
    """Refuse labels in a row that lie on each other or off the page.

    Args:
        where: the file.
        page: the name of the paper.
        count: labels in the row.
        lengths: from one label to the next, a label's own, before the first, and the paper's, all in mm.
        keys: of the count and of the first three lengths.

    Raises:
        TemplateError: the row is not on the page, or labels overlap.
    """
    pitch, side, first, room = lengths
    if count < 1:
        raise TemplateError(f"{where}: key {keys[0]!r} is missing or under 1; labels on {page} paper need it")
    if count > 1 and pitch < side - 1e-6:
        raise TemplateError(
            f"{where}: key {keys[1]!r} is {pitch:g} mm, less than {keys[2]!r}, so that labels overlap; "
            f"at least {side:g} mm"
        )
    if not 0 <= first <= room - side + 1e-6:
        raise TemplateError(
            f"{where}: key {keys[3]!r} is {first:g} mm; it must be from 0 to {room - side:g} mm on {page} paper"
        )
    end = first + (count - 1) * pitch + side
    if end > room + 1e-6:
        most = int((room - first - side + 1e-6) // pitch) + 1
        raise TemplateError(
            f"{where}: key {keys[0]!r} is {count}, which takes {end:g} mm of {room:g} mm of {page} paper; "
            f"at most {most} fit"
        )
