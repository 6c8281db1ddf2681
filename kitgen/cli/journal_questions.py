"""``kitgen journal add`` from the keyboard, box by box."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

import click

from kitgen.cli.terminal import at_terminal, lines_of_input
from kitgen.cli.terminal_board import board_text
from kitgen.errors import RecordError, UsageError, command_line, quoted
from kitgen.journal.beads import RunningBeads, most_left
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import result_letter, spoken_game, what_now
from kitgen.journal.results_alone import ends_at_once, has_enough_beads
from kitgen.journal.understand import Problem, by_nearness, nearest_in
from kitgen.kit.kit import Box, split_id
from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULTS, GameRow, PickedBead, parse_bead
from kitgen.record.table_side import Refusal, TableSide
from kitgen.record.table_words import meanings_of_results, vocabularies, vocabulary_of

#: The answers that take back the last bead, and that end, in every language.
BACK, END = "back", "end"
#: So many beads more than the games can leave may still be in a box, put in by mistake.
BEADS_OVER = 2
#: The most boxes that are listed with their beads.
_SHOWN = 12
#: Letters for a result are one or two.
MAX_LETTERS_OF_RESULT = 2


def ask_cells(cells: Mapping[str, str], texts: Texts) -> dict[str, str]:
    """Ask on a terminal for each cell of a game, with its present text as the answer that Enter
    gives.

    ``UsageError`` if this is not a terminal.
    """
    if not at_terminal():
        raise UsageError("say what the game should be: --picks, --result, --opponent or --remark")
    letters = "/".join(result_letter(texts, result) for result in RESULTS.values())
    result = texts(
        "journal.change.result_of", result=texts("journal.column.result"), letters=letters
    )
    names = {
        "moves": texts("log.column.moves"),
        "result": result,
        "opponent": texts("log.column.opponent"),
        "remark": texts("journal.column.remark"),
    }
    return {key: click.prompt(names[key], default=cell, type=str) for key, cell in cells.items()}


class _Keyboard:
    """Answers at the keyboard, and words in the language of the kit.

    Attributes:
        back, end: the words that go back, and that end, in that language and in English.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.back = {BACK, self.say("back").casefold()}
        self.end = {END, self.say("end").casefold()}

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text for the keyboard."""
        return self.texts(f"journal.keyboard.{key}", count=count, **values)

    def explain(self, key: str, **values: object) -> None:
        """Say how to answer."""
        click.echo(self.texts(f"journal.keyboard.{key}", count=None, **values))
        click.echo(self.say(f"{key}_words", back=self.say("back"), end=self.say("end")))


#: The beads that were counted, or could be, by box and letter.
_CountedSlots = dict[tuple[str, str], int]


def ask_counts(
    journal: Journal, boxes: Sequence[Box], texts: Texts, why: str = ""
) -> _CountedSlots:
    """Ask for the beads in some boxes, and return those that were counted, by box and letter.

    Each box is shown as it is printed, never with the beads it should hold. The answer has a number
    for each bead. More beads than games can leave are asked about, and still more are refused.
    ``why`` is the first line.
    """
    if why:
        click.echo(why)
    return _CountQuestions(journal, texts).ask(boxes)


class _CountQuestions:
    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.game = journal.kit.game
        self.most = most_left(journal.passages, journal.games())
        self.texts = texts
        self.typed = _Keyboard(texts)

    def ask(self, boxes: Sequence[Box]) -> _CountedSlots:
        self.typed.explain("count")
        counts: _CountedSlots = {}
        unusual: _CountedSlots = {}
        answers = ((line or "").strip().casefold() for line in lines_of_input())
        at = 0
        while at < len(boxes):
            box = boxes[at]
            self._show(box, at + 1, len(boxes))
            answer = next(answers, END)
            if answer in self.typed.end:
                break
            if answer in self.typed.back:
                at = max(0, at - 1)
                continue
            counted = self._read(box, answer)
            if counted is None:
                continue
            if self._is_unusual(box, counted, sure=counted == unusual):
                unusual = counted
                continue
            counts |= counted
            at += 1
        return counts

    def _show(self, box: Box, number: int, total: int) -> None:
        beads = self._beads(box)
        question = self.typed.say("box", box=box.id, number=number, total=total, beads=beads)
        click.echo(f"\n{board_text(self.game, box.position)}\n{question}")

    def _beads(self, box: Box) -> str:
        return ", ".join(f"{slot.colour.letter} {slot.colour.name}" for slot in box.slots)

    def _read(self, box: Box, answer: str) -> _CountedSlots | None:
        """Return the beads in an answer, none for an empty one; None, and say why, if it cannot
        be read.
        """
        letters = [slot.colour.letter.upper() for slot in box.slots]
        numbers = answer.replace(",", " ").split()
        if len(numbers) in (0, len(letters)) and all(
            re.fullmatch("[0-9]{1,6}", number) for number in numbers
        ):
            return {
                (box.id, letter): int(number)
                for letter, number in zip(letters, numbers, strict=False)
            }
        beads = self._beads(box)
        click.echo(
            self.typed.say("numbers", said=quoted(answer), count=len(letters), beads=beads),
            err=True,
        )
        return None

    def _is_unusual(self, box: Box, counted: _CountedSlots, *, sure: bool) -> bool:
        """Return whether there are more beads than the games can leave, and say so, unless
        somebody is sure.
        """
        over = {slot: number for slot, number in counted.items() if number > self.most[slot]}
        far_over = {
            slot: number for slot, number in over.items() if number > self.most[slot] + BEADS_OVER
        }
        if not over or (sure and not far_over):
            return False
        key = "far_over" if far_over else "sure"
        click.echo(self.typed.say(key, box=box.id, over=self._over(far_over or over)), err=True)
        return True

    def _over(self, over: _CountedSlots) -> str:
        return self.texts.joined(
            self.typed.say("over", beads=beads, letter=slot[1], most=self.most[slot])
            for slot, beads in over.items()
        )


def ask_games(journal: Journal, texts: Texts) -> int:
    """Ask for games until the input ends, and return how many answers were refused.

    Each game is on the disk before the next question. A line may have several answers, separated by
    commas.
    """
    asking = _Asking(journal, texts)
    typed = asking.typed
    refused = 0
    win, draw, loss = (asking.letters[result] for result in (1, 0, -1))
    typed.explain("add", example=asking.example, win=win, draw=draw, loss=loss)
    answers = (
        part.strip()
        for line in lines_of_input()
        for part in (line or "").split(",")
        if part.strip()
    )
    while True:
        click.echo(asking.question())
        answer = next(answers, END)
        if answer.casefold() in typed.end:
            break
        try:
            row = asking.answer(answer)
        except RecordError as error:
            refused += 1
            click.echo(f"{error}", err=True)
            continue
        if row is not None:
            key = "noted_last" if row.last_only else "noted"
            click.echo(typed.say(key, game=row.game, what=spoken_game(texts, row)))
            click.echo(what_now(journal, texts))
    if asking.side.picks:
        click.echo(
            typed.say("unfinished", beads=", ".join(pick.text for pick in asking.side.picks))
        )
    return refused


class _Asking:
    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.journal = journal
        self.typed = _Keyboard(texts)
        self.letters = {result: result_letter(texts, result) for result in RESULTS.values()}
        first = journal.kit.boxes[0]
        self.example = f"{first.id} {first.slots[0].colour.letter}"
        templates = Templates()
        self._own_words = vocabulary_of(texts.language, templates)
        self._words = vocabularies(templates)
        self.side = TableSide(journal.passages, self._may_be_last)

    def question(self) -> str:
        status = self.journal.status()
        boxes = self.side.boxes()
        ends = self.side.ends(status.empty)
        ways = []
        if boxes:
            ways.append(self._named(boxes))
        if ends:
            ways.append("/".join(self.letters[outcome] for outcome in sorted(ends, reverse=True)))
        answers = f" {self.typed.texts('audit.or')} ".join(ways)
        return self.typed.say(
            "question", game=status.last + 1, number=len(self.side.picks) + 1, answers=answers
        )

    def _named(self, boxes: Collection[str]) -> str:
        """Return boxes in words: with their beads, unless they are many."""
        if len(boxes) > _SHOWN:
            return self._nearest(self.side.picks[-1].box if self.side.picks else "A1", boxes)
        letters = {
            box.id: " ".join(slot.colour.letter for slot in box.slots)
            for box in self.journal.kit.boxes
        }
        return ", ".join(f"{box} ({letters[box]})" for box in sorted(boxes, key=split_id))

    def _nearest(self, box: str, boxes: Collection[str]) -> str:
        return nearest_in(self.typed.texts, box, boxes)

    def answer(self, answer: str) -> GameRow | None:
        if answer.casefold() in self.typed.back:
            if not self.side.undo():
                undo = command_line("kitgen", "journal", "undo", self.journal.path)
                raise RecordError(self.typed.say("no_bead_back", undo=undo))
            return None
        word = " ".join(answer.casefold().split())
        results = meanings_of_results({word}, self._own_words, self._words)
        if word in results.words or word in results.unclear or word in results.elsewhere:
            row = self._noted(self._finished(results.result(answer)))
            self.side = TableSide(self.journal.passages, self._may_be_last)
            return row
        pick = self._bead(answer)
        refusal = self.side.pick(pick)
        if refusal is not None:
            raise RecordError(self._cannot_come(refusal, pick))
        return None

    def _bead(self, answer: str) -> PickedBead:
        if answer.isalpha() and len(answer) <= MAX_LETTERS_OF_RESULT:
            letters = [
                letter
                for result, letter in self.letters.items()
                if result or self.journal.kit.draws
            ]
            raise RecordError(
                self.typed.say(
                    "not_a_bead_or_result",
                    said=quoted(answer),
                    example=self.example,
                    letters=", ".join(letters),
                )
            )
        try:
            return parse_bead(self.journal.kit, answer)
        except RecordError as error:
            if self.typed.texts.language == USUAL_LANGUAGE:
                raise
            raise RecordError(
                self.typed.say("not_a_bead", said=quoted(answer), example=self.example)
            ) from error

    def _cannot_come(self, refusal: Refusal, pick: PickedBead) -> str:
        others = self._nearest(pick.box, self.side.boxes())
        after = self.side.picks[-1].text if self.side.picks else ""
        return self.typed.say(refusal, box=pick.box, after=after, others=others)

    def _noted(self, row: GameRow) -> GameRow:
        try:
            return self.journal.add(row)
        except RecordError as error:
            if self.typed.texts.language == USUAL_LANGUAGE:
                raise
            raise RecordError(self._cannot_end(row) or str(error)) from error

    def _cannot_end(self, row: GameRow) -> str:
        """Return in words that a game cannot end as noted, and how it could; empty if it can."""
        if row.result in self.side.ends():
            return ""
        last = row.picks[-1] if row.picks else PickedBead("", "")
        problem = Problem(
            game=self.journal.status().last + 1,
            turn=None,
            kind="wrong-result",
            after=last.text if row.picks else "",
            others=tuple(by_nearness(last.box or "A1", self.side.boxes())),
            ends=tuple(sorted(self.side.ends(empty=()))),
            result=row.result,
        )
        return problem.sentence(self.typed.texts)

    def _finished(self, result: int) -> GameRow:
        """Return the game; ``RecordError`` if it has no bead, its rule needs one, and no first
        box is empty.
        """
        row = self.side.row(result)
        if not row.picks and not has_enough_beads(self.journal.kit, row):
            beads = RunningBeads(self.journal.passages, self.journal.games())
            if not ends_at_once(beads, row):
                raise RecordError(self.typed.say("no_bead"))
        return row

    def _may_be_last(self, pick: PickedBead) -> bool:
        for result in RESULTS.values():
            with suppress(RecordError):
                if self.journal.could_be(GameRow(0, (pick,), result)).last_only:
                    return True
        return False
