"""What went wrong at a machine, in the words of its kit's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import UnknownNameError
from kitgen.kit.kit import Kit
from kitgen.paper.texts import Texts
from kitgen.session.audit.audit import Audit
from kitgen.session.audit.repair import Case, Repair
from kitgen.session.audit.search import Story
from kitgen.session.audit.slips import Slip
from kitgen.session.check import Checked, Problem
from kitgen.session.exchange.counts import COLUMNS, read_counts
from kitgen.session.session import Session
from kitgen.templates import Templates

#: So many explanations are told, and so many games named for a slip that may belong to any of them.
TOLD, NAMED = 5, 6
#: So many boxes are named that could have come.
NEAREST = 4
_RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def counted_beads(session: Session, path: Path, templates: Templates | None = None) -> dict[tuple[str, str], int]:
    """Return the beads that a file says were found in the boxes of a session's machine.

    Args:
        session: the session.
        path: a table with the columns box, bead and beads, called so in any language.
        templates: where the names of the columns are read from.

    Raises:
        RecordError: the file cannot be read; the error names the line.
    """
    templates = templates or Templates()
    texts = [Texts(language, templates) for language in templates.languages()]
    words = [
        {column: text(f"audit.counts.{column}") for column in COLUMNS} for text in texts if text.has("audit.counts.box")
    ]
    return read_counts(path, session.printed, words)


@dataclass(frozen=True, slots=True)
class Telling:
    """The words for what went wrong at a machine.

    Attributes:
        kit: the machine.
        texts: the words of its language.
    """

    kit: Kit
    texts: Texts

    def problem(self, one: Problem) -> str:
        """Return in words where what was noted cannot be."""
        key = f"audit.problem.{one.kind}{'-' if one.detail else ''}{one.detail}"
        said = self._either(one.others[:NEAREST], more=len(one.others) > NEAREST)
        told = self.texts(
            key, game=one.game, last=one.last, box=one.box, bead=one.bead, after=one.after, others=said,
            result=self._result(one.result),
        )  # fmt: skip
        if one.kind != "wrong-result" or one.detail:
            return told
        where = self.texts("audit.problem.after", after=one.after) if one.after else self.texts("audit.problem.at_once")
        ends = self._either([self._result(end) for end in one.ends])
        ways = [self.texts("audit.problem.can_end", ends=ends)] * bool(ends)
        ways += [self.texts("audit.problem.can_go_on", others=said)] * bool(said)
        return "; ".join([f"{told} {where}", *ways])

    def _either(self, names: Sequence[str], *, more: bool = False) -> str:
        """Return some names, any of which it may be."""
        if more or len(names) < 2:
            return ", ".join([*names, *["…"] * more])
        return self.texts("audit.games", games=", ".join(names[:-1]), last=names[-1])

    def _result(self, outcome: int) -> str:
        """Return in a word how a game ended for the machine."""
        return self.texts(f"audit.result.{_RESULTS[outcome]}")

    def checked(self, checked: Checked) -> list[str]:
        """Return all that a check has found, line by line."""
        problems, audit = checked.problems, checked.audit
        agrees = "audit.agrees" if audit is None else "audit.playable"
        found = self.texts("audit.problems", count=len(problems)) if problems else self.texts(agrees)
        lines = [*map(self.problem, problems), self.texts("audit.replayed", count=checked.games, found=found)]
        if audit is None or not (audit.explanations or checked.counted):
            return lines
        if audit.explanations and any(problem.kind == "game-missing" for problem in problems):
            lines.append(self.texts("audit.note_first"))
        return [*lines, *self.lines(audit)]

    def lines(self, audit: Audit) -> list[str]:
        """Return all that there is to tell."""
        texts = self.texts
        lines = []
        if not audit.explanations:
            lines.append(texts("audit.all_right"))
        else:
            key = "audit.proven" if audit.proven else "audit.found"
            lines.append(texts(key, count=len(audit.explanations[0])))
            told = _alike(audit.explanations)
            for number, alike in enumerate(told[:TOLD]):
                before = f"{texts('audit.or')} " if number else ""
                lines.append(f"  {before}{self.story(alike)}")
            rest = sum(map(len, told[TOLD:])) + audit.more
            if rest:
                lines.append(texts("audit.more", count=rest))
        if audit.count:
            lines.append(texts("audit.count", boxes=", ".join(audit.count)))
        if audit.repair:
            sure = audit.proven or not audit.explanations
            lines += [texts("audit.repair" if sure else "audit.repair_if"), *self._repairs(audit.repair)]
        elif audit.explanations and not audit.cases:
            lines.append(texts("audit.right"))
        if audit.cases:
            lines.append(texts("audit.ask_more" if audit.repair else "audit.ask"))
            for case in audit.cases[:TOLD]:
                lines += [self.case(case), *(self._repairs(case.repair) or [f"  {texts('audit.nothing')}"])]
            if len(audit.cases) > TOLD:
                lines.append(texts("audit.more_cases", count=len(audit.cases) - TOLD))
        return lines

    def _repairs(self, repairs: Sequence[Repair]) -> list[str]:
        """Return what to do with some slots, a line each."""
        return [f"  {self.repair(one)}" for one in repairs]

    def case(self, case: Case) -> str:
        """Return in words which games would have been played otherwise than they are noted."""
        ways = _alike(case.pens)
        said = [self.story(alike) or self.texts("audit.as_noted") for alike in ways[:TOLD]]
        return self.texts("audit.if", ways=f" {self.texts('audit.or')} ".join(said))

    def story(self, alike: Sequence[Story]) -> str:
        """Return a story in words; and all that differ from it in the numbers of the games alone."""
        said = []
        for slips in zip(*alike, strict=True):
            games = list(dict.fromkeys(slip.game for slip in slips))
            said.append(self.slip(slips[0], self._games(games)))
        return "; ".join(said)

    def _games(self, games: Sequence[int]) -> str:
        """Return the numbers of games, any of which it may be."""
        names = [str(game) for game in games]
        return self._either(names[: NAMED - 1], more=True) if len(names) > NAMED else self._either(names)

    def slip(self, slip: Slip, games: str = "") -> str:
        """Return a slip in words.

        Args:
            slip: the slip.
            games: the numbers of the games that it may belong to; only its own when empty.
        """
        result = "" if slip.lesson is None else self._result(slip.lesson.outcome)
        return self.texts(
            f"audit.{self._key(slip)}",
            game=games or slip.game,
            box=slip.box,
            letter=slip.bead,
            colour=self._colour(slip.box, slip.bead),
            other_box=slip.other_box,
            other_letter=slip.other_bead,
            other_colour=self._colour(slip.other_box, slip.other_bead),
            result=result,
        )

    def _key(self, slip: Slip) -> str:
        """Return the key of a slip's words."""
        if slip.kind == "boxes-exchanged" and slip.after < 0:
            return "game.boxes-exchanged-first"
        if slip.before:
            return "game.game-missing-before"
        total = sum(amount for _, amount in slip.adds)
        if slip.kind == "wrong-sign":
            return "take.wrong-sign" if total < 0 else "put.wrong-sign"
        for way in (("take", "put") if self._taken(slip) else ("put", "take")) if slip.bead else ():
            if self.texts.has(f"audit.{way}.{slip.kind}"):
                return f"{way}.{slip.kind}"
        return f"game.{slip.kind}"

    def _taken(self, slip: Slip) -> bool:
        """Return whether a slip took beads out of the box that it is about."""
        names = [(box.id, slot.colour.letter) for box in self.kit.boxes for slot in box.slots]
        return any(amount < 0 for slot, amount in slip.adds if names[slot] == (slip.box, slip.bead))

    def repair(self, one: Repair) -> str:
        """Return in words what to do with a slot."""
        key = "audit.put_in" if one.put > 0 else "audit.take_out"
        colour = self._colour(one.box, one.bead)
        return self.texts(key, box=one.box, amount=abs(one.put), colour=colour, letter=one.bead)

    def _colour(self, box_id: str, letter: str) -> str:
        """Return the name of a bead's colour; nothing where there is no bead."""
        found = (slot.colour for box in self.kit.boxes if box.id == box_id for slot in box.slots)
        return next((colour.name for colour in found if colour.letter == letter), "")


def telling(kit: Kit, templates: Templates | None = None) -> Telling:
    """Return the words for a machine, in its kit's language; in English where there is no such language here."""
    return Telling(kit, spoken(kit, templates or Templates()))


def spoken(kit: Kit, templates: Templates) -> Texts:
    """Return the texts of a kit's language; of English where there is no such language here."""
    try:
        return Texts(kit.choices.language, templates)
    except UnknownNameError:
        return Texts("en", templates)


def _alike(stories: Sequence[Story]) -> list[list[Story]]:
    """Return stories in groups that differ in the numbers of the games alone, in the order of the first of each."""
    groups: dict[tuple[tuple[object, ...], ...], list[Story]] = {}
    for story in stories:
        groups.setdefault(tuple(sorted(map(_shape, story))), []).append(story)
    return [
        [tuple(sorted(story, key=_shape)) for story in group] if len(group) > 1 else group for group in groups.values()
    ]


def _shape(slip: Slip) -> tuple[object, ...]:
    """Return what is told of a slip, without the number of its game."""
    return slip.kind, slip.box, slip.bead, slip.other_box, slip.other_bead, slip.before
