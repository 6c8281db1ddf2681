"""``kit.json``: a kit written down, versioned and checked when it is read (see docs/kit-json.md)."""

from dataclasses import asdict, replace
from typing import Any

import msgspec

from kitgen.errors import KitFileError, KitgenError, quoted
from kitgen.games import make_game
from kitgen.kit.choices import CHOICES
from kitgen.kit.file import earlier
from kitgen.kit.file.digest import digest
from kitgen.kit.file.sound import contradictions, nonsense
from kitgen.kit.file.structs import AlwaysFile, BoxFile, KitFile, SlotFile
from kitgen.kit.findings import can_be_drawn, outcome_of, with_arrivals
from kitgen.kit.kit import EITHER, Box, Kit, Slot, always_slot
from kitgen.kit.palette import Colour
from kitgen.model import Game, Move, Position
from kitgen.schema import read_json, to_schema
from kitgen.theory.oracle import Oracle
from kitgen.theory.value import Value, verdict

#: The name of a kit's file.
KIT = "kit.json"
#: The version that is written.
SCHEMA = "kitgen/kit@3"
#: All versions that are read, each with what its file holds.
SCHEMAS: dict[str, type[KitFile | earlier.FirstKitFile | earlier.SecondKitFile]] = {
    earlier.FIRST: earlier.FirstKitFile,
    earlier.SECOND: earlier.SecondKitFile,
    SCHEMA: KitFile,
}
#: The longest file that is read, in bytes; hexapawn:5x4, with 44,903 boxes, has 44 MB.
MOST_BYTES = 60_000_000
#: The usual value of each choice, as plain data.
_USUAL = {one.key: msgspec.to_builtins(one.default) for one in CHOICES if one.default is not msgspec.NODEFAULT}


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
    past = {"given": msgspec.to_builtins(kit.given)} if kit.given is not None else {}
    past |= {"played": msgspec.to_builtins(kit.played)} if kit.played else {}
    return {
        "schema": SCHEMA,
        "hash": kit.hash,
        "name": kit.name,
        "title": kit.title,
        "game": kit.game_spec,
        "choices": msgspec.to_builtins(kit.choices),
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
    } | past


def with_hash(kit: Kit) -> Kit:
    """Return the same kit with the hash of all that ``kit.json`` says of it, the hash itself left out.

    Of the choices those count that differ from the usual, so that a choice that is added later changes no hash.
    """
    data = kit_data(kit)
    del data["hash"]
    data["choices"] = {key: value for key, value in data["choices"].items() if value != _USUAL.get(key)}
    return replace(kit, hash=digest(data))


def write_kit(kit: Kit) -> bytes:
    """Return a kit as the bytes of ``kit.json``."""
    return msgspec.json.format(msgspec.json.encode(kit_data(kit)), indent=1) + b"\n"


def checked(kit: Kit) -> Kit:
    """Return a kit that has just been made, after making sure that it can be read again once it is written.

    Raises:
        KitFileError: something that was chosen for it, such as its palette's words, is not as ``kit.json`` needs it.
    """
    plain = msgspec.to_builtins(kit_data(kit))
    to_schema(plain, KitFile, f"{kit.name} cannot be written as {KIT}", KitFileError)
    return kit


def read_kit(data: bytes, where: str, *, trust: bool = False) -> Kit:
    """Return the kit in the bytes of a ``kit.json``.

    What a file of version 1 does not say (the outcome, whether games can be drawn, arrivals) is worked out. A kit of an
    earlier version has the hash of today, and as ``earlier`` the one that stands on its sheets.

    Args:
        data: the file's bytes.
        where: the file's name, for errors.
        trust: True to accept a file whose hash does not fit what it says, or whose boxes do not fit the rules of the
            game, as ``verify`` does to name the faults.

    Raises:
        KitFileError: it is no JSON, no kit, a kit of a version that is not known, or damaged.
    """
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{where} has more than {MOST_BYTES // 1_000_000} MB; no kit is that large")
    file = read_json(data, SCHEMAS[_version(data, where)], where, KitFileError)
    try:
        kit = _from_file(file)
        for fault in contradictions(kit):
            raise KitFileError(fault)
        sound = with_hash(kit).hash == kit.hash if isinstance(file, KitFile) else earlier.is_sound(file)
        if isinstance(file, earlier.FirstKitFile) and (sound or trust):
            kit = _completed(kit)
    except KeyError as error:
        raise KitFileError(f"{where} is damaged: {quoted(error.args[0])} is named but nowhere defined") from None
    except KitgenError as error:
        raise KitFileError(f"{where} is damaged: {error}") from None
    if sound and not isinstance(file, KitFile):
        kit = replace(with_hash(kit), earlier=kit.hash)
    if trust:
        return kit
    if not sound:
        raise KitFileError(
            f"{where} has been changed since kitgen made it; 'kitgen verify {where}' names what is wrong, "
            f"'{kit.command}' makes it again"
        )
    for fault in nonsense(kit):
        raise KitFileError(f"{where} is damaged: {fault}; 'kitgen verify {where}' names all that is wrong")
    return kit


class _Version(msgspec.Struct):
    """The key that names the version, whatever else there is."""

    schema: str | None = None


def _version(data: bytes, where: str) -> str:
    """Return the version that a file says it is of.

    Raises:
        KitFileError: it is no kit, or one of a version that is not known.
    """
    try:
        schema = msgspec.json.decode(data, type=_Version).schema or ""
    except msgspec.ValidationError:
        schema = ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KitFileError(f"{where} is not a kit: it is not valid JSON ({error})") from None
    if not schema.startswith("kitgen/kit@"):
        raise KitFileError(f'{where} is not a kit made by kitgen: it has no "schema": "{SCHEMA}"')
    if schema not in SCHEMAS:
        raise KitFileError(f"{where} is a kit of another version ({quoted(schema)}); print it again with this kitgen")
    return schema


def _from_file(file: KitFile | earlier.FirstKitFile | earlier.SecondKitFile) -> Kit:
    """Return the kit that a file's plain data says; of version 1 without what it does not say."""
    game = make_game(file.game)
    if file.choices.side not in (EITHER, *(side.name for side in game.sides)):
        raise KitFileError(f"{game.name} has no side {file.choices.side!r}")
    for text in file.choices.mirrors:
        game.parse(text)
    palette = tuple(Colour(**msgspec.structs.asdict(colour)) for colour in file.palette)
    colours = {colour.key: colour for colour in palette}
    outcome, draws = Value(0, None), False
    if not isinstance(file, earlier.FirstKitFile):
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
        given=file.given if isinstance(file, KitFile) else None,
        played=file.played if isinstance(file, KitFile) else (),
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


def _box_from_file(game: Game, box: BoxFile | earlier.FirstBoxFile, colours: dict[str, Colour]) -> Box:
    """Return the box that a file's plain data says."""
    position = game.parse(box.position)
    slots = []
    for slot in box.slots:
        moves = _moves_from_file(game, position, box.id, slot)
        colour = replace(colours[slot.colour], letter=slot.letter, symbol=slot.symbol)
        slots.append(Slot(moves, colour, slot.beads, slot.value, slot.plies))
    arrivals = tuple(Move(*cells) for cells in box.arrivals) if isinstance(box, BoxFile) else ()
    if any(cell not in range(len(position.cells)) for move in arrivals for cell in (move.source or 0, move.target)):
        raise KitFileError(f"box {box.id} is reached by a move between cells that {game.spec} has not")
    return Box(box.id, position, box.turn, box.later, tuple(slots), box.mirror_of, arrivals)
