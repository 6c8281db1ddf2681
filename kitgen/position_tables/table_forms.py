"""All forms in which a text may hold a table, each read by the reader of its kind of file."""

import json
import tomllib
from collections.abc import Iterator

from kitgen.errors import KitFileError
from kitgen.position_tables.data_forms import groups_of_data, groups_of_program
from kitgen.position_tables.line_forms import COLUMN_FILES, groups_of_lines
from kitgen.position_tables.nested_data import NestedData, Pairs, Watch, plain
from kitgen.position_tables.records import Fits, RecordGroup


def read_groups(
    text: str, kind: str, check: Watch, rows: int, cells: int, fits: Fits
) -> Iterator[RecordGroup]:
    """Yield the groups of records in a text; ``kind`` is the suffix of its file, and a value that
    ``fits`` is a board.

    The ``KitFileError`` for a damaged text follows the name of its file.
    """
    if kind in (".json", ".toml") and not is_json_lines(text, kind):
        yield from groups_of_data([_parsed(text, kind)], check, fits)
        return
    yield from groups_of_lines(text, kind, check, rows, cells, fits)
    if kind not in COLUMN_FILES:
        yield from groups_of_program(text, kind, check, fits)


def is_json_lines(text: str, kind: str) -> bool:
    """Return whether a file of JSON has an object or a list on each of several lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return kind == ".json" and len(lines) > 1 and all(_is_whole(line) for line in lines[:2])


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _parsed(text: str, kind: str) -> NestedData:
    try:
        if kind == ".json":
            return plain(json.loads(text, object_pairs_hook=Pairs))
        return plain(tomllib.loads(text))
    except RecursionError:
        why = "its tables or lists are nested too deeply"
    except ValueError as error:
        why = str(error).partition(";")[0]
    raise KitFileError(f"is not valid {kind[1:].upper()}: {why}") from None
