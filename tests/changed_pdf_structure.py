"""Changes to the structure of a printed PDF: to how programs find its objects, not to what these
hold.

Each is drawn at random: recipes that once were holes (``planted_faults.ELSEWHERE``), and small
ones, up to four at once. Where an index would lead elsewhere only by the change of lengths, it is
made anew first, so that nothing but the change is wrong.
"""

import random
import re
from collections.abc import Callable

from planted_faults import (
    AMBIGUOUS,
    BLACK,
    ELSEWHERE,
    WAYS,
    saved_as,
    with_hidden,
    with_index_stream,
)

Shift = Callable[[bytes, random.Random], bytes]

#: Bytes that are blank to some program, and comments that another one reads.
BLANKS = (
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\t",
    b"\f",
    b"\0",
    b"%\n",
    b"% x\r",
    b"%%EOF\n",
    b"  " * 600,
    b"\n" * 1100,
)
#: What programs search for.
WORDS = (
    b"startxref\n%d\n",
    b"startxref %d\n",
    b"trailer\n<< /Root %d 0 R >>\n",
    b"xref\n0 1\n",
    b"%d 0 obj\n",
    b"endobj\n",
    b"endstream\nendobj\n",
    b"%%%%EOF\n",
    b"%d 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n",
    b"obj",
    b"stream\n",
    b"%%PDF-1.4\n",
)
#: Numbers that some programs cannot hold, or that lie beyond the file.
NUMBERS = (
    0,
    1,
    2,
    7,
    255,
    65535,
    65536,
    99999,
    8388608,
    2**31 - 1,
    2**31,
    2**32,
    2**32 + 1,
    3 * 10**9,
    10**10,
)


def _at(data: bytes, pattern: bytes, rng: random.Random) -> re.Match[bytes]:
    """Return one of the places where a pattern matches."""
    found = list(re.finditer(pattern, data))
    if not found:
        raise ValueError(f"nothing like {pattern!r} is there")
    return rng.choice(found)


def _put(data: bytes, match: re.Match[bytes], group: int, new: bytes) -> bytes:
    return data[: match.start(group)] + new + data[match.end(group) :]


def _word(rng: random.Random, data: bytes) -> bytes:
    word = rng.choice(WORDS)
    number = rng.choice((*NUMBERS, rng.randrange(60), rng.randrange(len(data))))
    return word % number if b"%d" in word else word.replace(b"%%", b"%")


def _black_object(rng: random.Random, data: bytes) -> bytes:
    """Return an object like one of the file's contents that shows something else."""
    number = int(_at(data, rb"/Contents (\d+) 0 R", rng)[1])
    return b"%d 0 obj\n<< /Length %d >>\nstream\n%b\nendstream\nendobj\n" % (
        number,
        len(BLACK),
        BLACK,
    )


def tidied(data: bytes) -> bytes:
    """Return a PDF with a table as its index, whose entries and end lead where objects and the
    table now are.
    """
    at = data.rfind(b"xref\n0 ")
    if at < 0 or data.count(b"startxref") != 1:
        return data
    head = data[:at]
    tail = data[at:]
    rows = re.match(rb"xref\n0 (\d+)\n((?:\d{10} \d{5} [nf][ \r\n]{2})+)", tail)
    if rows is None:
        return data
    places = {
        int(found[1]): found.start(1)
        for found in re.finditer(rb"(?:^|[\r\n])(\d+) \d+ obj\b", head)
    }
    count = int(rows[1])
    entries = [rows[2][20 * n : 20 * n + 20] for n in range(len(rows[2]) // 20)]
    for number, entry in enumerate(entries):
        if number in places and entry[17:18] == b"n":
            entries[number] = b"%010d" % places[number] + entry[10:]
    tail = b"xref\n0 %d\n" % count + b"".join(entries) + tail[rows.end() :]
    return head + re.sub(
        rb"startxref([\s]+)\d+", lambda found: b"startxref" + found[1] + b"%d" % at, tail
    )


def blank_somewhere(data: bytes, rng: random.Random) -> bytes:
    """Put white space or a comment beside a word of the structure."""
    pattern = (
        rb"endobj()\s|\d obj()|[\r\n]()\d+ 0 "
        rb"obj|stream\r?\n?()|()endstream|startxref()|xref()\n|trailer()|%%EOF()"
    )
    match = _at(data, pattern, rng)
    group = next(number for number in range(1, 10) if match[number] is not None)
    return tidied(_put(data, match, group, rng.choice(BLANKS)))


def blank_elsewhere(data: bytes, rng: random.Random) -> bytes:
    """Put another blank in the place of one between two words of an object."""
    head = data[: data.rindex(b"startxref")]
    match = _at(head, rb"[\w>\])]( |\n)[/\w<\[(]", rng)
    return tidied(_put(data, match, 1, rng.choice(BLANKS[:9])))


def number_elsewhere(data: bytes, rng: random.Random) -> bytes:
    """Put another number into an index, a trailer, a reference, a length, or the head of an
    object.
    """
    pattern = (
        rb"/(?:Size|Prev|L|O|E|N|T|Length|First|Count|Columns|Predictor) "
        rb"(\d+)|/(?:H|W|Index) ?\[ ?(\d+)"
        rb"|\n(\d+) 0 obj|\n\d+ (0) obj|(\d+) 0 R|\d+ (0) R|startxref\s+(\d+)|xref\s+(\d+) "
        rb"|xref\s+\d+ (\d+)"
        rb"|(\d{10}) \d{5} n|\d{10} (\d{5}) [nf]"
    )
    match = _at(data, pattern, rng)
    group = next(number for number in range(1, 12) if match[number] is not None)
    old = int(match[group])
    new = rng.choice(
        (
            *NUMBERS,
            old + 1,
            max(0, old - 1),
            old + 2**32,
            rng.randrange(60),
            rng.randrange(len(data)),
        )
    )
    width = len(match[group]) if group > 9 else rng.choice((0, 0, 0, 12))
    spelled = b"%0*d" % (width, new if group < 10 else new % 10**width)
    changed = _put(data, match, group, spelled)
    return tidied(changed) if group < 7 and rng.random() < 0.8 else changed


def name_spelled(data: bytes, rng: random.Random) -> bytes:
    """Spell a letter of a name by its code, or a number in another way."""
    if rng.random() < 0.5:
        match = _at(data, rb"/(?:[A-Z][a-z]+)?([A-Za-z])", rng)
        return tidied(_put(data, match, 1, b"#%02x" % match[1][0]))
    match = _at(data, rb"[ \[](\d+(?:\.\d+)?)(?= [\d/\]])", rng)
    old = match[1]
    ways = (
        b"+" + old,
        b"0" * 12 + old,
        old + b".",
        old + b".0",
        b"-" + old,
        b"--" + old,
        old + b"e0",
        old + b"." + b"0" * 40,
    )
    return tidied(_put(data, match, 1, rng.choice(ways)))


def word_somewhere(data: bytes, rng: random.Random) -> bytes:
    """Put a word for which programs search into a comment, at the end, or into a stream that
    nothing needs.
    """
    word = rng.choice((_word(rng, data), _black_object(rng, data)))
    place = rng.randrange(4)
    if place == 0:
        return data + b"%" * rng.randrange(2) + word
    if place == 1:
        match = _at(data, rb"endobj\n()", rng)
        return tidied(
            _put(data, match, 1, b"%" + word.replace(b"\n", rng.choice((b" ", b"\n%"))) + b"\n")
        )
    if place == 2:
        return with_hidden(data, lambda _begin: word)
    match = _at(data, rb"/Producer \(()", rng)
    return tidied(_put(data, match, 1, re.sub(rb"[()\\]", b"", word)))


def object_moved(data: bytes, rng: random.Random) -> bytes:
    """Put an object elsewhere in the file, or once more, or one like it with other contents
    before or after it.
    """
    match = _at(data, rb"(?s)\n\d+ 0 obj\b.*?\nendobj(?=\n)", rng)
    other = _at(data, rb"endobj(?=\n)()", rng)
    kind = rng.randrange(3)
    if kind == 2:
        return tidied(_put(data, other, 1, b"\n" + _black_object(rng, data).rstrip()))
    moved = data[: other.end()] + match[0] + data[other.end() :]
    if kind == 0:
        start = match.start() + len(match[0]) * (match.start() >= other.end())
        moved = moved[:start] + moved[start + len(match[0]) :]
    return tidied(moved)


def password_elsewhere(data: bytes, rng: random.Random) -> bytes:
    """Change a value of what an encrypted file says about its password, or what it says is
    encrypted.
    """
    start = data.index(b"/Filter /Standard")
    if rng.random() < 0.2:
        said = (
            data[:start] + b"/EncryptMetadata " + rng.choice((b"false ", b"true ")) + data[start:]
        )
        return tidied(said)
    begin = data.rindex(b" obj", 0, start)
    end = data.index(b"endobj", start)
    if rng.random() < 0.5:
        match = _at(data[begin:end], rb"/(?:V|R|P|Length) (-?\d+)", rng)
        new = b"%d" % rng.choice(
            (1, 2, 3, 4, 5, 6, 16, 32, 40, 128, 256, -1, -4, int(match[1]) + 1)
        )
    else:
        match = _at(data[begin:end], rb"[0-9a-f]{20,}", rng)
        spelled = bytearray(match[0])
        spelled[rng.randrange(len(spelled))] = rng.choice(b"0123456789abcdef")
        new = bytes(spelled)
    return tidied(
        data[:begin] + _put(data[begin:end], match, len(match.groups()), new) + data[end:]
    )


def index_as_stream(data: bytes, rng: random.Random) -> bytes:
    """Make the index a stream, with fields of other widths."""
    return with_index_stream(
        data,
        rng.choice([(1, 4, 2), (1, 3, 1), (1, 8, 2), (2, 4, 2), (1, 4, 0), (1, 4, 8), (4, 4, 4)]),
    )


def hole(data: bytes, rng: random.Random) -> bytes:
    """Make one of the holes that there were."""
    return rng.choice([*ELSEWHERE.values(), *AMBIGUOUS.values()])(data)


#: The small changes, which another can follow.
SMALL: tuple[Shift, ...] = (
    blank_somewhere,
    blank_elsewhere,
    number_elsewhere,
    number_elsewhere,
    name_spelled,
    word_somewhere,
    object_moved,
)


def shifted_at_random(data: bytes, rng: random.Random) -> bytes:
    """Return a PDF of kitgen, perhaps saved anew, with its structure changed."""
    if rng.random() < 0.15:
        return hole(data, rng)
    if rng.random() < 0.1:
        data = index_as_stream(data, rng)
    elif rng.random() < 0.4:
        data = saved_as(data, rng.choice([*WAYS]))
        if b"/Filter /Standard" in data and rng.random() < 0.5:
            return password_elsewhere(data, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(SMALL)(data, rng)
    return data
