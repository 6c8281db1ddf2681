"""The first games of many machines like one, played once for whatever is asked of them: curves, and beads that come in.

Plain Python and few machines, so that printing needs nothing compiled; the same kit always plays the same games.
"""

from collections.abc import Sequence

from kitgen.kit.kit import Kit
from kitgen.machine.learning import Update
from kitgen.machine.match import Match, check_match, seats
from kitgen.machine.paper_machine import PaperMachine, Player, Rules, Table, play_game
from kitgen.machine.policies import parse_policy
from kitgen.machine.rng import Rng, SplitMix
from kitgen.model import Move

#: Where the luck of the machines comes from.
SEED = 1962


class FirstGames:
    """Machines that are all new at first, each against an opponent of its own; they play as far as anyone asks.

    A machine that may play either side starts every other game, the first among them, as its kit asks for. The games
    of a machine are the same however many machines there are, and whether it plays them at once or goes on later.

    Attributes:
        kit: the machine's.
        opponent: whom each of them plays.
    """

    def __init__(self, kit: Kit, opponent: str, seed: int = SEED) -> None:
        """Seat nobody yet.

        Raises:
            UsageError: the opponent cannot play the game.
        """
        match = Match(kit, parse_policy(opponent), kit.players[0])
        check_match(match)
        self.kit = kit
        self.opponent = opponent
        self._seed = seed
        self._sit = seats(match, kit.oracle)
        self._rules = Rules(kit.game)
        order = {colour.key: place for place, colour in enumerate(kit.palette)}
        self._places = [[order[slot.colour.key] for slot in box.slots] for box in kit.boxes]
        self._machines: list[_Played] = []

    def scores(self, machines: int, games: int) -> Sequence[Sequence[int]]:
        """Return, for each machine and after each of its games, its wins minus its losses."""
        return [machine.scores[:games] for machine in self._played(machines, games)]

    def added(self, machines: int, games: int) -> Sequence[Sequence[tuple[int, ...]]]:
        """Return, for each machine and after each of its games, the beads of each colour beyond those of the start.

        Colours come in the order of the palette; where more have left the boxes than were added, figures are negative.
        """
        return [machine.added[:games] for machine in self._played(machines, games)]

    def _played(self, machines: int, games: int) -> Sequence["_Played"]:
        """Return machines that have played at least so many games."""
        for number in range(len(self._machines), machines):
            machine, players = self._sit()
            counted = None
            if isinstance(machine, PaperMachine) and not self.kit.rule.only_takes:
                counted = _Counted(machine, self._places)
                players = [counted if player is machine else player for player in players]
            self._machines.append(_Played(self.kit, self._rules, players, counted, SplitMix(self._seed, number)))
        for one in self._machines[:machines]:
            one.play_to(games)
        return self._machines[:machines]


class _Played:
    """A machine at its table, and what is known of the games that it has played.

    Attributes:
        scores: its wins minus its losses after each game.
        added: beads of each colour beyond those of the start after each game; none where the rule only takes beads.
    """

    def __init__(self, kit: Kit, rules: Rules, players: Sequence[Player], counted: "_Counted | None", rng: Rng) -> None:
        self.scores: list[int] = []
        self.added: list[tuple[int, ...]] = []
        self._kit = kit
        self._rules = rules
        self._seatings = players, (players[1], players[0])
        self._counted = counted
        self._rng = rng

    def play_to(self, games: int) -> None:
        """Go on until so many games are played."""
        sides, score = self._kit.players, self.scores[-1] if self.scores else 0
        for index in range(len(self.scores), games):
            turned = index % len(sides)
            outcome = play_game(self._kit.game, self._seatings[turned], self._rng, self._rules).outcome
            score += outcome if sides[turned] == 0 else -outcome
            self.scores.append(score)
            if self._counted is not None:
                self.added.append(tuple(self._counted.added))


class _Counted:
    """A machine at the table whose beads are counted by colour.

    Attributes:
        added: beads of each colour in its boxes beyond those of the start, in the order of the palette.
    """

    def __init__(self, machine: PaperMachine, places: Sequence[Sequence[int]]) -> None:
        """Count from 0.

        Args:
            machine: the machine.
            places: of each slot of each box the place of its colour in the palette.
        """
        kit = machine.shelf.kit
        self.added = [0] * len(kit.palette)
        self._machine = machine
        self._places = places
        self._refills = kit.rule.when_empty.refills

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Let the machine move; beads that fill an empty box again are counted."""
        if not self._refills:
            return self._machine.move(table, rng)
        box = self._machine.shelf.find(table.position).box
        empty = box is not None and not any(self._machine.beads[box])
        move = self._machine.move(table, rng)
        if empty and box is not None:
            for place, beads in zip(self._places[box], self._machine.beads[box], strict=True):
                self.added[place] += beads
        return move

    def finish(self, outcome: int) -> Sequence[Update]:
        """Let the machine learn, and count what is done to its beads."""
        updates = self._machine.finish(outcome)
        for update in updates:
            self.added[self._places[update.box][update.slot]] += update.after - update.before
        return updates

    def gives_up_in_draw(self) -> bool:
        """Return what the machine says."""
        return self._machine.gives_up_in_draw()
