"""Beads that a class owns: what people call them, what no palette has, and for how many machines
they are enough.
"""

from collections import Counter

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, slots_of
from sampling import few

from kitgen.errors import UsageError
from kitgen.kit.bead_names import beads_named, makers_numbers, read_own_beads
from kitgen.kit.bead_shares import class_beads
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.palette import WIDE_PALETTE, palette_file, parse_beads, read_palette
from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import Templates

WIDE = read_palette(WIDE_PALETTE, "en", TEMPLATES)


def named(text, language="en", palettes=("okabe-ito@2", WIDE_PALETTE)):
    return beads_named(parse_beads(text), palettes, language, TEMPLATES)


@pytest.mark.parametrize("other", few(LANGUAGES, one_in=3))
def test_every_colour_that_shops_sell_is_named_in_any_language(other):
    colours = read_palette(WIDE_PALETTE, other, TEMPLATES)
    text = ",".join(f"{colour.name}:{20 + place}" for place, colour in enumerate(colours))
    for language in LANGUAGES:
        found = named(text, language)
        assert found.palette == WIDE_PALETTE
        assert found.beads == tuple(
            (colour.key, 20 + place) for place, colour in enumerate(colours)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_the_same_shades(language):
    called = read_glossary(language, TEMPLATES).colours
    shades = read_own_beads(TEMPLATES).shades
    assert shades.keys() <= called.keys()
    assert called.keys() - shades.keys() <= {colour.key for colour in WIDE}
    every = Counter(word for words in called.values() for word in words)
    every.update(colour.name for colour in read_palette(WIDE_PALETTE, language, TEMPLATES))
    assert [word for word, count in every.items() if count > 1 and word != "bleu ciel"] == []


def test_the_first_nine_colours_are_those_of_the_usual_palette():
    """A class that adds brown keeps its other labels: fill, symbol and, but for French
    turquoise, letter.
    """
    usual = palette_file("okabe-ito@2", TEMPLATES).colours
    for wide, own in at_least(
        9, zip(palette_file(WIDE_PALETTE, TEMPLATES).colours, usual, strict=False)
    ):
        assert (wide.words or wide.key, wide.fill, wide.symbol, wide.line) == (
            own.key,
            own.fill,
            own.symbol,
            own.line,
        )


def test_the_usual_palette_stays_unless_beads_need_the_other():
    assert named("red:20,celeste:3").palette == "okabe-ito@2"
    assert named("turquoise:20,rouge:3").beads == (("red", 3), ("sky", 20))  # one language: French
    assert named("turquoise:20,red:3") == named("red:3,turquoise:20")
    assert named("turquoise:20,red:3").beads == (("red", 3), ("turquoise", 20))
    assert named("white:4,clear:3").beads == (("white", 4), ("clear", 3))
    kit = build_kit("her", Wish(beads=parse_beads("brown:40,purple:40,grey:20,gold:9")))
    assert kit.choices.palette == WIDE_PALETTE
    assert (
        kit.command == "kitgen print her --palette beads --beads brown:40,purple:40,grey:20,gold:9"
    )
    assert build_kit("her", Wish(palette=WIDE_PALETTE, beads=kit.choices.beads)) == kit


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("H12", "brown"),
        ("hama 12", "brown"),
        ("Hama Midi 5", "red"),
        ("207-31", "turquoise"),
        ("h1", "clear"),
        ("P12", "brown"),
        ("80-19062", "turquoise"),
        ("19017", "grey"),
        ("perler 7", "purple"),
        ("gray", "grey"),
        ("hellblau", "sky"),
        ("weiss", "clear"),
        ("grun", "green"),
        ("marron", "brown"),
    ],
)
def test_beads_are_known_by_numbers_of_makers_and_other_words(text, key):
    assert named(f"{text}:9").beads == ((key, 9),)


def test_each_number_of_a_maker_is_a_colour_or_a_shade():
    own = read_own_beads(TEMPLATES)
    keys = {colour.key for colour in WIDE} | own.shades.keys()
    for maker in own.makers.values():
        assert {*maker.numbers.values()} <= keys
        assert len(maker.source) > 20
    sold = makers_numbers(WIDE, TEMPLATES)
    assert {key for key, numbers in sold.items() if len(numbers) < 2} == {
        "gold",
        "clear",
    }  # unknown of Perler
    assert sold["brown"] == {"Hama": ["12"], "Perler": ["12"]}
    usual = read_palette("okabe-ito@2", "en", TEMPLATES)
    assert makers_numbers(usual, TEMPLATES)["clear"]["Hama"] == [
        "01",
        "19",
    ]  # white ones and clear ones


REFUSED = {
    "silver:20,red:30": r"nearest that is free is grey: write '--beads grey:20,red:30'$",
    "silver:20,grey:30": r"nearest that is free is clear: write '--beads clear:20,grey:30'$",
    "H22:20": r"no bead colour 'H22'; the nearest that is free is red: write '--beads red:20'$",
    "bordeaux:20,red:5": r"the nearest that is free is brown: write '--beads brown:20,red:5'$",
    "crimson:9": r"nearest that is free is red: write '--beads red:9'$",
    "teal:9,lime:8": r"no bead colours 'teal' and 'lime'; those that are free and nearest "
    r"are green and "
    r"yellow: write "
    r"'--beads green:9,yellow:8'$",
    "red:4,H05:5": r"colour 'red' is named twice, as 'red' and 'H05'; write its beads "
    r"together, once$",
    "gruon:4": r"did you mean 'green'\? Write '--beads green:4'$",
    "maron:20": r"no bead colour 'maron'; did you mean 'brown'\? Write '--beads brown:20'$",
    "maron:20,brown:9": r"did you mean 'brown'\? The nearest that is free is red: "
    r"write '--beads red:20,brown:9'$",
    "silvr:4,grey:3": r"did you mean 'silver'\? The nearest that is free is clear: "
    r"write '--beads clear:4,grey:3'$",
    # A maker's number is never answered with one that is spelled alike.
    "P60:4,red:1": r"there are: black, .*yellow; write one that is free, as in "
    r"'--beads blue:4,red:1'$",
    "nonsense:4": r"there are: black, blue, brown, clear, .*yellow; write one that is free, "
    r"as in '--beads red:4'$",
    "nonsense:4,maron:3": r"yellow; write one that is free, as in '--beads red:4,blue:3'$",
}


@pytest.mark.parametrize(("text", "says"), REFUSED.items())
def test_a_colour_that_no_palette_has_is_answered_with_the_nearest_that_is_free(text, says):
    with pytest.raises(UsageError, match=says) as refused:
        named(text)
    if "'--beads" in says:
        typed = str(refused.value).rpartition("'--beads ")[2].partition("'")[0]
        assert sum(number for _, number in named(typed).beads) == sum(
            number for _, number in parse_beads(text)
        )


def test_the_words_to_type_are_those_of_the_kits_language():
    with pytest.raises(
        UsageError, match="nearest that is free is grau: write '--beads grau:20,rot:3'"
    ):
        named("silber:20,rot:3", "de")
    with pytest.raises(UsageError, match="did you mean 'marron'\\? Write '--beads marron:20'"):
        named("maron:20", "fr")
    with pytest.raises(UsageError, match="did you mean 'braun'\\? Write '--beads braun:20,rot:1'"):
        named("maron:20,rot:1", "de")
    every = ",".join(f"{colour.key}:9" for colour in WIDE)
    with pytest.raises(UsageError, match="too few of its colours are free; use fewer colours"):
        named(f"{every},silver:9")


def test_a_misspelt_colour_of_ones_own_palette_is_answered_with_its_name(tmp_path):
    palettes = tmp_path / "palettes"
    palettes.mkdir()
    text = TEMPLATES.path("palettes", "okabe-ito").read_text(encoding="utf-8")
    names = ", ".join(f'{language} = "scarlet"' for language in LANGUAGES)
    letters = ", ".join(f'{language} = "Z"' for language in LANGUAGES)
    own = f'key = "scarlet"\nname = {{ {names} }}\nletter = {{ {letters} }}'
    text = text.replace('key = "red"', own)
    (palettes / "mine.toml").write_text(text, encoding="utf-8")
    templates = Templates(tmp_path)
    advice = "did you mean 'scarlet'\\? Write '--beads scarlet:20,blue:3'"
    with pytest.raises(UsageError, match=advice):
        beads_named(parse_beads("scarlett:20,blue:3"), ("mine@2",), "en", templates)


def test_a_palette_that_was_chosen_is_kept_and_the_other_named():
    with pytest.raises(
        UsageError,
        match="free is red: write '--beads red:9', or choose --palette beads, which has it",
    ):
        named("brown:9", palettes=("grey@2",))


@pytest.mark.every
@pytest.mark.parametrize("seed", few(range(6), one_in=3))
def test_so_many_machines_are_filled_and_no_more(seed):
    keys = [colour.key for colour in WIDE][seed : seed + 5]
    beads = tuple((key, 45 + 13 * ((place * 7 + seed) % 5)) for place, key in enumerate(keys))
    kit = build_kit("her", Wish(palette=WIDE_PALETTE, beads=beads))
    enough = class_beads(kit.boxes, kit.choices.beads, {})
    needed = Counter(slot.colour.key for box, slot in slots_of(kit) for _ in range(slot.beads))
    own = dict(kit.choices.beads)
    assert all(enough.machines * number <= own[key] for key, number in needed.items())
    bought = {key: own[key] + dict(enough.lacking).get(key, 0) for key in own}
    spent = {key: (enough.machines + 1) * number for key, number in needed.items()}
    assert all(spent[key] <= bought[key] for key in spent)
    assert all(spent[key] == bought[key] for key, _ in enough.lacking)
    assert enough.lacking
    assert enough.most >= enough.machines
    # The beads for each fill a machine, and all of them are not more than there are.
    shared = build_kit("her", Wish(palette=WIDE_PALETTE, beads=enough.each))
    assert class_beads(shared.boxes, kit.choices.beads, {}).machines >= enough.most
    for key, number in at_least(3, enough.each):
        assert enough.most * number <= own[key]


def test_print_says_for_how_many_machines_beads_are_enough(tmp_path):
    words = ["print", "her", "--parts", "beads", "-o", str(tmp_path / "kit"), "--beads"]
    done = run(*words, "red:90,blue:90,brown:90,purple:90")
    assert "Your beads are enough for 4 machines of this kit; one more lacks red 5." in done.output
    assert (
        "enough for 7: print the kit with --beads red:12,blue:12,brown:12,purple:12" in done.output
    )
    done = run(*words, "red:12,blue:12,brown:12,purple:12", "--force", "--dry-run")
    assert "Your beads are enough for 1 machine of this kit; one more lacks" in done.output
    assert "otherwise" not in done.output
