"""PDFs compared object by object with the same as kitgen prints them: no fault passes, and
nothing harmless fails.
"""

import json
import random
import re
import zlib
from contextlib import suppress
from functools import cache
from io import BytesIO

import msgspec
import pikepdf
import pytest
from changed_pdf_structure import tidied
from planted_faults import AMBIGUOUS, HOLES, WAYS, changed, changed_at_random, saved_anew
from report_text import all_faults
from sampling import few, sample

from kitgen.errors import KitFileError
from kitgen.kit.job_json import read_job, write_job
from kitgen.press.print_run import print_kit
from kitgen.sandbox import pdf_linearised
from kitgen.sandbox.pdf_linearised import check_linearised
from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import StructureError
from kitgen.verification.object_differences import PAGE_OBJECT, ObjectDifference, object_differences
from kitgen.verification.pdf_proof import PROOF
from kitgen.verification.same_objects import compared
from kitgen.verification.verify import verify


@cache
def printed() -> bytes:
    """Four pages that differ, with two fonts."""
    stream = BytesIO()
    print_kit("her", stream, parts=["labels", "beads", "log"])
    return stream.getvalue()


@cache
def copies() -> dict[str, bytes]:
    return saved_anew(printed())


def faults(data: bytes) -> list[str]:
    """All that is wrong with a PDF, in words."""
    try:
        return list(map(str, compared(data, printed())))
    except StructureError as error:
        return [str(error)]


def test_the_same_bytes_are_the_same_objects():
    assert compared(printed(), printed()) == []


@pytest.mark.parametrize("way", WAYS)
def test_what_another_program_saves_anew_is_the_same(way):
    assert copies()[way] != printed()
    assert compared(copies()[way], printed()) == []


@pytest.mark.parametrize("hole", few(HOLES, one_in=4))
def test_a_hole_that_there_was_is_closed(hole):
    assert faults(changed(printed(), HOLES[hole]))


@pytest.mark.parametrize("way", AMBIGUOUS)
def test_a_file_that_can_be_read_in_two_ways_is_refused(way):
    data = AMBIGUOUS[way](printed())
    assert data != printed()
    with pytest.raises(StructureError):
        compared(data, printed())


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("an object that nothing needs", "that nothing in it needs"),
        ("null where a page inherits", "null as its /CropBox"),
        ("more objects than it says", "says that it has 9 objects instead of"),
        ("a generation", "that is neither an object nor an index"),
    ],
)
def test_what_can_be_read_in_two_ways_is_named(way, says):
    with pytest.raises(StructureError, match=says):
        compared(AMBIGUOUS[way](printed()), printed())


#: What a linearised file says of itself, otherwise than it is: patterns, and what is there in their
#: place.
LINEARISED = {
    "its length": (rb"/L (\d+)", 1),
    "its first page": (rb"/O (\d+)", 1),
    "the end of the first page": (rb"/E (\d+)", 1),
    "the number of pages": (rb"/N (\d+)", 1),
    "its second index": (rb"/T (\d+)", 1),
    "the place of the hints": (rb"/H \[ (\d+)", 1),
    "the length of the hints": (rb"/H \[ \d+ (\d+)", 1),
}


@pytest.mark.parametrize("what", LINEARISED)
@pytest.mark.parametrize("way", ["for the web", "packed for the web"])
def test_a_linearised_file_holds_in_every_part(what, way):
    pattern, more = LINEARISED[what]
    data = copies()[way]
    found = re.search(pattern, data)
    other = b"%0*d" % (len(found[1]), (int(found[1]) + more) % 10 ** len(found[1]))
    with pytest.raises(StructureError):
        compared(data[: found.start(1)] + other + data[found.end(1) :], printed())


#: The same, each with what is said of it: no other check stands in for the one that is meant.
SAID_OF_LINEARISED = {
    "leads to the next": (rb"/Prev (\d+)", "an index that leads elsewhere than to the next one"),
    "a first end": (rb"startxref\n(0)\n", "an end that leads elsewhere"),
    "the length of its hints": (rb"/H \[ \d+ (\d+)", "hints of another length than they have"),
}


@pytest.mark.parametrize("what", SAID_OF_LINEARISED)
def test_what_is_wrong_in_a_linearised_file_is_said(what):
    pattern, says = SAID_OF_LINEARISED[what]
    data = copies()["for the web"]
    found = re.search(pattern, data)
    other = b"%0*d" % (len(found[1]), (int(found[1]) + 1) % 10 ** len(found[1]))
    with pytest.raises(StructureError, match=says):
        compared(data[: found.start(1)] + other + data[found.end(1) :], printed())


def test_indexes_of_a_linearised_file_are_where_programs_look_for_them():
    data = copies()["for the web"]
    moved = PdfStructure(data)
    moved.ends[moved.first_object] -= 3
    with pytest.raises(StructureError, match="first index elsewhere than at its beginning"):
        check_linearised(moved, page_numbers(data))
    later = PdfStructure(data)
    del later.indexes[1].entries[0]
    with pytest.raises(
        StructureError, match="second index that does not begin with the first object"
    ):
        check_linearised(later, page_numbers(data))


def test_hints_that_lead_to_another_page_are_refused():
    """Some programs find pages by them alone."""
    data = copies()["for the web"]
    found = re.search(rb"/S \d+(?: /O \d+)? /Length (\d+) >>\nstream\n", data)
    packed = data[found.end() : found.end() + int(found[1])]
    hints = zlib.decompress(packed)
    for place in (3, 4, 7):  # how many objects a page has, where the first page is
        other = hints[:place] + bytes([hints[place] ^ 1]) + hints[place + 1 :]
        packer = zlib.compressobj(9)
        spoiled = packer.compress(other) + packer.flush()
        assert len(spoiled) <= len(packed)
        spoiled = spoiled.ljust(len(packed), b"\n")
        with pytest.raises(StructureError, match="hints"):
            compared(data[: found.end()] + spoiled + data[found.end() + len(packed) :], printed())


#: The bytes of hints that say what parts of a whole are counted in; there are none.
DENOMINATOR = (34, 35)


@pytest.mark.parametrize("way", ["for the web", "packed for the web"])
def test_no_byte_of_the_hints_may_say_anything_else(way, monkeypatch):
    """Shared objects, which pages show them, outlines and what fills the last byte included."""
    structure = PdfStructure(copies()[way])
    pages = page_numbers(copies()[way])
    hints = hints_of(structure)
    check_linearised(structure, pages)
    passed = []
    for place in range(len(hints)):
        other = hints[:place] + bytes([hints[place] ^ 1 << place % 8]) + hints[place + 1 :]
        monkeypatch.setattr(pdf_linearised, "inflated", lambda *_, other=other: other)
        with suppress(StructureError):
            check_linearised(structure, pages)
            passed.append(place)
    assert set(passed) <= set(DENOMINATOR)


def test_objects_that_only_later_pages_share_are_held_against_the_file(monkeypatch):
    stream = BytesIO()
    with pikepdf.open(BytesIO(printed())) as pdf:
        pdf.pages.append(pdf.pages[-1])
        shared = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, LW=1))
        for page in pdf.pages[1:]:
            page.LastModified = shared
        pdf.save(stream, linearize=True)
    structure = PdfStructure(stream.getvalue())
    pages = page_numbers(stream.getvalue())
    check_linearised(structure, pages)
    hints = hints_of(structure)
    about_shared = structure.object_at(structure.linearised["H"][0])[1]["S"]
    number, place, of_first, count = (
        int.from_bytes(hints[about_shared + at : about_shared + at + 4]) for at in range(0, 16, 4)
    )
    assert count > of_first
    assert number
    assert place
    for at in (3, 7, 11, 15):
        other = bytearray(hints)
        other[about_shared + at] ^= 1
        monkeypatch.setattr(pdf_linearised, "inflated", lambda *_, other=bytes(other): other)
        with pytest.raises(StructureError, match="hints"):
            check_linearised(structure, pages)


def page_numbers(data: bytes) -> list[int]:
    """Return the numbers of the pages of a PDF as objects."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [page.objgen[0] for page in pdf.pages]


def hints_of(structure: PdfStructure) -> bytes:
    """Return the hints of a linearised PDF, unpacked."""
    number, _ = structure.object_at(structure.linearised["H"][0])
    return zlib.decompress(structure.content_of(number))


#: What an encrypted file says of its password: a revision, a pattern, and what is there in its
#: place.
PASSWORDS = {
    "an end of /U that PDFium does not read": (2, rb"(/U <[0-9a-f]{62})(..)", rb"\1zz"),
    "metadata that are not encrypted": (
        4,
        rb"/Filter /Standard()",
        b"/EncryptMetadata false /Filter /Standard",
    ),
    "a shorter key than poppler reads": (6, rb"/CFM /AESV3 /Length 32", b"/CFM /AESV3 /Length 16"),
    "a revision that Ghostscript does not read": (6, rb"/R 6", b"/R 5"),
    "when a file is opened": (6, rb"/DocOpen", b"/EFOpen"),
}


def encrypted(revision: int) -> bytes:
    stream = BytesIO()
    with pikepdf.open(BytesIO(printed())) as pdf:
        strong = revision > 3
        pdf.save(
            stream,
            encryption=pikepdf.Encryption(owner="x", R=revision, aes=strong, metadata=strong),
        )
    return stream.getvalue()


@pytest.mark.parametrize("what", PASSWORDS)
def test_a_password_that_programs_read_in_two_ways_is_refused(what):
    revision, pattern, other = PASSWORDS[what]
    data = encrypted(revision)
    found = re.search(pattern, data)
    new = found.expand(other).replace(b"zz", b"00" if found[0][-2:] != b"00" else b"01")
    changed_data = data[: found.start()] + new + data[found.end() :]
    with pytest.raises(StructureError, match=r"encrypted in a way|password that not every program"):
        compared(tidied(changed_data), printed())


def test_what_pdfium_mends_as_it_takes_a_password_away_is_refused():
    """It counts the pages anew; poppler and MuPDF show none."""
    data = encrypted(6)
    spoilt = tidied(re.sub(rb"/Count 4 (?=/Kids)", b"/Count 10000000000 ", data, count=1))
    assert spoilt != data
    with pytest.raises(
        StructureError,
        match="is encrypted, and has an object 5 that programs read in different ways",
    ):
        compared(spoilt, printed())


@pytest.mark.parametrize("revision", [2, 3, 4, 6])
def test_an_empty_password_that_every_program_reads_passes(revision):
    assert compared(encrypted(revision), printed()) == []


@pytest.mark.parametrize(
    ("revision", "length"), [(4, b"/Length 128"), (4, b""), (6, b"/Length 256"), (6, b"")]
)
def test_the_length_of_a_key_may_be_in_bits_or_left_out(revision, length):
    """Programs spell it so in the crypt filter, and all of them read the same."""
    data = encrypted(revision)
    respelled = re.sub(rb"(/CFM /\w+) /Length \d+", rb"\1 " + length, data, count=1)
    assert respelled != data
    assert compared(tidied(respelled), printed()) == []


@pytest.mark.parametrize(("bits", "allowed"), [("256", "none"), ("256", "low"), ("40", "n")])
def test_a_file_that_forbids_printing_is_refused(bits, allowed, tmp_path):
    """Also one that allows no more than a coarse picture; an old password knows no coarse one."""
    plain = tmp_path / "plain.pdf"
    locked = tmp_path / "locked.pdf"
    plain.write_bytes(printed())
    words = [
        "--allow-weak-crypto",
        "--encrypt",
        "",
        "x",
        bits,
        f"--print={allowed}",
        "--",
        str(plain),
        str(locked),
    ]
    pikepdf.Job(["qpdf", *words]).run()
    with pytest.raises(StructureError, match="forbids printing"):
        compared(locked.read_bytes(), printed())


@pytest.mark.every
def test_what_can_be_read_in_two_ways_is_wrong_whoever_printed_it(tmp_path):
    """A print of another version is not compared, but that it is one is only what it says."""
    path = tmp_path / "kit.pdf"
    path.write_bytes(by_another(other_blanks, kitgen="0.0.9") + b"% startxref 9\n")
    proof = next(check for check in verify(path).checks if check.name == PROOF)
    assert proof.verdict == "wrong"


def test_a_difference_names_its_page_and_its_kind():
    data = changed(printed(), HOLES["a unit"])
    assert compared(data, printed()) == [ObjectDifference(3, "UserUnit", "added")]
    data = changed(printed(), HOLES["a glued fill"])
    assert [str(difference) for difference in compared(data, printed())] == [
        "what is drawn is different"
    ]
    data = changed(printed(), lambda pdf: pdf.Root.ViewerPreferences.__delitem__("/PrintScaling"))
    assert compared(data, printed()) == [
        ObjectDifference(0, "ViewerPreferences/PrintScaling", "missing")
    ]
    pages = len(pikepdf.open(BytesIO(printed())).pages)
    less = changed(printed(), lambda pdf: pdf.pages.__delitem__(-1))
    for one, other, kind in ((less, printed(), "missing"), (printed(), less, "added")):
        assert ObjectDifference(pages, PAGE_OBJECT, kind) in compared(one, other)


@pytest.mark.every
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.every) for seed in range(2, 22))]
)
def test_every_change_at_random_is_found(seed):
    """Unless it changes nothing: one of two equal operators in the place of the other."""
    rng = random.Random(seed)
    same = changed(printed(), lambda _: None)
    for _ in range(30):
        data = changed_at_random(printed(), rng)
        assert faults(data) or data == same


def test_the_process_that_compares_says_the_same(tmp_path):
    path = tmp_path / "kit.pdf"
    data = changed(printed(), HOLES["a note"])
    assert object_differences(path, data, printed()) == compared(data, printed())
    with pytest.raises(KitFileError, match=r"kit\.pdf' gives /Rotate twice"):
        object_differences(path, AMBIGUOUS["a key given twice"](printed()), printed())


@pytest.mark.every
def test_a_file_with_a_fault_below_the_surface_fails_and_one_saved_anew_is_proven(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(changed(printed(), HOLES["a colour space for all reds and blues"]))
    faults = all_faults(verify(path).checks)
    assert faults == ["page 3: Resources/ColorSpace is added", "page 3: ColorSpace of the page"]
    path.write_bytes(copies()["with an empty password"])
    proof = next(check for check in verify(path).checks if check.name == PROOF)
    assert (proof.verdict, proof.found) == ("right", "the same objects")


@pytest.mark.parametrize("name", few(["kit.json", "job.json"], one_in=3))
def test_an_attached_file_that_says_the_same_in_other_letters_is_no_proof(name, tmp_path):
    """Other programs may read something else in it than kitgen does."""

    def spelled_anew(pdf):
        stream = next(pdf.attachments[key].obj.EF.F for key in pdf.attachments if key == name)
        data = json.dumps(json.loads(stream.read_bytes())).encode()
        stream.write(data)
        stream.Params.Size = len(data)

    path = tmp_path / "kit.pdf"
    path.write_bytes(changed(printed(), spelled_anew))
    faults = all_faults(verify(path).checks)
    assert faults[-1] == "the file as a whole: Names/EmbeddedFiles/Names/EF/F is different"


#: Those that are on a page.
HOLES_OF_PAGES = [
    "a colour space for all reds and blues",
    "a profile for all colours",
    "a layer that is not printed",
    "a unit",
    "a turn by 45 degrees",
    "a turn",
    "an edge that cuts",
    "a thumbnail",
    "a transparent page",
    "a note",
    "something done when a page is shown",
    "a state with adjusted lines",
    "a state with coarse curves",
    "a glued operator",
    "a glued fill",
    "a number beyond all",
    "a clip without a path",
    "too few numbers",
    "a state put back too often",
    "a flatness",
]


def by_another(change, **makers) -> bytes:
    """The print with its pages changed, and a print run that names other makers."""

    def put(pdf):
        job = read_job(pdf.attachments["job.json"].get_file().read_bytes())
        pdf.attachments["job.json"] = write_job(msgspec.structs.replace(job, **makers))
        change(pdf)

    return changed(printed(), put)


def red_is_blue(pdf):
    contents = pdf.pages[0].Contents
    contents.write(
        re.sub(rb"\.803922 \.086275 \.133333 rg", b"0 .447059 .698039 rg", contents.read_bytes())
    )


def other_blanks(pdf):
    for page in pdf.pages:
        page.Contents.write(re.sub(rb"(?m)^n ", b"n\n", page.Contents.read_bytes()))


@pytest.fixture
def an_earlier_release(monkeypatch):
    """A version of kitgen, 0.9.0, that was released before this one."""
    monkeypatch.setattr("kitgen.kit.releases.RELEASED", ("0.9.0", "1.0.0"))


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
@pytest.mark.parametrize(
    ("makers", "words"),
    sample(
        [
            ({"kitgen": "0.9.0"}, "it was printed by kitgen 0.9.0, which alone can print it again"),
            (
                {"writer": "reportlab 3.6"},
                "it was printed by reportlab 3.6, which alone can print it again",
            ),
        ],
        one_in=2,
    ),
)
def test_a_print_by_another_version_passes_by_its_marks_and_says_so(tmp_path, makers, words):
    path = tmp_path / "kit.pdf"
    path.write_bytes(by_another(other_blanks, **makers))
    report = verify(path)
    assert report.passed
    assert report.drawing_not_compared
    assert report.warnings == (f"not proven, only its marks are read: {words}",)
    strict = verify(path, proven=True)
    assert strict.verdict == "not decided"
    assert strict.not_read == (f"{PROOF}: {words}",)
    assert "marks" in {check.witness for check in report.checks}
    path.write_bytes(by_another(other_blanks))
    assert not verify(path).passed


@pytest.mark.usefixtures("an_earlier_release")
@pytest.mark.parametrize("hole", few(HOLES_OF_PAGES, one_in=20))
def test_what_says_to_be_of_another_version_is_read_as_strictly(hole, tmp_path):
    """Whatever is on its pages, or said of them, that kitgen does not draw."""
    path = tmp_path / "kit.pdf"
    path.write_bytes(by_another(HOLES[hole], kitgen="0.9.0"))
    assert [check.name for check in verify(path).checks if check.verdict == "wrong"] == [
        "nothing but plain marks"
    ]


@pytest.mark.usefixtures("an_earlier_release")
def test_a_print_by_another_version_with_wrong_marks_fails(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(by_another(red_is_blue, kitgen="0.9.0"))
    faults = all_faults(verify(path).checks)
    assert any("instead of red" in fault for fault in faults)
