"""Finding a position: which box it is, and what each move leads to, as plain data; and its board."""

from typing import TYPE_CHECKING, Any

from kitgen.door.finding import Finder, Found
from kitgen.errors import UsageError
from kitgen.paper.card.board import draw_board, image, machine_below
from kitgen.serve.work.pictures import svg
from kitgen.serve.work.printing import kit_of
from kitgen.serve.work.worker import Errand
from kitgen.theory.value import verdict

if TYPE_CHECKING:
    from kitgen.kit.kit import Slot

#: What the address calls the position; and the longest that is looked at.
POSITION, LONGEST = "position", 300
#: The room for a picture, in mm.
PICTURE = (90.0, 90.0)


def found(task: Errand) -> dict[str, Any]:
    """Return what is true of a position.

    Raises:
        NotationError: it is none.
    """
    finder, answer = _find(task)
    game, judgement = finder.game, answer.judgement
    identity = game.symmetries[0].name
    return {
        "position": game.text(answer.position),
        "game": game.name,
        "side": game.sides[answer.position.to_move].name,
        "over": judgement.over,
        "winner": None if judgement.winner is None else game.sides[judgement.winner].name,
        "occurs": judgement.reachable is not False,
        "box": None if answer.box is None else answer.box.id,
        "turned": answer.symmetry is not None and answer.symmetry.name != identity,
        "scoring": game.scoring,
        "score": None if judgement.worth is None else judgement.worth.score,
        "moves": [
            {
                "move": game.move_text(move),
                "verdict": None if worth is None else verdict(worth.score),
                "score": None if worth is None else worth.score,
                "plies": None if worth is None else worth.plies,
                "letter": "" if slot is None else slot.colour.letter,
                "colour": "" if slot is None else slot.colour.name,
            }
            for (move, worth), slot in zip(judgement.moves, answer.slots, strict=True)
        ],
    }


def board(task: Errand) -> bytes:
    """Return the board of a position, with the moves of its box in their colours, as SVG."""
    finder, answer = _find(task)
    slots: tuple[Slot, ...] = ()
    if answer.box is not None and answer.symmetry is not None:
        _, slots = image(answer.box.position, answer.box.slots, answer.symmetry.inverse())
    turned = finder.kit is not None and machine_below(finder.kit)
    return svg(draw_board(finder.game, answer.position, slots, *PICTURE, turned=turned))


def _find(task: Errand) -> tuple[Finder, Found]:
    """Return what finds the positions of a kit, and what it says of the one asked for: the start when none is."""
    kit = kit_of(task.asked)
    text = task.more.get(POSITION) or kit.game.text(kit.game.start())
    if len(text) > LONGEST:
        raise UsageError(f"a position has no more than {LONGEST} signs")
    finder = Finder(kit.game, kit)
    return finder, finder.find(text)
