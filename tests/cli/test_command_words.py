"""A command, a part or a language that somebody calls as in another language is answered with its
name.
"""

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS

from kitgen.cli.main import command_names, main
from kitgen.errors import UnknownNameError
from kitgen.paper.parts import PARTS, load_part
from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import plain_word

WORDS = {language: read_glossary(language, TEMPLATES).commands for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_a_language_leads_to_its_command(language, capsys):
    for name, words in at_least(5, WORDS[language].items()):
        assert name in command_names()
        for word in words:
            with pytest.raises(SystemExit):
                main([word])
            assert capsys.readouterr().err == (
                f"kitgen: unknown command '{word}'; did you mean '{name}'? (see 'kitgen --help')\n"
            )


def test_a_word_means_one_command_in_all_languages():
    meant = {}
    for commands in WORDS.values():
        for name, words in commands.items():
            for word in words:
                assert meant.setdefault(plain_word(word), name) == name, word
    assert not {*meant} & {plain_word(name) for name in command_names()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_a_part_leads_to_it(language):
    texts = TEXTS[language]
    for name in at_least(30, PARTS):
        title_key = texts.title_key(name)
        if title_key is None:
            continue
        with pytest.raises(UnknownNameError) as refused:
            load_part(texts(title_key).upper())
        assert f"did you mean '{name}'?" in str(refused.value)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("etichette", "'labels' or 'demo'"),
        ("tablero", "'board'"),
        ("perles", "'beads' or 'chips'"),
        ("Lernkurve", "'curve'"),
        ("labls", "'labels'"),
    ],
)
def test_a_word_of_a_title_leads_to_its_parts(word, meant, capsys):
    with pytest.raises(SystemExit):
        main(["print", "her", "--parts", word])
    assert f"unknown part '{word}'; did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_language_leads_to_its_code(language, capsys):
    called = read_glossary(language, TEMPLATES).languages
    assert {*called} == {*LANGUAGES}
    own_name = TEXTS[language]("serve.own_name").casefold()
    assert own_name in map(str.casefold, called[language])
    for code, words in at_least(5, called.items()):
        for word in (*words, f"{code}_XX"):
            with pytest.raises(SystemExit):
                main(["print", "her", "--language", word])
            refusal = f"unknown language '{word}'; did you mean '{code}'?"
            assert refusal in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("--rule Gardner-Reward", "--rule gardner-reward"),
        ("--theme Crocodiles", "--theme crocodiles"),
        ("--language IT", "--language it"),
        ("--palette Beads", "--palette beads"),
        ("--stock l7160", "--stock L7160"),
        ("--parts LABELS,Board", "--parts labels,board"),
        ("--parts poster --set poster.size=A1", "--parts poster --set poster.size=a1"),
    ],
)
def test_a_name_is_read_in_any_case_and_written_as_it_is_listed(typed, command):
    done = run("print", "her", *typed.split(), "--dry-run")
    assert done.stdout.endswith(f"To print it: kitgen print her {command}\n"), done.stderr


def test_a_name_of_ones_own_keeps_its_letters(tmp_path):
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "Gardner.toml").write_text(TEMPLATES.path("rules", "michie").read_text("utf-8"))
    choice = ("--templates", str(tmp_path), "--rule", "Gardner")
    done = run("print", "her", *choice, "--dry-run")
    assert "--rule Gardner" in done.stdout, done.stderr


def test_an_opponent_and_several_rules_are_read_in_any_case():
    capitals = run("compare", "ladder", "--rules", "Gardner,MICHIE", "--opponent", "Perfect")
    small = run("compare", "ladder", "--rules", "gardner,michie", "--opponent", "perfect")
    assert capitals.stdout == small.stdout
    assert "michie" in small.stdout


def test_a_file_is_no_name_in_another_case():
    done = run("print", "her", "--rule", "GARDNER.TOML", "--dry-run")
    assert "unknown learning rule 'GARDNER.TOML'" in done.stderr
