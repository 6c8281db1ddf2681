"""For each setting of a part a value that is not the usual one: its declared example, or one found in its type."""

from jobs import make_job

from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts import PARTS

#: The settings of all parts, and those that name a user's own file; tests of their own try them.
OF_NO_PART = ("economy", "laser")
OWN_FILES = ("guide_name", "story_game", "lesson_name")
#: Values other than the declared examples: boxes of the ladder.
GIVEN = {"demo_show": "9"}
#: Labels and cards on which a setting has an effect, where it has none on a matchbox.
STOCK = {"labels_start_at": "L7160", "labels_nudge": "L7160", "cards_duplex": "poker", "cards_back_offset": "poker"}


def other_values() -> dict[str, object]:
    """Return a value other than the default for each setting of a part, by key: its example, or one of its type."""
    values: dict[str, object] = {}
    for option in PART_OPTIONS:
        if option.key in GIVEN:
            values[option.key] = GIVEN[option.key]
        elif option.offer.example is not None:
            values[option.key] = option.offer.example
        elif option.is_switch:
            values[option.key] = not option.default
        elif option.words:
            values[option.key] = [word for word in option.words if word != option.default][-1]
    return {key: value for key, value in values.items() if key not in (*OF_NO_PART, *OWN_FILES)}


#: A value of each setting, and the size of label that it takes.
OTHER = {key: (value, STOCK.get(key, "matchbox")) for key, value in other_values().items()}
#: What must be said with a setting for it to be heeded.
WITH = {
    "cards_back_offset": {"cards_duplex": "long"},
    "beads_bank": {"rule": "michie"},
    "beads_bank_opponent": {"rule": "michie"},
}


def scenes(name: str, stock: str, **options: object) -> list[Scene]:
    """Return the sheets of a part with some settings."""
    kit = "her" if name == "sweets" else "ladder"  # on a ladder moves are no arrows
    return [sheet.scene for sheet in PARTS[name].sheets(make_job(kit, stock=stock, **options))]
