"""Files with position tables, read into groups of records, each with a value that may be a board.

A record is a line, a block of lines, a row of columns, an object, a pair of an object, a list, or a
place in two lists that run side by side. Each form has its own small reader, in ``line_forms`` or
``data_forms``; ``table_forms`` calls them, and ``reading`` decides by the game which group is the
table, and which field has the moves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kitgen.errors import KitFileError, quoted
from kitgen.position_tables.nested_data import NestedData
from kitgen.reading.user_file import read_user_file

#: Names of columns and keys that hold moves, and the two squares of a move.
MOVE_KEYS = ("moves", "move")
SQUARE_KEYS = ("from", "to")
#: Names of a field with one move, in small letters.
ACTION_KEYS = (*MOVE_KEYS, "action", "action_index", "a", "cell", "square", "index", "position")
#: Names of a field with the weight of a move, in small letters.
WEIGHT_KEYS = (
    "weight",
    "beads",
    "count",
    "n",
    "visits",
    "q",
    "q_value",
    "value",
    "v",
    "p",
    "prob",
    "probability",
    "score",
)
#: Names of the row and the column of a square.
COORDINATE_KEYS = (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("i", "j"))
#: The name of a field with a move whose squares have fields of their own, found by the names of
#: these.
NAMED_MOVE = "the move of named squares"
#: Names of fields that join what others hold one by one.
JOINED_FIELDS = ("behind", "squares", NAMED_MOVE)
#: The longest file, in bytes.
MAX_TABLE_BYTES = 2_000_000
#: The most entries of a table.
MAX_ENTRIES = 10_000
#: The most signs of one line.
MAX_LETTERS_OF_A_LINE = 2_000
#: No more fields of a record may begin its board or have its moves.
MAX_FIELDS_OF_A_KIND = 12
#: The name of such a file.
TABLE = "a table of positions: CSV, JSON, TOML, Markdown, a program or other text"
#: The kinds of such a file by its first bytes: the boxes of a ``kit.json`` are a table, too.
TEXTS = ("text", "JSON", "a kit")

#: Whether a value may be a board.
Fits: TypeAlias = Callable[[NestedData], bool]


class Record(NamedTuple):
    """One record: its line in the file or its number in the group, its board, and its fields by
    name.

    ``squares`` are the names of the fields that ``NAMED_MOVE`` joins.
    """

    place: int
    board: NestedData
    fields: Mapping[str, NestedData]
    squares: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Records of one ``form``, in words; ``lines`` is whether their places are lines of the
    file.
    """

    form: str
    lines: bool
    records: Sequence[Record]


def table_text(path: Path) -> str:
    """Return the text of a file with a table; raise ``KitFileError`` if it cannot be read or is
    too large.
    """
    data = read_user_file(path, MAX_TABLE_BYTES, TABLE, KitFileError, kinds=TEXTS, pipes=False)
    if len(data) > MAX_TABLE_BYTES:
        raise KitFileError(
            f"{quoted(path)} has more than {MAX_TABLE_BYTES // 1_000_000} MB; no table is that "
            "large"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KitFileError(f"{quoted(path)} is not written in UTF-8; save it as UTF-8") from None
    if "\0" in text:
        raise KitFileError(f"{quoted(path)} is not text: it contains a zero byte")
    return text
