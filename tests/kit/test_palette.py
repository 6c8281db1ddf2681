"""The shipped palettes are measured: colours far enough apart for every kind of sight, or told
apart without colour.
"""

import re

import pytest
from click.testing import CliRunner
from coloraide import Color
from counting import at_least
from palette_colours import INK
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import UnknownNameError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.colours import MIN_DIFFERENCE, SIGHTS, closest, difference, look_alikes
from kitgen.kit.palette import newest_palette, palette_file, read_palette
from kitgen.reading.templates import Templates

NAMES = Templates().names("palettes")


def test_there_are_colours_and_greys():
    assert {"okabe-ito", "grey"} <= set(NAMES)


def test_a_version_that_is_not_there_is_refused_with_those_that_are():
    for name in at_least(
        6, ("okabe-ito@99", "okabe-ito@", "okabe-ito@02", "okabe-ito@1@1", "nothing@1", "@1")
    ):
        with pytest.raises(UnknownNameError, match="unknown palette"):
            read_palette(name, "en", Templates())
    assert palette_file("okabe-ito", Templates()) == palette_file("okabe-ito@1", Templates())


def test_a_palette_of_ones_own_stands_before_one_of_kitgen_and_leaves_its_first_version(tmp_path):
    (tmp_path / "palettes").mkdir()
    text = (Templates().roots[0] / "palettes" / "grey.toml").read_text(encoding="utf-8")
    (tmp_path / "palettes" / "okabe-ito.toml").write_text(text, encoding="utf-8")
    unversioned = re.sub(r"^version = \d+\n", "", text, flags=re.MULTILINE)
    (tmp_path / "palettes" / "mine.toml").write_text(unversioned, encoding="utf-8")
    own = Templates(tmp_path)
    assert build_kit("her", Wish(palette="mine"), own).choices.palette == "mine"
    grey = palette_file(newest_palette("grey", Templates()), Templates())
    assert build_kit("her", Wish(), own).palette[0].fill == grey.colours[0].fill
    first = palette_file("okabe-ito@1", Templates())
    assert (
        build_kit("her", Wish(palette="okabe-ito@1"), own).palette[0].fill == first.colours[0].fill
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("#000000", "#FFFFFF", 100.0), ("#D55E00", "#D55E00", 0.0)],
)
def test_differences_have_their_known_ends(first, second, expected):
    assert difference(first, second) == pytest.approx(expected, abs=0.01)


def test_red_and_green_look_alike_without_red_or_green_cones():
    usual = difference("#A05000", "#508000")
    assert difference("#A05000", "#508000", "deutan") < usual / 3
    assert difference("#A05000", "#508000", "protan") < usual / 2
    assert difference("#A05000", "#508000", "tritan") > usual / 2


@pytest.mark.parametrize("name", NAMES)
def test_no_two_colours_share_both_look_and_symbol(name):
    for language in at_least(2, Templates().languages()):
        colours = read_palette(newest_palette(name, Templates()), language, Templates())
        assert len({(colour.letter, colour.symbol) for colour in colours}) == len(colours)


#: Basic colour terms in OKLCh: hues in degrees, from and to; lightness, from and to; the least
#: chroma. A border between two hues lies half way between those colours of CSS, named for either,
#: that are nearest to each other: of lightpink 9 and crimson 20, orangered 35 and darkorange 58,
#: orange 71 and gold 95, yellow 110 and green 142, seagreen 155 and teal 195, teal and skyblue 226,
#: royalblue 266 and purple 328, orchid 329 and hotpink 352. Pink is as light as deeppink (0.65) or
#: lighter, and so is the blue of the sky; an orange that is darker than 0.6 is brown.
TERMS = {
    "red": ((14, 46), (0.35, 0.65), 0.14),
    "orange": ((46, 83), (0.6, 0.85), 0.12),
    "yellow": ((83, 126), (0.85, 1), 0.12),
    "green": ((126, 175), (0.35, 0.85), 0.09),
    "blue": ((210, 297), (0.25, 0.65), 0.09),
    "sky blue": ((210, 260), (0.65, 0.9), 0.05),
    "pink": ((340, 374), (0.65, 0.9), 0.07),
    "black": ((0, 360), (0, 0.2), 0),
    "white": ((0, 360), (0.97, 1), 0),
}
#: What these terms make of colours of CSS.
NAMED = {
    "red": "red crimson firebrick darkred brown",
    "orange": "orange darkorange",
    "yellow": "yellow gold",
    "green": "green forestgreen seagreen mediumseagreen limegreen",
    "blue": "blue mediumblue navy royalblue steelblue",
    "sky blue": "skyblue lightskyblue deepskyblue",
    "pink": "pink lightpink hotpink deeppink",
    "black": "black",
    "white": "white snow",
    "": "purple teal orchid olive gray silver beige turquoise",
}


def terms_of(fill):
    """Return the basic colour terms of a fill."""
    lightness, chroma, hue = Color(fill).convert("oklch").coords(nans=False)
    return [
        term
        for term, ((low, high), (dark, light), least) in TERMS.items()
        if dark <= round(lightness, 2) <= light
        and (chroma < 0.02 if least == 0 else chroma >= least)
        and (least == 0 or low <= hue <= high or low <= hue + 360 <= high)
    ]


def test_basic_colour_terms_fit_colours_with_known_names():
    for term, names in NAMED.items():
        for name in names.split():
            assert terms_of(name) == [term] * bool(term), name
    assert NAMED.keys() - {""} == TERMS.keys()
    assert terms_of("#D55E00") == ["orange"]  # red in the first version


def test_each_fill_looks_like_its_name():
    newest = newest_palette("okabe-ito", Templates())
    for colour in at_least(9, read_palette(newest, "en", Templates())):
        assert terms_of(colour.fill) == [colour.name]


#: The smallest differences of all nine colours, of versions that kits are printed with.
OKABE_ITO = {
    "okabe-ito@2": {"normal": 22.3, "protan": 11.3, "deutan": 13.8, "tritan": 10.6},
    "okabe-ito@1": {
        "normal": 21.7,
        "protan": 13.0,
        "deutan": 11.7,
        "tritan": 7.9,
    },  # pink and orange
}


@pytest.mark.parametrize("name", OKABE_ITO)
def test_colours_are_as_far_apart_as_they_were_measured(name):
    found = {
        measure.sight: measure.difference
        for measure in closest(read_palette(name, "en", Templates()))
    }
    assert found == pytest.approx(OKABE_ITO[name], abs=0.05)
    assert found.keys() == set(SIGHTS)


@pytest.mark.parametrize(
    ("name", "enough"), [(newest_palette("okabe-ito", Templates()), True), ("okabe-ito@1", False)]
)
def test_the_colours_of_the_newest_version_are_far_enough_apart(name, enough):
    differences = [measure.difference for measure in closest(read_palette(name, "en", Templates()))]
    assert len(differences) == len(SIGHTS)
    assert (min(differences) >= MIN_DIFFERENCE) == enough


def test_greys_look_the_same_to_everyone():
    colours = read_palette(newest_palette("grey", Templates()), "en", Templates())
    for colour in colours:
        assert colour.fill[1:3] == colour.fill[3:5] == colour.fill[5:7]
    assert len({(colour.fill, colour.line) for colour in colours}) == len(colours)
    first = {measure.sight: measure.difference for measure in closest(colours[:8])}
    assert set(first) == set(SIGHTS)
    assert min(first.values()) >= MIN_DIFFERENCE


@pytest.mark.parametrize("language", few(Templates().languages(), one_in=3))
@pytest.mark.parametrize("name", ["her", "menace", "awari-mini"])
def test_kits_of_the_shipped_palettes_need_no_warning(name, language):
    for palette in NAMES:
        assert look_alikes(build_kit(name, Wish(palette=palette, language=language))) == []


def shifted(fill, by):
    """Return a colour with more of each of red, green and blue."""
    channels = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{min(255, max(0, channel + by)):02X}" for channel in channels)


#: Red's fill in the place of blue's: the same, one that nearly is, and one that is far from it.
FILLS = {
    INK["red"]: "warning: red and blue are printed in the same colour; tell them apart",
    INK["red"].lower(): "warning: red and blue are printed in the same colour; tell them apart",
    shifted(INK["red"], -4): "warning: red and blue differ by only 1.",
    shifted(INK["blue"], 1): None,
}


@pytest.mark.parametrize(("fill", "says"), FILLS.items())
def test_colours_that_look_alike_are_told_of_when_a_kit_is_printed(tmp_path, fill, says):
    text = (Templates().roots[0] / "palettes" / "okabe-ito.toml").read_text(encoding="utf-8")
    (tmp_path / "palettes").mkdir()
    (tmp_path / "palettes" / "okabe-ito.toml").write_text(
        text.replace(INK["blue"], fill), encoding="utf-8"
    )
    words = ["print", "her", "--templates", tmp_path, "--parts", "board", "-o", tmp_path / "out"]
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == 0
    assert says in done.stderr if says else "warning" not in done.stderr
