"""The maker of the site: what it writes for MkDocs, and what it notices in what came out."""

import doctest
import json
import re
import sys
from collections import Counter
from importlib import import_module

import pytest
from counting import at_least, at_least_one
from jobs import kit_of
from places import ROOT

from kitgen.cli.main import command_names, main
from kitgen.paper.parts import PARTS

sys.path.insert(0, str(ROOT))

from docs.site import prints
from docs.site.built import faults
from docs.site.gallery import Shelf, edition_page, gallery
from docs.site.lessons import kits_table, lesson_page
from docs.site.prints import PAPERS, PLAYED, Print, make_print
from docs.site.reference import command_page, commands_page, fenced, python_page, told_at
from docs.site.repository import ALSO, handbook, linked, page_of, site_address, stage
from docs.site.words import SITE_LANGUAGES, read_words
from docs.table_picture import OPEN, table

#: A link of Markdown.
LINK = re.compile(r"\]\(([^)\s]+)\)")
#: A block of code.
BLOCK = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
#: What a page has in every language: headings, places to fill in, links.
SHAPE = re.compile(r"\{\{ \w+ \}\}|^#+|\]\([^)]*\)", re.MULTILINE)
MISSING = "poster"


@pytest.fixture
def shelf(tmp_path):
    """The prints of an edition, of which nothing was printed; one part is refused."""
    pages = {name: 2 for name in PARTS if name != MISSING}
    report = {
        "command": "kitgen print menace --language it",
        "boxes": 304,
        "beads": 1720,
        "to_buy": [{"total": 2459}],
        "sheets": 28,
        "minutes": 155,
    }

    said = {"always": "--express", "report": PLAYED}

    def made(language, page):
        return Print(
            "menace",
            language,
            page,
            tmp_path,
            report,
            pages,
            said,
            {MISSING: "its wells do not fit"},
        )

    return Shelf(
        "menace", {lang: {page: made(lang, page) for page in PAPERS} for lang in SITE_LANGUAGES}
    )


# --- the docs of the repository
# ----------------------------------------------------------------------------------


def test_every_link_of_the_handbook_leads_to_a_page_of_the_site(tmp_path):
    done = stage(tmp_path)
    assert {*handbook(), *ALSO, "examples/README.md", "templates/rules"} <= {*done}
    (tmp_path / "index.md").write_text("the home")
    links = [
        (page, link)
        for page in tmp_path.rglob("*.md")
        for link in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
        if "://" not in link and not link.startswith("#")
    ]
    for page, link in at_least(60, links):
        assert (page.parent / link.partition("#")[0]).is_file(), (page, link)


def test_links_to_folders_and_sources_lead_to_pages_that_show_them(tmp_path):
    text = (
        "[a](../templates/rules) [b](../examples/lesson.py#L3) [c](https://x.org) "
        "[d](web.md#one)\n```\n[e](gone)\n```"
    )
    found, targets = linked("docs/x.md", text)
    assert found == (
        "[a](../templates/rules/index.md) [b](../examples/lesson.py.md#L3) [c](https://x.org) "
        "[d](web.md#one)\n"
        "```\n[e](gone)\n```"
    )
    assert targets == ["templates/rules", "examples/lesson.py", "docs/web.md"]
    stage(tmp_path, ["templates/rules"])
    assert 'title="gardner.toml"' in (tmp_path / "templates/rules/index.md").read_text(
        encoding="utf-8"
    )


def test_a_link_that_leads_nowhere_is_refused():
    with pytest.raises(FileNotFoundError, match=r"docs/x.md links to gone.md"):
        linked("docs/x.md", "[a](gone.md)")


def test_brackets_of_a_heading_and_bars_in_a_table_are_read_as_on_github():
    assert linked("docs/x.md", "# kitgen kits [--json]\n\n| `en\\|it` | a \\| b |")[0] == (
        "# kitgen kits \\[--json\\]\n\n| `en|it` | a \\| b |"
    )


def test_the_address_of_the_site_comes_from_one_place(tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "kitgen"\n', encoding="utf-8")
    assert site_address(tmp_path) == ""
    project.write_text('[project.urls]\nDocumentation = "https://me.org/kits/"\n', encoding="utf-8")
    assert site_address(tmp_path) == "https://me.org/kits/"


# --- commands and reference
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", command_names())
def test_the_page_of_a_command_has_what_its_help_has(name):
    page = command_page(name)
    command = main.get_command(None, name)
    options = [
        one.opts[-1] for one in command.params if one.opts[-1].startswith("--") and not one.hidden
    ]
    assert [option for option in options if option not in page] == []
    assert [
        inner
        for inner in getattr(command, "commands", ())
        if f"## kitgen {name} {inner}" not in page
    ] == []
    assert f"]({name}.md)" in commands_page()
    assert "Example:" not in page, "an example is a block to be copied"
    assert "\b" not in page


def test_sections_of_the_handbook_are_found():
    assert len({told_at(name) for name in command_names()}) == len(command_names())


def test_the_reference_has_all_that_the_front_door_offers():
    asked = re.findall(r"^::: (\S+)$", python_page(), re.MULTILINE)
    assert "kitgen.sources.kit_sources.make_kit" in asked
    for place in at_least(15, asked):
        module, _, name = place.rpartition(".")
        assert hasattr(import_module(module), name), place


def test_examples_in_docstrings_are_code():
    text = "Say.\n\n    >>> for a in b:\n    ...     c\n    1\n    2\n\n    More."
    assert (
        fenced(text)
        == "Say.\n\n    ```pycon\n    >>> for a in b:\n    ...     c\n    1\n    2\n    "
        "```\n\n    More."
    )


# --- gallery and lessons
# -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", SITE_LANGUAGES)
def test_the_gallery_shows_every_part_in_every_language_on_every_paper(shelf, language):
    page = edition_page(shelf, read_words(language))
    links = set(LINK.findall(page))
    for name in shelf.shown("en").pages:
        for lang in SITE_LANGUAGES:
            assert {
                f"../files/menace/menace-{name}-{lang}-{paper}.pdf" for paper in PAPERS
            } <= links, (name, lang)
        assert f"../files/menace/menace-{name}-{language}-a4.png" in links
    assert {f"../files/menace/menace-play-{lang}-a4.html" for lang in SITE_LANGUAGES} <= links
    told = re.findall(r"^(?:- )?\*\*([\w-]+)\*\*", page, re.MULTILINE)
    assert sorted(told) == sorted(PARTS)
    assert "*its wells do not fit*" in page
    assert "`kitgen print menace --language it`" in page
    words = read_words(language)
    assert f"**always** ({words('pages', count=2)}" in page
    assert ", `--express`):" in page
    assert f", {words('played', games=20)}):" in page
    assert f"../files/menace/menace-play-{language}-a4.html" in gallery(
        [shelf], read_words(language)
    )


def test_a_class_is_told_what_a_kit_takes(shelf):
    assert " | 304 | 2,459 | 28 | 155 | before the lesson | " in kits_table(
        [shelf], read_words("en")
    )
    assert " | 304 | 2.459 | 28 | 155 | prima della lezione | " in kits_table(
        [shelf], read_words("it")
    )
    assert " | 304 | 2459 | 28 | 155 | antes de la clase | " in kits_table(
        [shelf], read_words("es")
    )
    assert " | 304 | 2\u202f459 | 28 | 155 | avant la séance | " in kits_table(
        [shelf], read_words("fr")
    )
    assert " | 304 | 2.459 | 28 | 155 | vor der Stunde | " in kits_table([shelf], read_words("de"))
    page = lesson_page(shelf, read_words("it"))
    assert page.startswith("# Guida per l'insegnante: menace\n")
    assert "../files/menace/menace-guide-it-a4.pdf" in page
    assert page.count("\n## ") > 7


def test_all_languages_of_the_site_say_the_same():
    first, *others = (read_words(language).texts for language in SITE_LANGUAGES)
    pages = {
        language: sorted((ROOT / "docs/site/pages" / language).glob("*.md"))
        for language in SITE_LANGUAGES
    }
    for other, language in at_least_one(zip(others, SITE_LANGUAGES[1:], strict=True)):
        assert other.keys() == first.keys()
        for mine, theirs in at_least(3, zip(pages["en"], pages[language], strict=True)):
            assert mine.name == theirs.name
            shapes = [SHAPE.findall(page.read_text(encoding="utf-8")) for page in (mine, theirs)]
            assert sorted(shapes[0]) == sorted(shapes[1]), mine.name


@pytest.mark.parametrize("language", SITE_LANGUAGES)
def test_answers_to_the_twenty_questions_are_those_of_the_guides(language):
    """Each names a guide, whose commands run in tests and whose figures are held to the prints."""
    text = (ROOT / "docs/site/pages" / language / "questions.md").read_text(encoding="utf-8")
    _, *answers = text.split("\n## ")
    assert len(answers) == 20
    for answer in answers:
        (guide,) = LINK.findall(answer)
        told = (ROOT / guide).read_text(encoding="utf-8")
        for command in re.findall(r"`(kitgen [^`]+)`", answer):
            assert command in told, command
        in_words = re.sub(r"`[^`]+`", "", answer)
        for figure in re.findall(r"\d\d+(?:[.,]\d)?|\d[.,]\d", in_words):
            assert figure.replace(",", ".") in told, (guide, figure)


# --- prints, and what came out
# -----------------------------------------------------------------------------------


@pytest.mark.every
def test_a_print_is_made_once(tmp_path, monkeypatch):
    monkeypatch.setattr(
        prints, "PARTS", {name: PARTS[name] for name in ("board", "story", "sweets", "report")}
    )
    made = make_print("ladder", "it", "a4", tmp_path, "")
    assert made.pages == {"board": 1, "story": 1, "report": 1}
    assert made.besides_name == {"story": "--set story.game=games.csv", "report": PLAYED}
    assert list(made.refused) == ["sweets"]
    assert sorted(path.name for path in made.folder.iterdir()) == [
        "ladder-board-it-a4.pdf",
        "ladder-board-it-a4.png",
        "ladder-kit-it-a4.pdf",
        "ladder-play-it-a4.html",
        "ladder-report-it-a4.pdf",
        "ladder-report-it-a4.png",
        "ladder-story-it-a4.pdf",
        "ladder-story-it-a4.png",
        "made.json",
    ]
    kept = {"report": {}, "pages": {"kept": 9}, "besides_name": {}, "refused": {}}
    (made.folder / "made.json").write_text(json.dumps(kept))
    assert make_print("ladder", "it", "a4", tmp_path, "").pages == {"kept": 9}
    monkeypatch.setattr(prints, "source_hash", lambda: "another kitgen")
    assert make_print("ladder", "it", "a4", tmp_path, "").pages == made.pages


def test_links_of_the_built_site_that_lead_nowhere_are_noticed(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text(
        '<h2 id="here">x</h2><a href="#here">x</a><a href="../one.html">x</a>'
    )
    (tmp_path / "her-play-en-a4.html").write_text('<a href="gone">not looked at</a>')
    (tmp_path / "one.html").write_text(
        '<a href="a/#here">well</a> <a href="https://x.org">well</a> <a '
        'href="#__nav">the theme\'s</a>'
        '<a href="a/#gone">no heading</a> <a href="gone.pdf">no file</a> <img '
        'src="https://x.org/a.png">'
        '<a href="/kits/a/">well, from the root</a> <link rel="canonical" href="https://x.org">'
        '<a href="https://me.org/kits/a/">well</a> <a href="https://me.org/kits/b/">gone</a>'
    )
    assert faults(tmp_path, "https://me.org/kits/") == [
        "one.html links to a/#gone, which has no such heading",
        "one.html links to gone.pdf, which is not there",
        "one.html fetches https://x.org/a.png",
        "one.html links to https://me.org/kits/b/, which is not there",
    ]


@pytest.mark.parametrize("name", ["words", "repository", "reference"])
def test_examples_of_the_maker_run(name):
    found = doctest.testmod(import_module(f"docs.site.{name}"))
    assert (found.attempted > 0, found.failed) == (True, 0)


def test_a_file_of_the_repository_has_its_place():
    assert [page_of(path) for path in ("docs", "docs/house.svg")] == [
        "docs/index.md",
        "docs/house.svg",
    ]


def test_a_notebook_is_a_page_with_what_it_printed(tmp_path):
    assert stage(tmp_path, ["examples/lecture.ipynb"]) == ["examples/lecture.ipynb"]
    shown = (tmp_path / "examples/lecture.ipynb.md").read_text(encoding="utf-8")
    assert shown.startswith("# From matchboxes to Q-learning\n")
    assert "```python\nimport math\nimport random\n" in shown
    assert "```text\n19 boxes, 45 beads, Gardner's rule\n```" in shown


# --- the picture of a kit on a table
# -----------------------------------------------------------------------------


def test_the_table_has_every_box_and_the_board_of_the_open_one():
    kit = kit_of("her")
    picture = table(kit)
    assert [box.id for box in kit.boxes if f">{box.id}</text>" not in picture] == []
    opened = next(box for box in kit.boxes if box.id == OPEN)
    pawns = Counter(re.findall(r'<path d="M-8 0[^>]* fill="(#[0-9a-f]{6})"', picture))
    assert kit.game.text(opened.position) == "..b/bw./... b"
    assert pawns == {"#2b2724": 2, "#f4ead6": 1}
    beads = [slot.colour.fill for slot in opened.slots]
    assert re.findall(r'<circle [^>]* fill="(#[0-9A-F]{6})"/><circle [^>]*shine', picture) == beads
