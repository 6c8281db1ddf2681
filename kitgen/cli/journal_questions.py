"""``kitgen journal add`` from the keyboard, box by box, and from photos of marked sheets."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click

from kitgen.cli.terminal import at_terminal, echo_lines, lines_of_input
from kitgen.cli.terminal_board import board_text
from kitgen.errors import CameraError, RecordError, UsageError, command_line, located, many, quoted
from kitgen.files import write_whole
from kitgen.forms.form import LOG
from kitgen.journal.beads import RunningBeads, most_left
from kitgen.journal.journal import Journal, game_text
from kitgen.journal.journal_words import result_letter, what_now
from kitgen.journal.results_alone import ends_at_once, has_enough_beads
from kitgen.journal.understand import cannot_come, nearest
from kitgen.kit.kit import Box, split_id
from kitgen.marked import marked_games
from kitgen.marked.marked_games import SeenRow, SheetWords
from kitgen.marked.photos import numbered_from, read_photos, sheets_and_notes
from kitgen.marked.review_page import review_page
from kitgen.paper.texts import Texts
from kitgen.record.game_lines import read_text
from kitgen.record.rows import RESULTS, GameRow, PickedBead, Stand, beads_of, parse_bead
from kitgen.record.table_words import meanings_of_results, vocabularies, vocabulary_of
from kitgen.templates import Templates

#: The answers that take back the last bead, and that end.
BACK, END = "back", "end"
#: So many beads more than the games can leave may still be in a box, put in by mistake.
BEADS_OVER = 2
#: The most boxes that are listed with their beads.
_SHOWN = 12


def ask_cells(cells: Mapping[str, str]) -> dict[str, str]:
    """Ask on a terminal for each cell of a game, with its present text as the answer that Enter gives.

    ``UsageError`` if this is not a terminal.
    """
    if not at_terminal():
        raise UsageError("say what the game should be: --picks, --result, --opponent or --remark")
    names = {"moves": "boxes and beads", "result": "result (W, D or L)", "opponent": "name"}
    return {key: click.prompt(names.get(key, key), default=cell, type=str) for key, cell in cells.items()}


def ask_counts(journal: Journal, boxes: Sequence[Box], why: str = "") -> dict[tuple[str, str], int]:
    """Ask for the beads in some boxes, and return those that were counted, by box and letter.

    Each box is shown as it is printed, never with the beads it should hold. The answer has a number for each bead. More
    beads than games can leave are asked about, and still more are refused. ``why`` is the first line.
    """
    game = journal.kit.game
    if why:
        click.echo(why)
    click.echo("Open each box and write how many beads of each colour are in it, such as 1 0 2.")
    click.echo(f"Enter leaves a box out, '{BACK}' goes back to the box before, '{END}' ends.")
    answers = ((line or "").strip() for line in lines_of_input())
    counts: dict[tuple[str, str], int] = {}
    most = most_left(journal.passages, journal.games())
    asked: dict[tuple[str, str], int] = {}
    at = 0
    while at < len(boxes):
        box = boxes[at]
        letters = [slot.colour.letter.upper() for slot in box.slots]
        beads = ", ".join(f"{slot.colour.letter} {slot.colour.name}" for slot in box.slots)
        click.echo(f"\n{board_text(game, box.position)}\nbox {box.id} ({at + 1} of {len(boxes)}): {beads}?")
        answer = next(answers, END).casefold()
        if answer == END:
            break
        if answer == BACK:
            at = max(0, at - 1)
            continue
        numbers = answer.replace(",", " ").split()
        if len(numbers) not in (0, len(letters)) or not all(re.fullmatch("[0-9]{1,6}", number) for number in numbers):
            click.echo(f"{quoted(answer)} is not {many(len(letters), 'number')}, one for each of {beads}", err=True)
            continue
        counted = {(box.id, letter): int(number) for letter, number in zip(letters, numbers, strict=False)}
        over = {slot: number for slot, number in counted.items() if number > most[slot]}
        far_over = {slot: number for slot, number in over.items() if number > most[slot] + BEADS_OVER}
        if far_over:
            click.echo(f"{_over_text(far_over, most)}; count box {box.id} again", err=True)
            continue
        if over and counted != asked:
            asked = counted
            click.echo(
                f"{_over_text(over, most)}; if it is so, type the same again, or else the right number", err=True
            )
            continue
        counts |= counted
        at += 1
    return counts


def _over_text(over: Mapping[tuple[str, str], int], most: Mapping[tuple[str, str], int]) -> str:
    """Return in words that there are more beads in a box than the games can leave."""
    slots = [
        f"{number} {letter}, but the games leave at most {most[box, letter]}" for (box, letter), number in over.items()
    ]
    (box, _), *_ = over
    return f"box {box} has {', '.join(slots)}"


def ask_games(journal: Journal, texts: Texts) -> int:
    """Ask for games until the input ends, and return how many answers were refused.

    Each game is on the disk before the next question. A line may have several answers, separated by commas.
    """
    first = journal.kit.boxes[0]
    example = f"{first.id} {first.slots[0].colour.letter}"
    asking = _Asking(journal, texts)
    refused = 0
    win, draw, loss = (asking.letters[result] for result in (1, 0, -1))
    click.echo(f"Write box and bead, such as {example}; at the end {win}, {draw} or {loss}: the machine's result.")
    click.echo(f"'{BACK}' takes a bead back, '{END}' ends.")
    answers = (part.strip() for line in lines_of_input() for part in (line or "").split(",") if part.strip())
    while True:
        click.echo(asking.question())
        answer = next(answers, END)
        if answer.casefold() == END:
            break
        try:
            row = asking.answer(answer)
        except RecordError as error:
            refused += 1
            click.echo(f"{error}", err=True)
            continue
        if row is not None:
            last = " (by its last beads; the rule needs no more)" if row.last_only else ""
            click.echo(f"game {row.game} is noted: {game_text(row)}{last}")
            click.echo(what_now(journal, texts))
    if asking.picks:
        click.echo(f"the last game was not finished, and is not noted: {', '.join(pick.text for pick in asking.picks)}")
    return refused


class _Asking:
    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.journal = journal
        self.letters = {result: result_letter(texts, result) for result in RESULTS.values()}
        templates = Templates()
        self._own_words = vocabulary_of(texts.language, templates)
        self._words = vocabularies(templates)
        self.picks: list[PickedBead] = []

    def question(self) -> str:
        passages = self.journal.passages
        stands, status = self._stands(), self.journal.status()
        boxes = passages.next_boxes(stands)
        empty = not boxes.keys().isdisjoint(status.empty)  # then the machine may have to give up
        ends = {outcome for outcome, gave_up in passages.ends(stands) if empty or not gave_up}
        named = nearest(self.picks[-1].box if self.picks else "A1", boxes)
        if len(boxes) <= _SHOWN:
            letters = {box.id: " ".join(slot.colour.letter for slot in box.slots) for box in self.journal.kit.boxes}
            named = ", ".join(f"{box} ({letters[box]})" for box in sorted(boxes, key=split_id))
        ways = []
        if boxes:
            ways.append(named)
        if ends:
            ways.append("/".join(self.letters[outcome] for outcome in sorted(ends, reverse=True)))
        answers = " or ".join(ways)
        return f"game {status.last + 1}, bead {len(self.picks) + 1}: {answers}"

    def answer(self, answer: str) -> GameRow | None:
        if answer.casefold() == BACK:
            if not self.picks:
                raise RecordError("there is no bead to take back; 'kitgen journal undo' takes back games")
            self.picks.pop()
            return None
        word = " ".join(answer.casefold().split())
        results = meanings_of_results({word}, self._own_words, self._words)
        if word in results.words or word in results.unclear:
            row = self.journal.add(self._finished(results.result(answer)))
            self.picks.clear()
            return row
        pick = parse_bead(self.journal.kit, answer)
        picks = (*self.picks, pick)
        beads = beads_of(self.journal.kit, GameRow(0, picks, 0))
        if not self.journal.passages.after(self._stands(), beads[-1]) and not (not self.picks and self._last(pick)):
            raise RecordError(cannot_come(self.journal.passages, self._stands(), picks))
        self.picks.append(pick)
        return None

    def _finished(self, result: int) -> GameRow:
        """Return the game; ``RecordError`` if it has no bead, its rule needs one, and no first box is empty."""
        row = GameRow(0, tuple(self.picks), result)
        if not self.picks and not has_enough_beads(self.journal.kit, row):
            beads = RunningBeads(self.journal.passages, self.journal.games())
            if not ends_at_once(beads, row):
                raise RecordError("which beads were picked? no first box is empty, so the machine picked at least one")
        return row

    def _stands(self) -> tuple[Stand, ...]:
        passages = self.journal.passages
        beads = beads_of(self.journal.kit, GameRow(0, tuple(self.picks), 0))
        late = bool(beads) and not passages.after(passages.start, beads[0])  # only the last beads are given
        return passages.follow(beads, passages.before(beads[0][0]) if late else None)[-1]

    def _last(self, pick: PickedBead) -> bool:
        for result in RESULTS.values():
            with suppress(RecordError):
                if self.journal.could_be(GameRow(0, (pick,), result)).last_only:
                    return True
        return False


# ``kitgen journal add JOURNAL PHOTO``: read marked sheets, and ask about unclear rows.


def add_photos(
    journal: Journal, paths: Sequence[Path], *, keep_good: bool, review: Path | None, answers: Path | None, first: int,
    templates: Templates,
) -> bool:  # fmt: skip
    """Note the games of marked sheets, and return whether no row is undecided.

    Unless ``keep_good``, a row that is undecided is a ``RecordError``, and an unreadable picture a ``CameraError``.
    """
    words = SheetWords(journal.kit, templates)
    ask = None if answers is None else _ask_file(journal, words, read_answers(answers))
    sheets, others = sheets_and_notes(read_photos("kitgen journal add with a photo", paths, journal.printed), LOG)
    if others and not keep_good:
        raise CameraError(f"{others[0]}; nothing was noted; --keep-good notes the games that can be read")
    echo_lines(others, err=True)
    if first > 1:
        sheets = [numbered_from(sheet, first) for sheet in sheets]
    echo_lines(line for sheet in sheets for line in words.sheet(sheet))
    if review is not None:
        later = ["--first", str(first)] if first > 1 else []
        command = command_line("kitgen", "journal", "add", journal.path, *paths, *later, "--answers", "answers.txt")
        write_whole(review, review_page(marked_games.understood_rows(journal, sheets), words, command).encode())
        click.echo(words.texts("marked.wrote", file=review))
    if ask is None and _at_terminal():
        ask = _ask_terminal(journal, words)
    rows = marked_games.understood_rows(journal, sheets, ask)
    undecided = [row for row in rows if row.state == marked_games.UNDECIDED]
    if ask is None and not keep_good:
        for row in undecided:
            click.echo(words.texts("marked.asked", game=row.number, on=row.sheet.form.code.sheet, why=words.why(row)))
    marked_games.refuse_undecided(rows, keep_good=keep_good)
    marked_games.add_rows(journal, rows)
    echo_lines(words.summary(rows))
    return not others and not undecided


def _at_terminal() -> bool:
    return sys.stdin.isatty()


def read_answers(path: Path) -> dict[int, tuple[int, str]]:
    """Return the answers in a file, such as ``7: A1 R, B1 U, L``: by the number of the game, the line and the answer.

    ``RecordError`` if a line is not an answer.
    """
    answers: dict[int, tuple[int, str]] = {}
    lines = read_text(path, "a file of answers, such as 7: 1", ("text", "empty")).splitlines()
    for number, text in enumerate(lines, 1):
        where, line = f"{quoted(path)}, line {number}", text.partition("#")[0].strip()
        if not line:
            continue
        if (match := re.fullmatch(r"([1-9][0-9]{0,6})\s*[:;=]\s*(\S.*)", line)) is None:
            raise RecordError(f"{where}: {quoted(line)} is not a game and an answer, such as 7: 1")
        if int(match[1]) in answers:
            raise RecordError(f"{where}: game {match[1]} is answered twice")
        answers[int(match[1])] = number, match[2]
    return answers


def _ask_file(journal: Journal, words: SheetWords, answers: Mapping[int, tuple[int, str]]) -> marked_games.Ask:
    def ask(row: SeenRow) -> SeenRow | None:
        line, answer = answers.get(row.number, (0, ""))
        with located(f"line {line} of the answers"):
            return words.decided(journal, row, answer) if answer else None

    return ask


def _ask_terminal(journal: Journal, words: SheetWords) -> marked_games.Ask:
    lines = lines_of_input()

    def ask(row: SeenRow) -> SeenRow | None:
        echo_lines(words.question(row))
        for line in lines:
            answer = (line or "").strip()
            if answer.casefold() in ("strip", words.texts("marked.strip").casefold()):
                for index in row.written.rows:
                    place = Path(f"game-{row.sheet.form.code.first + index}.png")
                    write_whole(place, row.sheet.strip(index))
                    click.echo(words.texts("marked.saved", file=place))
                continue
            try:
                return words.decided(journal, row, answer)
            except RecordError as error:
                click.echo(f"{error}", err=True)
        return None

    return ask
