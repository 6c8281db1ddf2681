"""The games that a machine has played since it was as its choices make it: why its boxes hold what they hold.

They travel in ``kit.json``, so that whoever is handed a kit with other beads can work them out again. Who sat opposite,
and what else was noted, does not.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

#: The most games of one machine.
MOST_GAMES = 100_000

#: The beads of a game, in the order of play.
Picks = Annotated[
    str,
    Meta(
        pattern=r"^([A-Z]{0,2}[1-9][0-9]{0,5} [^\W_]{1,40}( (?=\w)|\Z))*\Z",
        max_length=5000,
        description="boxes and letters of beads, such as A1 R B4 L",
    ),
]


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game, as far as it matters to the beads.

    Attributes:
        game: its number.
        picks: the beads that the machine picked.
        result: how it ended for the machine.
        resigned: whether somebody gave up at an empty box, where that is known.
        last_only: whether the beads are only the last ones, for the rule needs no more.
    """

    game: Annotated[int, Meta(ge=0, le=9_999_999)]
    picks: Picks
    result: Literal["W", "D", "L"]
    resigned: bool | None = None
    last_only: bool = False


#: All games of a machine, by their numbers.
PlayedGames = Annotated[tuple[PlayedGame, ...], Meta(max_length=MOST_GAMES)]
