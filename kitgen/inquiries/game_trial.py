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
#: Half of 100 machines.
HALF = 50
#: By how much a share of the machines tried must differ from a half to be clearly more or less, in
#: per cent: two standard errors.
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
        rows = []
        for side in self.sides:
            for rule, result in side.tried.items():
                rows.append(
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
                )
        return rows

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
    game = game_of(game, templates)
    oracle = Oracle(game, solution=solve_graph(explore(game, limit=limit, progress=progress)))
    kits = _kits(oracle, templates)
    sides = [_side(kit) for kit in kits]
    yield _trial(kits[0], sides)
    for number, kit in enumerate(kits):
        forecasts: dict[str, tuple[Forecast, ...]] = {}
        for done, rule in enumerate(RULES):
            if progress is not None:
                progress(f"playing as {kit.choices.side}", done, len(RULES))
            with suppress(UsageError):  # not every game can have every rule
                machine = kit
                if rule != kit.choices.rule:
                    machine = _kit(oracle, kit.players[0], templates, rule)
                forecasts[rule] = _forecasts(machine)
            yield _trial(kits[0], sides)
        standings = {rule: lesson_result(*each) for rule, each in forecasts.items()}
        best_rule = best(standings)[0]
        sides[number] = replace(
            sides[number], rule=best_rule, forecasts=forecasts[best_rule], tried=standings
        )
        yield _trial(kits[0], sides)
    if label_of is not None:
        best_side = _trial(kits[0], sides).best_side
        sides[best_side] = replace(sides[best_side], label=label_of(kits[best_side]))
        yield _trial(kits[0], sides)


def _trial(kit: Kit, sides: Sequence[SideTrial]) -> Trial:
    """Return what is known of the game of a kit when so much is known of its machines."""
    game = kit.game
    value, plies = kit.outcome
    winner = None
    if value:
        winner = game.sides[0 if value > 0 else 1].name
    soon = winner is not None and plies is not None and plies <= SOON_WON_PLIES
    figures = _figures(sides, soon=soon, plies=plies)
    claims = {}
    for remark, claim in REMARKS.items():
        decided = decide(claim, facts_of(kit, **figures))
        if decided is not None:
            claims[remark] = decided
    return Trial(
        game=game.called,
        positions=len(kit.oracle.solution.graph.nodes),
        winner=winner,
        plies=plies,
        recurs=game.repetition is not None,
        sides=tuple(sides),
        remarks=tuple(claims),
        claims=tuple(claims.values()),
    )


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
    learned = False
    stopped: dict[str, list[int]] = {name: [] for name in OPPONENTS}
    for side in sides:
        for each in side.forecasts:
            learned |= each.gain >= CLEAR
            if each.opponent in stopped:
                _, after_the_lesson = each.stopped
                stopped[each.opponent].append(after_the_lesson)
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
    own = game_of(game, templates)
    if not isinstance(own, ToldGame) or own.board.grid is None or _is_bound(own.told):
        return None
    waiting = [own]
    by = 1
    tried: set[tuple[int, int] | None] = set()
    candidates: list[tuple[ToldGame, dict[str, int]]] = []
    while waiting:
        variant = waiting.pop()
        if variant.board.grid in tried:
            continue
        if progress is not None:
            progress(f"trying a board of {variant.told.board}", len(tried), None)
        if tried or known is None:
            machines = _fitting(variant, templates)
        else:
            machines = _in_class(known.sides)
        fits = bool(machines)
        if not tried and not fits:
            by = -1
        tried.add(variant.board.grid)
        if any(machine.mattering >= MIN_MATTERING_BOXES for machine in machines):
            candidates.append((variant, {machine.side: machine.boxes for machine in machines}))
        if fits == (by == 1):
            waiting += _next_boards(variant, by)
    if not candidates or len(tried) == 1:
        return None
    return max(candidates, key=lambda candidate: _size_and_squareness(candidate[0]))


def _size_and_squareness(game: ToldGame) -> tuple[int, float]:
    """Return a sort key: of boards with the same number of squares, the one that is most like a
    square comes last.
    """
    return len(game.board.names), -game.diagram.width - game.diagram.height


def _in_class(sides: Sequence[SideTrial]) -> Sequence[SideTrial]:
    """Return the machines of a game; none if all of them have too many boxes."""
    fewest = min(side.boxes for side in sides)
    return sides if fewest <= MAX_BOXES_FOR_A_CLASS else ()


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
        if moves:
            boxes[position.to_move] += 1
        if min(boxes) > MAX_BOXES_FOR_A_CLASS:
            return ()
        after = {symmetries.canonical(game.play(position, move).position) for move in moves}
        waiting += after - seen
        seen |= after
    try:
        solution = solve_graph(explore(game, limit=MAX_POSITIONS))
        kits = _kits(Oracle(game, solution=solution), templates)
    except (TooLargeError, UsageError):
        return ()
    return _in_class([_side(kit) for kit in kits])


def _is_bound(told: Told) -> bool:
    """Return whether a file is only about its own board: the board has holes, or the file names
    points.
    """
    has_holes = "#" in "".join(told.start)
    links = {*told.links}
    points: list[object] = [told.lines]
    for kind in told.kinds:
        if kind.enter:
            return True
        links.update(kind.links)
        points += [kind.on, kind.not_first]
    for side in told.side.values():
        points += [side.goal, side.lines]
    pairs = links - {"orthogonal", "any", "all"}
    # A number of lines, or ``far`` for a goal, names no point.
    names_points = any(isinstance(each, tuple) and each for each in points)
    return has_holes or bool(pairs) or names_points


def _next_boards(game: ToldGame, by: int) -> Iterator[ToldGame]:
    """Yield a game on the boards with one row and with one column more, or less."""
    told = game.told
    columns, rows = game.board.grid or (0, 0)
    picture = told.start or ("." * columns,) * rows
    lengths = [lines for lines in map(told.lines_of, told.side) if isinstance(lines, int)]
    longest_line = max(lengths, default=0)
    for turned in (False, True):
        lines = resized(across(picture) if turned else picture, by)
        if lines is None:
            continue
        start = across(lines) if turned else lines
        if longest_line > min(len(start), len(start[0])):
            continue
        board = f"{len(start[0])}x{len(start)}"
        resized_game = msgspec.structs.replace(told, board=board, start=start if told.start else ())
        # Refused is a board of too many points, or a game that is over before it begins.
        with suppress(UsageError):
            yield ToldGame(resized_game)
