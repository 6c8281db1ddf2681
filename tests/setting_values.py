"""A value other than the default for each setting of a part: its declared example, or one found
from its type.
"""

from jobs import make_job

from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts import PARTS

#: Settings whose effect shows on no single part, with the test that sees it.
OF_NO_PART = {
    "economy": "the whole print has fewer sheets: tests/adding/test_a_field_of_the_app.py",
    "groups": "the sheets of each group: tests/press/test_groups.py",
    "laser": "files beside the sheets: tests/paper/test_laser.py",
    "printer": "the size of what is cut out, in the file alone: tests/press/test_printers.py",
    "theme": "pieces and words on all sheets: tests/paper/test_themes.py",
}
#: Settings that name a file or a lesson of a user, with the test that writes one.
OWN_FILES = {
    "guide_name": "a user's own guide: tests/paper/test_guides.py",
    "story_game": "a game that was played: tests/paper/test_story.py",
    "lesson_name": "a lesson, which chooses the parts: tests/press/test_lessons.py",
}
#: Values in place of declared examples: those are boxes that the ladder, whose parts are compared,
#: does not have.
LADDER_VALUES = {"demo_show": "9"}
#: The stock on which a setting has an effect, where it has none on labels for a matchbox.
STOCK = {
    "labels_start_at": "L7160",
    "labels_nudge": "L7160",
    "cards_duplex": "poker",
    "cards_back_offset": "poker",
}


def other_values() -> dict[str, object]:
    """Return a value other than the default for each setting of a part, by key."""
    values: dict[str, object] = {}
    for option in PART_OPTIONS:
        if option.key in OF_NO_PART or option.key in OWN_FILES:
            continue
        if option.key in LADDER_VALUES:
            values[option.key] = LADDER_VALUES[option.key]
        elif option.offer.example is not None:
            values[option.key] = option.offer.example
        elif option.is_switch:
            values[option.key] = not option.default
        elif option.words:
            values[option.key] = [word for word in option.words if word != option.default][-1]
    return values


#: A value of each setting, and the stock on which it has an effect.
OTHER_VALUES = {key: (value, STOCK.get(key, "matchbox")) for key, value in other_values().items()}
#: Choices and settings without which a setting has no effect.
NEEDED_CHOICES = {
    "cards_back_offset": {"cards_duplex": "long"},
    "beads_bank": {"rule": "michie"},
    "beads_bank_opponent": {"rule": "michie"},
}


def scenes(name: str, stock: str, **options: object) -> list[Scene]:
    """Return the sheets of a part with some settings."""
    kit = "ladder"  # which is small
    if name == "sweets":  # they lie on arrows, which the moves of the ladder are not
        kit = "her"
    return [sheet.scene for sheet in PARTS[name].sheets(make_job(kit, stock=stock, **options))]
