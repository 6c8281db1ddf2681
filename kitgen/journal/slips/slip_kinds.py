"""The kinds of slips, and how often a class makes each of them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, UnknownNameError, quoted
from kitgen.reading.schema import TextLine
from kitgen.reading.templates import Templates


class SlipKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of slip in ``templates/tables/slips.toml``.

    Attributes:
        per_hundred: how many slips of this kind a class makes in a hundred games.
        reason: why so many.
    """

    per_hundred: Annotated[float, Meta(gt=0, le=100)]
    reason: TextLine


KINDS = (
    "bead-lost",
    "bead-found",
    "put-elsewhere",
    "beads-exchanged",
    "not-removed",
    "reward-forgotten",
    "removed-twice",
    "reward-twice",
    "wrong-box",
    "wrong-colour",
    "neighbour-box",
    "mirror-box",
    "wrong-sign",
    "boxes-exchanged",
    "knocked-over",
    "filled-wrongly",
    "wrong-bead",
    "wrong-beads",
    "wrong-result",
    "wrong-order",
    "game-twice",
    "game-missing",
    "moved-otherwise",
    "machine-reset",
    "box-refilled",
    "boxes-refilled",
    "other-class",
    "miscounted",
    "colours-confused",
)


def slip_kinds(templates: Templates) -> dict[str, float]:
    """Return how often each kind of slip happens in one game; ``TemplateError`` if a kind is
    unknown or missing.
    """
    kinds = templates.read("tables", "slips", dict[str, SlipKind])
    for kind in sorted({*kinds} ^ {*KINDS}):
        if kind in kinds:
            fault = str(UnknownNameError("kind of slip", kind, KINDS))
        else:
            fault = f"kind of slip {quoted(kind)} is missing"
        raise TemplateError(f"tables/slips.toml: {fault}")
    return {kind: slip.per_hundred / 100 for kind, slip in kinds.items()}
