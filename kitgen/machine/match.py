"""A match: a machine, its side, and who sits opposite; what experiments and exact answers are about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Kit
from kitgen.kit.rule import check_rule
from kitgen.machine.game_graph import list_situations
from kitgen.machine.opponents import Needs
from kitgen.machine.paper_machine import PaperMachine, Player, Shelf
from kitgen.machine.policies import Adviser, Foresight, Policy, PolicyPlayer, check_policy
from kitgen.machine.position_learner import PositionLearner
from kitgen.theory.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom.

    Attributes:
        kit: the machine.
        opponent: a player without boxes, or a second machine that learns at the same time.
        side: the side that the machine plays: 0 begins.
    """

    kit: Kit
    opponent: Policy | Kit
    side: int

    @property
    def opponent_text(self) -> str:
        """The opponent, in a word or two."""
        return self.opponent.text if isinstance(self.opponent, Policy) else f"machine:{self.opponent.name}"

    @property
    def policy(self) -> Policy | None:
        """The opponent's policy, or None where it is a second machine."""
        return self.opponent if isinstance(self.opponent, Policy) else None

    @property
    def kits(self) -> tuple[Kit | None, Kit | None]:
        """The kit of each side's machine, None for a player without a kit."""
        other = self.opponent if isinstance(self.opponent, Kit) else None
        return (self.kit, other) if self.side == 0 else (other, self.kit)

    @property
    def shelves(self) -> tuple[Shelf | None, Shelf | None]:
        """The boxes of each side, None for a player without boxes."""
        first, second = (Shelf(kit) if kit is not None and kit.rule.learns == "beads" else None for kit in self.kits)
        return first, second


def check_match(match: Match) -> None:
    """Refuse a match that makes no sense, before anything is played.

    Raises:
        UsageError: the opponent cannot play the game, or a rule does not suit it.
    """
    kit, other = match.kit, match.opponent
    if isinstance(other, Kit):
        if other.game_spec != kit.game_spec:
            raise UsageError(f"opponent {quoted(other.name)} plays {other.game_spec}, not {kit.game_spec}")
        if 1 - match.side not in other.players:
            raise UsageError(
                f"opponent {quoted(other.name)} plays {other.choices.side}, as the machine does; choose "
                "the other side's kit"
            )
    else:
        check_policy(other, kit.game)
        _check_script(match, other)
        if other.needs & Needs.BEADS and kit.rule.learns != "beads":
            raise UsageError(
                f"opponent {quoted(other.text)} needs beads to know, and rule {quoted(kit.choices.rule)} has none"
            )
    for machine in match.kits:
        if machine is not None and machine.rule.needs_draws:
            check_rule(machine.choices.rule, machine.rule, machine.game_spec, draws=machine.draws)


def _check_script(match: Match, policy: Policy) -> None:
    """Refuse a script with a move that its side could never make."""
    if not policy.script:
        return
    game = match.kit.game
    graph = list_situations(game, match.shelves)
    turns = [index for index, position in enumerate(graph.positions) if position.to_move != match.side]
    possible = {(branch.move, graph.positions[index]) for index in turns for branch in graph.branches[index]}
    for text in policy.script:
        if not any(
            (game.parse_move(graph.positions[index], text), graph.positions[index]) in possible for index in turns
        ):
            raise UsageError(
                f"opponent {quoted(policy.text)}: its side can never make the move {quoted(text)} in {game.spec}"
            )


#: A machine in software: with boxes, or with numbers for positions.
Machine = PaperMachine | PositionLearner


def new_machine(shelf: Shelf) -> Machine:
    """Return a new machine of the kind that its kit's rule asks for."""
    if shelf.kit.rule.learns == "positions":
        return PositionLearner(shelf.kit.game, shelf.schedule)
    return PaperMachine(shelf)


def seats(match: Match, oracle: Oracle) -> Callable[[], tuple[Machine, Sequence[Player]]]:
    """Return what seats a new machine and its opponent at a table.

    What they may share, such as the boxes that have been looked for and the values that have been asked for, all of
    them share.

    Returns:
        A function that returns a new machine, and both players, the side that begins first.
    """
    shelf, opposite = Shelf(match.kit), _opposite(match, oracle)

    def sit() -> tuple[Machine, Sequence[Player]]:
        machine = new_machine(shelf)
        other = opposite(machine)
        return machine, (machine, other) if match.side == 0 else (other, machine)

    return sit


def _opposite(match: Match, oracle: Oracle) -> Callable[[Machine], Player]:
    """Return what makes the player opposite a machine."""
    if isinstance(match.opponent, Kit):
        other = Shelf(match.opponent)
        return lambda _: new_machine(other)
    policy, adviser = match.opponent, Adviser(oracle)
    foresight = Foresight(Shelf(match.kit), match.side) if policy.needs & Needs.BEADS else None
    return lambda machine: PolicyPlayer(
        policy, adviser, machine if isinstance(machine, PaperMachine) else None, foresight
    )
