"""``kit.json``: a kit written down, versioned and checked when it is read (see docs/kit-json.md)."""

import hashlib
from dataclasses import asdict, replace
from typing import Any, Literal

import msgspec

from kitgen.errors import KitFileError, KitgenError
from kitgen.kit.kit import Box, Choices, Kit, Slot, always_slot
from kitgen.kit.palette import Colour
from kitgen.kit.rule import Rule
from kitgen.model import Game, Move, Position
from kitgen.templates import to_schema
from kitgen.theory.solve import verdict

SCHEMA = "kitgen/kit@1"


class SlotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One slot as it stands in ``kit.json``."""

    move: str
    equivalent: tuple[str, ...]
    colour: str
    letter: str
    symbol: str
    beads: int
    verdict: Literal["wins", "draws", "loses"]
    value: int
    plies: int | None


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box as it stands in ``kit.json``."""

    id: str
    turn: int
    later: bool
    position: str
    mirror_of: str | None
    slots: tuple[SlotFile, ...]


class AlwaysFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position in which an express machine always plays the same, as it stands in ``kit.json``."""

    id: str
    turn: int
    later: bool
    position: str
    move: str
    equivalent: tuple[str, ...]
    verdict: Literal["wins", "draws"]
    value: int
    plies: int | None


class ChoicesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was chosen, as it stands in ``kit.json``; see ``Choices``."""

    side: str
    rule: str
    palette: str
    language: str
    merged: bool
    forced: Literal["box", "skip"]
    colour_by: Literal["slot", "cell"]
    mirrors: tuple[str, ...]
    express: bool
    opponent: Literal["any", "sensible"]
    beads: tuple[tuple[str, int], ...]


class ColourFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour as it stands in ``kit.json``; see ``Colour``."""

    key: str
    name: str
    letter: str
    symbol: str
    fill: str
    line: str


class KitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``kit.json``."""

    schema: str
    hash: str
    name: str
    title: str
    game: str
    choices: ChoicesFile
    rule: Rule
    palette: tuple[ColourFile, ...]
    boxes: tuple[BoxFile, ...]
    always: tuple[AlwaysFile, ...]
    command: str


def box_data(game: Game, box: Box) -> dict[str, Any]:
    """Return a box as plain data, in the words of ``kit.json``."""
    return {
        "id": box.id,
        "turn": box.turn,
        "later": box.later,
        "position": game.text(box.position),
        "mirror_of": box.mirror_of,
        "slots": [
            {
                "move": game.move_text(slot.moves[0]),
                "equivalent": [game.move_text(move) for move in slot.moves[1:]],
                "colour": slot.colour.key,
                "letter": slot.colour.letter,
                "symbol": slot.colour.symbol,
                "beads": slot.beads,
                "verdict": verdict(slot.value),
                "value": slot.value,
                "plies": slot.plies,
            }
            for slot in box.slots
        ],
    }


def _always_data(game: Game, box: Box) -> dict[str, Any]:
    """Return a position in which the machine always plays the same as plain data."""
    slot = box.slots[0]
    return {
        "id": box.id,
        "turn": box.turn,
        "later": box.later,
        "position": game.text(box.position),
        "move": game.move_text(slot.moves[0]),
        "equivalent": [game.move_text(move) for move in slot.moves[1:]],
        "verdict": verdict(slot.value),
        "value": slot.value,
        "plies": slot.plies,
    }


def kit_data(kit: Kit) -> dict[str, Any]:
    """Return a kit as plain data, ready for JSON."""
    return {
        "schema": SCHEMA,
        "hash": kit.hash,
        "name": kit.name,
        "title": kit.title,
        "game": kit.game_spec,
        "choices": asdict(kit.choices),
        "rule": msgspec.to_builtins(kit.rule),
        "palette": [asdict(colour) for colour in kit.palette],
        "boxes": [box_data(kit.game, box) for box in kit.boxes],
        "always": [_always_data(kit.game, box) for box in kit.always],
        "command": kit.command,
    }


def with_hash(kit: Kit) -> Kit:
    """Return the same kit with the hash of all that matters on the table (not its name, title or command)."""
    data = {key: value for key, value in kit_data(kit).items() if key not in ("hash", "name", "title", "command")}
    digest = hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()
    return replace(kit, hash=digest)


def write_kit(kit: Kit) -> bytes:
    """Return a kit as the bytes of ``kit.json``."""
    return msgspec.json.format(msgspec.json.encode(kit_data(kit)), indent=1) + b"\n"


def read_kit(data: bytes, where: str, *, trust: bool = False) -> Kit:
    """Return the kit in the bytes of a ``kit.json``.

    Args:
        data: the file's bytes.
        where: the file's name, for errors.
        trust: True to accept a file whose hash does not fit what it says, as ``verify`` does to name the faults.

    Raises:
        KitFileError: it is no JSON, no kit, a kit of another version, or damaged.
    """
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise KitFileError(f"{where} is not a kit: it is not valid JSON ({error})") from None
    schema = plain.get("schema") if isinstance(plain, dict) else None
    if not (isinstance(schema, str) and schema.startswith("kitgen/kit@")):
        raise KitFileError(f'{where} is not a kit made by kitgen: it has no "schema": "{SCHEMA}"')
    if schema != SCHEMA:
        raise KitFileError(f"{where} is a kit of another version ({schema}); print it again with this kitgen")
    file = to_schema(plain, KitFile, where, KitFileError)
    try:
        kit = _from_file(file)
    except KeyError as error:
        raise KitFileError(f"{where} is damaged: {error.args[0]!r} is named but nowhere defined") from None
    except KitgenError as error:
        raise KitFileError(f"{where} is damaged: {error}") from None
    if not trust and with_hash(kit).hash != kit.hash:
        raise KitFileError(
            f"{where} has been changed since kitgen made it; 'kitgen verify {where}' names what is wrong, "
            f"'{kit.command}' makes it again"
        )
    return kit


def _from_file(file: KitFile) -> Kit:
    """Return the kit that a file's plain data says."""
    plain = msgspec.to_builtins(file.choices) | {"mirrors": file.choices.mirrors, "beads": file.choices.beads}
    palette = tuple(Colour(**msgspec.to_builtins(colour)) for colour in file.palette)
    kit = Kit(file.name, file.title, file.game, Choices(**plain), file.rule, palette, (), file.command, file.hash)
    if kit.choices.side not in ("either", *(side.name for side in kit.game.sides)):
        raise KitFileError(f"{kit.game.name} has no side {kit.choices.side!r}")
    colours = {colour.key: colour for colour in palette}
    return replace(
        kit,
        boxes=tuple(_box_from_file(kit.game, box, colours) for box in file.boxes),
        always=tuple(_always_from_file(kit.game, box) for box in file.always),
    )


def _moves_from_file(game: Game, position: Position, box_id: str, said: SlotFile | AlwaysFile) -> tuple[Move, ...]:
    """Return the moves of a slot, which may be illegal, but must be readable and fit their verdict."""
    if said.verdict != verdict(said.value):
        raise KitFileError(f"box {box_id} says that {said.move} {said.verdict}, but its value is {said.value}")
    return tuple(game.parse_move(position, move) for move in (said.move, *said.equivalent))


def _always_from_file(game: Game, said: AlwaysFile) -> Box:
    """Return the position in which the machine always plays the same that a file's plain data says."""
    position = game.parse(said.position)
    slot = always_slot(_moves_from_file(game, position, said.id, said), said.value, said.plies)
    return Box(said.id, position, said.turn, said.later, (slot,))


def _box_from_file(game: Game, box: BoxFile, colours: dict[str, Colour]) -> Box:
    """Return the box that a file's plain data says."""
    position = game.parse(box.position)
    slots = []
    for slot in box.slots:
        moves = _moves_from_file(game, position, box.id, slot)
        colour = replace(colours[slot.colour], letter=slot.letter, symbol=slot.symbol)
        slots.append(Slot(moves, colour, slot.beads, slot.value, slot.plies))
    return Box(box.id, position, box.turn, box.later, tuple(slots), box.mirror_of)
