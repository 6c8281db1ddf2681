"""The front door: what ``import kitgen`` offers, how little that loads, and that the first
example of Python runs.
"""

import inspect
import re
import subprocess
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import FunctionType

import pypdfium2
import pytest
from places import ROOT

import kitgen
from kitgen.errors import KitFileError, NotationError, OutputError, UnknownNameError, UsageError
from kitgen.kit.job_json import JOB_FILE, read_job
from kitgen.kit.kit_json import KIT_FILE, read_kit
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import KIT_PDF

GLANCE = (ROOT / "docs" / "contents.md").read_text(encoding="utf-8")
OFFERED = {
    "Journal",
    "KitgenError",
    "compare",
    "diff",
    "draw",
    "env",
    "exact",
    "find",
    "kits",
    "load_kit",
    "make_document",
    "make_kit",
    "match",
    "new_journal",
    "palettes",
    "play_with",
    "policy",
    "print_kit",
    "reproduce",
    "save",
    "search",
    "simulate",
    "solve",
    "sweep",
    "try_game",
    "verify",
    "verify_table",
    "with_policy",
}
#: Where the classes of what they return are.
RETURNED = {
    "PaletteList": "sources.kit_list",
    "Reproduction": "lab.reproductions",
    "Swept": "lab.sweeps",
    "Trial": "inquiries.game_trial",
    "TableReport": "verification.tables.reading",
    "Answers": "lab.chain_answers",
    "RulesCompared": "lab.rules_compared",
    "SvgPicture": "render.shown",
    "Box": "kit.kit",
    "Difference": "inquiries.differences",
    "Document": "paper.document",
    "Found": "inquiries.position_lookup",
    "Journal": "journal.journal",
    "Kit": "kit.kit",
    "ListedKit": "sources.kit_list",
    "Matched": "lab.matches",
    "Printed": "press.print_run",
    "Report": "verification.report",
    "Searched": "inquiries.lookahead",
    "Slot": "kit.kit",
    "AtTable": "play.from_python",
    "Differences": "inquiries.differences",
    "Status": "journal.journal",
    "Survey": "inquiries.game_solution",
    "Tally": "lab.experiment",
}


def attachments(data: bytes) -> dict[str, bytes]:
    pdf = pypdfium2.PdfDocument(data)
    try:
        found = [pdf.get_attachment(number) for number in range(pdf.count_attachments())]
        return {one.get_name(): bytes(one.get_data()) for one in found}
    finally:
        pdf.close()


def test_what_the_front_door_offers():
    assert set(kitgen.__all__) == OFFERED <= set(dir(kitgen))
    for name in OFFERED:
        assert f"``{name}``" in kitgen.__doc__
    in_lines_of_their_own = re.findall(r"^``(\w+)`` +\w", kitgen.__doc__, re.MULTILINE)
    assert sorted([*in_lines_of_their_own, "with_policy"]) == sorted(OFFERED)
    for name in OFFERED - {"KitgenError"}:
        assert "Raises:" in getattr(kitgen, name).__doc__ or name == "kits"
        assert ">>> " in getattr(kitgen, name).__doc__
    rooms = {path.stem for path in Path(kitgen.__file__).parent.iterdir()}
    assert not OFFERED & rooms, (
        "importing a folder of this name would hide what the front door offers"
    )
    with pytest.raises(AttributeError, match="no attribute 'print_kitt'"):
        kitgen.print_kitt  # noqa: B018


def bare(function) -> str:
    """Return the parameters of a function, without types, whose modules may move."""
    signature = inspect.signature(function)
    kept = [
        parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()
    ]
    return str(signature.replace(parameters=kept, return_annotation=signature.empty))


def members(kind: type) -> list[str]:
    """Return what an object of a kind offers, a line for each member."""
    names = {name for name in dir(kind) if not name.startswith("_")} | set(
        getattr(kind, "__annotations__", {})
    )
    offered = {name: inspect.getattr_static(kind, name, None) for name in sorted(names)}
    lines = []
    for name, value in offered.items():
        called = isinstance(value, FunctionType | classmethod | staticmethod)
        lines.append(f"  {name}{bare(getattr(kind, name)) if called else ''}")
    return lines


def test_what_is_public_stays(golden):
    """Names, parameters and defaults, and what is in what they return: promised since 1.0
    (docs/formats.md).
    """
    lines = [
        name + bare(getattr(kitgen, name)) for name in sorted(OFFERED - {"Journal", "KitgenError"})
    ]
    for name, module in RETURNED.items():
        lines += ["", name, *members(getattr(import_module(f"kitgen.{module}"), name))]
    golden("public-names", "\n".join(lines))


def test_import_is_light():
    """Under a tenth of a second of a processor, and nothing but the standard library."""
    script = (
        "import sys, time\nbefore = set(sys.modules)\nbegan = time.process_time()\nimport kitgen\n"
        "took = time.process_time() - began\ndir(kitgen)\n"
        "print(took)\nprint(*sorted(name for name in set(sys.modules) - before if "
        "name.startswith('kitgen')))\n"
        "print(*sorted(name for name in sys.modules if name.partition('.')[0] in "
        "('click', 'msgspec', 'numpy', 'numba', 'reportlab', 'rich', 'fontTools', 'pypdfium2')))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(3)
    ]
    assert [lines[1:] for lines in runs] == [["kitgen", ""]] * 3
    assert min(float(lines[0]) for lines in runs) < 0.1


def test_the_first_example_from_python_runs(tmp_path, monkeypatch):
    block = GLANCE.partition("```python\n")[2].partition("```")[0]
    assert 8 <= len(block.strip().splitlines()) <= 14
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(block, "docs/contents.md", "exec"), names)  # noqa: S102 - the page's own words are under test
    assert (tmp_path / "output/her/kit.pdf").is_file()


def test_print_kit_says_what_it_has_made(tmp_path):
    kit = kitgen.make_kit("her", language="it")
    made = kitgen.print_kit(
        kit, tmp_path / "her", parts=["cover", "labels", "curve"], svg=True, stock="35x15"
    )
    assert made.folder == tmp_path / "her"
    assert made.files[:2] == (KIT_FILE, KIT_PDF)
    assert sorted(made.files) == sorted(
        path.relative_to(made.folder).as_posix()
        for path in made.folder.rglob("*")
        if path.is_file()
    )
    assert [(part.name, part.first, part.shows) for part in made.parts] == [
        ("cover", 1, "nothing"),
        ("labels", 2, "cards"),
        ("curve", 2 + made.parts[1].pages, "nothing"),
    ]
    pdf = pypdfium2.PdfDocument(made.folder / KIT_PDF)
    assert made.sheets == len(pdf)
    pdf.close()
    assert made.command == "kitgen print her --language it --stock 35x15 --parts cover,labels,curve"


PARTS_OF_JOB = ["cover", "labels", "cards", "poster"]


def test_every_pdf_carries_its_kit_and_its_job(tmp_path):
    made = kitgen.print_kit(
        "her",
        tmp_path / "her",
        page="letter",
        cards_duplex="long",
        poster_bead=8,
        parts=PARTS_OF_JOB,
    )
    pdfs = [name for name in made.files if name.endswith(".pdf")]
    assert len(pdfs) == len(made.parts) + len({KIT_PDF, *made.on_other_paper})
    for name in pdfs:
        data = (made.folder / name).read_bytes()
        carried = attachments(data)
        assert carried.keys() == {KIT_FILE, JOB_FILE}
        assert read_kit(carried[KIT_FILE], name) == made.kit
        job = read_job(carried[JOB_FILE], name)
        assert (job.command, job.page, job.stock.name) == (made.command, "letter", "matchbox")
        assert (job.options["bead"], job.options["duplex"]) == (8.0, "long")
        pdf = pypdfium2.PdfDocument(data)
        assert sum(part.pages for part in job.parts) == len(pdf)
        pdf.close()
        drawn = tuple(part.name for part in job.parts)
        if name == KIT_PDF:
            assert job.parts == tuple(part for part in made.parts if part.name != "poster")
        elif name in made.on_other_paper:
            assert drawn == made.on_other_paper[name] == ("poster",)
        else:
            assert drawn == (re.sub(r"parts/\d+-(.*)\.pdf", r"\1", name),)
        assert job.parts[0].first == 1


def test_a_stream_gets_the_same_pdf_as_a_folder(tmp_path):
    kit = kitgen.make_kit("ladder")
    stream = BytesIO()
    made = kitgen.print_kit(kit, stream)
    kitgen.print_kit(kit, str(tmp_path / "ladder"))
    assert stream.getvalue() == (tmp_path / "ladder" / KIT_PDF).read_bytes()
    assert made.folder is None
    assert made.files == ()
    for options in ({"svg": True}, {"laser": "usual"}):
        with pytest.raises(UsageError, match="a stream takes the PDF alone"):
            kitgen.print_kit(kit, BytesIO(), **options)


def test_print_kit_refuses_before_it_draws(tmp_path):
    refused = [
        ({"page": "a5"}, UnknownNameError, "unknown page 'a5'"),
        ({"parts": []}, UsageError, "names no part"),
        ({"parts": ["labls"]}, UnknownNameError, "did you mean 'labels'?"),
        ({"poster_beed": 3}, UnknownNameError, "did you mean 'poster_bead'"),
        ({"cards_duplex": "both"}, UnknownNameError, "unknown edge 'both'"),
        (
            {"labels_start_at": "two"},
            UsageError,
            "labels_start_at is 'two'; it must be a whole number",
        ),
        ({"stock": "L7160", "page": "letter"}, UsageError, "come on a4 paper"),
    ]
    for options, error, says in refused:
        with pytest.raises(error, match=re.escape(says)):
            kitgen.print_kit("her", tmp_path / "her", **options)
    assert not (tmp_path / "her").exists()
    kitgen.print_kit("her", tmp_path / "her", parts=["labels"])
    with pytest.raises(OutputError, match="holds another kit"):
        kitgen.print_kit("him", tmp_path / "her", parts=["labels"])


def test_approve_may_stop_a_print(tmp_path):
    questions = []

    def approve(sheets, about):
        questions.append((sheets > 0, about))
        if not about:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kitgen.print_kit("her", tmp_path / "her", parts=["labels"], approve=approve)
    assert questions == [(True, True), (True, False)]
    assert not (tmp_path / "her").exists()


def test_find_takes_a_kit_a_name_or_a_path(tmp_path):
    kit = kitgen.make_kit("her")
    kitgen.print_kit(kit, tmp_path / "her", parts=["labels"])
    position = kit.game.parse("bbb/w../.ww b")
    answers = [
        kitgen.find(which, where)
        for which in (kit, "her", str(tmp_path / "her"), str(tmp_path / "her/kit.pdf"))
        for where in (position, "bbb/w../.ww b")
    ]
    assert all(answer == answers[0] for answer in answers)
    found = answers[0]
    assert (found.box.id, found.symmetry.name, found.judgement.worth.score) == ("A1", "mirror", 1)
    assert [slot.value for slot in found.slots] == [
        worth.score for _, worth in found.judgement.moves
    ]
    with pytest.raises(NotationError):
        kitgen.find(kit, "nowhere")


def test_find_says_what_needs_no_box():
    other = kitgen.find("her", "bbb/.../www w")
    assert other.box is None
    assert other.slots == (None, None, None)
    assert other.unboxed is None
    forced = kitgen.find(kitgen.make_kit("her", forced="skip"), "..b/www/... b")
    assert forced.box is None
    assert forced.unboxed is not None


def test_verify_takes_a_kit_a_name_or_a_path(tmp_path):
    kit = kitgen.make_kit("her")
    made = kitgen.print_kit(kit, tmp_path / "her", parts=["labels"])
    by_name = kitgen.verify("her")
    by_kit = kitgen.verify(kit)
    by_path = kitgen.verify(made.folder)
    by_pdf = kitgen.verify(kit, made.folder / KIT_PDF)
    assert by_name.passed and by_kit.passed and by_path.passed  # noqa: PT018 - all three are one claim
    assert (
        len(by_name.checks) == len(by_kit.checks) < len(by_pdf.checks) == len(by_path.checks) - 1
    )  # the other files
    with pytest.raises(UsageError, match="is a finished kit"):
        kitgen.verify(made.folder, side="white")


@pytest.mark.every
def test_simulate_and_exact_agree():
    tally = kitgen.simulate("her", games=2, machines=2000, seed=3)
    share = tally.wins[0] / tally.machines
    assert abs(share - kitgen.exact("her", at=[1]).wins[1]) < 0.04
    assert kitgen.simulate("her", games=2, machines=2000, seed=3).wins == tally.wins
    assert kitgen.simulate("ladder", side="second", games=3, machines=4).machines == 4
    with pytest.raises(UsageError, match="has no boxes for white"):
        kitgen.simulate(kitgen.make_kit("her"), side="white")


@pytest.mark.every
def test_solve_and_kits_agree():
    listed = {line.name: line for line in kitgen.kits()}
    assert listed["her"].boxes == 19
    survey = kitgen.solve("her-3x4")
    assert (survey.worth.score, survey.worth.plies) == (
        listed["her-3x4"].value,
        listed["her-3x4"].plies,
    )
    assert survey.side(1).boxes == listed["her-3x4"].boxes


def test_save_goes_by_the_ending(tmp_path):
    document = kitgen.make_document("her", parts=["cover", "board"])
    assert kitgen.save(document, tmp_path / "her.pdf") == (tmp_path / "her.pdf",)
    assert attachments((tmp_path / "her.pdf").read_bytes()).keys() == {KIT_FILE, JOB_FILE}
    pictures = kitgen.save(document, str(tmp_path / "her.svg"))
    assert [path.name for path in pictures] == [
        f"her-{n}.svg" for n in range(1, len(document.sheets) + 1)
    ]
    assert all(b"<svg" in path.read_bytes()[:400] for path in pictures)
    with pytest.raises(UnknownNameError, match="kind of file"):
        kitgen.save(document, tmp_path / "her.doc")


def test_templates_are_passed_down(tmp_path):
    mine = tmp_path / "mine" / "editions"
    mine.mkdir(parents=True)
    (mine / "tiny.toml").write_text(
        'game = "hexapawn:2x3"\nside = "black"\n[title]\nen = "Tiny"\n[about]\nen = "Tiny"\n',
        encoding="utf-8",
    )
    templates = Templates(tmp_path / "mine")
    kit = kitgen.make_kit("tiny", templates=templates)
    assert kit.title == "Tiny"
    assert "tiny" in {line.name for line in kitgen.kits(templates)}
    assert kitgen.find("tiny", kit.game.start(), templates=templates).position == kit.game.start()
    assert kitgen.simulate("tiny", games=2, machines=2, templates=templates).machines == 2
    made = kitgen.print_kit("tiny", tmp_path / "out", parts=["board"], templates=templates)
    assert made.command.endswith(f"--templates {tmp_path / 'mine'}")
    with pytest.raises(UnknownNameError):
        kitgen.make_kit("tiny")


def test_a_damaged_file_is_refused(tmp_path):
    (tmp_path / "kit.json").write_bytes(b"{")
    with pytest.raises(KitFileError):
        kitgen.load_kit(tmp_path / "kit.json")
    with pytest.raises(KitFileError):
        kitgen.find(str(tmp_path / "kit.json"), "bbb/w../.ww b")
