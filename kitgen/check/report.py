"""What a verification found: named checks, each with what was expected and what was found."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

#: This many faults of one check are named; the others are counted.
NAMED = 10
#: So many things of one card are named.
THINGS = 3


class Witness(StrEnum):
    """Who says that something is right or wrong: each alone is enough to fail a kit."""

    KIT = "kit"
    """The kit, held against the rules of its game."""
    MARKS = "marks"
    """The marks on its pages, read back."""
    PICTURE = "picture"
    """How its pages look."""
    PAPER = "paper"
    """Sheets that were printed, and scanned."""
    FILES = "files"
    """The other files of its folder."""
    JOURNAL = "journal"
    """The games of a session."""

    @property
    def looks_at(self) -> str:
        """What it looks at, in words."""
        return _LOOKS[self]


_LOOKS = {
    Witness.KIT: "the kit against the rules",
    Witness.MARKS: "the marks on its sheets",
    Witness.PICTURE: "how its sheets look",
    Witness.PAPER: "the sheets on paper",
    Witness.FILES: "the files of the folder",
    Witness.JOURNAL: "the journal",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what is claimed, in a few words.
        passed: whether it holds; None when it could not be looked at or does not apply.
        expected: what must be, in words.
        found: what is, in words.
        faults: each thing that is wrong, in plain words, at most ``NAMED`` and a last line that counts the rest.
        reason: why it was not looked at, or how it was proved.
        warning: what is to be known beside: something that is no fault, but that nobody may have wished.
        witness: who says so.
    """

    name: str
    passed: bool | None
    expected: str
    found: str
    faults: tuple[str, ...] = ()
    reason: str = ""
    warning: str = ""
    witness: Witness = Witness.KIT


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What looks otherwise than it should.

    Attributes:
        page: where, counted from 1.
        part: the part that the page belongs to there; empty on a page that should not be.
        box: the id of the box on whose card it is; empty outside all cards.
        things: what it is in, in words: ``the arrow of R``.
        places: the rectangles that differ: left, top, right and bottom in mm from the page's top left corner; none
            where the whole page does.
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
        return f"{self.box} ({self.where}): {self.what}" if self.box else f"{self.where}: {self.what}"

    @property
    def where(self) -> str:
        """The page, and the part there."""
        return f"page {self.page}" + (f", {self.part}" if self.part else "")

    @property
    def what(self) -> str:
        """The first of the things that differ."""
        more = len(self.things) - THINGS
        return ", ".join(self.things[:THINGS]) + (f" and {more} more" if more > 0 else "")


@dataclass(frozen=True, slots=True)
class Report:
    """What was found out about one kit.

    Attributes:
        subject: what was verified, as the user named it.
        kit: the kit's name.
        hash: the kit's hash.
        checks: all checks, in order.
        mismatches: what looks otherwise on its pages than it should, where it was printed.
    """

    subject: str
    kit: str
    hash: str
    checks: tuple[Check, ...]
    mismatches: tuple[Mismatch, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return all(check.passed is not False for check in self.checks)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is to be known beside what passed and failed."""
        return tuple(check.warning for check in self.checks if check.warning)

    def with_check(self, check: Check) -> "Report":
        """Return the report with one more check."""
        return replace(self, checks=(*self.checks, check))


def summed(checks: Sequence[Check]) -> str:
    """Return how many checks passed, failed and were left out."""
    failed = sum(check.passed is False for check in checks)
    left = sum(check.passed is None for check in checks)
    passed = counted(len(checks) - failed - left, "check")
    return f"{passed} passed" + f", {failed} failed" * (failed > 0) + f", {left} left out" * (left > 0)


def found_faults(
    name: str, expected: str, found: str, faults: Sequence[str], reason: str = "", *, warning: str = ""
) -> Check:
    """Return a check that passes when there are no faults.

    >>> found_faults("ids", "all different", "19 ids", []).passed
    True
    >>> found_faults("ids", "all different", "19 ids", ["box A1 twice"]).faults
    ('box A1 twice',)
    """
    named = tuple(faults[:NAMED])
    if len(faults) > NAMED:
        named += (f"and {len(faults) - NAMED} more",)
    return Check(name, not faults, expected, found, named, reason, warning)


def left_out(name: str, reason: str) -> Check:
    """Return a check that was not made, with the reason."""
    return Check(name, None, "", "not looked at", (), reason)


def said_by(witness: Witness, checks: Iterable[Check]) -> Iterator[Check]:
    """Yield checks as those of a witness."""
    return (replace(check, witness=witness) for check in checks)


def pages_said(numbers: Iterable[int]) -> str:
    """Return pages in words, those that follow each other as a range.

    >>> pages_said([3]), pages_said([1, 2, 3, 5]), pages_said(range(2, 4))
    ('page 3', 'pages 1-3, 5', 'pages 2-3')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page{'s' * (sum(map(len, runs)) > 1)} {words}"


def over_pages(said: Iterable[tuple[int, str]]) -> list[str]:
    """Return what is said of pages, each sentence once with all pages that it holds for.

    >>> over_pages([(1, "it is cut off"), (2, "it is turned"), (3, "it is cut off")])
    ['pages 1, 3: it is cut off', 'page 2: it is turned']
    """
    found: dict[str, list[int]] = {}
    for page, words in said:
        found.setdefault(words, []).append(page)
    return [f"{pages_said(pages)}: {words}" for words, pages in found.items()]


def counted(count: int, what: str) -> str:
    """Return so many things in words.

    >>> counted(1, "page"), counted(2, "page"), counted(1200, "box")
    ('1 page', '2 pages', '1,200 boxes')
    """
    more = "es" if what.endswith(("x", "s", "sh", "ch")) else "s"
    return f"{count:,} {what}{more * (count != 1)}"
