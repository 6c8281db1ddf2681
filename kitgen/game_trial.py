"""Is a game good for a machine of boxes? What it needs, who wins it, and how quickly a machine learns it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kitgen.errors import UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.editions import game_of
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import FirstGames, Forecast, forecast
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.explore import Progress, explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import solve_graph

#: The learning rules that are tried, the usual one first, and the machines of each.
RULES, MACHINES = ("gardner", "gardner-reward", "michie"), 60
#: Against whom.
OPPONENTS = ("random", "perfect")
#: A game with more positions is not tried.
LARGEST = 50_000
#: More boxes than a class folds; fewer in which something is to be learned than make a game worth a machine; a win that
#: comes so soon leaves nothing to think about.
MANY_BOXES, FEW, SOON = 120, 3, 3
#: Of 100 machines: most of them.
HALF = 50


@dataclass(frozen=True, slots=True)
class SideTrial:
    """A machine that plays one side of a game.

    Attributes:
        boxes: the boxes; then those with a choice, and those with a choice that matters.
        beads: at the start, in so many ``colours``.
        rule: the learning rule of those tried with which it gets better by most; empty until all are tried.
        forecasts: what a class can expect with it, by opponent; none until then.
    """

    side: str
    boxes: int
    choices: int
    mattering: int
    beads: int
    colours: int
    rule: str
    forecasts: tuple[Forecast, ...]

    @property
    def gain(self) -> int:
        """How much better its games get, in wins minus losses of 100, against whom it gains most."""
        return max(each.gain for each in self.forecasts)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a game.

    Attributes:
        positions: those that can be reached, up to symmetry.
        winner: the side that wins with best play, None for a draw; ``plies`` moves later.
        recurs: True where positions can recur.
        sides: the machines; none of a side that has nothing to decide.
        remarks: keys of what to say of it: ``dull``, ``at-once``, ``large``, ``dies``, ``good``.
    """

    game: str
    positions: int
    winner: str | None
    plies: int | None
    recurs: bool
    sides: tuple[SideTrial, ...]
    remarks: tuple[str, ...]


def try_game(game: Game | str, templates: Templates | None = None, progress: Progress | None = None) -> Trial:
    """Return what a class should know of a game before it prints a machine of it.

    Raises:
        TooLargeError: the game has more positions than could be boxes.

    >>> trial = try_game("told:hexapawn")
    >>> trial.winner, trial.plies, [side.boxes for side in trial.sides], trial.remarks
    ('black', 6, [18, 19], ('good',))
    """
    *_, trial = trials(game, templates, progress)
    return trial


def trials(
    game: Game | str, templates: Templates | None = None, progress: Progress | None = None, *, limit: int = LARGEST
) -> Iterator[Trial]:
    """Yield what is known of a game, more and more of it, so that nobody has to wait for all.

    First comes what machines need and who wins, then one more trial after each rule that a machine has learned with;
    those have the forecasts of the sides whose rules are all tried.
    """
    templates = templates or Templates()
    made = game_of(game, templates)
    oracle = Oracle(made, solution=solve_graph(explore(made, limit=limit, progress=progress)))
    kits = [kit for side in (0, 1) if (kit := _kit(oracle, side, templates)) is not None]
    if not kits:
        raise UsageError(f"{made.called} leaves no side anything to decide; there is no machine to make")
    value, plies = kits[0].outcome
    sides = [_side(kit) for kit in kits]
    winner = made.sides[0 if value > 0 else 1].name if value else None
    recurs = made.repetition is not None

    def known() -> Trial:
        trial = Trial(made.called, len(oracle.solution.graph.nodes), winner, plies, recurs, tuple(sides), remarks=())
        return replace(trial, remarks=tuple(_remarks(trial)))

    yield known()
    for number, kit in enumerate(kits):
        tried: list[tuple[str, tuple[Forecast, ...]]] = []
        for done, rule in enumerate(RULES):
            if progress is not None:
                progress(f"playing as {kit.choices.side}", done, len(RULES))
            machine = kit if rule == kit.choices.rule else _kit(oracle, kit.players[0], templates, rule)
            if machine is not None:
                forecasts = tuple(forecast(FirstGames(machine, opponent), MACHINES) for opponent in OPPONENTS)
                tried.append((rule, forecasts))
            yield known()
        best, forecasts = max(tried, key=lambda result: max(each.gain for each in result[1]))
        sides[number] = replace(sides[number], rule=best, forecasts=forecasts)
        yield known()


def _kit(oracle: Oracle, side: int, templates: Templates, rule: str = RULES[0]) -> Kit | None:
    try:
        return build_kit(oracle.game.spec, Wish(side=oracle.game.sides[side].name, rule=rule), templates, oracle=oracle)
    except UsageError:  # nothing to decide, more moves than colours, or a rule that cannot be
        return None


def _side(kit: Kit) -> SideTrial:
    values = [{slot.value for slot in box.slots} for box in kit.boxes]
    return SideTrial(
        side=kit.choices.side,
        boxes=len(kit.boxes),
        choices=sum(len(box.slots) > 1 for box in kit.boxes),
        mattering=sum(len(each) > 1 for each in values),
        beads=kit.beads,
        colours=len(kit.palette),
        rule="",
        forecasts=(),
    )


def _remarks(trial: Trial) -> Iterator[str]:
    spoiled = False
    if all(side.mattering < FEW for side in trial.sides):
        spoiled = True
        yield "dull"
    if trial.winner is not None and trial.plies is not None and trial.plies <= SOON:
        spoiled = True
        yield "at-once"
    if min(side.boxes for side in trial.sides) > MANY_BOXES:
        spoiled = True
        yield "large"
    perfect = [each for side in trial.sides for each in side.forecasts if each.opponent == "perfect"]
    if len(perfect) == len(trial.sides) and all(each.stopped[1] > HALF for each in perfect):
        yield "dies"
    if not spoiled:
        yield "good"
