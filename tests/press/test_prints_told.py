"""What is asked for in a print, what a folder is refused for, what travels with a PDF, and what is
reported: commands, files, figures and refusals as golden texts, without a sheet being drawn.
"""

import errno
import json
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen import __version__
from kitgen.errors import KitgenError, OutputError
from kitgen.files.tree import digest
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.job_json import JobPart, JobStock
from kitgen.kit.kit_json import write_kit
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Document, Sheet
from kitgen.paper.job import Bank, Job, unusual_options
from kitgen.paper.marks.scene import Scene
from kitgen.press import kit_folder, print_again, print_job, print_run
from kitgen.press.attached_templates import laid_out
from kitgen.press.kit_folder import Run, check_folder, manifest_of, read_manifest, write_manifest
from kitgen.press.print_job import job_file, request_for
from kitgen.press.print_run import Printed, printed_report
from kitgen.reading.templates import Templates, shipped


def refusal_of(ask):
    """Return why something is refused."""
    with pytest.raises(KitgenError) as caught:
        ask()
    return f"{type(caught.value).__name__}: {caught.value}"


def asked_for(kit="her", **how):
    """Return a request as the arguments of ``print_kit`` make it."""
    usual = {"page": None, "stock": "matchbox", "parts": None, "templates": TEMPLATES}
    options = {key: how.pop(key) for key in [*how] if key not in (*usual, "svg", "file")}
    return request_for(kit, **usual | how, options=options)


# --- a request, and its command
# --------------------------------------------------------------------------------------------------

REQUESTS = (
    {},
    {"page": "a4"},
    {"page": "letter"},
    {"page": "Letter"},
    {"stock": "poker"},
    {"stock": "L7160"},
    {"stock": "5160"},
    {"stock": "5160", "page": "letter"},
    {"stock": "5160", "page": "a4"},
    {"page": "a9"},
    {"parts": ("log", " board ", "")},
    {"parts": ("",)},
    {"parts": ("bord",)},
    {"parts": ("labels", "log"), "labels_start_at": 3, "stock": "L7160"},
    {"economy": True},
    {"economy": True, "stock": "poker"},
    {"groups": 3},
    {"groups": 3, "stock": "poker"},
    {"parts": ("log",), "file": "own game.toml"},
    {"kit": "ladder", "parts": ("poster",), "poster_size": "a3", "poster_tiled": True},
    {"rule": "tris", "parts": ("cover", "boxes")},
    {"rule": "tris", "parts": ("cover",), "groups": 2, "laser": "usual"},
    {"rule": "tris", "laser": "usual", "svg": True},
    {"rule": "tris", "svg": True},
)


@pytest.fixture
def unprinted(monkeypatch):
    """Lets no print run be made of a request: what it would be made of comes back."""
    monkeypatch.setattr(print_job, "print_run", lambda *given: given)


@pytest.mark.usefixtures("unprinted")
def test_each_request_has_its_command(golden):
    lines = []
    for how in at_least(20, REQUESTS):
        lines.append(f"{how}")
        try:
            wish = {key: value for key, value in how.items() if key == "rule"}
            rest = {key: value for key, value in how.items() if key != "rule"}
            request = asked_for(**{"kit": kit_of("her", **wish)} | rest)
            _, page, stock, command, _, _, names = request.job()
        except KitgenError as error:
            lines.append(f"  {type(error).__name__}: {error}")
            continue
        lines.append(f"  {command}")
        lines.append(
            f"  {page.name}, {stock.name} {stock.width:g}x{stock.height:g}: {' '.join(names)}"
        )
    golden("said/requests-to-print", "\n".join(lines))


@pytest.mark.usefixtures("unprinted")
def test_own_templates_are_named_in_the_command(tmp_path):
    (tmp_path / "texts").mkdir()
    *_, command, _, _, _ = asked_for(parts=["log"], templates=Templates(tmp_path)).job()
    assert command == f"kitgen print her --parts log --templates {tmp_path}"


@pytest.mark.usefixtures("unprinted")
def test_a_told_game_s_file_is_named_in_the_command(tmp_path):
    path = tmp_path / "row game.toml"
    path.write_text(
        'name = "Row"\nboard = "path 4"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'
    )
    *_, command, _, _, _ = asked_for(str(path), parts=["log"]).job()
    assert command == "kitgen print 'row game.toml' --parts log"


MERGED = (
    ({}, ("log",), {}, False),
    ({}, ("worksheet",), {}, True),
    ({"parts": ("log",)}, ("board", "log"), {}, False),
    ({"parts": ("log",), "svg": True}, ("log",), {}, False),
    ({"parts": ("log",)}, ("labels",), {"start_at": 5}, False),
    ({}, ("labels",), {"start_at": 5}, False),
    ({}, ("labels",), {"laser": "usual", "start_at": 5}, False),
    ({"parts": ("labels",), "labels_start_at": 2}, ("labels",), {"start_at": 5}, False),
    ({"parts": ("log",)}, ("story",), {"story": "games.csv:3"}, False),
    ({}, ("story",), {"story": "games.csv:3", "poster": "a3"}, False),
)


def test_a_request_is_merged_with_what_was_printed_before(golden):
    lines = []
    usual = asked_for(stock="L7160").names
    for how, parts, earlier, svg in at_least(
        10, (*MERGED, ({"parts": ("log",)}, usual, {}, False))
    ):
        request = asked_for(stock="L7160", **how)
        try:
            merged = request.merged_with(parts, earlier, svg=svg)
        except KitgenError as error:
            sentence = f"{type(error).__name__}: {error}"
        else:
            options = unusual_options(print_job.written_options(merged.settings))
            sentence = f"{merged.parts}, {options}, svg {merged.svg}"
        lines.append(f"{how} with {parts} {earlier} {svg}\n  {sentence}")
    golden("said/requests-merged", "\n".join(lines))


# --- the user's own files that travel with a print
# --------------------------------------------------------------------------------------------------


def own_folder(tmp_path):
    """Write a folder of templates of somebody's own, of which some are as kitgen has them."""
    own = tmp_path / "own"
    files = {
        "texts/en/zero.toml": 'title = "Mine"\n',
        "texts/en/cover.toml": (shipped() / "texts/en/cover.toml").read_text(encoding="utf-8"),
        "texts/it/zero.toml": 'title = "Mio"\n',
        "errata/her.toml": "# mine\n",
        "tables/papers.toml": "# mine\n",
        "stock/matchbox.toml": 'source = "mine"\nwidth = 60\nheight = 40\n',
        "stock/poker.toml": 'source = "mine"\nwidth = 60\nheight = 90\n',
        "guides/en/teacher.md": "mine\n",
        "guides/en/other.md": "mine\n",
        "guides/it/teacher.md": "mio\n",
        "boxes/usual.toml": "# mine\n",
        "palettes/okabe-ito@2.toml": "# mine\n",
        "editions/her.toml": "# mine\n",
        "printers/mine.toml": "# mine\n",
        "printers/other.toml": "# mine\n",
        "themes/cats.toml": (shipped() / "themes/cats.toml").read_text(encoding="utf-8") + "\n",
        "themes/cats/paw.svg": "<!-- mine -->\n",
        "themes/cats/other.svg": "<!-- mine -->\n",
        "themes/coins.toml": "# mine\n",
    }
    for name, text in files.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, encoding="utf-8")
    return own


def job_with(templates, **options):
    """Return a print run of which only what its files depend on is known."""
    texts = SimpleNamespace(language=options.pop("language", "en"))
    stock = SimpleNamespace(name=options.pop("stock", "matchbox"), width=53.0, height=36.0)
    return Job(
        kit_of("her"),
        SimpleNamespace(name="a4"),
        stock,
        texts,
        "kitgen print her",
        PartOptions(**options),
        templates,
        parts=("log",),
    )


def test_the_own_templates_that_a_print_may_have_read_travel_along(tmp_path, golden):
    templates = Templates(own_folder(tmp_path))
    lines = []
    for options in (
        {},
        {"language": "it"},
        {"language": "fr"},
        {"stock": "poker"},
        {"stock": "own.toml"},
        {"guide_name": "other"},
        {"printer": "mine"},
        {"printer": "none"},
        {"theme": "cats"},
    ):
        files = print_job.own_templates(job_with(templates, **options))
        lines.append(f"{options}: {', '.join(files)}")
    lines.append(f"none: {print_job.own_templates(job_with(TEMPLATES))}")
    golden("said/templates-that-travel", "\n".join(lines))
    assert print_job.own_templates(job_with(templates))["guides/en/teacher.md"] == "mine\n"


def test_the_folder_that_is_named_comes_before_that_of_the_machine(tmp_path):
    roots = []
    for name in ("named", "usual"):
        root = tmp_path / name
        (root / "errata").mkdir(parents=True)
        (root / "errata" / "her.toml").write_text(f"# {name}\n")
        roots.append(root)
    (roots[1] / "errata" / "him.toml").write_text("# usual\n")
    templates = SimpleNamespace(roots=[*roots, shipped()], names=lambda _kind: ())
    files = print_job.own_templates(job_with(templates))
    assert files == {"errata/her.toml": "# named\n", "errata/him.toml": "# usual\n"}


def test_a_file_that_cannot_travel_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf# \xc3\xa9\n")
    assert print_job._own_text(path) == "# é\n"
    path.write_bytes(b"\xff")
    message = refusal_of(lambda: print_job._own_text(path))
    assert message.startswith(f"TemplateError: '{path}' cannot be read: 'utf-8' codec")
    message = refusal_of(lambda: print_job._own_text(tmp_path / "none"))
    assert f"none' cannot be read: [Errno {errno.ENOENT}]" in message
    monkeypatch.setattr(print_job, "LONGEST_FILE", 2000)
    path.write_text("x" * 2000)
    assert len(print_job._own_text(path)) == 2000
    path.write_text("x" * 2001)
    message = refusal_of(lambda: print_job._own_text(path))
    assert message == f"TemplateError: '{path}' has more than 2 kB; no template is that long"


def test_a_print_run_is_described_in_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(print_job, "own_templates", lambda _job: {"a": "b"})
    label = tmp_path / "Mine.TOML"
    label.write_text("a label")
    games = tmp_path / "games.csv"
    games.write_text("some games")
    about = job_file(job_with(TEMPLATES))
    assert (about.schema, about.contract, about.command) == ("kitgen/job@3", 1, "kitgen print her")
    assert (about.page, about.stock) == ("a4", JobStock("matchbox", 53.0, 36.0))
    assert (about.parts, about.printed) == ((), ("log",))
    usual = about.options
    assert (about.templates, about.label, about.games) == ({"a": "b"}, "", "")
    own = job_with(TEMPLATES, stock=str(label), story_game=f"{games}:3", printer="mine")
    about = job_file(own)
    assert (about.label, about.games, about.contract) == ("a label", "some games", 4)
    assert about.stock.name == str(label)
    assert about.options == usual | {"printer": "mine", "story": f"{games}:3"}


def test_the_print_run_in_a_pdf_names_its_own_parts():
    document = document_of(("log", 1), ("board", 2))
    about = job_file(job_with(TEMPLATES))
    whole = print_job.with_attachments(document, b"the kit", about)
    assert [*whole.attachments] == ["kit.json", "job.json"]
    assert whole.attachments["kit.json"] == b"the kit"
    parts = json.loads(whole.attachments["job.json"])["parts"]
    assert [(part["name"], part["first"], part["pages"]) for part in parts] == [
        ("log", 1, 1),
        ("board", 2, 2),
    ]


# --- a print again from what is in its PDF
# --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def her_job():
    """The print run of a part of a kit."""
    job = job_with(TEMPLATES)
    return replace_job(job_file(job), printed=("zero",))


def replace_job(job, **changes):
    """Return a print run with changes."""
    return msgspec.structs.replace(job, **changes)


ZERO = "texts/en/zero.toml"
#: Changes to a print run, each of which makes one that cannot be printed again.
CHANGES = {
    "an unknown paper": {"page": "a9"},
    "an unknown part": {"printed": ("zero", "cow")},
    "an unknown option": {"options": {"cow": 1}},
    "a value that no option has": {"options": {"duplex": "both"}},
    "more than a name": {"templates": {ZERO: 'title = "{sheet:>999999999}"'}},
    "a form": {"templates": {ZERO: 'title = "{sheet!r}"'}},
    "inside a thing": {"templates": {ZERO: 'title = "{sheet.x}"'}},
    "in a table": {"templates": {"texts/en/colours.toml": 'red = { name = "{sheet.x}" }'}},
    "in a list": {"templates": {ZERO: 'title = ["{sheet.x}"]'}},
    "a long name": {"templates": {ZERO: f'title = "{{{"a b" * 30}}}"'}},
    "a brace alone": {"templates": {ZERO: 'title = "{"'}},
    "in a guide": {"templates": {"guides/en/teacher.md": "a {sheet} {sheet.x}"}},
    "no TOML": {"templates": {ZERO: "title = {"}},
    "a label that is not attached": {"stock": JobStock("mine.TOML", 60, 40)},
    "a label of another size": {"stock": JobStock("matchbox", 53, 37)},
    "an attached label of another size": {
        "stock": JobStock("mine.toml", 60, 41),
        "label": 'source = "mine"\nwidth = 60\nheight = 40\n',
    },
    "a damaged label": {"stock": JobStock("mine.toml", 60, 41), "label": "width = 60\n"},
    "an unknown stock": {"stock": JobStock("matchbix", 53, 36)},
}


def test_what_cannot_be_printed_again_is_told(her_job, golden):
    lines = []
    for name, changes in at_least(15, CHANGES.items()):
        job = replace_job(her_job, **changes)
        message = refusal_of(partial(print_again.print_again, kit_of("her"), job, print))
        lines.append(f"{name}: {message.replace(__version__, 'VERSION')}")
    golden("said/not-printed-again", "\n".join(lines))


def test_what_is_no_text_is_not_filled_in(her_job, tmp_path, monkeypatch):
    """Only texts and guides are; a plain name, or one with a key, may stand in braces."""
    monkeypatch.setattr(print_again, "print_run", lambda *given: given)
    templates = {
        ZERO: 'title = "{sheet} {sheets[a.b-c]} {} {{x.y}}"\nmore = [1, "{a}", { b = "{c}" }]\n',
        "tables/papers.toml": 'x = "{a.b}"\n',
    }
    job = replace_job(her_job, templates=templates, printed=("zero", "log"))
    kit, page, stock, command, options, own, names = print_again._same_job(
        kit_of("her"), job, tmp_path
    )
    assert (kit, page.name, stock.name, command) == (kit_of("her"), "a4", "matchbox", job.command)
    assert options == PartOptions()
    assert names == ("log", "zero")
    assert own.own == tmp_path / "templates"
    for name, text in templates.items():
        assert (own.own / name).read_text() == text


def test_an_attached_label_keeps_its_name(her_job, tmp_path):
    label = 'source = "mine"\nwidth = 60\nheight = 40\n'
    job = replace_job(her_job, label=label, stock=JobStock("my own.toml", 60, 40))
    stock = print_again._same_stock(job, TEMPLATES, tmp_path)
    assert (stock.name, stock.width, stock.height) == ("my own.toml", 60, 40)
    plain = print_again._same_stock(her_job, TEMPLATES, tmp_path)
    assert (plain.name, plain.width, plain.height) == ("matchbox", 53, 36)


@pytest.mark.parametrize(
    ("setting", "path"),
    [
        ("games.csv:3", "games.csv:3"),
        ("a/b/games.csv", "games.csv"),
        ("games.abcdefghijkl:12", "games.abcdefghi:12"),
        ("games", "games"),
    ],
)
def test_attached_games_are_laid_out_and_named(setting, path, tmp_path):
    games = "a\r\nb\n"
    found = print_again._story_game(setting, games, tmp_path)
    assert found == str(tmp_path / path)
    (file,) = tmp_path.iterdir()
    assert file.read_bytes() == games.encode()
    assert found.startswith(str(file))


def test_what_is_missing_stays_what_it_is_and_no_folder_is_named(her_job, monkeypatch):
    folders = []

    def fail(error, _kit, _job, folder):
        folders.append(folder)
        raise error if isinstance(error, Exception) else KitgenError(f"{folder}/a is wrong")

    missing = MissingExtraError("a report", "lab")
    monkeypatch.setattr(print_again, "_same_job", partial(fail, missing))
    with pytest.raises(MissingExtraError):
        print_again.print_again(kit_of("her"), her_job, print)
    monkeypatch.setattr(print_again, "_same_job", partial(fail, None))
    message = refusal_of(lambda: print_again.print_again(kit_of("her"), her_job, print))
    assert message == (
        "KitFileError: cannot be printed again from what job.json says: job.json/a is wrong"
    )
    assert not any(folder.exists() for folder in at_least(2, folders))


def test_what_is_printed_again_is_used_while_its_files_are_there(her_job, monkeypatch):
    document = document_of(("zero", 1), ("log", 2))
    monkeypatch.setattr(print_again, "_same_job", lambda _kit, _job, folder: folder)
    monkeypatch.setattr(
        print_again, "run_parts", lambda _run, names: replace(document, title=str(names))
    )
    job = replace_job(her_job, printed=("zero", "log"))

    def use(run, whole):
        assert run.is_dir()
        return run, whole.title, whole.keywords

    run, title, keywords = print_again.print_again(kit_of("her"), job, use)
    assert title == "('log', 'zero')"
    assert keywords == print_again.part_names(document)
    assert not run.exists()


def test_own_templates_are_laid_out_again(tmp_path):
    files = {"texts/en/zero.toml": "a\r\n", "tables/x.toml": "é\n"}
    templates = laid_out(files, tmp_path / "templates")
    assert templates.own == tmp_path / "templates"
    for name, text in files.items():
        assert (tmp_path / "templates" / name).read_bytes() == text.encode()
    assert laid_out({}, tmp_path / "none").own is None
    assert not (tmp_path / "none").exists()


# --- documents
# --------------------------------------------------------------------------------------------------


def document_of(*parts, stock="", group=0):
    """Return a document of empty sheets: each part with its pages, and perhaps its paper."""
    sheets = []
    for name, pages, *size in parts:
        for _ in range(pages):
            scene = Scene(*(size or (210, 297)))
            sheets.append(Sheet(scene, name, f"The {name}", stock=stock, group=group))
    return Document("Her", "kitgen", "a kit", "en", tuple(sheets))


MIXED = document_of(("log", 1), ("poster", 2, 297, 420), ("board", 1), ("demo", 1, 420, 594))


def parts_in(document):
    """Return the names of the parts of a document."""
    return [part.name for part in document.parts]


def test_each_size_of_paper_has_a_pdf_of_its_own():
    pdfs = print_run.pdfs_of(MIXED)
    assert {name: parts_in(pdf) for name, pdf in pdfs.items()} == {
        "kit.pdf": ["log", "board"],
        "kit-a3.pdf": ["poster"],
        "kit-a2.pdf": ["demo"],
    }
    others = print_run._on_other_paper(MIXED)
    assert others == {"kit-a3.pdf": ("poster",), "kit-a2.pdf": ("demo",)}
    assert print_run._on_other_paper(document_of(("log", 2))) == {}


def test_pages_for_bought_labels_are_numbered_by_their_labels():
    labels = document_of(("labels", 2), stock="L7160").sheets
    cards = document_of(("cards", 1), stock="C32011").sheets
    plain = document_of(("log", 1)).sheets
    document = replace(MIXED, sheets=(*plain, *labels, *cards, *plain, *labels))
    assert print_run._label_pages(document) == {"L7160": (2, 3, 6, 7), "C32011": (4,)}


def test_of_parts_for_each_group_the_first_group_s_is_kept():
    sheets = []
    for group in (1, 2):
        sheets += document_of(("log", 1), ("board", 1), group=group).sheets
    document = replace(MIXED, sheets=tuple(sheets))
    once = print_run._parts_once(document)
    assert [(part.name, part.first) for part in once] == [("log", 1), ("board", 2)]


@pytest.mark.parametrize(
    ("whole", "in_pdf", "found"),
    [
        (MIXED, print_run.pdfs_of(MIXED)["kit-a3.pdf"].parts, ["poster"]),
        (MIXED, print_run.pdfs_of(MIXED)["kit.pdf"].parts, ["log", "board"]),
        (MIXED, (JobPart("board", "The board", 1, 1, "nothing"),), ["board"]),
        (
            MIXED,
            (JobPart("cow", "The cow", 1, 1, "nothing"),),
            ["log", "poster", "board", "demo"],
        ),
        (
            MIXED,
            (JobPart("log", "A", 1, 9, "nothing"), JobPart("board", "B", 10, 1, "nothing")),
            ["log", "poster", "board", "demo"],
        ),
        (document_of(("log", 2)), (JobPart("log", "The log", 1, 1, "nothing"),), ["log"]),
    ],
)
def test_one_pdf_of_a_print_run_is_found_again(whole, in_pdf, found):
    pages = print_again.pages_of(whole, SimpleNamespace(parts=in_pdf))
    assert parts_in(pages) == found
    if len(found) == len(parts_in(whole)):
        assert pages.sheets == whole.sheets


def test_a_folder_has_each_pdf_each_part_and_each_card(monkeypatch):
    class Written:
        def write(self, document):
            kit = document.attachments["kit.json"]
            about = json.loads(document.attachments["job.json"])
            return f"{parts_in(document)} {len(document.sheets)} {len(kit)} {about['page']}"

    monkeypatch.setattr(print_run, "PdfWriter", Written)
    monkeypatch.setattr("kitgen.render.svg.svg_bytes", lambda scene: scene)
    monkeypatch.setattr(
        print_run,
        "Cards",
        lambda kit, width, height, texts: SimpleNamespace(
            draw=lambda box: f"{kit.name} {box.id} {width}x{height} {texts.language}"
        ),
    )
    monkeypatch.setattr(
        "kitgen.guests.ask_guest",
        lambda name, what: lambda job, size: {"box": f"{name} {what} {job.kit.name} {size}"},
    )
    kit = len(write_kit(kit_of("her")))
    job = job_with(TEMPLATES, laser="usual")
    files = print_run.kit_files(job, MIXED, job_file(job), svg=True)
    boxes = [box.id for box in kit_of("her").boxes]
    assert [*files] == [
        "kit.json",
        "kit.pdf",
        "kit-a3.pdf",
        "kit-a2.pdf",
        "parts/01-log.pdf",
        "parts/02-poster.pdf",
        "parts/03-board.pdf",
        "parts/04-demo.pdf",
        *(f"cards/{box}.svg" for box in boxes),
        "laser/box.svg",
    ]
    assert files["kit.json"] == write_kit(kit_of("her"))
    assert files["kit.pdf"] == f"['log', 'board'] 2 {kit} a4"
    assert files["parts/02-poster.pdf"] == f"['poster'] 2 {kit} a4"
    assert files["cards/A1.svg"] == "her A1 53.0x36.0 en"
    assert files["laser/box.svg"] == "laser.drawings --laser her usual"
    plain = print_run.kit_files(job_with(TEMPLATES), MIXED, job_file(job), svg=False)
    assert [*plain] == [name for name in files if name.endswith((".json", ".pdf"))]


# --- what is reported
# --------------------------------------------------------------------------------------------------


def printed_of(name="her", made_of="boxes", bank=None, **more):
    """Return a print of two parts, and whatever else is said of it."""
    wish = more.pop("wish", {})
    parts = (
        JobPart("log", "The log", 1, 2, "nothing"),
        JobPart("board", "The board", 3, 1, "nothing"),
    )
    usual = {
        "folder": Path("output/her"),
        "files": ("kit.json", "kit.pdf", "manifest.json"),
        "label_pages": {"L7160": (2, 3)},
        "left_out": {},
        "on_other_paper": {"kit-a3.pdf": ("poster",)},
        "minutes": 25,
        "written": True,
    }
    return Printed(
        kit=kit_of(name, **wish),
        parts=parts,
        command="kitgen print her",
        bank=bank,
        made_of=made_of,
        **usual | more,
    )


def told_print(printed):
    """Return a print as a line, a table and plain data."""
    lines = [printed.summary(), *(f"  {json.dumps(row)}" for row in printed.table())]
    assert printed.report() == printed_report(printed)
    for key, value in printed.report().items():
        if key != "hash":
            lines.append(f"  {key}: {json.dumps(value)}")
    return lines


def test_what_was_printed_is_told(golden):
    bank = Bank(50, "random", 95, lambda: {"red": 3, "blue": 1, "yellow": 0, "green": 2})
    beads = {"beads": "red:60,blue:30,yellow:20,green:9"}
    lines = []
    for printed in (
        printed_of(),
        printed_of(folder=None, files=(), written=False, bank=bank),
        printed_of(groups=3, bank=bank),
        printed_of(made_of="cards", bank=bank),
        printed_of(made_of="chips", bank=bank),
        printed_of(wish=beads),
        printed_of(wish=beads, bank=bank),
        printed_of(wish=beads, groups=2),
        printed_of(wish=beads, groups=2, made_of="cups"),
    ):
        lines += told_print(printed)
    golden("said/what-was-printed", "\n".join(lines))


def test_a_print_has_what_its_run_and_its_document_have(monkeypatch):
    monkeypatch.setattr(print_run, "work_for", lambda job: SimpleNamespace(tasks=[job.kit.name]))
    monkeypatch.setattr(print_run, "shared_minutes", lambda tasks: f"minutes of {tasks}")
    job = job_with(TEMPLATES, groups=4, labels_one_a_page=True)
    job = replace(job, texts=SimpleNamespace(made_of="boxes"), bank="a bank")
    document = replace(
        MIXED, sheets=(*document_of(("labels", 1), stock="L7160").sheets, *MIXED.sheets)
    )
    found = print_run._printed(
        job, document, {"log": "why"}, written=True, folder="there", files=["a"]
    )
    assert (found.kit, found.folder, found.files) == (kit_of("her"), "there", ("a",))
    assert [part.name for part in found.parts] == ["labels", "log", "poster", "board", "demo"]
    assert (found.command, found.bank, found.made_of) == ("kitgen print her", "a bank", "boxes")
    assert (found.label_pages, found.left_out) == ({"L7160": (1,)}, {"log": "why"})
    assert [*found.on_other_paper] == ["kit-a3.pdf", "kit-a2.pdf"]
    assert (found.minutes, found.written) == ("minutes of ['her']", True)
    assert (found.groups, found.one_a_page, found.sheets) == (4, True, 6)


def test_parts_that_have_no_page_are_named_with_the_reason():
    request = SimpleNamespace(parts=("log", "map"), kit=kit_of("her"))
    assert print_run._without_a_page(request, MIXED) == {"map": "it has no page in kit 'her'"}
    request = SimpleNamespace(parts=None, kit=kit_of("her"))
    assert print_run._without_a_page(request, MIXED) == {}


@pytest.mark.parametrize(("named", "is_trained"), [(("log",), True), (None, False), (None, True)])
def test_what_needs_more_than_is_installed_is_left_out_where_nobody_names_it(
    named, is_trained, monkeypatch
):
    def need(_kit):
        raise MissingExtraError("a report on a machine", "lab")

    kit = SimpleNamespace(trained=is_trained)
    usual = asked_for()
    request = SimpleNamespace(parts=named, kit=kit, stock=usual.stock)
    monkeypatch.setattr("kitgen.press.machine_figures.need_for_rank", need)
    monkeypatch.setattr(print_run, "replace", lambda _request, parts: parts)
    possible, left_out = print_run._without_ranks(request)
    if named or not is_trained:
        assert (possible, left_out) == (request, {})
        return
    ranked = [
        name
        for name in print_run.usual_parts("label", trained=True)
        if print_run.PARTS[name].ranked
    ]
    assert [*left_out] == ranked != []
    assert {str(MissingExtraError("a report on a machine", "lab"))} == {*left_out.values()}
    assert [*possible, *ranked] != []
    assert {*possible} == {*print_run.usual_parts("label", trained=True)} - {*ranked}
    monkeypatch.setattr("kitgen.press.machine_figures.need_for_rank", lambda _kit: None)
    assert print_run._without_ranks(request) == (request, {})


def test_sheets_are_approved_before_they_are_drawn_and_when_they_are(monkeypatch):
    calls = []
    monkeypatch.setattr(print_run, "_estimated_sheets", lambda job: f"about {job}")
    monkeypatch.setattr(print_run, "_document", lambda *given: calls.append(given) or MIXED)
    request = SimpleNamespace(settings=PartOptions(), job=lambda: "a job")
    way = print_run._Way(
        force=False, write=True, approve=lambda *said: calls.append(said), report="report"
    )
    assert print_run._drawn(request, way) == ("a job", MIXED)
    assert calls == [("about a job", True), ("a job", "report"), (5, False)]
    calls.clear()
    print_run._drawn(request, replace(way, approve=None))
    assert calls == [("a job", "report")]


@pytest.mark.parametrize(
    ("count", "stock", "sheets"),
    [
        (24, "matchbox", 2),
        (23, "matchbox", 1),
        (1, "matchbox", 1),
        (22, "L7160", 2),
        (21, "L7160", 1),
    ],
)
def test_sheets_are_estimated_by_their_labels(count, stock, sheets):
    size = print_run.request_for(
        "her", page=None, stock=stock, parts=None, templates=TEMPLATES, options={}
    ).stock
    job = SimpleNamespace(
        kit=SimpleNamespace(boxes=range(count)), page=print_job.PAGES["a4"], stock=size
    )
    assert print_run._estimated_sheets(job) == sheets
    if stock == "matchbox":
        job.stock = msgspec.structs.replace(size, width=900.0, height=900.0)
        assert print_run._estimated_sheets(job) == 1


# --- a folder
# --------------------------------------------------------------------------------------------------

RUN = Run("a4", JobStock("matchbox", 53.0, 36.0), None, ("log", "board"), {}, False)


def printed_folder(folder, kit="her", run=RUN, files=(), **wish):
    """Write a folder as a print leaves it, with files of kitgen's."""
    folder.mkdir()
    made = kit_of(kit, **wish)
    contents = {"kit.json": write_kit(made), "kit.pdf": b"%PDF-", **dict.fromkeys(files, b"made")}
    for name, data in contents.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    shas = {name: digest(data) for name, data in contents.items()}
    manifest = manifest_of("kitgen print her", made.hash, run, shas)
    (folder / "manifest.json").write_bytes(write_manifest(manifest))


def test_each_folder_that_a_kit_must_not_go_to_is_told(tmp_path, monkeypatch, golden):
    lines = []
    where = tmp_path / "place"
    made = kit_of("her").hash[:8]

    def told(name, kit="her", run=RUN, **how):
        wish = how.pop("wish", {})
        try:
            found = check_folder(where, kit_of(kit, **wish), run, **how)
        except OutputError as error:
            found = str(error).replace(str(tmp_path), "TMP").replace(made, "#")
        lines.append(f"{name}: {found}")

    told("nothing there")
    where.symlink_to("gone")
    told("a broken link")
    where.unlink()
    where.write_text("x")
    told("a file")
    above = where
    where = above / "more" / "still"
    told("a file above")
    where = above
    where.unlink()
    where.mkdir()
    (where / ".hidden").write_text("x")
    told("an empty folder")
    for name in "dcba":
        (where / name).write_text("x")
        told(f"another's, {name}")
    told("another's, with force", force=True)
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: str(path) != str(where) and access(path, mode)
    )
    told("a folder that is read-only")
    where = where / "new"
    monkeypatch.setattr(os, "access", lambda *_: False)
    told("a new one in a folder that is read-only")
    monkeypatch.undo()
    where = tmp_path / "her"
    printed_folder(where, files=["parts/01-log.pdf"])
    told("the same")
    told("the same, with force", force=True)
    told("another paper", run=msgspec.structs.replace(RUN, page="letter"))
    size = JobStock("poker", 63.5, 88.0)
    told("another label", run=msgspec.structs.replace(RUN, stock=size, templates="mine"))
    told("other parts", run=msgspec.structs.replace(RUN, parts=("cover",), svg=True))
    told("another kit", "him")
    told("another kit with force", "him", force=True)
    told("another game", "ladder")
    told(
        "another rule", wish={"rule": "michie", "merged": False, "language": "it", "express": True}
    )
    (where / "kit.json").write_text("{}")
    told("a changed kit", "him")
    (where / "kit.pdf").write_text("x")
    told("a changed kit and its PDF", "him", force=True)
    (where / "kit.json").unlink()
    (where / "kit.pdf").unlink()
    told("without both", "him")
    golden("said/folders-refused", "\n".join(lines))


def test_a_kit_of_the_same_choices_but_another_hash_is_told_by_its_hashes():
    kit = kit_of("her")
    other = replace(kit, hash="f" * 64)
    (said,) = kit_folder._differences(other, kit)
    assert said == f"hash: ffffffff there, {kit.short_hash} here: rule, palette or boxes differ"


MANIFEST = write_manifest(manifest_of("kitgen print her", "77", RUN, {"kit.json": "1a"})).decode()


def test_a_manifest_that_cannot_be_read_is_told(golden):
    changes = {
        "no JSON": ("{", ""),
        "another schema": ("kitgen/manifest@1", "kitgen/manifest@9"),
        "a kit's schema": ("kitgen/manifest@1", "kitgen/kit@1"),
        "no svg": ('"svg"', '"swg"'),
        "an unknown part": ('"log"', '"lug"'),
        "an unknown option": ('"options": {}', '"options": {"beed": 2}'),
        "a value that no option has": ('"options": {}', '"options": {"duplex": "both"}'),
        "a long text": ('"options": {}', '"options": {"' + "x" * 300 + '": 2}'),
    }
    lines = []
    for name, (old, new) in at_least(8, changes.items()):
        text = MANIFEST.replace(old, new, 1)
        assert text != MANIFEST
        lines.append(f"{name}: {refusal_of(partial(read_manifest, text.encode(), 'HERE'))}")
    golden("said/manifests-refused", "\n".join(lines))
    assert MANIFEST.endswith("}\n")
    assert '\n "about": "The files that kitgen has made in this folder' in MANIFEST


@pytest.mark.parametrize(
    ("names", "known", "words"),
    [
        (["a"], ["b"], "a in folder 'F' was not made by kitgen and is in the way; move it away"),
        (
            ["a"],
            ["a"],
            "a in folder 'F' has been changed since kitgen made it and is in the way; move it away",
        ),
        (
            ["a", "b"],
            ["a"],
            "a, b in folder 'F' were not made by kitgen and are in the way; move them away",
        ),
        (
            ["a", "b", "c"],
            ["a", "b", "c", "d"],
            (
                "a, b, c in folder 'F' have been changed since kitgen made them and are in the "
                "way; move them away"
            ),
        ),
        (
            ["a", "b", "c", "d"],
            None,
            (
                "a, b, c and more in folder 'F' were not made by kitgen and are in the way; "
                "move them away"
            ),
        ),
    ],
)
def test_what_is_in_the_way_is_named(names, known, words):
    manifest = None
    if known is not None:
        manifest = manifest_of("a command", "77", RUN, dict.fromkeys(known, "1a"))
    error = kit_folder._in_the_way(Path("F"), names, manifest)
    assert str(error) == f"{words}, or choose another folder with -o"


def test_what_new_files_replace_is_kitgen_s_own_or_the_same(tmp_path):
    where = tmp_path / "her"
    printed_folder(where, files=["parts/01-log.pdf"])
    (where / "mine.txt").write_text("same")
    own = {"kit.json", "kit.pdf", "parts/01-log.pdf", "manifest.json"}
    files = {"kit.pdf": b"new", "mine.txt": b"same", "more/new.txt": b"new"}
    found = kit_folder.replaced(where, files)
    assert found.keys() == own | {"mine.txt"}
    assert found["mine.txt"] == digest(b"same")
    (where / "more").write_text("x")
    (where / "cards").write_text("x")
    files = {"mine.txt": b"other", "more/a/b.txt": b"", "more/c.txt": b"", "cards/A1.svg": b""}
    message = refusal_of(lambda: kit_folder.replaced(where, files))
    assert "mine.txt, more, cards in folder" in message


def test_a_folder_without_a_manifest_has_nothing_of_kitgen_s(tmp_path):
    assert kit_folder.made_in(tmp_path) == (None, {})
    (tmp_path / "manifest.json").symlink_to("elsewhere.json")
    (tmp_path / "elsewhere.json").write_text(MANIFEST)
    assert kit_folder.made_in(tmp_path) == (None, {})


def test_parts_that_another_has_printed_meanwhile_are_named(tmp_path):
    where = tmp_path / "her"
    printed_folder(where)
    run = msgspec.structs.replace(RUN, parts=("cover",))
    message = refusal_of(
        lambda: kit_folder.write_folder(where, kit_of("her"), run, "a command", {"kit.json": b""})
    )
    assert message == (
        f"PrintedMeanwhileError: another kitgen has just printed log, board to '{where}'"
    )


@pytest.mark.parametrize(
    ("page", "stock", "more", "name"),
    [
        (None, "matchbox", {}, "her"),
        ("a4", "L7160", {}, "her-L7160"),
        ("letter", "L7160", {}, "her-letter-L7160"),
        ("a4", "5160", {}, "her-a4-5160"),
        (None, "matchbox", {"economy": True, "groups": 4}, "her-economy-4-groups"),
        ("letter", "poker", {"groups": 1}, "her-letter-poker-1-groups"),
    ],
)
def test_a_folder_is_called_by_how_it_is_printed(page, stock, more, name):
    found = kit_folder.default_folder(kit_of("her"), page, stock, TEMPLATES, **more)
    assert found == name


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("a" * 80, "a" * 80),
        ("a" * 81, "a" * 71 + "-" + digest(b"a" * 81)[:8]),
        (
            "a" * 70 + "." + "b" * 20,
            "a" * 70 + "-" + digest(("a" * 70 + "." + "b" * 20).encode())[:8],
        ),
        ("con", "kit-con"),
        ("a b/c", "a-b-c"),
        ("--", "kit"),
        (".x.", "x"),
    ],
)
def test_a_long_or_strange_name_is_cut(called, name):
    kit = replace(kit_of("her"), name=called, command="")
    found = kit_folder.default_folder(kit, None, "matchbox", TEMPLATES)
    assert found == name


# --- a print from its beginning to its end
# --------------------------------------------------------------------------------------------------


class Asked:
    """Stands for a request: it says what was made of it."""

    kit = SimpleNamespace(name="her")
    svg = False
    parts = ("log", "map")

    def __init__(self, merged=(), *, laser="", svg=False):
        self.merged = merged
        self.settings = PartOptions(laser=laser)
        self.svg = svg

    def merged_with(self, parts, options, *, svg):
        """Return a request with other parts."""
        return Asked((parts, options, svg))


@pytest.fixture
def staged(monkeypatch):
    """The steps of a print, each of which is written down."""
    steps = []

    def step(name, answer):
        def take(*given, **how):
            steps.append((name, *given, *how.values()))
            return answer

        return take

    job = SimpleNamespace(options=PartOptions(), command="a command")
    monkeypatch.setattr(print_run, "_without_ranks", lambda request: (request, {"report": "why"}))
    monkeypatch.setattr(print_run, "_run_of", lambda request: ("run", request.merged))
    monkeypatch.setattr(print_run, "_drawn", lambda request, _way: (job, (MIXED, request.merged)))
    monkeypatch.setattr(print_run, "job_file", lambda _job: "about")
    monkeypatch.setattr(print_run, "kit_files", lambda *given, svg: {"kit.pdf": (given[1], svg)})
    monkeypatch.setattr(print_run, "_without_a_page", lambda *_: {"map": "no page"})
    monkeypatch.setattr(print_run, "write_kit", lambda _kit: b"kit")
    monkeypatch.setattr(print_run, "with_attachments", lambda *given: given)
    monkeypatch.setattr(print_run, "pdf_bytes", lambda whole: repr(whole[1:]).encode())
    monkeypatch.setattr(print_run, "_printed", lambda *given, **how: (given[2], how))
    monkeypatch.setattr("kitgen.files.recover", step("recover", None))
    monkeypatch.setattr(kit_folder, "check_folder", step("check", None))
    monkeypatch.setattr(kit_folder, "check_folder_now", step("check now", None))
    monkeypatch.setattr(kit_folder, "write_folder", step("write", None))
    return steps


def way_of(**how):
    """Return how a request is printed."""
    usual = {"force": False, "write": True, "approve": None, "report": None}
    return print_run._Way(**usual | how)


LEFT_OUT = {"report": "why", "map": "no page"}


def test_a_folder_is_checked_before_the_sheets_are_drawn_and_then_written(staged):
    folder = Path("place")
    left_out, how = print_run._print_folder(Asked(), folder, way_of())
    assert left_out == LEFT_OUT
    assert how == {"folder": folder, "files": ("kit.pdf", "manifest.json"), "written": True}
    run = ("run", ())
    files = {"kit.pdf": ((MIXED, ()), False)}
    assert staged == [
        ("recover", folder),
        ("check now", folder, Asked.kit, run, False),
        ("write", folder, Asked.kit, run, "a command", files, False),
    ]


def test_what_is_only_tried_is_checked_and_not_written(staged):
    _, how = print_run._print_folder(Asked(), Path("place"), way_of(write=False, force=True))
    assert how["written"] is False
    assert [step[0] for step in staged] == ["check"]
    assert staged[0][-1] is True


def test_what_was_printed_before_is_printed_with_it(staged, monkeypatch):
    earlier = SimpleNamespace(parts=("board",), options={"start_at": 2}, svg=True)
    monkeypatch.setattr(kit_folder, "check_folder_now", lambda *_, **__: earlier)
    print_run._print_folder(Asked(), Path("place"), way_of())
    merged = (("board",), {"start_at": 2}, True)
    assert staged[-1][3] == ("run", merged)
    assert staged[-1][5] == {"kit.pdf": ((MIXED, merged), False)}


def test_what_another_has_printed_meanwhile_is_drawn_too(staged, monkeypatch):
    tries = []

    def write(*_, **__):
        tries.append(True)
        if len(tries) == 1:
            raise kit_folder.PrintedMeanwhileError("meanwhile")

    monkeypatch.setattr(kit_folder, "write_folder", write)
    left_out, _ = print_run._print_folder(Asked(), Path("place"), way_of())
    assert (left_out, len(tries)) == (LEFT_OUT, 2)
    assert [step[0] for step in staged] == ["recover", "check now"] * 2


def test_drawing_for_a_laser_cutter_is_told(staged, monkeypatch):
    told = []
    job = SimpleNamespace(options=PartOptions(laser="usual"), command="a command")
    monkeypatch.setattr(print_run, "_drawn", lambda *_: (job, MIXED))
    print_run._print_folder(Asked(), Path("place"), way_of(report=lambda *said: told.append(said)))
    assert told == [("files for a laser cutter", 0, 0)]
    assert len(staged) == 3


def test_a_stream_gets_the_pdf_alone(staged):
    written = []
    stream = SimpleNamespace(write=written.append)
    left_out, how = print_run._print_stream(Asked(), stream, way_of())
    assert (left_out, how) == (LEFT_OUT, {"written": True})
    assert written == [b"(b'kit', 'about')"]
    written.clear()
    _, how = print_run._print_stream(Asked(), stream, way_of(write=False))
    assert (how, written, staged) == ({"written": False}, [], [])
    for more in ({"svg": True}, {"laser": "usual"}):
        message = refusal_of(partial(print_run._print_stream, Asked(**more), stream, way_of()))
        assert message == ("UsageError: a stream takes the PDF alone; name a folder for SVG files")


@pytest.mark.parametrize(
    ("target", "asked"),
    [
        (None, ("folder", Path("output/her-letter-3-groups"))),
        ("place", ("folder", Path("place"))),
        (Path("place"), ("folder", Path("place"))),
    ],
)
def test_a_print_goes_where_it_is_said(target, asked, monkeypatch):
    found = []
    monkeypatch.setattr(
        print_run,
        "_print_folder",
        lambda request, folder, way: found.extend([request, folder, way]),
    )
    print_run.print_kit(
        "her",
        target,
        page="letter",
        stock="matchbox",
        parts=["log"],
        svg=True,
        force=True,
        write=False,
        file="own.toml",
        groups=3,
    )
    request, folder, way = found
    assert ("folder", folder) == asked
    assert (way.force, way.write, way.approve, way.report) == (True, False, None, None)
    assert (request.page, request.parts, request.svg) == ("letter", ("log",), True)
    assert (request.file, request.settings.groups, request.stock.name) == (
        "own.toml",
        3,
        "matchbox",
    )


def test_a_run_records_how_a_kit_is_printed(tmp_path):
    (tmp_path / "texts").mkdir()
    plain = print_run._run_of(asked_for(parts=["log"]))
    assert plain == Run("a4", JobStock("matchbox", 53.0, 36.0), None, ("log",), {}, False)
    request = asked_for(
        parts=["labels", "log"],
        stock="L7160",
        page="a4",
        svg=True,
        labels_start_at=4,
        templates=Templates(tmp_path),
    )
    assert print_run._run_of(request) == Run(
        "a4", JobStock("L7160", 63.5, 38.1), str(tmp_path), ("labels", "log"), {"start_at": 4}, True
    )


def test_a_document_is_described_by_the_names_of_its_parts(monkeypatch):
    calls = []
    monkeypatch.setattr(
        print_run, "run_parts", lambda *given, **how: calls.append((given, how)) or MIXED
    )
    monkeypatch.setattr(print_run, "part_names", lambda _document: ("log", "board"))
    job = job_with(TEMPLATES)
    document = print_run._document(job, "report")
    assert document.keywords == ("log", "board")
    ((given, how),) = calls
    assert given[1:] == (("log",),)
    assert how == {"report": "report"}
    board = print_run.make_class_board(kit_of("her"), ["a row"], "a command", page="letter")
    (job, names), _ = calls[-1]
    assert (job.class_rows, job.command, names) == (("a row",), "a command", ["class-board"])
    assert (job.page.name, job.parts, board) == ("letter", ("board",), MIXED)


def test_a_page_without_a_name_is_unknown_and_not_the_usual_one():
    assert refusal_of(lambda: asked_for(page="").paper).startswith(
        "UnknownNameError: unknown page ''; there are: a4"
    )
