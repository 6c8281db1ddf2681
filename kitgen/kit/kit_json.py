"""``kit.json``: a kit written down, versioned and checked when it is read (see docs/kit-json.md)."""

import hashlib
from dataclasses import asdict, replace
from typing import Any

import msgspec

from kitgen.errors import KitFileError, KitgenError
from kitgen.games import make_game
from kitgen.kit.choices import CHOICES
from kitgen.kit.findings import can_be_drawn, outcome_of, with_arrivals
from kitgen.kit.kit import EITHER, Box, Kit, Slot, always_slot
from kitgen.kit.kit_file import AlwaysFile, BoxFile, FirstKitFile, KitFile, ReachedBoxFile, SlotFile
from kitgen.kit.palette import Colour
from kitgen.model import Game, Move, Position
from kitgen.templates import to_schema
from kitgen.theory.oracle import Oracle
from kitgen.theory.value import Value, verdict

#: What is written, and what is read besides; the hash is taken over the words of the first, so that it stays the same.
SCHEMA, FIRST_SCHEMA = "kitgen/kit@2", "kitgen/kit@1"
#: The choices of the first version. The hash covers them always, and later ones where they differ from the usual.
FIRST_CHOICES = frozenset(
    "side rule palette language merged forced colour_by mirrors express opponent beads".split()  # noqa: SIM905
)
#: What the checksum leaves out: itself, and what a user may change.
UNCHECKED = ("checksum", "name", "title", "command")


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
    game = kit.game
    data = {
        "schema": SCHEMA,
        "hash": kit.hash,
        "name": kit.name,
        "title": kit.title,
        "game": kit.game_spec,
        "choices": msgspec.structs.asdict(kit.choices),
        "rule": msgspec.to_builtins(kit.rule),
        "outcome": {
            "verdict": verdict(kit.outcome.score),
            "value": kit.outcome.score,
            "plies": kit.outcome.plies,
        },
        "draws": kit.draws,
        "palette": [asdict(colour) for colour in kit.palette],
        "boxes": [
            box_data(game, box) | {"arrivals": [(move.source, move.target) for move in box.arrivals]}
            for box in kit.boxes
        ],
        "always": [_always_data(game, box) for box in kit.always],
        "command": kit.command,
    }
    return data | {"checksum": _digest({key: value for key, value in data.items() if key not in UNCHECKED})}


def with_hash(kit: Kit) -> Kit:
    """Return the same kit with the hash of all that matters on the table (not its name, title or command).

    It covers game, choices, rule, palette, boxes and ``always`` in the words of version 1 of the file. What follows
    from these and the rules of the game is left out, so that a sheet printed by any version names the same kit.
    """
    usual = {one.key: one.default for one in CHOICES}
    choices = msgspec.structs.asdict(kit.choices)
    data = {
        "schema": FIRST_SCHEMA,
        "game": kit.game_spec,
        "choices": {key: value for key, value in choices.items() if key in FIRST_CHOICES or value != usual[key]},
        "rule": msgspec.to_builtins(kit.rule),
        "palette": [asdict(colour) for colour in kit.palette],
        "boxes": [box_data(kit.game, box) for box in kit.boxes],
        "always": [_always_data(kit.game, box) for box in kit.always],
    }
    return replace(kit, hash=_digest(data))


def _digest(data: dict[str, Any]) -> str:
    """Return the SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def write_kit(kit: Kit) -> bytes:
    """Return a kit as the bytes of ``kit.json``."""
    return msgspec.json.format(msgspec.json.encode(kit_data(kit)), indent=1) + b"\n"


def read_kit(data: bytes, where: str, *, trust: bool = False) -> Kit:
    """Return the kit in the bytes of a ``kit.json``.

    What a file of version 1 does not say (the outcome, whether games can be drawn, arrivals) is worked out.

    Args:
        data: the file's bytes.
        where: the file's name, for errors.
        trust: True to accept a file whose hash does not fit what it says, as ``verify`` does to name the faults.

    Raises:
        KitFileError: it is no JSON, no kit, a kit of a version that is not known, or damaged.
    """
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KitFileError(f"{where} is not a kit: it is not valid JSON ({error})") from None
    schema = plain.get("schema") if isinstance(plain, dict) else None
    if not (isinstance(schema, str) and schema.startswith("kitgen/kit@")):
        raise KitFileError(f'{where} is not a kit made by kitgen: it has no "schema": "{SCHEMA}"')
    if schema not in (SCHEMA, FIRST_SCHEMA):
        raise KitFileError(f"{where} is a kit of another version ({schema}); print it again with this kitgen")
    file: KitFile | FirstKitFile
    if schema == SCHEMA:
        file = to_schema(plain, KitFile, where, KitFileError)
    else:
        file = to_schema(plain, FirstKitFile, where, KitFileError)
    try:
        kit = _from_file(file)
        sound = with_hash(kit).hash == kit.hash
        if isinstance(file, KitFile):
            sound = sound and kit_data(kit)["checksum"] == file.checksum
        elif sound or trust:
            kit = _completed(kit)
    except KeyError as error:
        raise KitFileError(f"{where} is damaged: {error.args[0]!r} is named but nowhere defined") from None
    except KitgenError as error:
        raise KitFileError(f"{where} is damaged: {error}") from None
    if not (sound or trust):
        raise KitFileError(
            f"{where} has been changed since kitgen made it; 'kitgen verify {where}' names what is wrong, "
            f"'{kit.command}' makes it again"
        )
    return kit


def _from_file(file: KitFile | FirstKitFile) -> Kit:
    """Return the kit that a file's plain data says; of version 1 without what it does not say."""
    game = make_game(file.game)
    if file.choices.side not in (EITHER, *(side.name for side in game.sides)):
        raise KitFileError(f"{game.name} has no side {file.choices.side!r}")
    palette = tuple(Colour(**msgspec.structs.asdict(colour)) for colour in file.palette)
    colours = {colour.key: colour for colour in palette}
    outcome, draws = Value(0, None), False
    if isinstance(file, KitFile):
        outcome, draws = Value(file.outcome.value, file.outcome.plies), file.draws
        if file.outcome.verdict != verdict(outcome.score):
            raise KitFileError(f"outcome says {file.outcome.verdict}, but its value is {outcome.score}")
    return Kit(
        name=file.name,
        title=file.title,
        game_spec=file.game,
        choices=file.choices,
        rule=file.rule,
        palette=palette,
        boxes=tuple(_box_from_file(game, box, colours) for box in file.boxes),
        command=file.command,
        outcome=outcome,
        draws=draws,
        oracle=Oracle(game),
        hash=file.hash,
        always=tuple(_always_from_file(game, box) for box in file.always),
    )


def _completed(kit: Kit) -> Kit:
    """Return a kit from a file of version 1 with what the file does not say.

    Raises:
        TooLargeError: its game has too many positions.
    """
    solution = kit.oracle.solution
    return replace(
        kit,
        outcome=outcome_of(solution),
        draws=can_be_drawn(kit.game, solution.graph),
        boxes=tuple(with_arrivals(kit.boxes, solution.graph, kit.players)),
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


def _box_from_file(game: Game, box: BoxFile | ReachedBoxFile, colours: dict[str, Colour]) -> Box:
    """Return the box that a file's plain data says."""
    position = game.parse(box.position)
    slots = []
    for slot in box.slots:
        moves = _moves_from_file(game, position, box.id, slot)
        colour = replace(colours[slot.colour], letter=slot.letter, symbol=slot.symbol)
        slots.append(Slot(moves, colour, slot.beads, slot.value, slot.plies))
    arrivals = tuple(Move(*cells) for cells in box.arrivals) if isinstance(box, ReachedBoxFile) else ()
    if any(cell not in range(len(position.cells)) for move in arrivals for cell in (move.source or 0, move.target)):
        raise KitFileError(f"box {box.id} is reached by a move between cells that {game.spec} has not")
    return Box(box.id, position, box.turn, box.later, tuple(slots), box.mirror_of, arrivals)
