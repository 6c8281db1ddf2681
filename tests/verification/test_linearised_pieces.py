"""What a linearised PDF says of itself, each thing otherwise than it is: which is refused in which
words; and the numbers in its hints, bit by bit.
"""

import io
import zlib
from dataclasses import replace

import pikepdf
import pytest
from counting import at_least
from pikepdf import Dictionary, Name

from kitgen.sandbox import pdf_linearised
from kitgen.sandbox.pdf_hints import Hints, _Fields, read_hints
from kitgen.sandbox.pdf_linearised import check_linearised
from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import StructureError


def linearised(**saved):
    """A PDF of three pages, of which the last two share an object, with an outline."""
    stream = io.BytesIO()
    with pikepdf.new() as document:
        shared = document.make_indirect(Dictionary(Type=Name.ExtGState, LW=1))
        for number in range(3):
            page = document.add_blank_page(page_size=(100, 100))
            page.Contents = document.make_stream(b"%d 0 m 9 9 l S\n" % number)
            if number:
                page.LastModified = shared
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("One", 0))
        document.save(stream, linearize=True, **saved)
    data = stream.getvalue()
    with pikepdf.open(io.BytesIO(data)) as opened:
        return data, [page.objgen[0] for page in opened.pages]


DATA, PAGES = linearised()


def hints_of(structure):
    number, values = structure.object_at(structure.linearised["H"][0])
    data = zlib.decompress(structure.content_of(number))
    return read_hints(data, len(PAGES), values["S"], values["O"])


def said_of(structure, pages=PAGES):
    try:
        check_linearised(structure, pages)
    except StructureError as error:
        return str(error).removeprefix("says that it is linearised, but has ")
    return "passes"


def hint_values(structure):
    return structure.object_at(structure.linearised["H"][0])[1]


def hint_number(structure):
    return structure.object_at(structure.linearised["H"][0])[0]


def key(name, change):
    """Change what the first object says."""

    def spoil(structure):
        structure.linearised[name] = change(structure.linearised[name])

    return spoil


def of_hints(name, value):
    """Change what the dictionary of the hints says."""
    return lambda structure: hint_values(structure).__setitem__(name, value)


def moved_end(structure):
    structure.ends[structure.first_object] -= 3


def without_first_entry(structure):
    del structure.indexes[1].entries[0]


def longer_hints(structure):
    structure.ends[hint_number(structure)] -= 3


SPOILT = {
    "nothing": lambda _: None,
    "not linearised": lambda structure: setattr(structure, "linearised", None),
    **{
        f"another /{name}": key(name, lambda value: value + 1)
        for name in ("L", "O", "E", "N", "T", "Linearized")
    },
    "a strange key": lambda structure: structure.linearised.__setitem__("P", 0),
    "a key too few": lambda structure: structure.linearised.__delitem__("L"),
    "an index elsewhere": moved_end,
    "an index without object 0": without_first_entry,
    "no hints": key("H", lambda _: None),
    "one number": key("H", lambda value: value[:1]),
    "hints in two parts": key("H", lambda value: value * 2),
    "hints elsewhere": key("H", lambda value: [value[0] + 1, value[1]]),
    "longer hints": key("H", lambda value: [value[0], value[1] + 1]),
    "hints that end before": longer_hints,
    "a strange key of hints": of_hints("Extends", 1),
    "a strange packing": of_hints("Filter", "LZWDecode"),
    "hints of shared objects elsewhere": of_hints("S", 1),
    "hints of shared objects nowhere": of_hints("S", None),
    "hints of outlines elsewhere": of_hints("O", 1),
    "hints of outlines that are a text": of_hints("O", b"(1)"),
    "hints without outlines": of_hints("O", None),
}


def test_what_a_linearised_file_says_otherwise_than_it_is_has_its_words(golden):
    lines = []
    for name, spoil in at_least(20, SPOILT.items()):
        structure = PdfStructure(DATA)
        places = [structure.linearised[key] for key in "LET"]
        spoil(structure)
        said = said_of(structure)
        for place in places:  # other versions of the program that has saved it write other ones
            said = said.replace(str(place + 1), "too much").replace(str(place), "what it is")
        lines.append(f"{name}: {said}")
    golden("said/linearised", "\n".join(lines))


def more(values, at=0, by=1):
    """Return values, one of which is larger."""
    return [value + by * (number == at) for number, value in enumerate(values)]


def spoilt_hints(hints):
    number, place = hints.shared_from
    first, where, count, size = hints.outlines
    shared = hints.shared_by
    return {
        "the same": hints,
        "the first page elsewhere": replace(hints, first_place=hints.first_place + 1),
        "more objects of the first page": replace(hints, counts=more(hints.counts)),
        "more objects of the second page": replace(hints, counts=more(hints.counts, 1)),
        "more objects of the last page": replace(hints, counts=more(hints.counts, 2)),
        "fewer objects of the last page": replace(hints, counts=more(hints.counts, 2, -1)),
        "a longer first page": replace(hints, lengths=more(hints.lengths)),
        "a longer last page": replace(hints, lengths=more(hints.lengths, 2)),
        "other shared objects": replace(hints, shared_from=(number + 1, place)),
        "shared objects elsewhere": replace(hints, shared_from=(number, place + 1)),
        "more of the first page": replace(hints, of_first=hints.of_first + 1),
        "longer shared objects": replace(hints, shared_lengths=more(hints.shared_lengths)),
        "a longer last shared one": replace(
            hints, shared_lengths=more(hints.shared_lengths, len(hints.shared_lengths) - 1)
        ),
        "a shared object more": replace(hints, shared_lengths=[*hints.shared_lengths, 10]),
        "no shared objects of others": replace(
            hints, shared_lengths=hints.shared_lengths[: hints.of_first]
        ),
        "neither them nor their place": replace(
            hints,
            shared_lengths=hints.shared_lengths[: hints.of_first],
            shared_from=(0, 0),
            shared_by=[[], [], []],
        ),
        "the first page shares": replace(hints, shared_by=[[0], *shared[1:]]),
        "the second page shares nothing": replace(hints, shared_by=[[], [], *shared[2:]]),
        "the second page shares one twice": replace(
            hints, shared_by=[[], shared[1] * 2, *shared[2:]]
        ),
        "the last page shares another": replace(hints, shared_by=[*shared[:2], [0]]),
        "the last page shares one that is not there": replace(
            hints, shared_by=[*shared[:2], [*shared[2], 99]]
        ),
        "the last page shares the first that is not there": replace(
            hints, shared_by=[*shared[:2], [*shared[2], len(hints.shared_lengths)]]
        ),
        "no outlines": replace(hints, outlines=None),
        "other outlines": replace(hints, outlines=(first + 1, where, count, size)),
        "outlines elsewhere": replace(hints, outlines=(first, where + 1, count, size)),
        "more outlines": replace(hints, outlines=(first, where, count + 1, size)),
        "fewer outlines": replace(hints, outlines=(first, where, count - 1, size)),
        "longer outlines": replace(hints, outlines=(first, where, count, size + 1)),
    }


def test_hints_that_are_not_so_have_their_words(golden, monkeypatch):
    structure = PdfStructure(DATA)
    assert hints_of(structure).shared_by[1:] == [[hints_of(structure).of_first]] * 2
    lines = []
    for name, hints in at_least(25, spoilt_hints(hints_of(structure)).items()):
        monkeypatch.setattr(pdf_linearised, "read_hints", lambda *_, hints=hints: hints)
        lines.append(f"{name}: {said_of(structure)}")
    golden("said/hints-of-linearised", "\n".join(lines))


def test_objects_that_are_packed_are_those_of_their_streams():
    data, pages = linearised(object_stream_mode=pikepdf.ObjectStreamMode.generate)
    structure = PdfStructure(data)
    packed = {place[0] for place in structure.places.values() if isinstance(place, tuple)}
    assert packed
    check_linearised(structure, pages)
    root = structure.indexes[0].values["Root"]
    found = pdf_linearised._below(structure, [root], pages)
    in_streams = {number for number in packed if number in found}
    assert in_streams
    assert all(isinstance(structure.places[number], int) for number in found)


def test_pages_in_another_order_are_not_those_of_the_hints():
    structure = PdfStructure(DATA)
    other = [PAGES[0], PAGES[2], PAGES[1]]
    assert said_of(structure, other) == "hints that lead to other pages than it has"


# --- the numbers in hints
# --------------------------------------------------------------------------------------------------


def numbers(*pairs):
    """Numbers of some bits each, filled up to whole bytes."""
    written = "".join(f"{value:0{bits}b}" for bits, value in pairs if bits)
    written += "0" * (-len(written) % 8)
    return bytes(int(written[at : at + 8], 2) for at in range(0, len(written), 8))


def row(bits, *values):
    return numbers(*((bits, value) for value in values))


def written_hints(**changes):
    """Hints of three pages with 2, 3 and 4 objects, which share 0, 1 and 2 of four shared ones."""
    given = {
        "counts": [0, 1, 2],
        "lengths": [10, 0, 20],
        "shares": [0, 1, 2],
        "shared": [3, 2, 3],
        "parts": [0, 0, 0],
        "starts": [0, 0, 0],
        "contents": [10, 0, 20],
        "least_content": 100,
        "shared_more": [5, 0, 1, 2],
        "signatures": [0, 0, 0, 0],
        "groups": [0, 0, 0, 0],
        "outlines": [7, 77, 2, 22],
        "rest": b"",
    } | changes
    head = numbers((32, 2), (32, 500), (16, 2), (32, 100), (16, 5), (32, 0), (16, 1))
    head += numbers((32, given["least_content"]), (16, 6), (16, 2), (16, 3), (16, 1), (16, 4))
    pages = head + row(2, *given["counts"]) + row(5, *given["lengths"]) + row(2, *given["shares"])
    pages += row(3, *given["shared"]) + row(1, *given["parts"]) + row(1, *given["starts"])
    pages += row(6, *given["contents"])
    shared = numbers((32, 9), (32, 900), (32, 2), (32, 4), (16, 1), (32, 30), (16, 3))
    shared += row(3, *given["shared_more"]) + row(1, *given["signatures"])
    shared += row(1, *given["groups"])
    outlines = b"".join(value.to_bytes(4) for value in given["outlines"])
    return pages + shared + outlines + given["rest"], len(pages), len(pages + shared)


def test_hints_are_read_bit_by_bit():
    data, shared_at, outlines_at = written_hints()
    hints = Hints(
        first_place=500,
        counts=[2, 3, 4],
        lengths=[110, 100, 120],
        shared_by=[[], [3], [2, 3]],
        shared_from=(9, 900),
        of_first=2,
        shared_lengths=[35, 30, 31, 32],
        outlines=(7, 77, 2, 22),
    )
    assert read_hints(data, 3, shared_at, outlines_at) == hints
    without = data[:outlines_at]
    assert read_hints(without, 3, shared_at, None) == replace(hints, outlines=None)


@pytest.mark.parametrize(
    "changes",
    [
        {"parts": [0, 1, 0]},
        {"starts": [0, 0, 1]},
        {"contents": [10, 0, 21]},
        {"least_content": 101},
        {"signatures": [0, 0, 0, 1]},
        {"groups": [1, 0, 0, 0]},
        {"rest": b"\0"},
        {"outlines": [7, 77, 2]},
        {"outlines": []},
    ],
    ids=str,
)
def test_hints_that_say_anything_else_are_refused(changes):
    with pytest.raises(StructureError, match="but has hints that kitgen does not know"):
        read_hints(written_hints(**changes)[0], 3, *written_hints()[1:])


@pytest.mark.parametrize("end", [0, 30, 36, 40])
def test_hints_that_end_too_soon_are_refused(end):
    with pytest.raises(StructureError, match="hints that kitgen does not know"):
        read_hints(written_hints()[0][:end], 3, *written_hints()[1:])


@pytest.mark.parametrize(("bits", "count"), [(33, 1), (1, 1000)])
def test_no_number_has_more_than_32_bits_and_none_is_without_bytes(bits, count):
    fields = _Fields(bytes(100))
    assert fields.row(32, 3) == [0, 0, 0]
    assert fields.row(0, 800) == [0] * 800
    with pytest.raises(StructureError):
        fields.row(bits, count)


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("by", [-1, 1])
def test_hints_begin_where_they_are_said_to(at, by):
    data, *places = written_hints()
    places[at] += by
    with pytest.raises(StructureError, match="hints that kitgen does not know"):
        read_hints(data, 3, *places)
    places[at] = "1"
    with pytest.raises(StructureError, match="hints that kitgen does not know"):
        read_hints(data, 3, *places)
