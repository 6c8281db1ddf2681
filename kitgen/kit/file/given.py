"""The beads that a machine was given when somebody took it over from elsewhere, and that no game here has left.

They travel in ``kit.json``, so that whoever is handed such a kit knows from where its boxes hold what they hold.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.fields import BeadsLeft, BoxId, TextLine

#: Games of which only the number is known.
Games = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class GivenBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one box was given.

    Attributes:
        box: its id.
        beads: how many beads each of its slots holds, in the order of the slots.
    """

    box: BoxId
    beads: Annotated[tuple[BeadsLeft, ...], Meta(min_length=1, max_length=100)]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The beads with which a machine begins in place of those that its rule gives.

    Attributes:
        source: where they come from: a program, or what else there is to say.
        boxes: the boxes that it speaks of, in the order of the kit; all others begin as the rule says.
        name: what the machine is called there.
        won, drawn, lost: how many games it is said to have won, drawn and lost there.
    """

    source: TextLine
    boxes: Annotated[tuple[GivenBox, ...], Meta(max_length=100_000)]
    name: TextLine = ""
    won: Games = 0
    drawn: Games = 0
    lost: Games = 0
