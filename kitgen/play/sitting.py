"""A sitting: two sides at a table, their players, and game after game whose moves can be shown
again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import KitgenError, UnknownNameError, UsageError, quoted
from kitgen.machine.learning import Update
from kitgen.machine.match import (
    OPPONENTS,
    Adviser,
    LookingPlayer,
    Needs,
    PolicyPlayer,
    check_policy,
    looks_ahead,
    parse_policy,
)
from kitgen.machine.own_players import OwnPlayer
from kitgen.machine.paper_machine import OwnOpponent, PaperMachine, Player, start_table
from kitgen.model import Game, Move, Position, Rng
from kitgen.play.learners import Choice, Learner, OpenBox
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.plan import (
    ALGORITHMS,
    DEEPEST,
    LONGEST,
    PLAYERS_ONLY,
    QUICK,
    Plan,
    parse_plan,
)
from kitgen.tree_search.scouts import SearchPlayer, plan_database
from kitgen.tree_search.written_games import RESULT_SIGNS, GameRecord

# Levels of opponents that look ahead, by depth or time: ``level:4`` and ``seconds:3`` stand for
# search plans.

#: How many plies each level looks ahead, from level 1; the later ones need the compiled search.
PLIES = (1, 2, 3, 4, 6, 8, 10, 12, 14)
#: The number of levels in plain Python.
PLAIN_LEVELS = 5
#: The seconds for a move that can be chosen without typing.
SECONDS = (1.0, 3.0, 10.0)
#: The words for a level and for a time.
LEVEL = "level"
TIME = "seconds"
_ALGORITHM = "negascout"


def levels(game: Game) -> range:
    """Return the numbers of a game's levels.

    >>> from kitgen.games import make_game
    >>> levels(make_game("tictactoe"))
    range(1, 6)
    """
    number = PLAIN_LEVELS if game.words is None else len(PLIES)
    return range(1, number + 1)


def plan_of(game: Game, text: str) -> str:
    """Return the plan that a level or a time stands for; any other player's text unchanged.

    >>> from kitgen.games import make_game
    >>> plan_of(make_game("tictactoe"), "level:3"), plan_of(make_game("tictactoe"), "random")
    ('negascout:3,single,preference', 'random')
    """
    kind, colon, figure = text.partition(":")
    if kind not in (LEVEL, TIME) or not colon:
        return text
    if kind == LEVEL:
        known = levels(game)
        if re.fullmatch("[0-9]{1,2}", figure) is None or int(figure) not in known:
            raise UsageError(
                f"there is no level {quoted(figure)} in {game.called}; say level:1 to "
                f"level:{known[-1]}"
            )
        return _plan(game, PLIES[int(figure) - 1], None)
    is_number = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", figure) is not None
    if not is_number or not 0 < float(figure) <= LONGEST:
        raise UsageError(f"{quoted(text)} is no time for a move, like 'seconds:3'")
    return _plan(game, DEEPEST, float(figure))


def level_of(game: Game, text: str) -> tuple[str, float] | None:
    """Return the name of a player's plan, ``level`` or ``seconds``, and its figure; None for any
    other player.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> level_of(game, plan_of(game, "level:3")), level_of(game, plan_of(game, "seconds:1.5"))
    (('level', 3), ('seconds', 1.5))
    """
    for number in levels(game):
        if text == _plan(game, PLIES[number - 1], None):
            return LEVEL, number
    if text.startswith(f"{_ALGORITHM},"):
        seconds = parse_plan(text).seconds
        if seconds is not None and text == _plan(game, DEEPEST, seconds):
            return TIME, seconds
    return None


def _plan(game: Game, depth: int, seconds: float | None) -> str:
    quick = QUICK if game.words is not None else ()
    return str(Plan(_ALGORITHM, depth, seconds, (*quick, *PLAYERS_ONLY)))


# The table.

#: The players of a side besides the policies: a person at the keyboard, and the side's own machine.
HUMAN = "human"
MACHINE = "machine"
#: The end of the name of a player who is a function; no other player's text ends so.
FUNCTION = "()"


@dataclass(frozen=True, slots=True)
class Ply:
    """One move that was made from a position.

    Attributes:
        player: ``human``, ``machine`` or a policy's text; empty in an opened game.
        gain: the points that it won.
        opened: the box, or positions with their numbers, that the side's machine chose from; or
            None.
        slot: the index of the move in ``opened``, or None.
    """

    position: Position
    move: Move
    player: str
    gain: int = 0
    opened: Choice | None = None
    slot: int | None = None

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.position.to_move


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended.

    Attributes:
        outcome: 1 if the side that began won, 0 for a draw, -1 if it lost.
        resigned: the side that met an empty box, or None.
        learned: the changes to each side's beads; None if it has not learned from the game.
    """

    outcome: int
    resigned: int | None
    learned: Sequence[Sequence[Update] | None]


class Sitting:
    """Game after game at one table.

    Attributes:
        players: each side's player: ``human``, ``machine`` or a policy's text.
        plies: the moves of the present game, which began in the position ``start``.
        picked: the move that is picked but not yet made, or None.
        outcomes: how each game of this sitting ended, for the side that begins.
        shown: how many moves of the game have led to the shown board.
        opened: whether the game comes from a file or a shown position: nobody learns from it.
        last: the last finished game and its outcome, or None.
        before_end: called before machines learn from a game, or None.
        keep: called with every finished game, or None.
        unsaved: how many finished games could not be saved.
    """

    def __init__(
        self, game: Game, machines: Sequence[Learner | None], oracle: Oracle, rng: Rng
    ) -> None:
        self.game = game
        self.machines = list(machines)
        self.players = [HUMAN, HUMAN]
        self.names = ["", ""]
        self.rng = rng
        self.outcomes: list[int] = []
        self._adviser = Adviser(oracle)
        self._policies: dict[tuple[int, str], Player] = {}
        self.last: tuple[GameRecord, int] | None = None
        self.before_end: Callable[[], object] | None = None
        self.keep: Callable[[GameRecord], object] | None = None
        self.unsaved = 0
        self.new_game()

    def new_game(self, start: Position | None = None) -> None:
        """Begin a game, from the usual start or another one; nobody learns from an unfinished
        game.
        """
        self.start = start or self.game.start()
        self.table = start_table(self.game, self.start)
        self.plies: list[Ply] = []
        self.ended: Ended | None = None
        self.picked: Ply | None = None
        self.shown = 0
        self.opened = False
        for machine in self.known_machines():
            machine.forget()

    def open_record(self, record: GameRecord) -> None:
        """Put a written game on the table, with no move shown; nobody learns from it."""
        # The last position of the line has no move.
        before_moves = zip(record.line, record.moves, strict=False)
        self._open(record.line[0], (Ply(position, move, "") for position, move in before_moves))
        self.shown = 0

    def go_on_from_shown(self) -> None:
        """Continue from the shown board: later moves are forgotten, and nobody learns."""
        self._open(self.start, self.plies[: self.shown])

    def _open(self, start: Position, plies: Iterable[Ply]) -> None:
        self.new_game(start)
        self.opened = True
        for machine in self.known_machines():
            machine.strayed = True
        for ply in plies:
            self._lay(ply)
        outcome = self.table.ended()
        self.ended = None if outcome is None else Ended(outcome, None, (None, None))

    def record(self) -> GameRecord:
        """Return the game in writing."""
        result = RESULT_SIGNS[None if self.ended is None else self.ended.outcome]
        moves = tuple(ply.move for ply in self.plies)
        return GameRecord(self.line, moves, f"{self.called(0)} - {self.called(1)} {result}")

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions of the game, the present one last."""
        return (*(ply.position for ply in self.plies), self.table.position)

    @property
    def looks_back(self) -> bool:
        """Whether an earlier board is shown."""
        return self.shown < len(self.plies)

    @property
    def shown_ply(self) -> Ply | None:
        """The move that led to the shown board; None at the start."""
        return self.plies[self.shown - 1] if self.shown else None

    @property
    def position(self) -> Position:
        """The shown position."""
        return self.plies[self.shown].position if self.looks_back else self.table.position

    @property
    def lead(self) -> int:
        """The first side's points minus the second side's on the shown board."""
        later = (ply.gain if ply.side == 0 else -ply.gain for ply in self.plies[self.shown :])
        return self.table.lead - sum(later)

    @property
    def to_move(self) -> int:
        """The side to move in the game."""
        return self.table.position.to_move

    @property
    def waits(self) -> bool:
        """Whether a person has to move."""
        return self.ended is None and self.players[self.to_move] == HUMAN

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves; none after the end."""
        return () if self.ended is not None else self.game.legal_moves(self.table.position)

    def seat(self, side: int, player: str | OwnOpponent) -> None:
        """Give a side to ``human``, ``machine``, a level (``level:4``), a policy or a function,
        at any time.
        """
        if isinstance(player, OwnOpponent):
            name = f"{player.text}{FUNCTION}"
            self._policies[side, name] = OwnPlayer(player)
            self.players[side] = name
            self.picked = None
            return
        player = plan_of(self.game, player)
        if player == MACHINE and self.machines[side] is None:
            raise UsageError(
                f"{self.game.called} is too large for a machine of boxes; choose another player"
            )
        if player not in (HUMAN, MACHINE):
            self._policies[side, player] = self._policy(side, player)
        self.players[side] = player
        self.picked = None

    def _policy(self, side: int, text: str) -> Player:
        if looks_ahead(text):
            plan = parse_plan(text)
            return LookingPlayer(SearchPlayer(self.game, plan, plan_database(self.game, plan)))
        one_name = "," not in text and ":" not in text
        if one_name and text not in OPPONENTS:
            plans = [f"{algorithm}:8" for algorithm in ALGORITHMS]
            players = [HUMAN, MACHINE, f"{LEVEL}:4", f"{TIME}:3", *OPPONENTS, *plans]
            raise UnknownNameError("player", text, players)
        policy = parse_policy(text)
        check_policy(policy, self.game)
        if policy.needs & Needs.VALUES:
            self._adviser.oracle.solution  # noqa: B018 - refuses a game that is too large, before any move
        other = self.machines[1 - side]
        machine = other if isinstance(other, PaperMachine) else None
        return PolicyPlayer(policy, self._adviser, machine)

    def player(self, side: int, text: str) -> Player:
        """Return the player object for a side and a player's text other than ``human``."""
        machine = self.machines[side]
        if text == MACHINE and machine is not None:
            return machine
        if (side, text) not in self._policies:
            self._policies[side, text] = self._policy(side, text)
        return self._policies[side, text]

    def machine_changed(self, side: int, machine: Learner) -> None:
        """Replace a side's machine; players that look into its boxes now use the new ones."""
        self.machines[side] = machine
        self._policies = {key: player for key, player in self._policies.items() if key[0] == side}
        self.new_game()

    def read_move(self, text: str) -> Move:
        """Return the legal move that a text names; with an open box, also by the letter of a
        bead.
        """
        by_number = self._moves_from_number(text)
        if len(by_number) == 1:
            return by_number[0]
        opened = self.open_box()
        may_be_a_bead = len(text) == 1 and text not in self.game.diagram.names
        if isinstance(opened, OpenBox) and may_be_a_bead:
            letters = [slot.colour.letter.casefold() for slot in opened.box.slots]
            if text.casefold() in letters:
                return opened.moves[letters.index(text.casefold())]
        move = self.game.parse_move(self.table.position, text)
        if move not in self.legal:
            raise UsageError(f"{quoted(text)} is not legal here")
        return move

    def _moves_from_number(self, text: str) -> list[Move]:
        """Return the legal moves from the cell with a number, as the player counts cells."""
        numbers = self.game.diagram.counted
        if not numbers:
            return []
        return [
            move for move in self.legal if move.source is not None and numbers[move.source] == text
        ]

    def open_box(self) -> Choice | None:
        """Return the box or positions that the machine to move chooses from, or None."""
        machine = self.machines[self.to_move]
        if machine is None or self.ended is not None:
            return None
        return machine.opened(self.table.position)

    def play(self, move: Move) -> Ply:
        """Make a person's move; the machine of that side accepts it as its own."""
        position = self.table.position
        opened = self.open_box()
        slot = None
        machine = self.machines[self.to_move]
        if machine is not None:
            if opened is not None:
                slot = machine.slot_of(position, move)
            machine.accept(self.table, move)
        return self._make(Ply(position, move, HUMAN, opened=opened, slot=slot))

    def pick(self) -> Ply | None:
        """Let the player to move, who is not a person, pick a move; None if a machine's empty
        box ends the game.
        """
        if self.picked is not None or self.ended is not None:
            return self.picked
        side = self.to_move
        text = self.players[side]
        machine = self.machines[side]
        opened = self.open_box()
        move = self.player(side, text).move(self.table, self.rng)
        if move is None:
            self._given_up()
            return None
        slot = None
        if text != MACHINE and machine is not None:
            machine.strayed = True  # it does not learn from what a policy played
        elif machine is not None:
            opened = machine.opened(self.table.position)  # an empty box may have been filled again
            slot = opened.moves.index(move) if opened is not None else None
        self.picked = Ply(self.table.position, move, text, opened=opened, slot=slot)
        return self.picked

    def _given_up(self) -> None:
        side = self.to_move
        self.shown = len(self.plies)
        resignation = self.machine(side).resignation
        self._end(resignation if side == 0 else -resignation, side)

    def make(self) -> Ply | None:
        """Make the picked move, or pick one and make it; None if a machine's empty box has ended
        the game.
        """
        ply = self.pick()
        if ply is None or self.ended is not None:
            return ply
        return self._make(ply)

    def _make(self, ply: Ply) -> Ply:
        self._lay(ply)
        outcome = self.table.ended()
        if outcome is not None:
            self._end(outcome, None)
        return self.plies[-1]

    def _lay(self, ply: Ply) -> None:
        lead = self.table.lead
        self.table.play(ply.move)
        self.plies.append(replace(ply, gain=abs(self.table.lead - lead)))
        self.picked = None
        self.shown = len(self.plies)

    def _end(self, outcome: int, resigned: int | None) -> None:
        if self.before_end is not None:
            self.before_end()
        learned: list[Sequence[Update] | None] = [None, None]
        for machine in self.known_machines():
            side = machine.side
            machine.opponent = self.called(1 - side)
            updates = machine.finish(outcome if side == 0 else -outcome)
            learned[side] = updates if machine.learned else None
            if resigned == 1 - side:
                machine.conceded()
        for player in self._policies.values():
            player.finish(0)
        self.outcomes.append(outcome)
        self.ended = Ended(outcome, resigned, learned)
        self.last = self.record(), outcome
        try:
            for machine in self.known_machines():
                machine.note()
            if self.keep is not None:
                self.keep(self.last[0])
        except KitgenError:
            self.unsaved += 1
            raise

    def stop_looking(self) -> None:
        """Stop every search, from another thread."""
        for player in self._policies.values():
            if isinstance(player, LookingPlayer):
                player.searcher.stop()

    def called(self, side: int) -> str:
        """Return a player's name in a journal: their own, or the word for the player."""
        return self.names[side] or self.players[side]

    def look(self, steps: int) -> bool:
        """Step forward, or back if negative; return whether the shown board has changed."""
        before = self.shown
        self.shown = min(max(before + steps, 0), len(self.plies))
        return self.shown != before

    @property
    def at_stake(self) -> bool:
        """Whether a game is under way in which a person has moved."""
        under_way = self.ended is None and not self.opened
        return under_way and any(ply.player == HUMAN for ply in self.plies)

    def known_machines(self) -> Iterator[Learner]:
        """Yield the machines at the table."""
        return (machine for machine in self.machines if machine is not None)

    def playing_machines(self) -> Iterator[Learner]:
        """Yield the machines at the table that play, or learn from a person who plays their
        side.
        """
        return (
            machine
            for machine in self.known_machines()
            if self.players[machine.side] in (HUMAN, MACHINE)
        )

    def machine(self, side: int) -> Learner:
        """Return the machine of a side."""
        machine = self.machines[side]
        if machine is not None:
            return machine
        if any(self.known_machines()):
            raise UsageError(f"{self.game.sides[side].name} has no machine here")
        raise UsageError(f"{self.game.called} is too large for a machine of boxes")
