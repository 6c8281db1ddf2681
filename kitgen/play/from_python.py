"""A machine at a table in Python: play with it move by move, or let a player of yours play with
it.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Self

from kitgen.errors import UsageError, many
from kitgen.front_door import with_checked_calls
from kitgen.journal.beads import given_now, taken_over
from kitgen.kit.kit import PLAYED_IN_PYTHON, Kit, KitGiven
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import Rule
from kitgen.lab.experiment import OpponentGiven, RuleGiven, machine
from kitgen.machine.paper_machine import OwnOpponent, OwnRule, SplitMix
from kitgen.model import Move, Position, Result
from kitgen.play.console import Console
from kitgen.play.host import Host
from kitgen.play.learners import SideMachine
from kitgen.play.sitting import HUMAN, MACHINE
from kitgen.reading.templates import Templates
from kitgen.reading.texts import texts_in
from kitgen.record.rows import LETTERS


@with_checked_calls
class AtTable(Result):
    """A machine at a table, and whoever plays with it; it learns after each game.

    ``kit`` is the machine with its present beads, to print, simulate or ask for its policy. Nothing
    is saved.

    >>> table = play_with("her", seed=1)
    >>> table.moves
    ('a1a2', 'b1b2', 'c1c2')
    >>> table.move("a1a2")
    <her against you: 0 games; b.b/wb./.ww w>
    """

    row_labels: ClassVar = ("game",)
    bar_columns: ClassVar = ("score",)

    def __init__(self, host: Host, side: int) -> None:
        """Sit down; whoever is no person moves until a person has to."""
        self._host = host
        self._sitting = host.sitting
        self._side = side
        self._run_on()

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._sitting.table.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as texts; none after the end of a game."""
        return tuple(map(self._sitting.game.move_text, self._sitting.legal))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._sitting.ended is not None

    @property
    def kit(self) -> Kit:
        """The machine with its present beads, as a kit."""
        learner = self._sitting.machine(self._side)
        if not isinstance(learner, SideMachine):
            raise UsageError(
                f"rule {learner.kit.choices.rule!r} keeps no beads, so no kit holds what "
                "it has learned"
            )
        return with_hash(
            taken_over(learner.kit, given_now(learner.kit, learner.beads, PLAYED_IN_PYTHON))
        )

    def move(self, move: str | Move) -> Self:
        """Make your move; the machine or your player answers. After the end ``new_game`` begins the
        next one.

        Raises:
            UsageError: it is not your turn, or the move is not legal.
            NotationError: the text is no move.
        """
        if self.over:
            raise UsageError("the game is over; call new_game() to begin the next one")
        if not self._sitting.waits:
            raise UsageError("no person plays here; call play(games) to let games be played")
        chosen = self._sitting.read_move(move) if isinstance(move, str) else move
        if chosen not in self._sitting.legal:
            raise UsageError(f"{self._sitting.game.move_text(chosen)} is not legal here")
        self._sitting.play(chosen)
        self._run_on()
        return self

    def new_game(self) -> Self:
        """Begin a game; an unfinished one is forgotten, and nobody learns from it."""
        self._sitting.new_game()
        self._run_on()
        return self

    def play(self, games: int = 1) -> Self:
        """Let so many games be played without a person, whose side the machine's twin takes."""
        for _ in self._host.train(games):
            pass
        return self

    def talk(self) -> None:
        """Talk line by line, as ``kitgen play`` does; ``help`` lists what can be said, ``quit``
        ends it.
        """
        console = Console(
            self._host, texts_in(self._host.sitting.machine(self._side).kit.choices.language)
        )
        print("\n".join(console.greeting()))  # noqa: T201 - it talks
        while not console.over:
            try:
                line = input("> ")
            except EOFError:
                break
            print("\n".join(console.answer(line)))  # noqa: T201 - it talks

    def summary(self) -> str:
        """Return the table in one line."""
        rows = self.table()
        counts = [
            f"{sum(row['result'] == letter for row in rows)} {word}"
            for letter, word in _WORDS.items()
        ]
        score = f", {', '.join(counts)}" if rows else ""
        name = self._sitting.machine(self._side).kit.name
        other = self._sitting.players[1 - self._side]
        place = "the game is over" if self.over else self._sitting.game.text(self.position)
        return (
            f"{name} against {'you' if other == HUMAN else other}: "
            f"{many(len(rows), 'game')}{score}; {place}"
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each finished game: how it ended for the machine, and its wins less
        its losses up to it.
        """
        rows = []
        score = 0
        for number, outcome in enumerate(self._sitting.outcomes, 1):
            own = outcome if self._side == 0 else -outcome
            score += own
            rows.append({"game": number, "result": LETTERS[own], "score": score})
        return rows

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it: the board, and the games so far."""
        # Pictures stand beside: only a notebook asks for them.
        shown = import_module("kitgen.render.shown")
        kit = self._sitting.machine(self._side).kit
        return f"{shown.scene_html(shown.draw(kit, self.position).scene)}{Result._repr_html_(self)}"

    def _run_on(self) -> None:
        """Let players who are no persons move until a person has to, or the game is over; watch
        no whole game.
        """
        while HUMAN in self._sitting.players and not self._sitting.waits and not self.over:
            self._sitting.make()


#: The words for results, by their letters.
_WORDS = {LETTERS[1]: "won", LETTERS[0]: "drawn", LETTERS[-1]: "lost"}


def play_with(
    kit: KitGiven,
    *,
    opponent: OpponentGiven = HUMAN,
    side: str | None = None,
    rule: RuleGiven | None = None,
    seed: int = 1,
    templates: Templates | None = None,
) -> AtTable:
    """Sit down at a table with a machine, as ``kitgen play`` does.

    Args:
        kit: a kit, an edition or game by name, a path, a told game's text, or a game as an object.
        opponent: ``human``, you; any player of ``kitgen play``, such as ``random``, ``perfect`` or
            ``level:3``; or a function, as for ``simulate``.
        side: the side that the machine plays: its name, ``first`` or ``second``; the kit's own when
            None.
        rule: a learning rule as for ``simulate``: by name, as data, or a function.
        seed: of the luck of the machine and its opponent.
        templates: where editions and rules are read from; kitgen's own when None.

    Raises:
        UsageError: a name is unknown, or the choices do not fit each other.
        TooLargeError: the game is too large for a machine of boxes.

    >>> play_with("her", opponent=lambda position, moves, rng: rng.choice(moves)).play(20)
    <her against <lambda>(): 20 games, 11 won, 0 drawn, 9 lost; bbb/.../www w>
    """
    data = rule if rule is None or isinstance(rule, str | Path | Mapping | Rule) else None
    made, own_side = machine(kit, side, data, templates=templates)
    host = Host(made, made.game, SplitMix(seed), templates=templates)
    if rule is not None and data is None:
        learner = host.sitting.machine(own_side)
        if not isinstance(learner, SideMachine):
            raise UsageError(
                "a function teaches beads, and the kit's rule keeps none; choose "
                "another kit or rule"
            )
        learner.own_rule = OwnRule(rule)  # type: ignore[arg-type] # what is no data is a function
    host.sitting.seat(own_side, MACHINE)
    host.sitting.seat(
        1 - own_side, opponent if isinstance(opponent, str) else OwnOpponent(opponent)
    )
    return AtTable(host, own_side)
