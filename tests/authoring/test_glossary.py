"""The glossary of each language: its texts and guides keep to its words, and a planted word to
avoid is found.
"""

import random
import re
import tomllib

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES
from places import ROOT

from kitgen.authoring.language_checks import (
    English,
    english_words,
    faults_of_translation,
    figures_of,
    written_texts,
)
from kitgen.authoring.template_checks import check_templates
from kitgen.reading.glossary import avoided_words, missing_words, read_glossary
from kitgen.reading.templates import shipped

#: The things for which every language has a word.
THINGS = {*read_glossary("en", TEMPLATES).words}


def written(language):
    """Return the texts and guides of a language by key or file."""
    guides = (shipped() / "guides" / language).glob("*.md")
    return written_texts(language, TEMPLATES) | {
        path.name: path.read_text(encoding="utf-8") for path in guides
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_keep_to_the_glossary(language):
    glossary = read_glossary(language, TEMPLATES)
    assert {*glossary.words} >= THINGS
    assert len(glossary.avoid) >= 5
    texts = written(language)
    assert missing_words(texts, glossary) == []
    assert [*map(str, avoided_words(texts, glossary))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_planted_word_to_avoid_is_found(language):
    glossary = read_glossary(language, TEMPLATES)
    for words in at_least(5, glossary.avoid):
        for word in at_least_one(words.replace("*", "").split(", ")):
            planted = {"log.how": f"Ah, {word.capitalize()}! A"}
            assert [found.key for found in avoided_words(planted, glossary)], word


def test_a_planted_word_is_named_with_its_file_and_key(tmp_path):
    panel = (
        (shipped() / "texts" / "fr" / "panel.toml")
        .read_text(encoding="utf-8")
        .replace("une perle", "une bille")
    )
    glossary = (shipped() / "glossaries" / "fr.toml").read_text(encoding="utf-8")
    files = {
        "texts/fr-CA/panel.toml": panel,
        "guides/fr-CA/mine.md": "# Une manche",
        "glossaries/fr-CA.toml": glossary,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    faults = {(fault.file, fault.text) for fault in check_templates(tmp_path).faults}
    assert ("texts/fr-CA/panel.toml", "key 'pick' has 'bille'; the glossary says: perle") in faults
    assert (
        "guides/fr-CA/mine.md",
        "has 'manche'; the glossary says: partie; partie nulle",
    ) in faults


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_word_that_was_not_translated_is_found(language):
    """One of the English text's words, before those of the language: what stands in bold is not
    looked at, and what follows a command at the end of a text is part of the command.
    """
    english = English()
    texts = written_texts(language, TEMPLATES)
    rng = random.Random(language)
    known = {
        word for name in ("en", language) for word in read_glossary(name, TEMPLATES).as_in_english
    }
    assert [*english_words(texts, english, known)] == []
    typed = "{word} : kitgen journal board class3b. {word} kitgen: board"
    said = {"class-board.own.picture": typed}
    assert [*english_words(said, english, known)] == [("class-board.own.picture", "board")]
    own = {*re.findall(r"\w+", " ".join(texts.values()))} | known
    changed = dict(texts)
    planted = set()
    for key in rng.sample(sorted(texts), 300):
        plain = re.sub(r"\*\*.*?\*\*", "", english.like(key))
        theirs = [word for word in re.findall(r"(?<= )[a-z]{3,}(?= )", plain) if word not in own]
        if theirs and texts[key].count(" ") > 3 and not key.startswith("refusals."):
            changed[key] = f"{rng.choice(theirs)} {texts[key]}"
            planted.add(key)
    assert len(planted) > 50
    assert {
        key: changed[key]
        for key in planted - {key for key, _ in english_words(changed, english, known)}
    } == {}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_texts_have_the_places_and_numbers_of_the_english_ones(language):
    english = English()
    assert [
        (key, fault)
        for key, text in written_texts(language, TEMPLATES).items()
        for fault in faults_of_translation(key, text, english)
    ] == []
    assert [*faults_of_translation("web.guide_again", "Once more", english)] == ["lacks {box}"]


#: What serves as a box, and so has wordings of its own beside the usual ones.
SERVING = ("cards", "cups", "cartons", "drawers", "pictures", "program", "strike")
#: Of cards, the number of boxes comes first in this German sentence.
OTHER_ORDER = {"operator.cards.start.same.one", "operator.cards.start.same.other"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_wordings_for_what_serves_as_a_box_have_their_places_in_the_usual_order(
    language,
):
    texts = written_texts(language, TEMPLATES)
    pairs = []
    for key in texts.keys() - OTHER_ORDER:
        file, serving, *rest = key.split(".")
        usual = ".".join([file, *rest])
        if serving in SERVING and usual in texts:
            pairs.append((key, *(re.findall(r"\{(\w+)\}", texts[each]) for each in (usual, key))))
    for key, places, own in at_least(800, pairs):
        assert own == places or sorted(own) != sorted(places), key


#: Folders of files with words in several languages beside each other.
IN_ALL_LANGUAGES = ("editions", "lessons", "rules", "themes", "palettes", "games")


def said_in_languages(data):
    """Yield the words by language of each text of a file."""
    if isinstance(data, dict):
        if "en" in data and all(isinstance(words, str) for words in data.values()):
            yield data
        for value in data.values():
            yield from said_in_languages(value)
    elif isinstance(data, list):
        for value in data:
            yield from said_in_languages(value)


def figures(text):
    """Return the figures of a text, whatever a language writes between thousands."""
    return figures_of(re.sub(r"(?<=\d)[,.\s](?=\d{3}(?!\d))", "", text))


@pytest.mark.parametrize("folder", IN_ALL_LANGUAGES)
def test_editions_lessons_and_others_say_the_same_figures_in_each_language(folder):
    lines = [
        (path.name, language, text, words["en"])
        for path in (ROOT / "templates" / folder).glob("*.toml")
        for words in said_in_languages(tomllib.loads(path.read_text(encoding="utf-8")))
        for language, text in words.items()
    ]
    for name, language, text, english in at_least(10, lines):
        assert figures(text) == figures(english), (name, language)


def strings_in(data):
    """Yield the strings of a text or of a list of texts."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for value in data:
            yield from strings_in(value)


def french_beside_others(data):
    """Yield what the data of a file say in French beside other languages."""
    if isinstance(data, dict):
        yield from strings_in(data.get("fr"))
        for value in data.values():
            yield from french_beside_others(value)
    elif isinstance(data, list):
        for value in data:
            yield from french_beside_others(value)


def test_french_has_its_spaces_before_colons_and_other_high_marks():
    lines = [*written("fr").values()]
    for folder in at_least(5, IN_ALL_LANGUAGES):
        for path in (ROOT / "templates" / folder).glob("*.toml"):
            lines += french_beside_others(tomllib.loads(path.read_text(encoding="utf-8")))
    for text in at_least(2000, lines):
        assert not re.search(r"[^\u00a0\d]:(?=\s)|[^\u202f];|[^\u202f][!?](?=\s|$)", text), text


@pytest.mark.parametrize("name", ["teacher", "program", "invent"])
def test_guides_give_each_step_of_a_lesson_the_same_minutes_in_each_language(name):
    steps = {}
    for language in LANGUAGES:
        text = (ROOT / "templates" / "guides" / language / f"{name}.md").read_text(encoding="utf-8")
        heads = re.findall(r"^(?:#+ |\d+\. \*\*.*?\*\*|\| \d+–\d+ \|).*", text, re.MULTILINE)
        steps[language] = list(map(figures, heads))
    assert steps == dict.fromkeys(LANGUAGES, steps["en"])
