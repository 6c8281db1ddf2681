"""The report of a verification: named checks, each with the expected and the actual result."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any, ClassVar, Self, TypeVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kitgen.errors import many
from kitgen.front_door import check_arguments
from kitgen.model import Result
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import Column, text_height
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, GREY, SMALL, TITLE, legible
from kitgen.papers import Page
from kitgen.reading.templates import Templates, capitalised
from kitgen.reading.texts import Texts
from kitgen.verdict import Verdict

K = TypeVar("K", bound=Hashable)
#: The most faults of one check that are named; the others are counted.
NAMED = 10
#: The most things of one card that are named.
MAX_THINGS_NAMED = 3
#: The check that proves a PDF; it does not apply to one that another version has printed.
PROOF = "the file is the one that kitgen prints"
#: Words for a page with other marks.
ELSE = "it shows something else"


class Witness(StrEnum):
    """The source of a check: each alone is enough to fail a kit."""

    looks_at: str

    KIT = "kit", "the kit against the rules"
    FILE = "file", "the PDF against the same printed again"
    MARKS = "marks", "the marks on its sheets"
    PAPER = "paper", "the sheets on paper"
    FILES = "files", "the files of the folder"
    JOURNAL = "journal", "the journal"

    def __new__(cls, name: str, looks_at: str) -> Self:
        """Return the witness with what it examines."""
        witness = str.__new__(cls, name)
        witness._value_ = name
        witness.looks_at = looks_at
        return witness


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    Attributes:
        expected, found: in words.
        faults: each thing that is wrong, at most ``NAMED`` and a last line that counts the rest.
        not_read: each thing that could not be read or decided, likewise.
        applies: whether it can be asked of this kit or file at all.
        reason: why it does not apply, or how it was proved.
        warning: something that is no fault, but that the user may not have intended.
    """

    name: str
    expected: str
    found: str
    faults: tuple[str, ...] = ()
    not_read: tuple[str, ...] = ()
    applies: bool = True
    reason: str = ""
    warning: str = ""
    witness: Witness = Witness.KIT

    @property
    def verdict(self) -> Verdict | None:
        """The verdict; None where the check does not apply."""
        if not self.applies:
            return None
        return Verdict.of(faults=bool(self.faults), not_read=bool(self.not_read))


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference between a page and how it should look.

    Attributes:
        part: the part that the page belongs to there; empty on a page that should not be.
        box: the id of the box whose card it is on; empty outside all cards.
        things: the marks that differ, in words: ``the arrow of R``.
        places: the rectangles that differ: left, top, right and bottom in mm from the page's top
            left corner; none where the whole page does.
    """

    page: int
    part: str
    box: str
    things: tuple[str, ...]
    places: tuple[tuple[float, float, float, float], ...] = ()

    def __str__(self) -> str:
        """Return the mismatch in words.

        >>> print(Mismatch(2, "labels", "B3", ("the arrow of R", "the id")))
        B3 (page 2, labels): the arrow of R, the id
        """
        where = f"page {self.page}"
        if self.part:
            where += f", {self.part}"
        what = ", ".join(self.things[:MAX_THINGS_NAMED])
        more = len(self.things) - MAX_THINGS_NAMED
        if more > 0:
            what += f" and {more} more"
        if self.box:
            return f"{self.box} ({where}): {what}"
        return f"{where}: {what}"


@dataclass(frozen=True, slots=True, repr=False)
class Report(Result):
    """The result of verifying one kit.

    Attributes:
        subject: what the user named.
        kit, hash: the kit's name and hash.
        mismatches: how pages differ from what they should look like.
        language: that of the kit.
    """

    subject: str
    kit: str
    hash: str
    checks: tuple[Check, ...]
    mismatches: tuple[Mismatch, ...] = ()
    language: str = "en"

    row_labels: ClassVar = ("check",)
    bar_columns: ClassVar = ("faults", "not_read")

    def summary(self) -> str:
        """Return the verdict in one line."""
        return f"{self.subject}: {self.verdict}, {summed(self.checks)}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each check, with the numbers of what is wrong, or was not read."""
        rows = []
        for check in self.checks:
            rows.append(
                {
                    "check": check.name,
                    "of": str(check.witness),
                    "verdict": None if check.verdict is None else str(check.verdict),
                    "expected": check.expected,
                    "found": check.found,
                    "faults": len(check.faults),
                    "not_read": len(check.not_read),
                }
            )
        return rows

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        checks = []
        for check in self.checks:
            data = asdict(check)
            del data["applies"]
            checks.append(data | {"verdict": check.verdict})
        return {
            "subject": self.subject,
            "kit": self.kit,
            "hash": self.hash,
            "checks": checks,
            "mismatches": [asdict(mismatch) for mismatch in self.mismatches],
            "verdict": self.verdict,
            "passed": self.passed,
            "not_read": self.not_read,
            "warnings": self.warnings,
        }

    @property
    def verdict(self) -> Verdict:
        """The verdict on all that was checked."""
        verdicts = (check.verdict for check in self.checks)
        return Verdict.of_all(verdict for verdict in verdicts if verdict is not None)

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT

    @property
    def drawing_not_compared(self) -> bool:
        """Whether a PDF was printed by another version, so that only its marks were read."""
        return any(check.name == PROOF and not check.applies for check in self.checks)

    @property
    def not_read(self) -> tuple[str, ...]:
        """What could not be read or decided, with the name of its check."""
        lines = []
        for check in self.checks:
            lines += [f"{check.name}: {what}" for what in check.not_read]
        return tuple(lines)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of all checks."""
        return tuple(check.warning for check in self.checks if check.warning)

    @check_arguments
    def with_check(self, check: Check) -> "Report":
        """Return the report with one more check."""
        return replace(self, checks=(*self.checks, check))


#: The words for checks that did not pass, by their verdicts, in the order in which they are
#: counted.
_OTHERS = {Verdict.WRONG: "failed", Verdict.NOT_DECIDED: "not decided", None: "left out"}


def summed(checks: Sequence[Check]) -> str:
    """Return how many checks passed, failed, were not decided or do not apply, in words."""
    counts = Counter(check.verdict for check in checks)
    passed = f"{many(counts[Verdict.RIGHT], 'check')} passed"
    others = [f"{counts[verdict]} {word}" for verdict, word in _OTHERS.items() if counts[verdict]]
    return ", ".join([passed, *others])


def say_verdict(report: Report, texts: Texts) -> str:
    """Return the verdict on a kit in words: the last line in the terminal, or the heading."""
    verdicts = [check.verdict for check in report.checks]
    match report.verdict:
        case Verdict.WRONG:
            applying = sum(verdict is not None for verdict in verdicts)
            return texts("verdict.kit.wrong", count=verdicts.count(Verdict.WRONG), checks=applying)
        case Verdict.NOT_DECIDED:
            return texts("verdict.not_decided", count=max(1, len(report.not_read)))
        case Verdict.RIGHT:
            if report.drawing_not_compared:
                return texts("verdict.kit.drawing_not_compared")
            return texts("verdict.kit.right", count=verdicts.count(Verdict.RIGHT))


def found_faults(
    name: str,
    expected: str,
    actual: str,
    faults: Sequence[str],
    reason: str = "",
    *,
    warning: str = "",
    not_read: Sequence[str] = (),
) -> Check:
    """Return a check that is right when there are no faults, and nothing that was not read.

    >>> found_faults("ids", "all different", "19 ids", []).verdict
    <Verdict.RIGHT: 'right'>
    >>> found_faults("ids", "all different", "19 ids", ["box A1 twice"]).faults
    ('box A1 twice',)
    """
    return Check(
        name, expected, actual, _named(faults), _named(not_read), reason=reason, warning=warning
    )


def not_decided(name: str, *not_read: str) -> Check:
    """Return a check that could not be decided, with each thing that could not be read or decided.

    >>> not_decided("every decision has a box", "there are too many positions").verdict
    <Verdict.NOT_DECIDED: 'not decided'>
    """
    return Check(name, "", "not decided", not_read=_named(not_read))


def does_not_apply(name: str, reason: str) -> Check:
    """Return a check that does not apply to a kit or file, with the reason.

    >>> print(does_not_apply("good beads keep what they promise", "positions recur").verdict)
    None
    """
    return Check(name, "", "not looked at", applies=False, reason=reason)


def _named(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first lines, and a line that counts the rest."""
    if len(lines) <= NAMED:
        return tuple(lines)
    return (*lines[:NAMED], f"and {len(lines) - NAMED} more")


def row_faults(
    expected: Mapping[K, Collection[str]], printed: Iterable[tuple[K, str]], say: Callable[[K], str]
) -> Iterator[str]:
    """Yield how printed rows differ from expected ones: each key once, with one of the texts that
    may stand there.

    >>> expected = {"R": ["B1"], "Y": ["B2", "B3"]}
    >>> for fault in row_faults(expected, [("Y", "B4"), ("G", "B5")], "bead {}".format):
    ...     print(fault)
    bead Y is B4 instead of B2 or B3
    bead G is B5 and should not be there
    bead R is missing
    """
    seen = set[K]()
    for key, text in printed:
        if key in seen:
            yield f"{say(key)} is there twice"
        elif key not in expected and text:
            yield f"{say(key)} is {text} and should not be there"
        elif key not in expected:
            yield f"{say(key)} should not be there"
        elif text not in expected[key]:
            yield f"{say(key)} is {text or 'nothing'} instead of {' or '.join(expected[key])}"
        seen.add(key)
    yield from (f"{say(key)} is missing" for key in expected if key not in seen)


def outcome_words(check: Check) -> str:
    """Return in words what came of a check: what was expected and found, or why it does not
    apply.
    """
    match check.verdict:
        case None:
            return f"left out, {check.reason}"
        case Verdict.NOT_DECIDED:
            return "not decided"
        case _:
            how = f" ({check.reason})" if check.reason else ""
            return f"expected {check.expected}; found {check.found}{how}"


def said_by(witness: Witness, checks: Iterable[Check]) -> Iterator[Check]:
    """Yield the checks with their witness."""
    return (replace(check, witness=witness) for check in checks)


def pages_said(numbers: Iterable[int]) -> str:
    """Return page numbers in words, consecutive ones as a range.

    >>> pages_said([3]), pages_said([1, 2, 3, 5]), pages_said(range(2, 4))
    ('page 3', 'pages 1-3, 5', 'pages 2-3')
    """
    pages = sorted(numbers)
    runs = list[str]()
    # The difference between a page and its place is the same for consecutive pages.
    for _, group in groupby(enumerate(pages), key=lambda pair: pair[1] - pair[0]):
        run = [page for _, page in group]
        if len(run) == 1:
            runs.append(f"{run[0]}")
        else:
            runs.append(f"{run[0]}-{run[-1]}")
    word = "pages" if len(pages) > 1 else "page"
    return f"{word} {', '.join(runs)}"


def over_pages(faults: Iterable[tuple[int, str]]) -> list[str]:
    """Return each fault once, with all pages that have it.

    >>> over_pages([(1, "it is cut off"), (2, "it is turned"), (3, "it is cut off")])
    ['pages 1, 3: it is cut off', 'page 2: it is turned']
    """
    by_words: dict[str, list[int]] = {}
    for page, words in faults:
        by_words.setdefault(words, []).append(page)
    return [f"{pages_said(pages)}: {words}" for words, pages in by_words.items()]


# A report on paper.

HEAD = "What was verified"
RED = "#B00020"
GREEN = "#1B7837"
AMBER = "#8A5A00"
#: The sign before a check by its verdict, with its colour; clear without colours, too.
_SIGNS = {
    Verdict.RIGHT: ("✓", GREEN),
    Verdict.WRONG: ("✗", RED),
    Verdict.NOT_DECIDED: ("?", AMBER),
    None: ("–", GREY),
}
#: The indents of words behind the sign, and of the faults.
_HANGING_MM = 6.0
_FAULTS_MM = 10.0
#: The height that a heading with some lines needs.
_HEADING_MM = 30.0
#: The height of the line at the foot of a page.
_FOOT_MM = 8
#: The rule below the title: its distance, its width, and the room down to what follows.
_RULE_BELOW_MM = 1
_RULE_WIDTH_MM = 0.4
_TITLE_GAP_MM = 3
#: From the top of a line to the foot of its letters.
_BASELINE_MM = 4


def report_document(report: Report, page: Page) -> Document:
    """Return a report as pages; in English, as checks are.

    >>> from kitgen.papers import PAGES
    >>> ids = found_faults("ids", "all different", "19 ids", [])
    >>> [
    ...     sheet.title
    ...     for sheet in report_document(Report("her", "her", "00", (ids,)), PAGES["a4"]).sheets
    ... ]
    ['What was verified']
    """
    column = Pages(page, HEAD)
    subject = f"{report.subject} · kit {report.kit} · hash {report.hash[:8]}"
    column.paragraph(legible(subject), bold=True)
    _, ink = _SIGNS[report.verdict]
    verdict = capitalised(say_verdict(report, Texts("en", Templates())))
    column.paragraph(f"{verdict}.", fill=ink, bold=True)
    for warning in report.warnings:
        column.words(f"To be known: {warning}", SMALL)
    wrong = [(check, check.faults) for check in report.checks if check.faults]
    column.section("What is wrong", wrong, RED)
    unread = [(check, check.not_read) for check in report.checks if check.not_read]
    column.section("What was not read or decided", unread, AMBER)
    for witness, checks in groupby(report.checks, key=lambda check: check.witness):
        column.make_room()
        column.heading(capitalised(witness.looks_at))
        for check in checks:
            column.check(check)
    corner = (page.width - page.margin, page.height - page.margin)
    for number, scene in enumerate(column.scenes, 1):
        words = f"{report.hash[:8]} · page {number} of {len(column.scenes)}"
        scene.add(Text(corner, words, SMALL, "end", fill=GREY))
    sheets = tuple(Sheet(scene, "report", HEAD) for scene in column.scenes)
    return Document(HEAD, "kitgen", legible(report.subject), "en", sheets)


class Pages(Column):
    """A column that begins with a title and continues on the next page."""

    def __init__(self, page: Page, title: str) -> None:
        self.page = page
        self.scenes = list[Scene]()
        self._begin()
        self.line(title, TITLE, bold=True)
        below = self.y + _RULE_BELOW_MM
        rule = Line((self.x, below), (self.x + self.width, below), Stroke(BLACK, _RULE_WIDTH_MM))
        self.scene.add(rule)
        self.gap(_TITLE_GAP_MM)

    def _begin(self) -> None:
        self.scenes.append(Scene(self.page.width, self.page.height))
        super().__init__(
            self.scenes[-1],
            self.page.margin,
            self.page.margin,
            self.page.width - 2 * self.page.margin,
        )

    def make_room(self, height: float = _HEADING_MM) -> None:
        """Continue on the next page if less than this height remains, by default that of a
        heading and some lines.
        """
        if self.y + height > self.page.height - self.page.margin - _FOOT_MM:
            self._begin()

    def words(
        self, words: str, size: float, *, indent: float = 0, sign: str = "", ink: str = BLACK
    ) -> None:
        """Write a paragraph behind a sign, all on one page."""
        words = legible(words)
        self.make_room(text_height(words, size, self.width - indent))
        if sign:
            at = (self.x, self.y + _BASELINE_MM)
            self.scene.add(Text(at, sign, size, bold=True, fill=ink))
        self.paragraph(words, size, indent=indent, fill=BLACK if sign else ink, bold=bool(sign))

    def check(self, check: Check) -> None:
        """Write a check: its name behind its sign, and below it the results."""
        sign, ink = _SIGNS[check.verdict]
        self.words(check.name, BODY, indent=_HANGING_MM, sign=sign, ink=ink)
        self.words(outcome_words(check), SMALL, indent=_HANGING_MM)

    def section(
        self, heading: str, checks: Sequence[tuple[Check, Sequence[str]]], ink: str
    ) -> None:
        """Write some checks under a heading, each with lines below it; nothing if there are
        none.
        """
        if not checks:
            return
        self.make_room()
        self.heading(heading)
        for check, lines in checks:
            self.check(check)
            for line in lines:
                self.words(line, SMALL, indent=_FAULTS_MM, ink=ink)


def junit(report: Report) -> bytes:
    """Return a report as the bytes of a JUnit XML file; each witness is a suite.

    A wrong check is a ``failure``. One that was not decided is an ``error``, as a test is that
    could not be run to its end: whoever reads the file does not take it for passed. One that does
    not apply is ``skipped``.

    >>> ids = found_faults("ids", "all different", "two A1", ["A1 twice"])
    >>> print(junit(Report("her", "her", "00", (ids,))).decode())
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name="her" tests="1" failures="1" errors="0" skipped="0">
      <testsuite name="kit" tests="1" failures="1" errors="0" skipped="0">
        <testcase classname="kit.her" name="ids">
          <failure message="expected all different; found two A1">A1 twice</failure>
        </testcase>
      </testsuite>
    </testsuites>
    """
    root = Element("testsuites", {"name": _plain(report.subject)} | _counts(report.checks))
    for witness, group in groupby(report.checks, key=lambda check: check.witness):
        checks = tuple(group)
        suite = SubElement(root, "testsuite", {"name": witness} | _counts(checks))
        for check in checks:
            case = SubElement(
                suite, "testcase", classname=f"{witness}.{report.kit}", name=_plain(check.name)
            )
            match check.verdict:
                case None:
                    SubElement(case, "skipped", message=_plain(check.reason))
                case Verdict.NOT_DECIDED:
                    error = SubElement(case, "error", message="not decided")
                    error.text = _plain("\n".join(check.not_read))
                case Verdict.WRONG:
                    message = _plain(f"expected {check.expected}; found {check.found}")
                    failure = SubElement(case, "failure", message=message)
                    failure.text = _plain("\n".join(check.faults))
                case Verdict.RIGHT:
                    pass
            if check.warning:
                SubElement(case, "system-out").text = _plain(check.warning)
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _counts(checks: tuple[Check, ...]) -> dict[str, str]:
    counts = Counter(check.verdict for check in checks)
    return {
        "tests": str(len(checks)),
        "failures": str(counts[Verdict.WRONG]),
        "errors": str(counts[Verdict.NOT_DECIDED]),
        "skipped": str(counts[None]),
    }


def _plain(text: str) -> str:
    """Return a text without the characters that XML cannot hold, which a damaged file may bring."""
    letters = [letter if letter >= " " or letter in "\t\n" else "?" for letter in text]
    return "".join(letters).encode("utf-8", "replace").decode()
