"""All that is said of PDFs and folders that differ from what kitgen prints, whatever finds it."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from counting import at_least
from jobs import kit_of, make_job
from prints import attached, document
from report_text import in_words

from kitgen import __version__
from kitgen.errors import KitFileError, OutOfBoundsError
from kitgen.files.tree import digest
from kitgen.kit.job_json import read_job
from kitgen.kit.kit_json import KIT_FILE, write_kit
from kitgen.press.kit_folder import Run, manifest_of, write_manifest
from kitgen.render.pdf import WRITER
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification import folder_files as folders
from kitgen.verification import pdf_proof as proofs
from kitgen.verification.object_differences import ObjectDifference
from kitgen.verification.remake import Again, Remade

HER = kit_of("her")
PARTS = document("her").parts
JOB = msgspec.structs.replace(
    read_job(attached(make_job("her", parts=("labels",)), PARTS)["job.json"], "job.json"),
    kitgen=__version__,
    writer=WRITER,
)
PDF = PrintedPdf(Path("kit.pdf"), {}, b"printed")
MADE = Remade(b"printed", PARTS)
OTHER = replace(PDF, data=b"other")


def job(**values):
    return msgspec.structs.replace(JOB, **values)


def found(*differences):
    return lambda *_, **__: list(differences)


def refused(error):
    def refuse(*_, **__):
        raise error

    return refuse


NONE = found()
NOTE = found(ObjectDifference(1, "Annots", "added"))
OLD = job(kitgen="1.0.0")
LATER = job(kitgen="99.0.0")
OTHER_WRITER = job(writer="another 2.0")
BAD = refused(KitFileError("kit.pdf has two tables"))
LONG = refused(OutOfBoundsError("kit.pdf takes too long to be compared"))
#: A PDF, what it is as it is printed again, and what comparing finds.
PROOFS = {
    "the same bytes": (PDF, Again(JOB, MADE), BAD),
    "the same objects": (OTHER, Again(JOB, MADE), NONE),
    "a note": (OTHER, Again(JOB, MADE), NOTE),
    "a note in one without a job": (OTHER, Again(None, MADE), NOTE),
    "a note in an old one": (OTHER, Again(OLD, MADE), NOTE),
    "a note by another writer": (OTHER, Again(OTHER_WRITER, MADE), NOTE),
    "a note in a later one": (OTHER, Again(LATER, MADE), NOTE),
    "what cannot be compared": (OTHER, Again(JOB, MADE), BAD),
    "what takes too long": (OTHER, Again(JOB, MADE), LONG),
    "no job": (PDF, Again(None, missing="the PDF carries no job.json"), NONE),
    "unknown templates": (PDF, Again(JOB, missing="its templates are not there"), NONE),
    "unknown and unsafe": (PDF, Again(JOB, missing="its templates are not there"), BAD),
    "a fault": (PDF, Again(JOB, fault="there is no such part"), NONE),
    "a fault of an old one": (PDF, Again(OLD, fault="there is no such part"), NONE),
    "a fault of an old, unsafe one": (PDF, Again(OLD, fault="there is no such part"), BAD),
    "a fault of an old, long one": (PDF, Again(OLD, fault="there is no such part"), LONG),
    "a fault of a later one": (PDF, Again(LATER, fault="there is no such part"), NONE),
    "cut short": (PDF, Again(JOB, cut_short="it took too long"), NONE),
}


def test_all_that_is_said_of_proofs(golden, monkeypatch):
    lines = []
    for name, (pdf, again, compare) in at_least(15, PROOFS.items()):
        monkeypatch.setattr(proofs, "object_differences", compare)
        for proven in (False, True):
            check, differences = proofs._proof(pdf, again, stripped=False, proven=proven)
            lines += [f"{name}, {proven}, {len(differences)}", in_words([check])]
    for own in (JOB, OLD, job(kitgen="1.0.77"), job(label="a", games="b", templates={"x": "y"})):
        for parts in (PARTS, PARTS[:0]):
            lines.append(in_words([proofs._described(own, replace_parts(parts))]))
    lines.append(in_words([proofs._described(JOB, None)]))
    for number in (1, 2, 3, 4, 5, 6, 7, 8):
        for wanted in (2, 3):
            lines.append(in_words([proofs._contract(job(contract=number), wanted)]))
    lines.append(in_words([proofs._contract(None, 2)]))
    other = {KIT_FILE: write_kit(kit_of("him"))}
    for files in ({}, other, {KIT_FILE: write_kit(HER)}):
        lines.append(in_words([proofs._belongs(HER, replace(PDF, files=files))]))
    lines += [f"makers {proofs.other_makers(own)!r}" for own in (JOB, OLD, OTHER_WRITER)]
    lines.append(f"makers {proofs.other_makers(job(kitgen='1.0.0', writer='another'))!r}")
    golden("verify/proofs", "\n".join(lines).replace(__version__, "VERSION"))


def replace_parts(parts):
    return Remade(b"", parts)


ANEW = "it is not kitgen's file: another program has written every page anew"


def note(page, path="Annots", kind="added"):
    return ObjectDifference(page, path, kind)


@pytest.mark.parametrize(
    ("differences", "writer", "said"),
    [
        ([], "", []),
        ([note(1), note(2)], "", ["pages 1-2: Annots is added"]),
        (
            [note(0, "Info", "missing"), note(2)],
            "",
            ["page 2: Annots is added", "the file as a whole: Info is missing"],
        ),
        (
            [note(1), note(2), note(3), note(0)],
            "Word",
            [f"it is not kitgen's file: Word has written every page anew; {proofs.ORIGINAL}"],
        ),
        ([note(4, "the page", "added")], "", ["page 4: the page is added"]),
        (
            [note(3, "the page", "missing"), note(1), note(2)],
            "",
            [
                "page 3: the page is missing",
                f"{ANEW}; {proofs.ORIGINAL}",
            ],
        ),
    ],
)
def test_differences_in_words(differences, writer, said):
    assert proofs.difference_faults(differences, 3, writer) == said


# --- folders ---

NOT_CHECKED = "not made by kitgen, and not checked"
FILES = {"a.txt": b"one", "cards/A1.svg": b"two", "parts/labels.pdf": b"%PDF three"}
RUN = Run(JOB.page, JOB.stock, None, JOB.printed, {}, False)


def manifest(**values):
    files = {name: digest(data) for name, data in (FILES | {"kit.pdf": b"four"}).items()}
    whole = manifest_of(JOB.command, HER.hash, RUN, files)
    return msgspec.structs.replace(whole, **values)


MANIFESTS = {
    "right": manifest(),
    "another command": manifest(command="kitgen print him"),
    "another kit": manifest(kit="0" * 64),
    "another run": manifest(run=msgspec.structs.replace(RUN, page="letter")),
    "own templates": manifest(run=msgspec.structs.replace(RUN, templates="mine", svg=True)),
    "a file too few": manifest(files={"a.txt": digest(b"one"), "kit.json": "1a"}),
    "other digests": manifest(
        files={name: digest(b"") for name in (*FILES, "kit.pdf", "kit.json", "z.txt")}
    ),
}


def test_all_that_is_said_of_manifests(golden):
    lines = []
    for name, own in at_least(6, MANIFESTS.items()):
        made = FILES | {"kit.pdf": b"four"}
        lines += [name, *(f"  {each}" for each in folders._manifest_faults(own, made, HER, JOB))]
        elsewhere = folders._manifest_faults_elsewhere(own, HER, JOB)
        lines += ["  elsewhere", *(f"  {each}" for each in elsewhere)]
    golden("verify/manifests", "\n".join(lines))


def written(folder, files):
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def test_all_that_is_said_of_files(tmp_path, monkeypatch):
    written(tmp_path, FILES | {"b.txt": b"uno", "mine.pdf": b"%PDF tres", "x/y.txt": b"12345"})
    listed = {"x/y.txt": digest(b"12345"), "b.txt": digest(b"other")}
    monkeypatch.setattr(folders, "pdf_content", lambda place: place.read_bytes())
    monkeypatch.setattr(folders, "object_differences", NOTE)
    made = FILES | {"b.txt": b"two", "mine.pdf": b"%PDF four", "gone.txt": b"", "long.pdf": b""}
    names = [*made, "x/y.txt"]
    faults, not_read = folders._faults_in(tmp_path, reversed(names), made, {})
    assert faults == [
        "b.txt is not what kitgen makes of this kit",
        "gone.txt is not there",
        "long.pdf is not there",
        f"mine.pdf, {ANEW}; {proofs.ORIGINAL}",
        "x/y.txt is not what kitgen makes of this kit",
    ]
    assert not_read == []
    faults, _ = folders._faults_in(tmp_path, ["x/y.txt", "b.txt"], {}, listed)
    assert faults == ["b.txt is not what kitgen makes of this kit"]
    for compare, wrong, unread in (
        (NONE, [], []),
        (BAD, ["kit.pdf has two tables"], []),
        (LONG, [], ["kit.pdf takes too long to be compared"]),
    ):
        monkeypatch.setattr(folders, "object_differences", compare)
        assert folders._faults_in(tmp_path, ["mine.pdf"], made, {}) == (wrong, unread)
    assert folders._bytes_beside(tmp_path) == len(b"two") + len(b"%PDF three")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((), ""),
        ((".hidden", "a/.b/c.txt", "manifest.json"), ""),
        (("b.txt",), f"1 file here {NOT_CHECKED}: 'b.txt'"),
        (
            ("e.txt", "d.txt", "c.txt", "b.txt", "f/g.txt"),
            f"5 files here {NOT_CHECKED}: 'b.txt', 'c.txt', 'd.txt' and 2 more",
        ),
    ],
)
def test_files_of_ones_own_are_named_up_to_three(tmp_path, own, said):
    written(tmp_path, FILES | dict.fromkeys(own, b""))
    assert folders._own_files(tmp_path, [*FILES]) == said


def test_a_folder_whose_pdf_is_gone(tmp_path):
    assert folders.without_pdf(tmp_path) is None
    written(tmp_path, {"manifest.json": write_manifest(manifest()), "a.txt": b"one"})
    check = folders.without_pdf(tmp_path)
    assert (check.name, check.expected, check.found) == (folders.NAME, "4 files", "3 faults")
    assert check.faults == tuple(
        f"{name} is not there" for name in ("cards/A1.svg", "kit.pdf", "parts/labels.pdf")
    )
    other = tmp_path / "other"
    written(other, {"laser/x.svg": b""})
    check = folders.without_pdf(other)
    assert (check.expected, check.faults) == ("1 file", ("kit.pdf is not there",))
    written(other, {"manifest.json": write_manifest(manifest(files={"a.txt": "1a"}))})
    assert folders.without_pdf(other).faults == ("a.txt is not there", "kit.pdf is not there")
