"""What is chosen when a kit is made, each choice declared once.

From ``Choices`` follow the schema of editions, what a user may wish, the schema in ``kit.json``, the options of every
command that makes a kit, and the shortest command that makes the same kit again. A new choice is one field here, and
whatever code heeds it.
"""

from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import UnknownNameError
from kitgen.fields import Key, Language, Notation, TextLine
from kitgen.kit.beads.at_hand import BeadsAtHand, beads_text, parse_beads
from kitgen.kit.offers import Offer, offered
from kitgen.model import RowsBy

if TYPE_CHECKING:
    from collections.abc import Mapping


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was chosen when a kit was made, in the order in which the kit's command says it.

    Attributes:
        side: the name of the machine's side, or ``either``.
        rule: the name of the learning rule.
        palette: the name of the palette.
        forced: ``box`` when positions with one distinct move have a box, ``skip`` when they have none.
        colour_by: ``slot`` when each box uses the colours in order, ``cell`` when each target cell has its own.
        mirrors: positions whose mirror images have boxes of their own.
        opponent: ``any``, or ``sensible`` when boxes are left out that are met only after the other side has
            passed up an immediate win.
        beads: the beads that are at hand, as colour key and number in the order of the palette; empty when
            they are bought to fit the kit.
        express: True when only boxes that can learn or must run empty are there, and a sheet says what to
            play in all other positions.
        merged: True when moves that a box's own symmetries exchange share a slot.
        language: the language of all that is printed.
        rows_by: how the boxes are laid out and named, as the game wants it: in rows by ``turn``, or by what is
            ``lying`` on the board; by ``none`` in a single row, in which the number of what lies there names the box.
    """

    side: Annotated[Key, Offer("--side", "The machine's side: its name, 'first' or 'second'.", "SIDE")]
    rule: Annotated[TextLine, Offer("--rule", "The learning rule.", "RULE")] = "gardner"
    palette: Annotated[TextLine, Offer("--palette", "The bead colours; 'kitgen palette' lists them.", "NAME")] = (
        "okabe-ito"
    )
    forced: Annotated[
        Literal["box", "skip"],
        Offer("--forced", "Whether positions with one move only have a box.", what="way of --forced"),
    ] = "box"
    colour_by: Annotated[
        Literal["slot", "cell"],
        Offer("--colour-by", "Colours in order in each box, or one for each target cell.", what="way of --colour-by"),
    ] = "slot"
    mirrors: Annotated[tuple[Notation, ...], Meta(max_length=10_000), Offer(wish=False)] = ()
    opponent: Annotated[
        Literal["any", "sensible"],
        Offer(
            "--opponent",
            "Make boxes for any opponent, or for one that never passes up an immediate win.",
            what="kind of opponent that a kit can be made for",
        ),
    ] = "any"
    beads: Annotated[
        BeadsAtHand,
        Offer(
            "--beads",
            "The beads at hand; colours are shared out so that they do.",
            "COLOUR:N,…|FILE.toml",
            edition=False,
            read=parse_beads,
            write=beads_text,
        ),
    ] = ()
    express: Annotated[
        bool,
        Offer(
            "--express/--no-express",
            "Whether only boxes that can learn or run empty are there, and a sheet says the rest.",
        ),
    ] = False
    merged: Annotated[
        bool,
        Offer("--merged/--unmerged", "Whether moves that are mirror images of one another share a bead colour."),
    ] = True
    language: Annotated[Language, Offer("--lang", "The language of the kit: en or it.", "LANGUAGE", edition=False)] = (
        "en"
    )
    rows_by: Annotated[RowsBy, Offer(edition=False, wish=False)] = "turn"


#: Every choice with its offer, in order.
CHOICES = offered(Choices)
#: What a user may wish otherwise, by name.
WISHES = {one.key: one for one in CHOICES if one.offer.wish}


class Wish:
    """What a user asks for; what is not asked for is left to the edition, and the language to English.

    Attributes:
        asked: from the name of a choice to what is wished for; see ``Choices`` for names and values. ``beads`` may
            also be text (``red:40,blue:40``) or a mapping.

    Raises:
        UsageError: there is no such choice, or it has no such value.

    >>> Wish(side="white", merged=None)
    Wish(side='white')
    >>> Wish(langauge="it")
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: unknown choice 'langauge'; did you mean 'language'?
    """

    __slots__ = ("asked",)

    def __init__(self, **choices: object) -> None:
        """Check what is asked for; None asks for nothing."""
        asked = {}
        for key, value in choices.items():
            if key not in WISHES:
                raise UnknownNameError("choice", key, WISHES)
            if value is not None:
                asked[key] = WISHES[key].checked(value)
        self.asked: Mapping[str, Any] = MappingProxyType(asked)

    def __eq__(self, other: object) -> bool:
        return self.asked == other.asked if isinstance(other, Wish) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.asked.items())))

    def __repr__(self) -> str:
        return f"Wish({', '.join(f'{key}={value!r}' for key, value in self.asked.items())})"
