"""What is said of a folder of templates, and of each text beside its English: as readable text; and
how new templates look.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEMPLATES

from kitgen.authoring import copies, language_checks, template_checks
from kitgen.authoring import trial_sheets as trial_sheets_module
from kitgen.authoring.copies import copy_all, copy_some
from kitgen.authoring.language_checks import (
    English,
    count_words,
    english_words,
    faults_of_guide,
    faults_of_translation,
    figures_of,
    first_of,
    is_english,
    missing_texts,
    places_of,
    untranslated,
    untranslated_lines,
)
from kitgen.authoring.printers import check_new_printer, write_printer
from kitgen.authoring.template_checks import CheckedTemplates, TemplateFault, check_templates
from kitgen.authoring.template_files import new_template
from kitgen.authoring.trial_sheets import TRIALS, TrialKit, trial_job, trial_sheets
from kitgen.errors import KitgenError, TemplateError, UsageError
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.reading.printer_file import Printer
from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import Texts

ENGLISH = English()

# --- a folder
# --------------------------------------------------------------------------------------------------

#: Files of a folder: none is as it should be but those that are let be.
FOLDER = {
    "editions/right.toml": (shipped() / "editions" / "him.toml").read_text(encoding="utf-8"),
    "editions/misspelt.toml": "sidde = 'black'\n",
    "editions/her.tml": "",
    "editions/more/her.toml": "",
    "editions/her.toml~": "= broken",
    "editions/her.bak": "= broken",
    "editions/her.orig": "= broken",
    "editions/her.swp": "= broken",
    "editions/her.tmp": "= broken",
    "editions/.hidden.toml": "= broken",
    "editon/her.toml": "",
    "nothing-like-it/her.toml": "",
    "her.toml": "",
    "words.md": "",
    "words.txt": "",
    "rules/earlier/old.toml": "start = 0\n",
    "tables/paper.toml": "x = 1",
    "palettes/broken.toml": "= broken",
    "palettes/earlier/old.toml": "sorce = 'x'\n",
    "editions/earlier": "a file",
    "texts/cover.toml": "",
    "texts/en/cover.toml": (
        "titel = 'x'\ntitle = 3\ntime = '{minuts} {minutes'\nwhat = '{boxs} {what}'\n"
    ),
    "texts/en/covr.toml": "",
    "texts/en/more/cover.toml": "",
    "texts/en/cover.md": "",
    "texts/en/log.toml": "title = '{title}'\n",
    "guides/teacher.md": "",
    "guides/en/mine.md": "# {boxs}\n\n```\ncode\n```\n",
    "guides/en/code.md": "```\ncode\n```\n",
    "guides/en/mine.toml": "",
    "guides/it/mine.md": "# Una guida\n",
    "themes/mine/first.svg": "<svg/>",
    "stock/wide.toml": "width = 630\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FOLDER.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_all_that_is_said_of_a_folder_in_its_order(golden, folder):
    checked = check_templates(folder)
    lines = [f"{kind}: {count}" for kind, count in checked.files.items()]
    lines += [f"{one.language}: {one.there - one.needed} texts" for one in checked.languages]
    lines += [f"wrong: {fault.file}: {fault.text}" for fault in at_least(10, checked.faults)]
    lines += [f"not read: {fault.file}: {fault.text}" for fault in checked.not_read]
    lines.append(f"{checked.verdict}, unreviewed {checked.unreviewed}")
    golden("authoring/folder", "\n".join(lines).replace(str(folder), "FOLDER"))


@pytest.mark.parametrize("wrong", ["tables/plurals.toml", "glossaries/xx.toml", "reviewed/xx.toml"])
def test_a_wrong_file_on_which_texts_depend_does_not_end_the_check(tmp_path, wrong):
    files = {
        wrong: "n = 1\n",
        "texts/xx/log.toml": "titel = 'x'\n",
        "guides/xx/mine.md": "# {boxs}\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    checked = check_templates(tmp_path)
    assert {*files} <= {fault.file for fault in checked.faults}
    assert (checked.languages, checked.unreviewed) == ([], {})
    assert ("the file is missing" in str(checked.faults)) is (wrong == "reviewed/xx.toml")


@pytest.mark.parametrize(
    ("faults", "not_read", "verdict"),
    [([], [], "right"), (["x"], [], "wrong"), ([], ["x"], "not decided"), (["x"], ["x"], "wrong")],
)
def test_a_folder_is_right_where_all_of_it_is_read_and_without_a_fault(faults, not_read, verdict):
    checked = CheckedTemplates(Path(), {}, faults, [], {}, not_read)
    assert checked.verdict == verdict
    assert checked.passed is (verdict == "right")


def drawing(folder, *faults):
    """A check of a folder in which faults were found before sheets are drawn."""
    (folder / "texts").mkdir(exist_ok=True)
    check = template_checks._Check(folder, sheets=True)
    check.checked.faults.extend(faults)
    return check


@pytest.mark.parametrize(
    ("error", "file", "text"),
    [
        ("texts/it/log.toml: 'a' is too long", "texts/it/log.toml", "'a' is too long"),
        ("'own/guides/it/a.md', line 3: no", "guides/it/a.md", "line 3: no"),
        ("'/x/y/palettes/a.toml' is odd", "palettes/a.toml", "is odd"),
        ("it cannot be drawn", "texts/it/", "it cannot be drawn"),
    ],
)
def test_what_cannot_be_drawn_is_said_of_its_file(monkeypatch, tmp_path, error, file, text):
    """After what is wrong with that file otherwise, and if the same was not said before."""
    drawn = [("a sheet",), TemplateError(error), ("a sheet",)]
    monkeypatch.setattr(template_checks, "trial_job", lambda *_: None)
    monkeypatch.setattr(template_checks, "trial_sheets", lambda _: iter(drawn))
    said = TemplateFault(file, text)
    for known in (TemplateFault("other", "else"), TemplateFault(file, "else"), said):
        check = drawing(tmp_path, known)
        check._draw("it")
        assert check.checked.faults == ([known] if known.file == file else [known, said])
    check = drawing(tmp_path, TemplateFault("other", text))
    check._draw("it")
    assert len(check.checked.faults) == 1


def test_a_kit_that_cannot_be_made_in_a_language_is_said(monkeypatch, tmp_path):
    def refuse(*_):
        raise TemplateError("palettes/okabe-ito.toml: no names of colours")

    monkeypatch.setattr(template_checks, "trial_job", refuse)
    check = drawing(tmp_path)
    check._draw("it")
    fault = TemplateFault("palettes/okabe-ito.toml", "no names of colours")
    assert check.checked.faults == [fault]


# --- a text beside its English
# --------------------------------------------------------------------------------------------------

TRANSLATED = [
    ("log.title", "Diario"),
    ("log.title", "Diario {title}"),
    ("log.score", "Punti: +2 {sheet[curve]}"),
    ("cover.what", "scatole"),
    ("cover.what", "{Boxes} scatole"),
    ("cover.what", "{boxes"),
    ("boxes.count.one", "1 scatola"),
    ("boxes.count.one", "2 scatole"),
    ("boxes.count.many", "{count} scatole"),
    ("told.each", "x"),
    ("refusals.games", "x"),
    ("none.such", "x 7"),
]


def test_what_is_said_of_a_text_beside_its_english(golden):
    lines = []
    for key, text in TRANSLATED:
        lines.append(f"{key} ({ENGLISH.like(key)}) = {text}")
        lines += [f"    {fault}" for fault in faults_of_translation(key, text, ENGLISH)]
    golden("authoring/translated", "\n".join(lines))


def test_english_has_all_places_forms_and_titles():
    assert ENGLISH.base("boxes.count.one") == ENGLISH.base("boxes.count.few") == "boxes.count"
    assert ENGLISH.base("log.title.one") == "log.title.one"
    assert ENGLISH.base("boxes.count.title") == "boxes.count.title"
    assert "count" in ENGLISH.places["boxes.count"]
    assert "Rule" in ENGLISH.places["told.each"]
    assert "What" in ENGLISH.places["web.learns_by"]
    assert {"sheet[log]", "sheet[labels]", "word[box]", "word[Box]"} <= ENGLISH.general
    assert ENGLISH.like("boxes.count.few") == ENGLISH.texts["boxes.count.other"]
    assert ENGLISH.like("none.such") == ""
    assert ENGLISH.nouns
    assert ENGLISH.nouns <= ENGLISH.places["told.each"]
    needed = ENGLISH.needed("it", TEMPLATES)
    assert "boxes.count.one" in needed
    assert "boxes.count" not in needed
    assert "boxes.count.few" not in needed
    assert "log.title" in needed


@pytest.mark.parametrize(
    ("text", "places", "figures", "words"),
    [
        ("", set(), [], 0),
        ("{boxes} boxes for {title}", {"boxes", "title"}, [], 2),
        ("A win: +1. A1 or 1,000", set(), ["+", "000", "1", "1", "A1"], 2),
        ("{a1} 2 → 3 × 4 √ 50%", {"a1"}, ["%", "2", "3", "4", "50", "×", "→", "√"], 0),
        ("AB12 x7y {word[box]}", {"word[box]"}, ["12", "x7"], 1),
        ("più e più", set(), [], 2),
    ],
)
def test_the_places_figures_and_words_of_a_text(text, places, figures, words):
    assert places_of(text) == places
    assert sorted(figures_of(text).elements()) == figures
    assert count_words(text) == words


@pytest.mark.parametrize(
    ("language", "english"),
    [
        ("en", True),
        ("en-GB", True),
        ("en_US", True),
        ("eng", False),
        ("it", False),
        ("x-en", False),
    ],
)
def test_english_is_english_in_each_country(language, english):
    assert is_english(language) is english


@pytest.mark.parametrize(
    ("count", "named"),
    [(0, ""), (1, "1"), (5, "1, 2, 3, 4, 5"), (6, "1, 2, 3, 4, 5 …"), (99, "1, 2, 3, 4, 5 …")],
)
def test_a_few_of_many_are_named(count, named):
    assert first_of([str(number) for number in range(1, count + 1)]) == named


def invented(**texts):
    """English with a few texts."""
    return SimpleNamespace(
        texts=texts,
        base=lambda key: key.removesuffix(".one").removesuffix(".other"),
        like=lambda key: texts.get(key, ""),
    )


def test_a_sentence_that_is_the_same_is_still_english_and_a_short_text_only_among_many():
    english = invented(
        a="Write each game here", b="Poster", c="{count} games", d="A", e="Log sheet", f="Cover"
    )
    same = {"a": "Write each game here ", "b": "Poster", "d": "A", "e": "Il foglio", "f": "Fronte"}
    many = {f"x{number}": "Ja" for number in range(2)}
    # One short text of five may be the same: a fifth; one of four may not.
    assert untranslated(same | many, english) == ["a"]
    assert untranslated(same | {"x0": "Ja"}, english) == ["a", "b"]
    assert untranslated({"b": "Poster"}, english) == ["b"]
    forms = invented(**{"n.one": "One bead is left", "n.other": "{count} beads are left"})
    copied = {"n.few": "{count} beads are left", "n.one": "One bead is left", "n.other": "x y z"}
    assert untranslated(copied, SimpleNamespace(**vars(forms) | {"base": lambda _: "n"})) == [
        "n.few",
        "n.one",
    ]


def test_an_english_word_is_one_that_no_other_text_has():
    english = invented(
        **{
            "a": "the sheet of each game, `code`, 'quoted', --option and Name",
            "b": "each game counts, a=b",
            "refusals.c": "the sheet",
        }
    )
    texts = {
        "a": "il sheet di ogni game, `code`, 'quoted', --option e Name",
        "b": "each volta, a=b",
        "refusals.c": "the sheet",
    }
    found = list(english_words(texts, english, ()))
    assert found == [("a", "game"), ("a", "sheet"), ("b", "each")]
    assert list(english_words(dict(reversed(texts.items())), english, ())) == found
    assert list(english_words(texts, english, ("game", "each"))) == [("a", "sheet")]
    texts["d"] = "game di altri"
    assert list(english_words(texts, english, ())) == [("a", "sheet"), ("b", "each")]


def test_lines_of_a_guide_are_still_english_where_they_are_sentences_of_it():
    english = "# A guide for teachers\n\n  Print it all.\nA B\nOne two\n"
    guide = "# Una guida\n\nPrint it all.  \nA B\nOne two\n# A guide for teachers"
    assert untranslated_lines(guide, english) == [3, 6]


def test_missing_texts_are_named_one_by_one_or_with_their_file(tmp_path):
    path = tmp_path / "texts" / "xx" / "log.toml"
    path.parent.mkdir(parents=True)
    path.write_text("title = 'x'\n", encoding="utf-8")
    templates = Templates(tmp_path)
    found = list(
        language_checks._faults_of_missing("xx", ["cover.a", "cover.b", "log.c.d"], templates)
    )
    assert found == [
        ("cover.toml", "the file is missing, with 2 texts"),
        ("log.toml", "key 'c.d' is missing"),
    ]
    complete, _ = missing_texts("it", TEMPLATES, ENGLISH)
    assert (complete.language, complete.there - complete.needed) == ("it", 0)
    assert complete.needed == len(ENGLISH.needed("it", TEMPLATES))


def test_a_guide_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "guides" / "en" / "mine.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"# \xff\n")
    with pytest.raises(
        TemplateError, match=r"^is not written in UTF-8: 'utf-8' codec can't decode"
    ):
        list(faults_of_guide(path, ENGLISH))
    assert language_checks.guides_of("en", Templates(tmp_path)).keys() >= {"teacher.md"}
    assert "mine.md" not in language_checks.guides_of("en", Templates(tmp_path))


# --- trial sheets
# --------------------------------------------------------------------------------------------------


def test_the_kits_for_trial(golden):
    lines = []
    for trial in at_least(20, TRIALS):
        parts = "all" if trial.parts == tuple(PARTS) else " ".join(trial.parts)
        lines.append(f"{trial.kit}, {trial.stock}, {trial.rule or '-'}, {trial.theme or '-'}")
        lines.append(f"    {parts}")
    golden("authoring/trials", "\n".join(lines))


def test_a_trial_is_printed_by_its_rule_on_its_stock_in_its_theme():
    trial = TrialKit("her", "poker", ("board",), "tris", "cats")
    job = trial_job(trial, Texts("it", TEMPLATES))
    assert (job.kit.choices.rule, job.kit.choices.language) == ("tris", "it")
    assert (job.stock, job.parts) == (read_stock("poker", TEMPLATES), ("board",))
    assert (job.page, job.options.theme) == (PAGES["a4"], "cats")
    assert (job.texts.language, job.command) == ("it", job.kit.command)
    assert (job.texts.theme, [*job.kit.game.diagram.theme]) == ("cats", ["pawn-light", "pawn-dark"])
    assert (
        trial_job(TrialKit("her", parts=()), Texts("en", TEMPLATES)).kit.choices.rule == "gardner"
    )


def test_parts_that_a_kit_does_not_have_are_left_out_and_faults_go_on(monkeypatch):
    job = trial_job(TrialKit("her", parts=("board", "log", "cover")), Texts("en", TEMPLATES))
    fault = TemplateError("too long")

    def run(part_job, parts):
        assert part_job.parts == parts
        if parts == ("board",):
            raise UsageError("none")
        if parts == ("log",):
            raise fault
        return SimpleNamespace(sheets=parts)

    monkeypatch.setattr(trial_sheets_module, "run_parts", run)
    assert list(trial_sheets(job)) == [fault, ("cover",)]
    assert list(trial_sheets(job, ["cover", "zero", "board"])) == [("cover",), ("zero",)]
    assert list(trial_sheets(job, [])) == []


# --- copies and printers
# --------------------------------------------------------------------------------------------------


def refused(function, *words, **named):
    with pytest.raises(KitgenError) as caught:
        function(*words, **named)
    return f"{type(caught.value).__name__}: {caught.value}"


@pytest.fixture
def few_templates(monkeypatch, tmp_path):
    """A folder with few templates that comes with kitgen."""
    root = tmp_path / "shipped"
    for name in ("editions/her.toml", "texts/it/log.toml", "texts/it/cover.toml", "rules/her.toml"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    monkeypatch.setattr(copies, "shipped", lambda: root)
    return root


@pytest.mark.usefixtures("few_templates")
def test_templates_are_copied_by_name_and_never_over_others(golden, tmp_path):
    assert copies.all_names() == (
        "editions/her.toml",
        "rules/her.toml",
        "texts/it/cover.toml",
        "texts/it/log.toml",
    )
    mine = tmp_path / "mine"
    lines = []
    for wanted in ("editions/her", "texts/it", "texts\\it\\log.toml", "/rules/"):
        place = tmp_path / str(len(lines))
        found = [path.relative_to(place).as_posix() for path in copy_some(place, [wanted])]
        lines.append(f"{wanted}: {' '.join(found)}")
        assert [(place / name).read_text() for name in found] == found
    copy_all(mine)
    assert sorted(path.read_text() for path in mine.rglob("*.toml")) == [*copies.all_names()]
    for wanted in ("her", "hre", "texts/log.toml", "texts/ti", "e"):
        lines.append(f"{wanted}: {refused(copy_some, mine, [wanted])}")
    lines.append(refused(copy_some, mine, ["rules/her"]))
    lines.append(refused(copy_all, mine))
    lines.append(refused(copy_all, mine / "editions" / "her.toml"))
    (tmp_path / "link").symlink_to(tmp_path / "new")
    lines.append(refused(copy_all, tmp_path / "link"))
    golden("authoring/copies", "\n".join(lines).replace(str(tmp_path), "HERE"))


def test_a_printer_is_written_with_what_was_measured_and_not_over_another(golden, tmp_path):
    path = write_printer("office", Printer(1.01, 0.99, -2.5, 3.0), "1,2,3,4", tmp_path)
    assert path == tmp_path / "printers" / "office.toml"
    lines = [path.read_text(encoding="utf-8").rstrip()]
    check_new_printer("office", tmp_path, force=True)
    check_new_printer("home", tmp_path, force=False)
    check_new_printer("a" * 40, tmp_path, force=False)
    lines.append(refused(check_new_printer, "office", tmp_path, force=False))
    (tmp_path / "printers" / "link.toml").symlink_to(tmp_path / "nowhere")
    lines.append(refused(check_new_printer, "link", tmp_path, force=False))
    for name in ("", "-a", "Ab", "a b", "a" * 41, "../a"):
        lines.append(refused(check_new_printer, name, tmp_path, force=True))
    golden("authoring/printers", "\n".join(lines).replace(str(tmp_path), "HERE"))


# --- new templates
# --------------------------------------------------------------------------------------------------

NEW = [
    ("edition", "mine", "her"),
    ("edition", "our-own_one", "menace"),
    ("rule", "mine", "michie"),
    ("palette", "mine", "okabe-ito"),
    ("theme", "mine", "crocodiles"),
    ("theme", "mine", "stars"),
    ("theme", "mine", "pens"),
    ("game", "mine", "hexapawn"),
    ("guide", "mine", "teacher"),
]


@pytest.mark.parametrize(("kind", "name", "like"), NEW)
def test_how_a_new_template_looks(golden, tmp_path, kind, name, like):
    """Of a guide, without those of whom it is told, which are long."""
    new = new_template(kind, name, tmp_path, TEMPLATES, like=like, language="it")
    assert new.source == like
    text = new.path.read_text(encoding="utf-8").rstrip()
    if kind == "guide":
        text = text.partition("-->\n")[0]
    written = sorted(one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("*.*"))
    golden(f"authoring/new-{kind}-{like}", "\n".join([*written, new.try_it, "", text]))


def test_a_theme_for_another_game_cannot_be_begun(tmp_path):
    message = refused(
        new_template, "theme", "mine", tmp_path, TEMPLATES, like="shells", language="en"
    )
    assert message == (
        "UsageError: --like shells: a theme of your own is for Hexapawn, noughts and crosses or "
        "Nim; copy crocodiles, stars or pens"
    )
