"""For each setting of a part a value that is not the usual one: its declared example, or one
found in its type.
"""

from jobs import make_job

from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts import PARTS

#: Settings that no part of a print reads alone, with the test that sees their effect.
OF_NO_PART = {
    "economy": "the whole print has fewer sheets: tests/adding/test_a_field_of_the_app.py",
    "groups": "the sheets of each group: tests/press/test_groups.py",
    "laser": "files beside the sheets: tests/paper/test_laser.py",
    "printer": "the size of what is cut out, in the file alone: tests/press/test_printers.py",
    "theme": "pieces and words on all sheets: tests/paper/test_themes.py",
}
#: Settings that name a file, which has to be written first, with the test that does.
OWN_FILES = {
    "guide_name": "a user's own guide: tests/paper/test_guides.py",
    "story_game": "a game that was played: tests/paper/test_story.py",
    "lesson_name": "a lesson, which chooses the parts: tests/press/test_lessons.py",
}
#: Values other than the declared examples: boxes of the ladder.
GIVEN = {"demo_show": "9"}
#: Labels and cards on which a setting has an effect, where it has none on a matchbox.
STOCK = {
    "labels_start_at": "L7160",
    "labels_nudge": "L7160",
    "cards_duplex": "poker",
    "cards_back_offset": "poker",
}


def other_values() -> dict[str, object]:
    """Return a value other than the default for each setting of a part, by key: its example, or
    one of its type.
    """
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
