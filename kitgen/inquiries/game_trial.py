"""Whether a game is good for a machine: what it needs, who wins it, and how quickly a machine
learns it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

import msgspec

from kitgen.claims.claims import decide, facts_of
from kitgen.claims.ranking import LessonResult, best, best_first, lesson_result
from kitgen.errors import TooLargeError, UsageError
from kitgen.games.told.told_board import across, resized
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told
from kitgen.kit.build import draft
from kitgen.kit.choices import Wish
from kitgen.kit.editions import game_of, plan_game
from kitgen.kit.kit import Kit, KitGiven
from kitgen.machine.first_games import CLEAR, FirstGames, Forecast, forecast
from kitgen.model import Game, Result
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Decided
from kitgen.theory.explore import Progress, Symmetries, explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import solve_graph

#: The learning rules that are tried, the usual one first.
RULES = ("gardner", "gardner-reward", "michie")
#: The machines that learn with each rule against each opponent.
MACHINES = 60
#: Their opponents.
OPPONENTS = ("random", "perfect")
#: A game with more positions is not tried.
MAX_POSITIONS = 50_000
#: The most boxes that a class folds.
MAX_BOXES_FOR_A_CLASS = 120
#: The fewest boxes with a choice that matters that make a game worth a machine.
MIN_MATTERING_BOXES = 3
#: A win within so many moves leaves nothing to think about.
SOON_WON_PLIES = 3
#: Of 100 machines: half, and by how much a share of those tried must differ from it to be clearly
#: more or less.
HALF = 50
CLEARLY_PERCENT = 2 * 100 * math.sqrt(0.25 / MACHINES)
#: The claims on a game by the keys of remarks, in the order in which they are made.
REMARKS = {
    "dull": "game_dull",
    "at-once": "game_at_once",
    "large": "game_large",
    "dies": "game_dies",
    "flat": "game_flat",
    "good": "game_good",
}
#: Finds the smallest label that holds the boxes of a kit, as ``SideTrial.label`` has it.
LabelOf = Callable[[Kit], str | None]


@dataclass(frozen=True, slots=True)
class SideTrial:
    """A machine that plays one side of a game.

    Attributes:
        choices, mattering: the boxes with a choice, and with a choice that matters.
        rule, forecasts: the learning rule with which it loses the fewest games, and what a class
            can expect with it, by opponent; empty until all are tried.
        label: the smallest label that holds its boxes, ``WxH`` in mm; empty for the usual one, None
            if none does. It is found for the side that loses the fewest games.
        tried: how it fares with each rule, against all opponents together.
    """

    side: str
    boxes: int
    choices: int
    mattering: int
    beads: int
    colours: int
    rule: str
    forecasts: tuple[Forecast, ...]
    label: str | None = ""
    tried: Mapping[str, LessonResult] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Trial(Result):
    """The result of trying a game.

    Attributes:
        positions: the number of positions that can occur, up to symmetry.
        winner: the side that wins with best play, after ``plies`` moves; None for a draw.
        recurs: whether positions can recur.
        sides: the machines; none for a side that has nothing to decide.
        remarks: keys of remarks about it: ``dull``, ``at-once``, ``large``, and, once all machines
            have been tried, ``dies``, ``flat``, ``good``.
        claims: what the remarks say, each with its figures.
    """

    game: str
    positions: int
    winner: str | None
    plies: int | None
    recurs: bool
    sides: tuple[SideTrial, ...]
    remarks: tuple[str, ...]
    claims: tuple[Decided, ...]

    row_labels: ClassVar = ("side", "rule")
    bar_columns: ClassVar = ("lost", "last_loss")

    def summary(self) -> str:
        """Return the trial in one line."""
        wins = f"won by {self.winner}" if self.winner else "a draw"
        machines = " or ".join(f"{side.boxes} boxes for {side.side}" for side in self.sides)
        return (
            f"{self.game}: {wins} with best play; a machine needs {machines or 'nothing to decide'}"
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each side and rule: the games of a lesson that its machine loses."""
        return [
            {
                "side": side.side,
                "boxes": side.boxes,
                "beads": side.beads,
                "rule": rule,
                "lost": result.lost,
                "lost_error": result.lost_error,
                "last_loss": result.last_loss,
                "recommended": rule == side.rule,
            }
            for side in self.sides
            for rule, result in side.tried.items()
        ]

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self)

    @property
    def best_side(self) -> int:
        """The number of the side whose machine loses the fewest games; 0 until all are tried."""
        if not all(side.forecasts for side in self.sides):
            return 0
        standings = {
            number: lesson_result(*side.forecasts) for number, side in enumerate(self.sides)
        }
        return best_first(standings)[0]


def try_game(
    game: KitGiven,
    templates: Templates | None = None,
    progress: Progress | None = None,
    label_of: LabelOf | None = None,
) -> Trial:
    """Return what a class should know about a game before printing a machine for it.

    ``label_of`` finds ``SideTrial.label`` of each machine; without it labels are not tried.

    Raises:
        TooLargeError: the game has more positions than could be boxes.

    >>> trial = try_game("told:hexapawn")
    >>> trial.winner, trial.plies, [side.boxes for side in trial.sides], trial.remarks
    ('black', 6, [18, 19], ('good',))
    """
    *_, trial = trials(game, templates, progress, label_of=label_of)
    return trial


def trials(
    game: KitGiven,
    templates: Templates | None = None,
    progress: Progress | None = None,
    *,
    limit: int = MAX_POSITIONS,
    label_of: LabelOf | None = None,
) -> Iterator[Trial]:
    """Yield trials of a game that know more and more, so that nobody has to wait for everything.

    The first has the machines and the winner. Each rule that a machine has learned with brings
    another trial, with the forecasts of the sides whose rules have all been tried.
    """
    made = game_of(game, templates)
    oracle = Oracle(made, solution=solve_graph(explore(made, limit=limit, progress=progress)))
    kits = _kits(oracle, templates)
    value, plies = kits[0].outcome
    sides = [_side(kit) for kit in kits]
    winner = made.sides[0 if value > 0 else 1].name if value else None
    positions = len(oracle.solution.graph.nodes)
    recurs = made.repetition is not None

    def known() -> Trial:
        soon = winner is not None and plies is not None and plies <= SOON_WON_PLIES
        figures = _figures(sides, soon=soon, plies=plies)
        remarks = {}
        for remark, claim in REMARKS.items():
            decided = decide(claim, facts_of(kits[0], **figures))
            if decided is not None:
                remarks[remark] = decided
        claims = tuple(remarks.values())
        return Trial(
            made.called, positions, winner, plies, recurs, tuple(sides), tuple(remarks), claims
        )

    yield known()
    for number, kit in enumerate(kits):
        tried: list[tuple[str, tuple[Forecast, ...]]] = []
        for done, rule in enumerate(RULES):
            if progress is not None:
                progress(f"playing as {kit.choices.side}", done, len(RULES))
            with suppress(UsageError):  # not every game can have every rule
                machine = kit
                if rule != kit.choices.rule:
                    machine = _kit(oracle, kit.players[0], templates, rule)
                tried.append((rule, _forecasts(machine)))
            yield known()
        forecasts = dict(tried)
        standings = {rule: lesson_result(*each) for rule, each in tried}
        rule = best(standings)[0]
        sides[number] = replace(
            sides[number], rule=rule, forecasts=forecasts[rule], tried=standings
        )
        yield known()
    if label_of is not None:
        best_side = known().best_side
        sides[best_side] = replace(sides[best_side], label=label_of(kits[best_side]))
        yield known()


def _kits(oracle: Oracle, templates: Templates | None) -> list[Kit]:
    """Return the machines for both sides of a game, or for the only side that can have one."""
    kits = []
    for side in (0, 1):
        try:
            kits.append(_kit(oracle, side, templates))
        except UsageError as error:  # nothing to decide, or more moves than colours
            if side == 1 and not kits:
                raise UsageError(
                    f"no side of {oracle.game.called} can have a machine: {error}"
                ) from None
    return kits


def _kit(oracle: Oracle, side: int, templates: Templates | None, rule: str = RULES[0]) -> Kit:
    """Return a machine as it plays and is counted, without what only its file needs."""
    templates = templates or Templates()
    plan = plan_game(oracle.game, Wish(side=oracle.game.sides[side].name, rule=rule), templates)
    return draft(plan, templates, oracle=oracle)


def _forecasts(machine: Kit) -> tuple[Forecast, ...]:
    """Return what a class can expect of a machine against each opponent."""
    return tuple(forecast(FirstGames(machine, opponent), MACHINES) for opponent in OPPONENTS)


def _side(kit: Kit) -> SideTrial:
    """Return a machine that has not learned yet."""
    choices = sum(len(box.slots) > 1 for box in kit.boxes)
    mattering = sum(len({slot.value for slot in box.slots}) > 1 for box in kit.boxes)
    return SideTrial(
        side=kit.choices.side,
        boxes=len(kit.boxes),
        choices=choices,
        mattering=mattering,
        beads=kit.beads,
        colours=len(kit.palette),
        rule="",
        forecasts=(),
    )


def _figures(sides: Sequence[SideTrial], *, soon: bool, plies: int | None) -> dict[str, object]:
    """Return the figures of a game that its claims stand on; those of learning once all machines
    have been tried.
    """
    mattering = max(side.mattering for side in sides)
    dull = mattering < MIN_MATTERING_BOXES
    large = min(side.boxes for side in sides) > MAX_BOXES_FOR_A_CLASS
    tried = all(side.forecasts for side in sides)
    forecasts = [each for side in sides for each in side.forecasts]
    learned = any(each.gain >= CLEAR for each in forecasts)
    stopped = {
        name: [each.stopped[1] for each in forecasts if each.opponent == name] for name in OPPONENTS
    }
    most_stop = tried and min(stopped["perfect"], default=0) > HALF + CLEARLY_PERCENT
    beginners = tried and max(stopped["random"], default=HALF) < HALF - CLEARLY_PERCENT
    return {
        "mattering": mattering,
        "dull": dull,
        "soon": soon,
        "plies": plies,
        "large": large,
        "most": MAX_BOXES_FOR_A_CLASS,
        "most_stop": most_stop,
        "beginners": beginners,
        "flat": tried and not learned,
        "good": tried and learned and not (dull or soon or large),
    }


def largest_board(
    game: Game | str,
    templates: Templates | None = None,
    progress: Progress | None = None,
    known: Trial | None = None,
) -> tuple[ToldGame, dict[str, int]] | None:
    """Return a told game on the largest board that fits a class, and the number of boxes for each
    side there.

    A game that fits grows by a row or a column at a time while it fits; one that does not fit
    shrinks until it does. The game's own board is not explored again if its trial is ``known``.
    None if there is nothing to learn on the boards that fit, or if no other board follows from the
    file.

    >>> largest, boxes = largest_board("told:hexapawn")
    >>> largest.told.board, largest.told.start, boxes
    ('4x3', ('bbbb', '....', 'wwww'), {'white': 133, 'black': 114})
    """
    made = game_of(game, templates)
    if not isinstance(made, ToldGame) or made.board.grid is None or _is_bound(made.told):
        return None
    waiting = [made]
    by = 1
    tried: set[tuple[int, int] | None] = set()
    worth: list[tuple[ToldGame, dict[str, int]]] = []
    while waiting:
        board = waiting.pop()
        if board.board.grid in tried:
            continue
        if progress is not None:
            progress(f"trying a board of {board.told.board}", len(tried), None)
        if tried or known is None:
            machines = _fitting(board, templates)
        else:
            machines = _in_class(known.sides)
        if not tried and not machines:
            by = -1
        tried.add(board.board.grid)
        if any(machine.mattering >= MIN_MATTERING_BOXES for machine in machines):
            worth.append((board, {machine.side: machine.boxes for machine in machines}))
        if bool(machines) == (by == 1):
            waiting += _next_boards(board, by)
    if not worth or len(tried) == 1:
        return None
    # Of several boards with the same number of squares, the one that is most like a square.
    return max(
        worth,
        key=lambda each: (
            len(each[0].board.names),
            -each[0].diagram.width - each[0].diagram.height,
        ),
    )


def _in_class(sides: Sequence[SideTrial]) -> Sequence[SideTrial]:
    """Return the machines of a game; none if all of them have too many boxes."""
    return sides if min(side.boxes for side in sides) <= MAX_BOXES_FOR_A_CLASS else ()


def _fitting(game: ToldGame, templates: Templates | None) -> Sequence[SideTrial]:
    """Return the machines of a game, as ``_in_class`` does; none if there cannot be any."""
    # Most boards that do not fit are recognised by their first boxes, long before they are explored
    # and solved.
    symmetries = Symmetries(game)
    waiting = [symmetries.canonical(game.start())]
    seen = {*waiting}
    boxes = [0, 0]
    while waiting:
        position = waiting.pop()
        moves = game.legal_moves(position)
        boxes[position.to_move] += bool(moves)
        if min(boxes) > MAX_BOXES_FOR_A_CLASS:
            return ()
        new = {symmetries.canonical(game.play(position, move).position) for move in moves} - seen
        seen |= new
        waiting += new
    try:
        kits = _kits(
            Oracle(game, solution=solve_graph(explore(game, limit=MAX_POSITIONS))), templates
        )
    except (TooLargeError, UsageError):
        return ()
    return _in_class([_side(kit) for kit in kits])


def _is_bound(told: Told) -> bool:
    """Return whether a file is only about its own board: the board has holes, or the file names
    points.
    """
    links = {link for links in (told.links, *(kind.links for kind in told.kinds)) for link in links}
    pairs = links - {"orthogonal", "any", "all"}
    points: list[object] = [told.lines, *(kind.on for kind in told.kinds)]
    points += [kind.not_first for kind in told.kinds]
    for side in told.side.values():
        points += [side.goal, side.lines]
    named = any(isinstance(each, tuple) and each for each in points) or any(
        kind.enter for kind in told.kinds
    )
    return "#" in "".join(told.start) or bool(pairs) or named


def _next_boards(game: ToldGame, by: int) -> Iterator[ToldGame]:
    """Yield a game on the boards with one row and with one column more, or less."""
    told = game.told
    columns, rows = game.board.grid or (0, 0)
    picture = told.start or ("." * columns,) * rows
    for turned in (False, True):
        lines = resized(across(picture) if turned else picture, by)
        if lines is None:
            continue
        start = across(lines) if turned else lines
        longest = max(
            (lines for lines in map(told.lines_of, told.side) if isinstance(lines, int)), default=0
        )
        if longest > min(len(start), len(start[0])):
            continue
        board = f"{len(start[0])}x{len(start)}"
        with suppress(
            UsageError
        ):  # a board of too many points, or a game that is over before it begins
            yield ToldGame(
                msgspec.structs.replace(told, board=board, start=start if told.start else ())
            )
