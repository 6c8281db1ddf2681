"""A command that somebody calls as in another language is answered with its name."""

import pytest
from counting import at_least
from jobs import LANGUAGES, TEMPLATES

from kitgen.cli.main import command_names, main
from kitgen.kit.kit_words import plain_word
from kitgen.reading.glossary import read_glossary

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
