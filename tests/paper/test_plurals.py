"""The forms of texts with numbers, against another implementation of CLDR's rules where it is
installed.
"""

import pytest

from kitgen.errors import TemplateError
from kitgen.reading.templates import Templates
from kitgen.reading.texts import FORMS, OTHER, PluralFile, Plurals, Texts, holds

TEMPLATES = Templates()
LANGUAGES = sorted(
    name
    for family in TEMPLATES.read("tables", "plurals", PluralFile).families
    for name in family.languages
)
#: Numbers in which languages differ.
COUNTS = (
    *range(260),
    *range(990, 1020),
    20_000,
    40_000,
    99_999,
    100_000,
    999_999,
    1_000_000,
    1_000_001,
    2_000_000,
)


def cldr():
    """Babel, if it knows the release of CLDR that our rules are of: rules change from one to the
    next.
    """
    core = pytest.importorskip("babel.core")
    if (
        f"CLDR {core.get_cldr_version()},"
        not in TEMPLATES.read("tables", "plurals", PluralFile).source
    ):
        pytest.skip(f"this Babel knows the rules of CLDR {core.get_cldr_version()}")
    return core


def test_no_language_of_cldr_is_missing():
    core = cldr()
    missing = []
    for name in pytest.importorskip("babel.localedata").locale_identifiers():
        locale = core.Locale.parse(name)
        scripts = core.get_global("likely_subtags").get(locale.language, "").split("_")[1:2]
        if (
            locale.territory
            or locale.script
            or locale.variant
            or not {"Latn", "Grek", "Cyrl"} & set(scripts)
        ):
            continue
        if locale.plural_form.rules and name not in LANGUAGES:
            missing.append(name)
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_counts_as_in_cldr(language):
    rule = cldr().Locale.parse(language.replace("-", "_")).plural_form
    plurals = Plurals(language, TEMPLATES)
    assert [plurals.form(count) for count in COUNTS] == [rule(count) for count in COUNTS]


@pytest.mark.parametrize(("language", "counts"), [
    ("en", {"one": (1,), "other": (0, 2, 21, 100)}),
    ("it", {"one": (1,), "other": (0, 2, 11), "many": (1_000_000,)}),
    ("es", {"one": (1,), "other": (0, 2, 11), "many": (1_000_000,)}),
    ("fr", {"one": (0, 1), "other": (2, 100), "many": (1_000_000,)}),
    ("pl", {"one": (1,), "few": (2, 4, 22, 104), "many": (0, 5, 12, 21, 112)}),
    ("ru", {"one": (1, 21, 101), "few": (2, 24), "many": (0, 5, 11, 12, 111)}),
    ("lv", {"zero": (0, 10, 11, 20), "one": (1, 21), "other": (2, 9, 22)}),
    ("cy", {"zero": (0,), "one": (1,), "two": (2,), "few": (3,), "many": (6,), "other": (4, 5, 7)}),
    ("el", {"one": (1,), "other": (0, 2)}),
    ("id", {"other": (0, 1, 2)}),
    ("pt", {"one": (0, 1)}),
    ("pt-PT", {"one": (1,), "other": (0,)}),
    ("en-GB", {"one": (1,), "other": (2,)}),
])  # fmt: skip
def test_forms_of_some_languages(language, counts):
    plurals = Plurals(language, TEMPLATES)
    assert {
        form: tuple(n for n in numbers if plurals.form(n) == form)
        for form, numbers in counts.items()
    } == counts


def test_forms_are_tried_in_the_order_of_cldr():
    assert (*FORMS, OTHER) == ("zero", "one", "two", "few", "many", "other")


@pytest.mark.parametrize("wrong", ["n == 1", "i = 1", "n = 1 und n = 2", "n % = 1", "n = 1..", ""])
def test_a_condition_that_cannot_be_read_is_refused(wrong):
    with pytest.raises(TemplateError, match=r"tables/plurals.toml: .* is not a condition like"):
        holds(wrong, 1)


def own_texts(tmp_path, language, **texts):
    folder = tmp_path / "texts" / language
    folder.mkdir(parents=True)
    for file, content in texts.items():
        (folder / f"{file}.toml").write_text(content, encoding="utf-8")
    return Texts(language, Templates(tmp_path))


def test_a_language_has_the_forms_that_it_needs(tmp_path):
    polish = own_texts(
        tmp_path,
        "pl",
        finder='[seeds]\none = "{count} nasiono"\nfew = "{count} nasiona"\n'
        'many = "{count} nasion"\n',
    )
    assert [polish("finder.seeds", count=n) for n in (1, 3, 12)] == [
        "1 nasiono",
        "3 nasiona",
        "12 nasion",
    ]


def test_a_missing_form_is_an_error_that_names_file_key_and_form(tmp_path):
    polish = own_texts(tmp_path, "pl", finder='[seeds]\none = "{count} nasiono"\n')
    with pytest.raises(TemplateError) as caught:
        polish("finder.seeds", count=3)
    assert (
        str(caught.value)
        == "texts/pl/finder.toml: 'finder.seeds' has no form 'few', which goes with 3"
    )


def test_a_missing_text_is_an_error_that_names_file_and_key(tmp_path):
    with pytest.raises(TemplateError, match=r"texts/pl/cover.toml: 'cover.title' is missing"):
        own_texts(tmp_path, "pl", finder='aside = "{what}"\n')("cover.title")
    with pytest.raises(
        TemplateError, match=r"texts/pl/finder.toml: 'finder.aside' asks for an unknown \{what\}"
    ):
        Texts("pl", Templates(tmp_path))("finder.aside")
