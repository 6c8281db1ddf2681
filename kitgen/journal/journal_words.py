"""Words for what went wrong at a machine, in its kit's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import UnknownNameError
from kitgen.journal.audit import Audit
from kitgen.journal.check import Checked, either, result_words
from kitgen.journal.counts import COLUMNS, OR_PHOTO, read_counts
from kitgen.journal.course import Slip
from kitgen.journal.journal import Journal
from kitgen.journal.repair import Case, Repair
from kitgen.journal.story_search import Story
from kitgen.kit.kit import Kit
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

#: The most explanations listed, and the most games named for a slip that may belong to any of them.
TOLD, NAMED = 5, 6


def counted_beads(journal: Journal, path: Path, templates: Templates | None = None) -> dict[tuple[str, str], int]:
    """Return the counted beads in a table with the columns box, bead and beads, named in any language.

    Raises:
        RecordError: the file cannot be read; the error names the line.
    """
    templates = templates or Templates()
    texts = [Texts(language, templates) for language in templates.languages()]
    words = [
        {column: text(f"audit.counts.{column}") for column in COLUMNS} for text in texts if text.has("audit.counts.box")
    ]
    return read_counts(path, journal.printed, words, OR_PHOTO)


@dataclass(frozen=True, slots=True)
class Telling:
    """Words for what went wrong at a machine."""

    kit: Kit
    texts: Texts

    def checked(self, checked: Checked) -> list[str]:
        """Return the result of a check, line by line."""
        problems, audit = checked.problems, checked.audit
        agrees = "audit.agrees" if audit is None else "audit.playable"
        result = self.texts("audit.problems", count=len(problems)) if problems else self.texts(agrees)
        lines = [
            *(problem.sentence(self.texts) for problem in problems),
            self.texts("audit.replayed", count=checked.games, found=result),
        ]
        if audit is None or not (audit.explanations or checked.counted):
            return lines
        if audit.explanations and any(problem.kind == "game-missing" for problem in problems):
            lines.append(self.texts("audit.note_first"))
        return [*lines, *self.lines(audit)]

    def lines(self, audit: Audit) -> list[str]:
        """Return an audit, line by line."""
        texts = self.texts
        lines = []
        if not audit.explanations:
            lines.append(texts("audit.all_right"))
        else:
            key = "audit.proven" if audit.proven else "audit.found"
            lines.append(texts(key, count=len(audit.explanations[0])))
            groups = _alike(audit.explanations)
            for number, alike in enumerate(groups[:TOLD]):
                before = f"{texts('audit.or')} " if number else ""
                lines.append(f"  {before}{self.story(alike)}")
            rest = sum(map(len, groups[TOLD:])) + audit.more
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
        return [f"  {self.repair(repair)}" for repair in repairs]

    def case(self, case: Case) -> str:
        """Return in words which games would have been played differently than noted."""
        ways = [self.story(alike) or self.texts("audit.as_noted") for alike in _alike(case.pens)[:TOLD]]
        return self.texts("audit.if", ways=f" {self.texts('audit.or')} ".join(ways))

    def story(self, alike: Sequence[Story]) -> str:
        """Return in words some stories that differ only in the numbers of games."""
        parts = []
        for slips in zip(*alike, strict=True):
            games = list(dict.fromkeys(str(slip.game) for slip in slips))
            more = len(games) > NAMED
            parts.append(self.slip(slips[0], either(self.texts, games[: NAMED - 1] if more else games, more=more)))
        return "; ".join(parts)

    def slip(self, slip: Slip, games: str = "") -> str:
        """Return a slip in words, with the numbers of all games that it may belong to, if given."""
        result = "" if slip.lesson is None else result_words(self.texts, slip.lesson.outcome)
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
        if slip.kind == "boxes-exchanged" and slip.after < 0:
            return "game.boxes-exchanged-first"
        if slip.before:
            return "game.game-missing-before"
        total = sum(amount for _, amount in slip.adds)
        if slip.kind == "wrong-sign":
            return "take.wrong-sign" if total < 0 else "put.wrong-sign"
        if slip.bead:
            names = [(box.id, slot.colour.letter) for box in self.kit.boxes for slot in box.slots]
            taken = any(amount < 0 for slot, amount in slip.adds if names[slot] == (slip.box, slip.bead))
            for way in ("take", "put") if taken else ("put", "take"):
                if self.texts.has(f"audit.{way}.{slip.kind}"):
                    return f"{way}.{slip.kind}"
        return f"game.{slip.kind}"

    def repair(self, repair: Repair) -> str:
        """Return the repair of a slot in words."""
        key = "audit.put_in" if repair.put > 0 else "audit.take_out"
        colour = self._colour(repair.box, repair.bead)
        return self.texts(key, box=repair.box, amount=abs(repair.put), colour=colour, letter=repair.bead)

    def _colour(self, box_id: str, letter: str) -> str:
        colours = (slot.colour for box in self.kit.boxes if box.id == box_id for slot in box.slots)
        return next((colour.name for colour in colours if colour.letter == letter), "")


def telling(kit: Kit, templates: Templates | None = None) -> Telling:
    """Return the words for a machine in its kit's language, or in English if kitgen does not have that language."""
    return Telling(kit, spoken(kit, templates or Templates()))


def spoken(kit: Kit, templates: Templates) -> Texts:
    """Return the texts of a kit's language, or the English ones if kitgen does not have that language."""
    try:
        return Texts(kit.choices.language, templates)
    except UnknownNameError:
        return Texts("en", templates)


def _alike(stories: Sequence[Story]) -> list[list[Story]]:
    """Group stories that differ only in the numbers of games, in the order of the first of each."""
    groups: dict[tuple[tuple[object, ...], ...], list[Story]] = {}
    for story in stories:
        groups.setdefault(tuple(sorted(map(_shape, story))), []).append(story)
    return [
        [tuple(sorted(story, key=_shape)) for story in group] if len(group) > 1 else group for group in groups.values()
    ]


def _shape(slip: Slip) -> tuple[object, ...]:
    return slip.kind, slip.box, slip.bead, slip.other_box, slip.other_bead, slip.before
