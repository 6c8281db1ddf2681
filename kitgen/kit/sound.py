"""Checks of every kit that was read from a file, so that it can be played and printed.

A file may satisfy its schema and its hash and still be nonsense, because anybody can compute a hash. This looks at each
box alone, and is fast; ``kitgen verify`` looks at the whole.
"""

from collections import Counter
from collections.abc import Iterator

from kitgen.kit.kit import Box, Kit
from kitgen.kit.rule import rule_faults
from kitgen.schema import MOST_BEADS


def contradictions(kit: Kit) -> Iterator[str]:
    """Yield contradictions in a kit, which make it useless for every command, even for a check."""
    for fault in rule_faults(kit.rule):
        yield f"rule {kit.choices.rule!r}: {fault}"
    for part in ("key", "name", "letter", "symbol"):
        for value in _twice(getattr(colour, part) for colour in kit.palette):
            yield f"two colours of the palette share the {part} {value!r}"
    for value in _twice(box.id for box in (*kit.boxes, *kit.always)):
        yield f"two boxes are called {value}"
    for text in _twice(iter(kit.choices.mirrors)):
        yield f"the mirror image of {text} is listed twice"
    ids = {box.id for box in kit.boxes}
    for box in kit.boxes:
        if box.mirror_of is not None and box.mirror_of not in ids - {box.id}:
            yield f"box {box.id} is the mirror image of {box.mirror_of}, which is not another box"
    most = max((slot.beads for box in kit.boxes for slot in box.slots), default=0)
    if most > MOST_BEADS and not kit.trained:
        yield f"a slot begins with {most:,} beads; no rule gives more than {MOST_BEADS:,}"
    sizes = {box.id: len(box.slots) for box in kit.boxes}
    for given in kit.given.boxes if kit.given is not None else ():
        if len(given.beads) != sizes.get(given.box):
            yield f"beads are given to box {given.box}, which does not exist or has another number of slots"
    arrows, placing = kit.game.diagram.moves == "arrow", _placing(kit)
    for box in kit.boxes:
        if any(
            (move.source is None) not in placing or (arrows and move.source == move.target) for move in box.arrivals
        ):
            yield f"box {box.id} is reached by a move that {kit.game_spec} cannot have"


def _placing(kit: Kit) -> set[bool]:
    game, start = kit.game, kit.game.start()
    positions = [start, *(game.play(start, move).position for move in game.legal_moves(start))]
    moves = [move for position in positions for move in game.legal_moves(position)]
    moves += [move for box in (*kit.boxes, *kit.always) for slot in box.slots for move in slot.moves]
    return {move.source is None for move in moves}


def nonsense(kit: Kit) -> Iterator[str]:
    """Yield faults of single boxes against the rules of the game, the first of each box."""
    for text in _twice(kit.game.text(box.position) for box in (*kit.boxes, *kit.always)):
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
            yield f"box {box.id} does not have the letter or symbol of {slot.colour.key} in the palette"
    for part in ("key", "letter", "symbol"):
        for value in _twice(getattr(slot.colour, part) for slot in box.slots):
            yield f"two slots of box {box.id} have the {part} {value}"


def _twice(values: Iterator[str]) -> Iterator[str]:
    return (value for value, count in Counter(values).items() if count > 1)
