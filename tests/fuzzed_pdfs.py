"""Printed PDFs changed at random, what four programs draw of each, and whether it is told from the
print.

A file that it passes and that a program shows otherwise is a fault; ``benchmarks/fuzz_pdf.py``
looks for one.
"""

import random
import resource
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2
from changed_pdf_structure import shifted_at_random
from planted_faults import changed_at_random

from kitgen.errors import KitFileError
from kitgen.press.print_run import print_kit
from kitgen.sources.kit_sources import make_kit
from kitgen.verification.same_objects import compared

#: What is printed: a kit, what is chosen in it, and how it is printed. Of few pages, for four
#: programs draw each.
PRINTS = [
    ("her", {}, {"parts": ["labels"]}),
    (
        "her",
        {"language": "it", "palette": "grey"},
        {"parts": ["zero", "certificate"], "stock": "35x24"},
    ),
    ("him", {"language": "es"}, {"parts": ["always", "log"], "page": "letter"}),
    ("ladder", {}, {"parts": ["beads", "spinner"]}),
    ("awari-mini", {}, {"parts": ["board", "curve"]}),
    ("her", {"language": "de"}, {"parts": ["beads"], "groups": 2, "theme": "crocodiles"}),
    ("her", {"language": "fr"}, {"parts": ["labels", "board"], "theme": "knights"}),
]
#: Programs that draw a PDF at 50 dots to an inch, and how they are started.
PROGRAMS = {
    "poppler": ("pdftocairo", "-png", "-r", "50", "{of}", "{to}/p"),
    "MuPDF": ("mutool", "draw", "-q", "-r", "50", "-o", "{to}/m%d.png", "{of}"),
    "Ghostscript": ("gs", "-q", "-dSAFER", "-sDEVICE=png16m", "-r50", "-o", "{to}/g%d.png", "{of}"),
}
#: Those that are installed, and those that are not.
INSTALLED = [name for name, words in PROGRAMS.items() if which(words[0])]
MISSING = sorted(PROGRAMS.keys() - INSTALLED)
#: What a program says of a file that it does not draw.
NOT_DRAWN = "not drawn"
#: The seconds of CPU after which a program is taken not to draw a file: on a busy machine the clock
#: says nothing.
MAX_CPU_SECONDS = 60
#: How a program ends that has used them up.
OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)


@cache
def printed(number: int) -> bytes:
    """Return the bytes of one of the ``PRINTS``."""
    kit, choices, options = PRINTS[number]
    stream = BytesIO()
    print_kit(make_kit(kit, **choices), stream, **options)
    return stream.getvalue()


def by_pdfium(data: bytes) -> object:
    """Return the pages as PDFium draws them; why not, where it does not."""
    try:
        pdf = pypdfium2.PdfDocument(data)
        return [
            page.render(scale=50 / 72, may_draw_forms=True).to_numpy().tobytes() for page in pdf
        ]
    except pypdfium2.PdfiumError as error:
        return str(error)


def _bound_cpu() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS + 1))


def by_program(program: str, data: bytes) -> object:
    """Return the pages as a program draws them; nothing where it fails."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "of.pdf"
        path.write_bytes(data)
        words = [word.format(of=path, to=folder) for word in PROGRAMS[program]]
        ended = subprocess.run(words, capture_output=True, check=False, preexec_fn=_bound_cpu)
        if ended.returncode in OUT_OF_TIME:
            return NOT_DRAWN
        return [picture.read_bytes() for picture in sorted(Path(folder).glob("*.png"))]


def drawn(data: bytes) -> dict[str, object]:
    """Return what each program draws of a PDF."""
    return {"PDFium": by_pdfium(data)} | {
        program: by_program(program, data) for program in INSTALLED
    }


@cache
def model(data: bytes) -> dict[str, object]:
    """Return what each program draws of a print as it is."""
    return drawn(data)


def seen_by(data: bytes, made: bytes) -> list[str]:
    """Return the programs that show a PDF otherwise than the same as kitgen makes it."""
    return [program for program, pages in drawn(data).items() if pages != model(made)[program]]


def is_found(data: bytes, made: bytes) -> bool:
    """Return whether a PDF is told from the same as kitgen makes it."""
    try:
        return bool(compared(data, made))
    except KitFileError:
        return True


def one_byte(data: bytes, rng: random.Random) -> bytes:
    """Return a file with a byte changed, taken out, or put in."""
    at = rng.randrange(len(data))
    byte = bytes([rng.randrange(256)])
    return rng.choice(
        (
            data[:at] + byte + data[at + 1 :],
            data[:at] + data[at + 1 :],
            data[:at] + byte + data[at:],
        )
    )


#: What is changed, by the name of the kind, and how often of ten times.
KINDS: dict[str, tuple[int, Callable[[bytes, random.Random], bytes]]] = {
    "structure": (6, shifted_at_random),
    "content": (3, changed_at_random),
    "byte": (1, one_byte),
}
#: How a change says that it cannot be made, or the program that makes it.
UNCHANGEABLE = (pikepdf.PdfError, ValueError, TypeError, KeyError)


@dataclass(frozen=True)
class Fuzzed:
    """A changed file.

    Attributes:
        kind: one of ``KINDS``.
        data: its bytes; None where it cannot be made.
        found: whether it is told from the print.
        seen: the programs that show it otherwise; None where it was not drawn.
    """

    kind: str
    data: bytes | None
    found: bool = True
    seen: tuple[str, ...] | None = None

    @property
    def is_fault(self) -> bool:
        """Whether it passes and a program shows it otherwise."""
        return not self.found and bool(self.seen)


def fuzzed(seed: int, number: int, *, draw_found: bool = False) -> Fuzzed:
    """Return a changed file: the same one for each seed and number. One that is found is drawn
    only on request.
    """
    rng = random.Random(f"{seed} {number}")
    made = printed(rng.randrange(len(PRINTS)))
    kind = rng.choices(list(KINDS), [often for often, _ in KINDS.values()])[0]
    try:
        data = KINDS[kind][1](made, rng)
    except UNCHANGEABLE:
        return Fuzzed(kind, None)
    found = is_found(data, made)
    if found and not draw_found:
        return Fuzzed(kind, data)
    return Fuzzed(kind, data, found, tuple(seen_by(data, made)))
