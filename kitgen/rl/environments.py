"""An environment by name: for two learners, or for one against an opponent."""

from typing import TYPE_CHECKING, overload

from kitgen.errors import UsageError
from kitgen.installing.extras import need
from kitgen.kit.editions import side_named
from kitgen.kit.kit import Kit, KitGiven
from kitgen.machine.match import Policy, parse_policy
from kitgen.machine.paper_machine import Chooser, OwnOpponent
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import load_kit

if TYPE_CHECKING:
    from kitgen.rl.aec_environment import TurnEnvironment
    from kitgen.rl.opponent_environment import OpponentEnvironment


@overload
def env(
    kit: KitGiven,
    *,
    opponent: None = None,
    side: None = None,
    render_mode: str | None = None,
    templates: Templates | None = None,
) -> "TurnEnvironment": ...


@overload
def env(
    kit: KitGiven,
    *,
    opponent: str | Chooser,
    side: str | None = None,
    render_mode: str | None = None,
    templates: Templates | None = None,
) -> "OpponentEnvironment": ...


def env(
    kit: KitGiven,
    *,
    opponent: str | Chooser | None = None,
    side: str | None = None,
    render_mode: str | None = None,
    templates: Templates | None = None,
) -> "TurnEnvironment | OpponentEnvironment":
    """Return a game as an environment for learners: PettingZoo's for both sides, Gymnasium's
    against an opponent.

    Actions are the moves of the game, numbered from 0 on (``env.numbered.moves``); masks say which
    are legal. A win is worth 1, a loss -1, a draw 0; an illegal action loses the game.

    Args:
        kit: a kit, an edition or game by name, a path, a told game's text, or a game as an object.
        opponent: who plays the other side, as for ``simulate`` (no machine): then the environment
            is Gymnasium's, the observation is the content of the cells, and the info has the
            ``action_mask``. When None it is an AEC environment of PettingZoo; an observation has
            ``observation`` and ``action_mask``.
        side: the learner's side against an opponent: its name, ``first`` or ``second``; the kit's
            when None.
        render_mode: ``ansi`` to render positions as text.
        templates: where editions are read from; kitgen's own when None.

    Raises:
        MissingExtraError: PettingZoo or Gymnasium is not installed; the extra ``rl`` brings them.
        UsageError: a name is unknown, or the opponent cannot play.
        TooLargeError: the game has too many positions.

    >>> environment = env("her", opponent="random")
    >>> cells, info = environment.reset(seed=1)
    >>> len(cells), int(environment.action_space.n), int(info["action_mask"].sum())
    (9, 28, 3)
    """
    need("kitgen.env", "gymnasium", "pettingzoo", "numpy")
    templates = templates or Templates()
    loaded = load_kit(kit, templates=templates)
    if opponent is None:
        from kitgen.rl.aec_environment import TurnEnvironment  # noqa: PLC0415 - it needs PettingZoo

        return TurnEnvironment(loaded.game, render_mode=render_mode)
    from kitgen.rl.opponent_environment import OpponentEnvironment  # noqa: PLC0415 - it needs Gymnasium

    player: Policy | OwnOpponent
    if isinstance(opponent, str):
        if opponent == "machine":
            raise UsageError(
                "opponent 'machine' would learn, too; leave out the opponent for two learners, "
                "or name one that plays without boxes, such as random or perfect"
            )
        player = parse_policy(opponent)
    else:
        player = OwnOpponent(opponent)
    number = loaded.players[0] if side is None else _side_number(loaded, side)
    return OpponentEnvironment(loaded.game, number, player, loaded.oracle, render_mode=render_mode)


def _side_number(kit: Kit, side: str) -> int:
    name = side_named(kit.game, side)
    names = [each.name for each in kit.game.sides]
    return names.index(name) if name in names else kit.players[0]
