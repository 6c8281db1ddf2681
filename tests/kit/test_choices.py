"""Choices are declared once: a new one reaches editions, wishes, kit.json, the command line and
the kit's command.
"""

from ast import literal_eval
from typing import Annotated, Literal

import click
import msgspec
import pytest
from click.testing import CliRunner

from kitgen.cli.commands.print import part_options
from kitgen.cli.main import main
from kitgen.cli.options import offered_option, options
from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import CHOICES, WISHES, Choices, Offer, Wish, arguments_for, offered, schema
from kitgen.kit.editions import EDITION_FILE, EditionHead, read_edition
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.papers import POSTERS
from kitgen.reading.templates import Templates


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing with choices, declared as those of kits are."""

    room: Annotated[str, Offer("--room", "Where it hangs.", "ROOM")]
    light: Annotated[Literal["warm", "cold"], Offer("--light", "Its colour.", what="light")] = (
        "warm"
    )
    bulbs: Annotated[int, Offer("--bulbs", "How many.", "N")] = 1
    watts: Annotated[float, Offer("--watts", "Of each.", "W", edition=False)] = 7.5
    on: Annotated[bool, Offer("--on/--off", "Whether it shines.")] = False
    shade: Annotated[bool, Offer("--shade", "Whether it has one.")] = False
    made: Annotated[tuple[str, ...], Offer(wish=False)] = ()


LAMP = offered(Lamp)


def test_one_declaration_gives_the_options_of_a_command():
    @click.command()
    def command(**values):
        click.echo(repr(values))

    options(*(offered_option(one) for one in LAMP if one.offer.option))(command)
    shown = CliRunner().invoke(command, ["--light", "COLD", "--bulbs", "3", "--on", "--shade"])
    said = {"room": None, "light": "cold", "bulbs": 3, "watts": None, "on": True, "shade": True}
    assert literal_eval(shown.output) == said
    text = CliRunner().invoke(command, ["--help"]).output
    for line in ("--light warm|cold", "--bulbs N", "--on / --off", "Whether it shines."):
        assert line in text


def test_an_option_that_is_a_wish_has_no_value_until_it_is_said():
    @click.command()
    def command(**values):
        click.echo(repr(values))

    options(*(offered_option(one) for one in LAMP if one.offer.option))(command)
    assert set(literal_eval(CliRunner().invoke(command, []).output).values()) == {None}


def test_one_declaration_gives_the_schema_of_a_file():
    file = schema("LampFile", [one for one in LAMP if one.offer.edition], EditionHead)
    head = {"game": "hexapawn", "title": {}, "about": {}}
    made = msgspec.convert(head | {"room": "hall", "made": ["here"]}, file)
    assert (made.room, made.light, made.made) == ("hall", "warm", ("here",))
    for wrong, why in (
        ({}, "missing required field `room`"),
        ({"room": "hall", "watts": 5.0}, "contains unknown field `watts`"),
        ({"room": "hall", "light": "blue"}, r"Invalid enum value 'blue' - at `\$.light`"),
        ({"room": "hall", "bulbs": "2"}, r"Expected `int`, got `str` - at `\$.bulbs`"),
    ):
        with pytest.raises(msgspec.ValidationError, match=why):
            msgspec.convert(head | wrong, file)


def test_one_declaration_gives_the_words_that_say_a_value_again():
    usual = Lamp("hall")
    assert arguments_for(usual, usual, LAMP) == []
    other = Lamp("cellar", "cold", 2, 40.0, on=True, shade=True, made=("here",))
    assert arguments_for(other, usual, LAMP) == [
        "--room", "cellar", "--light", "cold", "--bulbs", "2", "--watts", "40", "--on", "--shade",
    ]  # fmt: skip
    assert arguments_for(usual, Lamp("hall", on=True), LAMP) == ["--off"]


def test_every_choice_reaches_every_place():
    keys = set(Choices.__struct_fields__)
    assert {one.key for one in CHOICES} == keys
    assert keys - WISHES.keys() == {"mirrors", "rows_by"}
    assert set(EDITION_FILE.__struct_fields__) == {"game", "title", "about"} | (
        keys - {"beads", "language", "rows_by"}
    )
    texts = CliRunner().invoke(main, ["print", "--help"]).output
    for one in (*WISHES.values(), *PART_OPTIONS):
        assert one.offer.option.partition("/")[0] in texts


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"side": "white"}, "--side white"),
        ({"rule": "michie", "forced": "skip"}, "--rule michie --forced skip"),
        ({"express": True, "expect": "sensible"}, "--expect sensible --express"),
        ({"merged": False, "language": "it"}, "--unmerged --language it"),
        ({"palette": "grey", "side": "first"}, "--side white --palette grey"),
        (
            {"beads": {"blue": 40, "red": 40, "yellow": 20, "green": 20}},
            "--beads red:40,blue:40,yellow:20,green:20",
        ),
        ({"side": "black", "merged": True, "language": "en"}, ""),
    ],
)
def test_the_command_of_a_kit_makes_it_again(wish, words):
    kit = build_kit("her", Wish(**wish))
    assert kit.command == f"kitgen print her {words}".strip()


@pytest.mark.parametrize("name", Templates().names("editions"))
def test_an_edition_is_made_by_its_name_alone(name):
    assert build_kit(name).command == f"kitgen print {name}"
    assert read_edition(name, Templates()).choices["side"]


WRONG = [
    ({"colour": "red"}, UnknownNameError, "unknown choice 'colour'; did you mean 'colour_by'?"),
    ({"mirrors": ("bbb/.../www w",)}, UnknownNameError, "unknown choice 'mirrors'"),
    ({"forced": "skipp"}, UnknownNameError, "did you mean 'skip'?"),
    ({"merged": "yes"}, UsageError, "merged is 'yes'; it must be true or false"),
    ({"rule": 3}, UsageError, "rule is 3; it must be one line"),
    ({"beads": "red"}, UsageError, "write colour and number"),
]


@pytest.mark.parametrize(("wish", "error", "says"), WRONG, ids=[str(wish) for wish, *_ in WRONG])
def test_a_wish_that_cannot_be_is_refused(wish, error, says):
    with pytest.raises(error) as refused:
        Wish(**wish)
    assert says in str(refused.value)


def test_wishes_are_equal_when_they_ask_for_the_same():
    assert Wish(side="white", rule=None) == Wish(side="white")
    assert (
        len({Wish(beads="red:4"), Wish(beads={"red": 4}), Wish(beads=(("red", 4),)), Wish()}) == 2
    )
    assert repr(Wish(side="white")) == "Wish(side='white')"


def test_posters_are_the_papers_that_can_be_named():
    poster = next(one for one in PART_OPTIONS if one.key == "poster_size")
    assert set(poster.words) == {"usual", *POSTERS}


def test_part_options_come_to_a_command_with_their_usual_values():
    @click.command()
    @part_options
    def command(options):
        click.echo(repr(PartOptions(**options)))

    assert CliRunner().invoke(command, []).output.strip() == repr(PartOptions())
    assert "start_at=4" in CliRunner().invoke(command, ["--set", "labels.start-at=4"]).output
