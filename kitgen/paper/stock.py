"""Sizes of labels and cards, and where they lie on a page, read from ``templates/stock/``."""

from dataclasses import dataclass


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
