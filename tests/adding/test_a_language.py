"""A language that was added is led to all that it needs (docs/adding-a-language.md).

Each test is about one file of the language and names every key that it lacks.
"""

from functools import cache
from itertools import groupby

import pytest
from gaps import gap, refusal
from jobs import LANGUAGES, TEMPLATES, TEXTS
from places import ROOT

from kitgen.authoring.language_checks import (
    English,
    faults_of_guide,
    faults_of_texts,
    is_english,
    untranslated,
    untranslated_lines,
    written_texts,
)
from kitgen.kit.palette import newest_palette, read_palette
from kitgen.reading.templates import read_toml, shipped
from kitgen.reading.texts import guide_names, texts_in

ENGLISH = English()
OTHERS = [language for language in LANGUAGES if not is_english(language)]
FILES = sorted({key.partition(".")[0] for key in ENGLISH.keys})
TITLED = [
    kind
    for kind in ("boxes", "braille", "editions", "errata", "laser", "palettes", "rules")
    if any("title" in TEMPLATES.read(kind, name, dict) for name in TEMPLATES.names(kind))
]


@cache
def own_texts(language):
    """Return the texts of a language, which several tests read."""
    return written_texts(language, TEMPLATES)


@cache
def needed(language):
    """Return the keys that a language needs."""
    return ENGLISH.needed(language, TEMPLATES)


@cache
def still_english(language):
    """Return the keys whose texts are those of English."""
    return untranslated(own_texts(language), ENGLISH)


def of_file(keys, file):
    """Return the keys of a file, without its name."""
    return [key.partition(".")[2] for key in sorted(keys) if key.partition(".")[0] == file]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_has_every_text(language, file):
    texts = own_texts(language)
    place = f"templates/texts/{language}/{file}.toml"
    missing = of_file(needed(language) - texts.keys(), file)
    unknown = of_file({key for key in texts if ENGLISH.base(key) not in ENGLISH.places}, file)
    if missing:
        gap(place, f"add {', '.join(missing)}, as in templates/texts/en/{file}.toml")
    if unknown:
        gap(
            place,
            f"take out {', '.join(unknown)}, which kitgen does not read, or add the key to English",
        )


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_is_not_still_english(language, file):
    if copied := of_file(still_english(language), file):
        gap(
            f"templates/texts/{language}/{file}.toml",
            f"translate {', '.join(copied)}, still in English",
        )


def no_faults(place, faults):
    """Fail with all faults that `kitgen templates check` tells of a file, in one line."""
    told = []
    if fault := refusal(lambda: told.extend(faults)):
        told.append(fault)
    if told:
        gap(place, "; ".join(told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_the_texts_of_a_language_have_the_places_of_english(language, file):
    place = f"templates/texts/{language}/{file}.toml"
    if (ROOT / place).is_file():
        no_faults(place, faults_of_texts(ROOT / place, ENGLISH))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("guide", guide_names(TEMPLATES, "en"))
def test_the_guides_of_a_language_can_be_filled_in(language, guide):
    place = f"templates/guides/{language}/{guide}.md"
    if (ROOT / place).is_file():
        no_faults(place, faults_of_guide(ROOT / place, ENGLISH))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("guide", guide_names(TEMPLATES, "en"))
def test_a_language_has_every_guide(language, guide):
    place = f"templates/guides/{language}/{guide}.md"
    english = ROOT / "templates" / "guides" / "en" / f"{guide}.md"
    if not (ROOT / place).is_file():
        gap(place, f"add a translation of templates/guides/en/{guide}.md")
    own = (ROOT / place).read_text(encoding="utf-8")
    if lines := untranslated_lines(own, english.read_text(encoding="utf-8")):
        gap(place, f"translate line {', '.join(map(str, lines))}, still in English")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("palette", TEMPLATES.names("palettes"))
def test_a_language_has_names_and_letters_of_the_colours(language, palette):
    place = f"templates/texts/{language}/colours.toml"
    name = newest_palette(palette, TEMPLATES)
    if fault := refusal(lambda: read_palette(name, language, TEMPLATES)):
        gap(place, fault)


@pytest.mark.parametrize("language", OTHERS)
def test_the_colours_of_a_language_are_not_still_english(language):
    file = "colours.toml"
    own, english = (
        read_toml(shipped() / "texts" / one / file, dict)
        if (shipped() / "texts" / one / file).is_file()
        else {}
        for one in (language, "en")
    )
    copied = [
        key for key, colour in own.items() if colour["name"] == english.get(key, {}).get("name")
    ]
    if len(copied) == len(english):
        gap(
            f"templates/texts/{language}/{file}",
            f"translate the names {', '.join(copied)}, still in English",
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TITLED)
def test_every_title_is_in_the_language(language, kind):
    untitled = []
    for name in TEMPLATES.names(kind):
        titles = TEMPLATES.read(kind, name, dict).get("title", {})
        if titles and language not in titles:
            untitled.append(name)
    if untitled:
        others = f"; the same in {', '.join(untitled[1:])}" if untitled[1:] else ""
        gap(f"templates/{kind}/{untitled[0]}.toml", f'add under [title] {language} = "…"{others}')


@pytest.mark.parametrize("language", LANGUAGES)
def test_braille_has_the_sign_before_a_capital_letter(language):
    signs = TEMPLATES.read("tables", "braille", dict)
    if language not in signs["capital"]:
        gap("templates/tables/braille.toml", f'add under [capital] {language} = "…"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_plural_forms_is_known(language):
    families = TEMPLATES.read("tables", "plurals", dict)["families"]
    if not any(language.partition("-")[0] in family["languages"] for family in families):
        gap(
            "templates/tables/plurals.toml",
            f"add {language} to the languages that count like it, by Unicode CLDR",
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_its_own_name(language):
    own = TEXTS[language].get("serve.own_name", "")
    if not is_english(language) and own in ("", texts_in("en")("serve.own_name")):
        gap(
            f"templates/texts/{language}/serve.toml",
            'let own_name be the name of the language, such as "Italiano"',
        )


def test_groups_of_keys_are_whole():
    """A file of English without a text would be looked at by no test."""
    assert len(FILES) > 40
    assert sum(
        1 for _ in groupby(sorted(ENGLISH.keys), key=lambda key: key.partition(".")[0])
    ) == len(FILES)
