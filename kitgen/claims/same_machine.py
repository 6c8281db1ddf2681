"""Which machines play the same games, whatever their language, paper and names."""

from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from kitgen.kit.kit import Kit


def machine_digest(kit: Kit) -> str:
    """Return a digest of all on which a machine's games depend: equal ones play the same games."""
    choices = msgspec.structs.replace(kit.choices, language="")
    # Only some languages have a title of their own for the rule.
    rule = msgspec.structs.replace(kit.rule, title={}, source="")
    colours = [colour.key for colour in kit.palette]
    boxes = []
    for box in kit.boxes:
        slots = [(slot.moves, slot.colour.key, slot.beads) for slot in box.slots]
        boxes.append((box.position, slots))
    text = repr((kit.game_spec, choices, rule, colours, boxes))
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SameMachine:
    """A machine, equal to any that plays the same games: language, paper and names do not
    matter.
    """

    digest: str
    kit: Kit = field(compare=False)

    @classmethod
    def of(cls, kit: Kit) -> "SameMachine":
        """Return the machine of a kit."""
        return cls(machine_digest(kit), kit)
