"""``kit.json``: a kit as a file, versioned and checked when it is read (see docs/kit-json.md).

This module converts a kit to the tables of its file, and back: ``carried`` takes the fields that
both have over, and the others are named. What the keys of the file are stands in ``kit_file``;
whether the whole kit is right is left to ``kitgen verify``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from kitgen.errors import KitFileError, KitgenError, UsageError, quoted, set_off, suggested
from kitgen.games import check_installed, make_game
from kitgen.games.told import TOLD
from kitgen.kit.choices import todays_command, written_command
from kitgen.kit.file_table import carried, other_version, read_written, schema_of
from kitgen.kit.kit import EITHER, Box, Kit, Slot, always_slot
from kitgen.kit.kit_file import (
    KIT_SCHEMA,
    TOLD_SCHEMA,
    VERSIONS,
    AlwaysFile,
    BoxFile,
    KitFile,
    OutcomeFile,
    SlotFile,
    ToldKitFile,
    hash_of,
    kit_written_by,
)
from kitgen.kit.palette import Colour, repeated
from kitgen.kit.rule import rule_faults
from kitgen.model import Game, Move, Position
from kitgen.reading.schema import MAX_BEADS, refuse_mark, to_schema
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Value, verdict

#: The name of a kit's data in the folder that it was printed to, and inside its PDF.
KIT_FILE = "kit.json"
#: The longest file that is read, in bytes; hexapawn:5x4, with 44,903 boxes, has 44 MB.
MAX_KIT_BYTES = 60_000_000


def to_file(kit: Kit) -> KitFile:
    """Return a kit as its file's table."""
    told = kit.game_spec.startswith(TOLD)
    kind = ToldKitFile if told else KitFile
    return carried(
        kit,
        kind,
        schema=TOLD_SCHEMA if told else KIT_SCHEMA,
        game=kit.game_spec,
        command=written_command(kit.command),
        outcome=carried(
            kit.outcome, OutcomeFile, verdict=verdict(kit.outcome.score), value=kit.outcome.score
        ),
        boxes=tuple(box_to_file(kit.game, box) for box in kit.boxes),
        always=tuple(_always_to_file(kit.game, box) for box in kit.always),
    )


def box_to_file(game: Game, box: Box) -> BoxFile:
    """Return a box as its kit's file holds it."""
    slots = tuple(_slot_to_file(game, slot) for slot in box.slots)
    arrivals = tuple((move.source, move.target) for move in box.arrivals)
    return carried(box, BoxFile, position=game.text(box.position), slots=slots, arrivals=arrivals)


def _slot_to_file(game: Game, slot: Slot) -> SlotFile:
    move, *twins = map(game.move_text, slot.moves)
    colour = slot.colour
    return carried(
        slot,
        SlotFile,
        move=move,
        equivalent=tuple(twins),
        colour=colour.key,
        letter=colour.letter,
        symbol=colour.symbol,
        verdict=verdict(slot.value),
    )


def _always_to_file(game: Game, box: Box) -> AlwaysFile:
    slot = box.slots[0]
    move, *twins = map(game.move_text, slot.moves)
    return carried(
        box,
        AlwaysFile,
        position=game.text(box.position),
        move=move,
        equivalent=tuple(twins),
        verdict=verdict(slot.value),
        value=slot.value,
        plies=slot.plies,
    )


def kit_data(kit: Kit) -> dict[str, Any]:
    """Return a kit as plain data, with the keys of ``kit.json``."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(to_file(kit)))
    return data


def box_data(game: Game, box: Box) -> dict[str, Any]:
    """Return a box as plain data, with the keys of ``kit.json``, without the moves that lead to
    it.
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(box_to_file(game, box)))
    del data["arrivals"]
    return data


def with_hash(kit: Kit) -> Kit:
    """Return the same kit with the hash of everything else in its ``kit.json``."""
    return replace(kit, hash=hash_of(to_file(kit)))


def write_kit(kit: Kit) -> bytes:
    """Return a kit as the bytes of ``kit.json``."""
    return msgspec.json.format(msgspec.json.encode(to_file(kit)), indent=1) + b"\n"


def sealed(kit: Kit) -> Kit:
    """Return a new kit with its hash, after a check that its file can be read again."""
    file = to_file(kit)
    file = msgspec.structs.replace(file, hash=hash_of(file))
    to_schema(
        msgspec.to_builtins(file),
        type(file),
        f"{kit.name} cannot be written as {KIT_FILE}",
        KitFileError,
    )
    return replace(kit, hash=file.hash)


def read_kit(data: bytes, where: str, *, trust: bool = False, file: Path | None = None) -> Kit:
    """Return the kit in the bytes of a ``kit.json``.

    Args:
        where: the name of the data in errors: the file's name in quotation marks, for example.
        trust: True to accept a file whose hash does not fit its content, or whose boxes do not fit
            the rules of the game; ``verify`` then names the faults.
        file: the file to name in the advice to run 'kitgen verify', if there is one.
    """
    if len(data) > MAX_KIT_BYTES:
        raise KitFileError(
            f"{where} has more than {MAX_KIT_BYTES // 1_000_000} MB; no kit is that large"
        )
    stored = read_written(
        data, VERSIONS[_version(data, where)], where, KitFileError, kit_written_by
    )
    sound = hash_of(stored) == stored.hash
    if isinstance(stored, ToldKitFile):
        _check_told(stored, where)
    else:
        _check_installed(stored, where)
    try:
        kit = _from_file(stored)
        for fault in contradictions(kit):
            raise KitFileError(fault)  # caught below, which says of what file
    except KeyError as error:
        raise KitFileError(
            f"{where} is damaged: {quoted(error.args[0])} is named but nowhere defined"
        ) from None
    except KitgenError as error:
        raise KitFileError(f"{where} is damaged: {error}") from None
    if trust:
        return kit
    # Content that kitgen would write differently, such as a position with an extra blank, could not
    # be read again.
    if not sound or to_file(kit) != stored:
        names = f"{suggested('kitgen', 'verify', file)} names what is wrong, " if file else ""
        raise KitFileError(
            f"{where} has been changed since kitgen made it; {names}{set_off(kit.command)} "
            "makes it again"
        )
    for fault in nonsense(kit):
        names = f"; {suggested('kitgen', 'verify', file)} names all that is wrong" if file else ""
        raise KitFileError(f"{where} is damaged: {fault}{names}")
    return kit


def _version(data: bytes, where: str) -> str:
    refuse_mark(data, where, KitFileError)
    schema = schema_of(data)
    if not schema.startswith("kitgen/kit@"):
        try:
            msgspec.json.decode(data, type=msgspec.Raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise KitFileError(f"{where} is not a kit: it is not valid JSON ({error})") from None
        raise KitFileError(
            f'{where} is not a kit made by kitgen: it has no "schema": "{KIT_SCHEMA}"'
        )
    if schema not in VERSIONS:
        raise KitFileError(
            f"{where} {other_version(schema, VERSIONS)}, or print it again with this one"
        )
    return schema


def _check_told(stored: ToldKitFile, where: str) -> None:
    """Refuse a game that cannot be read: a later kitgen may have words for games that this one
    does not know.
    """
    try:
        make_game(stored.game)
    except KitgenError as error:
        raise KitFileError(f"{where}: {error}") from None


def _check_installed(stored: KitFile, where: str) -> None:
    """Refuse a game that kitgen does not know: the program that made the kit had a class of its
    own.
    """
    try:
        check_installed(stored.game)
    except UsageError as error:
        raise KitFileError(f"{where}: {error}") from None


def _from_file(file: KitFile) -> Kit:
    game = make_game(file.game)
    if file.choices.side not in (EITHER, *(side.name for side in game.sides)):
        raise KitFileError(f"{game.short_name} has no side {file.choices.side!r}")
    for text in file.choices.mirrors:
        game.parse(text)
    colours = {colour.key: colour for colour in file.palette}
    outcome = carried(file.outcome, Value, score=file.outcome.value)
    if file.outcome.verdict != verdict(outcome.score):
        raise KitFileError(f"outcome says {file.outcome.verdict}, but its value is {outcome.score}")
    return carried(
        file,
        Kit,
        game_spec=file.game,
        command=todays_command(file.command),
        outcome=outcome,
        oracle=Oracle(game),
        boxes=tuple(_box_from_file(game, box, colours) for box in file.boxes),
        always=tuple(_always_from_file(game, box) for box in file.always),
    )


def _moves_from_file(
    game: Game, position: Position, box_id: str, slot: SlotFile | AlwaysFile
) -> tuple[Move, ...]:
    if slot.verdict != verdict(slot.value):
        raise KitFileError(
            f"box {box_id} says that {slot.move} {slot.verdict}, but its value is {slot.value}"
        )
    return tuple(game.parse_move(position, move) for move in (slot.move, *slot.equivalent))


def _always_from_file(game: Game, box: AlwaysFile) -> Box:
    position = game.parse(box.position)
    slot = always_slot(_moves_from_file(game, position, box.id, box), box.value, box.plies)
    return carried(
        box, Box, position=position, slots=(slot,), mirror_of=None, arrivals=(), game=game
    )


def _box_from_file(game: Game, box: BoxFile, colours: dict[str, Colour]) -> Box:
    position = game.parse(box.position)
    slots = []
    for slot in box.slots:
        colour = msgspec.structs.replace(
            colours[slot.colour], letter=slot.letter, symbol=slot.symbol
        )
        slots.append(
            carried(slot, Slot, moves=_moves_from_file(game, position, box.id, slot), colour=colour)
        )
    arrivals = tuple(Move(*cells) for cells in box.arrivals)
    cells = range(len(position.cells))
    for move in arrivals:
        comes_from_a_cell = move.source is None or move.source in cells
        if not comes_from_a_cell or move.target not in cells:
            raise KitFileError(
                f"box {box.id} is reached by a move between cells that {game.called} does not have"
            )
    return carried(box, Box, position=position, slots=tuple(slots), arrivals=arrivals, game=game)


# A file may satisfy its schema and its hash and still be nonsense, because anybody can compute a
# hash. These checks of every kit from a file look at each box alone and are fast; ``kitgen verify``
# looks at the whole kit.


def contradictions(kit: Kit) -> Iterator[str]:
    """Yield contradictions in a kit, which make it useless for every command, even for a check."""
    for fault in rule_faults(kit.rule):
        yield f"rule {kit.choices.rule!r}: {fault}"
    yield from _named_twice(kit)
    yield from _beads_that_fit_no_box(kit)
    drawn_as_arrows = kit.game.diagram.moves == "arrow"
    seen = _kinds_of_moves(kit)
    for box in kit.boxes:
        for move in box.arrivals:
            stays = drawn_as_arrows and move.source == move.target
            if stays or _places_a_piece(move) not in seen:
                yield f"box {box.id} is reached by a move that {kit.game.called} cannot have"


def _named_twice(kit: Kit) -> Iterator[str]:
    """Yield names that two colours, boxes or mirror images share, and images of no other box."""
    for part in ("key", "name", "letter", "symbol"):
        for value in repeated(getattr(colour, part) for colour in kit.palette):
            yield f"two colours of the palette share the {part} {value!r}"
    for value in repeated(box.id for box in kit.all_boxes):
        yield f"two boxes are called {value}"
    for text in repeated(kit.choices.mirrors):
        yield f"the mirror image of {text} is listed twice"
    for box in kit.boxes:
        if box.mirror_of is None:
            continue
        if box.mirror_of == box.id or box.mirror_of not in kit.by_id:
            yield f"box {box.id} is the mirror image of {box.mirror_of}, which is not another box"


def _beads_that_fit_no_box(kit: Kit) -> Iterator[str]:
    """Yield more beads than a rule can give, and beads for boxes that a kit does not have."""
    most = max((slot.beads for box in kit.boxes for slot in box.slots), default=0)
    if most > MAX_BEADS and not kit.trained:
        yield f"a slot begins with {most:,} beads; no rule gives more than {MAX_BEADS:,}"
    if kit.given is None:
        return
    for given in kit.given.boxes:
        box = kit.by_id.get(given.box)
        if box is None or len(given.beads) != len(box.slots):
            yield (
                f"beads are given to box {given.box}, which does not exist or has another "
                "number of slots"
            )


def _places_a_piece(move: Move) -> bool:
    """Return whether a move puts a piece on the board, and does not come from a cell."""
    return move.source is None


def _kinds_of_moves(kit: Kit) -> set[bool]:
    """Return whether moves of a game place a piece: True, False or both.

    The first move of either side shows it, and those of the kit's boxes.
    """
    game = kit.game
    start = game.start()
    moves = [*game.legal_moves(start)]
    for move in game.legal_moves(start):
        moves += game.legal_moves(game.play(start, move).position)
    for box in kit.all_boxes:
        for slot in box.slots:
            moves += slot.moves
    return {_places_a_piece(move) for move in moves}


def nonsense(kit: Kit) -> Iterator[str]:
    """Yield faults of single boxes against the rules of the game, the first of each box."""
    for text in repeated(kit.game.text(box.position) for box in kit.all_boxes):
        yield f"two boxes show {text}"
    for box in kit.boxes:
        yield from list(_box_faults(kit, box))[:1]
    for box in kit.always:
        if not set(box.slots[0].moves) <= set(kit.game.legal_moves(box.position)):
            yield f"{box.id} has a fixed move that is not legal"


def _box_faults(kit: Kit, box: Box) -> Iterator[str]:
    if box.position.to_move not in kit.players:
        yield f"in box {box.id} the other side is to move"
    legal = kit.game.legal_moves(box.position)
    if kit.game.result(box.position) is not None or not legal:
        yield f"in box {box.id} the game is over"
    held = Counter(move for slot in box.slots for move in slot.moves)
    for move in legal:
        if held.pop(move, 0) != 1:
            yield f"box {box.id} does not have exactly one slot for {kit.game.move_text(move)}"
    if held:
        yield f"box {box.id} has a slot for a move that is not legal"
    if kit.rule.learns == "beads" and not kit.trained and not any(slot.beads for slot in box.slots):
        yield f"box {box.id} holds no bead"
    for slot in box.slots:
        if slot.colour not in kit.palette:
            yield (
                f"box {box.id} does not have the letter or symbol of {slot.colour.key} "
                "in the palette"
            )
    for part in ("key", "letter", "symbol"):
        for value in repeated(getattr(slot.colour, part) for slot in box.slots):
            yield f"two slots of box {box.id} have the {part} {value}"
