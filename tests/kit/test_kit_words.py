"""A kit, a colour and a command are found by what people call them, first in their own language,
then in the others.
"""

import hashlib
import os
import subprocess
import sys

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS
from sampling import few

from kitgen.games.told.told_language import read_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit_words import kit_called
from kitgen.kit.palette import newest_palette, parse_beads, read_palette
from kitgen.play.conversation import COMMANDS
from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import Templates

GAMES = ("awari", "connect", "dodgem", "hexapawn", "nim", "tictactoe")
CALLED = {
    "morpion": ("fr", "tictactoe"),
    "Morpion 3×3": ("fr", "tictactoe"),
    "l'échelle": ("fr", "ladder"),
    "tris": ("it", "tictactoe"),
    "La macchina del tris": ("it", "menace"),
    "escalera": ("es", "ladder"),
    "vier gewinnt": ("de", "connect"),
    "Noughts and crosses": ("en", "tictactoe"),
}


@pytest.mark.parametrize(("word", "own", "kit"), [(word, *found) for word, found in CALLED.items()])
def test_a_kit_is_found_in_its_language_and_from_every_other(word, own, kit):
    for language in LANGUAGES:
        assert kit_called(word, language, TEMPLATES) == kit, language
    assert kit_called(f"{word}x", own, TEMPLATES) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_found_by_its_name_and_by_the_words_of_the_glossary(language):
    for game in GAMES:
        assert kit_called(TEXTS[language](f"games.{game}.name"), language, TEMPLATES) == game
    words = read_glossary(language, TEMPLATES).kits
    assert words
    for game, called in words.items():
        assert [kit_called(word, language, TEMPLATES) for word in called] == [game] * len(called)


def test_a_told_game_is_found_by_its_file_and_by_its_name_in_each_language():
    called = {}
    for file in at_least(20, TEMPLATES.names("games")):
        if file not in GAMES:
            assert kit_called(file, "en", TEMPLATES) == f"told:{file}"
        told = read_game(TEMPLATES.path("games", file))
        for name in (told.name, *told.names.values()):
            called.setdefault(name, []).append(f"told:{file}")
    for name, files in at_least(60, called.items()):
        found = kit_called(name.upper(), "en", TEMPLATES)
        assert found in (*files, *GAMES), name
    assert kit_called("frogs and toads:3", "en", TEMPLATES) is None
    assert kit_called("frogs", "en", TEMPLATES) is None


def test_a_told_game_without_its_prefix_prints_the_same_kit():
    for language, name in (("en", "frogs-and-toads"), ("de", "Frösche und Kröten")):
        kit = build_kit(name, Wish(language=language))
        whole = build_kit("told:frogs-and-toads", Wish(language=language))
        assert kit == whole
        assert kit.command.startswith("kitgen print told:frogs-and-toads")


def test_a_broken_game_of_ones_own_does_not_stand_in_the_way(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "odd.toml").write_text("name = 3\nnames = [1]\n")
    templates = Templates(tmp_path)
    assert kit_called("rane e rospi", "it", templates) == "told:frogs-and-toads"
    assert kit_called("odd", "it", templates) == "told:odd"


def test_the_command_on_the_sheets_has_the_one_name():
    assert (
        build_kit("morpion", Wish(language="fr")).command == "kitgen print tictactoe --language fr"
    )
    assert build_kit("hexapion:3x4", Wish(language="it")).game.spec == "hexapawn:3x4"


def test_a_word_that_nobody_uses_is_refused_as_before():
    done = run("print", "hexapin", "--language", "fr")
    assert done.exit_code == 2
    assert "unknown kit 'hexapin'; did you mean 'hexapawn'?" in done.output


@pytest.mark.parametrize("other", few(LANGUAGES, one_in=3))
def test_beads_are_named_in_any_language(other):
    colours = read_palette(newest_palette("okabe-ito", TEMPLATES), other, TEMPLATES)
    beads = parse_beads(",".join(f"{colour.name}:20" for colour in colours))
    for language in LANGUAGES:
        kit = build_kit("her", Wish(language=language, beads=beads))
        assert kit.choices.beads == tuple((colour.key, 20) for colour in colours)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_for_a_command_is_a_colour_or_a_side_elsewhere(language):
    """A word of another language is a command only because it cannot be anything else."""
    texts = TEXTS[language]
    palette = read_palette(newest_palette("okabe-ito", TEMPLATES), language, TEMPLATES)
    names = {colour.name.casefold() for colour in palette}
    names |= {side.casefold() for key, side in texts.raw_under("games.").items() if ".side." in key}
    for other in LANGUAGES:
        words = {TEXTS[other](f"play.word.{command.name}").casefold() for command in COMMANDS}
        assert not words & names, other


@pytest.mark.every
def test_what_is_written_never_follows_the_language_of_the_system(tmp_path):
    seen = set()
    for system in ("C.UTF-8", "de_DE.UTF-8"):
        folder = tmp_path / system
        folder.mkdir()
        command = [
            sys.executable,
            "-m",
            "kitgen",
            "print",
            "ladder",
            "--parts",
            "cover,log",
            "-o",
            "kit",
            "--json",
        ]
        environment = {**os.environ, "LANG": system, "LC_ALL": system, "LANGUAGE": system[:2]}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=True
        )
        pdf = (folder / "kit" / "kit.pdf").read_bytes()
        seen.add((hashlib.sha256(pdf).hexdigest(), done.stdout))
    assert len(seen) == 1
