"""Machines of other programs, with beads for moves but no games, from files recognised by their
contents: tables of boxes, saves of HexapawnRL, or a table of positions with weights for moves.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import msgspec

from kitgen.errors import RecordError, located, quoted
from kitgen.journal.beads import taken_over
from kitgen.journal.box_tables import KEY, BoxTable, from_data, from_lines
from kitgen.journal.hexapawn_rl import HexapawnRLSave
from kitgen.journal.trained_tables import TrainedBoxes, read_trained
from kitgen.journal.unread_parts import leave_out, refuse_unread
from kitgen.kit.kit import Given, Kit
from kitgen.kit.kit_json import with_hash
from kitgen.position_tables.table_forms import is_json_lines
from kitgen.reading.templates import Templates
from kitgen.record.account import Account, ForeignNote

#: The most keys of a file that a message names.
MAX_KEYS_NAMED = 4


class TrainedFile:
    """A text that may hold a trained machine."""

    def __init__(self, text: str, kind: str, where: str, keys: Iterable[str] = ()) -> None:
        """``kind`` is the suffix of its file, ``keys`` are the first ones of its data, for
        messages.
        """
        self.text = text
        self.kind = kind
        self.where = where
        self._has = ", ".join(map(quoted, keys)) or "no keys"

    def kit(self, _templates: Templates, _rule: str | None = None) -> Kit:
        """Raise ``RecordError``: the text does not name its game."""
        raise RecordError(
            f"{self._unknown()}; name its kit with kitgen journal import FILE --kit menace"
        )

    def _unknown(self) -> str:
        return (
            f"{self.where} is of a program that kitgen does not know: it has {self._has}; "
            "kitgen reads saves of HexapawnRL (memory), "
            'tables of boxes ("000000000": [8, …]), its own exports, and for a kit that is named '
            "tables with a weight for each move of each board"
        )

    def given(self, kit: Kit) -> Given:
        """Return its beads for a kit; ``RecordError`` if it has none, or boards that are no
        boxes of the kit.
        """
        trained = self.read(kit)
        refuse_unread(trained.account, self.where, "nothing was made")
        return trained.given

    def read(self, kit: Kit) -> TrainedBoxes:
        """Return the beads for a kit, and an account; ``RecordError`` if it has none for any
        box.
        """
        with located(self.where):
            trained = read_trained(self.text, self.kind, kit)
        if trained is None:
            raise RecordError(f"{self._unknown()}; there are none for positions of {kit.name}")
        return trained


#: A machine of another program.
Foreign = BoxTable | HexapawnRLSave | TrainedFile


def read_foreign(text: str, where: str) -> Foreign | None:
    """Return the machine of another program in a file; None if the file contains games.

    ``RecordError`` if it is damaged.
    """
    begins = text.lstrip()
    if begins.startswith("["):
        return TrainedFile(text, ".json", where)
    if not begins.startswith("{"):
        return from_lines(text, where)
    first_line, _, _ = begins.partition("\n")
    if '"schema"' in first_line or '"picks"' in first_line:  # a journal, or a game
        return None
    if is_json_lines(text, ".json"):
        return TrainedFile(text, ".json", where)
    try:
        data = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RecordError(f"{where} is not valid JSON ({error})") from None
    if "memory" in data:
        return HexapawnRLSave(text, where)
    boxes = data["boxes"] if isinstance(data.get("boxes"), dict) else data
    has_positions = any(map(KEY.fullmatch, boxes))
    has_more_levels = any(isinstance(value, dict) for value in boxes.values())
    if has_positions and not has_more_levels:
        return from_data(boxes, text, where)
    return TrainedFile(text, ".json", where, list(data)[:MAX_KEYS_NAMED])


def machine_of(foreign: Foreign, kit: Kit) -> Kit:
    """Return a kit with the beads of another program's machine; ``RecordError`` if the machine
    does not fit the kit.
    """
    return with_given(kit, foreign.given(kit))


def with_given(kit: Kit, given: Given) -> Kit:
    """Return a kit with the beads that a machine is given."""
    return with_hash(taken_over(kit, given))


@dataclass(frozen=True, slots=True)
class ForeignMachine:
    """A kit with the beads of another program's machine, notes on how it was read, and an
    account of its file.
    """

    kit: Kit
    notes: tuple[ForeignNote, ...] = ()
    account: Account = field(default_factory=Account)


def take_machine(
    foreign: Foreign, kit: Kit, ignore: Collection[str] = (), *, trained: TrainedBoxes | None = None
) -> ForeignMachine:
    """Return a kit with the beads of another program's machine, without the parts that are ignored
    by name.

    A table of boxes that does not fit as it stands is read as a table of positions, if it has at
    least half of the kit's boxes; ``trained`` is what somebody has read of it already.
    ``RecordError`` if the machine does not fit the kit, or a part of the file is not read.
    """
    if not isinstance(foreign, TrainedFile):
        try:
            return ForeignMachine(machine_of(foreign, kit))
        except RecordError:
            trained = _large_table(foreign, kit)
            if trained is None:
                raise
    elif trained is None:
        trained = foreign.read(kit)
    account = leave_out(trained.account, ignore, foreign.where)
    refuse_unread(account, foreign.where, "nothing was made")
    return ForeignMachine(with_given(kit, trained.given), trained.notes, account)


def _large_table(foreign: Foreign, kit: Kit) -> TrainedBoxes | None:
    """Return what a table of boxes gives as a table of positions; None if that is less than half
    of the kit's boxes.
    """
    if not isinstance(foreign, BoxTable) or len(kit.players) != 1:
        return None
    kind = ".json" if foreign.text.lstrip().startswith("{") else ".txt"
    with located(foreign.where):
        trained = read_trained(foreign.text, kind, kit)
    if trained is None or 2 * len(trained.given.boxes) < len(kit.boxes):
        return None
    return trained
