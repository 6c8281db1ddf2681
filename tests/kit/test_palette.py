"""The shipped palettes are measured: colours far enough apart for every kind of sight, or told apart without colour."""

import pytest
from click.testing import CliRunner
from counting import some

from kitgen.cli.main import main
from kitgen.kit.alike import look_alikes
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.colours import LEAST, SIGHTS, closest, difference
from kitgen.kit.palette import read_palette
from kitgen.templates import Templates

NAMES = Templates().names("palettes")


def test_there_are_colours_and_greys():
    assert {"okabe-ito", "grey"} <= set(NAMES)


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
    for language in some(Templates().languages(), 2):
        colours = read_palette(name, language, Templates())
        assert len({(colour.letter, colour.symbol) for colour in colours}) == len(colours)


# All nine differ for usual sight and for the two common kinds of colour-deficient sight; to the few people without
# blue cones pink and orange come nearer.
OKABE_ITO = {"normal": 21.7, "protan": 13.0, "deutan": 11.7, "tritan": 7.9}


def test_okabe_ito_is_as_far_apart_as_it_was_measured():
    found = {measure.sight: measure.difference for measure in closest(read_palette("okabe-ito", "en", Templates()))}
    assert found == pytest.approx(OKABE_ITO, abs=0.05)
    assert min(found["normal"], found["protan"], found["deutan"]) > LEAST


def test_the_first_six_colours_are_told_apart_by_every_kind_of_sight():
    colours = read_palette("okabe-ito", "en", Templates())[:6]
    assert min(measure.difference for measure in closest(colours)) > LEAST


def test_greys_look_the_same_to_everyone():
    colours = read_palette("grey", "en", Templates())
    for colour in colours:
        assert colour.fill[1:3] == colour.fill[3:5] == colour.fill[5:7]
    assert len({(colour.fill, colour.line) for colour in colours}) == len(colours)
    first = {measure.sight: measure.difference for measure in closest(colours[:8])}
    assert set(first) == set(SIGHTS)
    assert min(first.values()) >= LEAST


@pytest.mark.parametrize("language", Templates().languages())
@pytest.mark.parametrize("name", ["her", "menace", "awari-mini"])
def test_kits_of_the_shipped_palettes_need_no_warning(name, language):
    for palette in NAMES:
        assert look_alikes(build_kit(name, Wish(palette=palette, language=language))) == []


#: Red's fill, #D55E00, in the place of blue's: the same, one that nearly is, and one that is far from it.
FILLS = {
    "#D55E00": "warning: red and blue are printed in the same colour; tell them apart",
    "#d55e00": "warning: red and blue are printed in the same colour; tell them apart",
    "#D05A05": "warning: red and blue differ by only 1.",
    "#0072B3": None,
}


@pytest.mark.parametrize(("fill", "says"), FILLS.items())
def test_colours_that_look_alike_are_told_of_when_a_kit_is_printed(tmp_path, fill, says):
    text = (Templates().roots[0] / "palettes" / "okabe-ito.toml").read_text(encoding="utf-8")
    (tmp_path / "palettes").mkdir()
    (tmp_path / "palettes" / "okabe-ito.toml").write_text(text.replace("#0072B2", fill), encoding="utf-8")
    words = ["print", "her", "--templates", tmp_path, "--parts", "board", "-o", tmp_path / "out"]
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == 0
    assert says in done.stderr if says else "warning" not in done.stderr
