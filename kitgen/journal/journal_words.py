"""Words for what went wrong at a machine and for what to do next, in its kit's language.

What went wrong is found out by ``journal_check`` and ``audit``; here it is only said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kitgen.errors import command_line
from kitgen.journal.audit import Audit, Explanation
from kitgen.journal.course import OF_COUNTING, Slip
from kitgen.journal.journal import Journal
from kitgen.journal.journal_check import Checked
from kitgen.journal.repairs import Case, Repair
from kitgen.journal.understand import either, result_words
from kitgen.kit.kit import Kit
from kitgen.kit.source_words import source_words
from kitgen.reading.texts import Texts
from kitgen.record.machine_events import MachineEvent
from kitgen.record.rows import GameRow
from kitgen.verdict import Verdict

#: The most problems in a short report.
MAX_PROBLEMS = 3
#: The most ways in which the condition of a case is worded in a short report, and the most cases.
MAX_WAYS = 1
MAX_CASES = 2
#: The most games named for a slip, and the most questions about one part of an explanation.
MAX_GAMES_NAMED = 6
MAX_QUESTIONS = 2
#: The most empty boxes that are named.
MAX_EMPTY_NAMED = 4


@dataclass(frozen=True, slots=True)
class JournalWords:
    """Words for what went wrong at a machine.

    They are one story, one question and what to do; all possibilities if ``everything``.

    Attributes:
        journal: its file, for the commands that are named; None if nobody knows it.
        compared: the options of ``journal check`` that name the counted beads.
    """

    kit: Kit
    texts: Texts
    everything: bool = False
    journal: Path | None = None
    compared: tuple[str | Path, ...] = ()

    def command(self, name: str, *options: str | Path) -> str:
        """Return a whole command of ``kitgen journal`` for this journal."""
        words: list[str | Path] = ["kitgen", "journal", name]
        if self.journal is not None:
            words.append(self.journal)
        return command_line(*words, *options)

    @property
    def _check_all(self) -> str:
        return self.command("check", *self.compared, "--all")

    def checked(self, checked: Checked) -> list[str]:
        """Return the result of a check, line by line, but for its verdict: first of all what to
        count again.
        """
        lines = [*self.count_again(checked), *self._problems(checked), *self._unread(checked)]
        if checked.missing:
            command = self.command("insert", str(checked.missing[0].game))
            lines.append(self.texts("audit.note_missing", command=command))
        if checked.others is not None:
            lines += self._after_others(checked.others, counted=checked.counted)
        if checked.differing:
            boxes = checked.differing
            named = ", ".join(boxes)
            lines.append(self.texts("audit.counted_twice", count=len(boxes), boxes=named))
        audit = checked.audit
        if audit is None:
            return lines
        nothing_to_explain = not audit.wrong and not checked.counted
        if nothing_to_explain:
            return lines
        if audit.explanations and checked.missing:
            lines.append(self.texts("audit.note_first"))
        if audit.explanations and checked.recount:
            lines.append(self.texts("audit.if_same"))
        return [*lines, *self.lines(audit)]

    def _after_others(self, others: MachineEvent, *, counted: bool) -> list[str]:
        """Return the lines on games of others, which nobody noted, and on what to do after them."""
        happened = f"{self.event(others, capital=True)}."
        if counted:
            return [happened, self.go_on()]
        return [happened, self.count_all()]

    def not_read(self, checked: Checked) -> list[str]:
        """Return what is not decided in a check, line by line: games that were not noted, beads
        to count again.
        """
        lines = [problem.sentence(self.texts) for problem in checked.missing]
        lines += self._unread(checked)
        if checked.others is not None:
            lines.append(self.event(checked.others))
        return [*lines, *self.count_again(checked)]

    def _unread(self, checked: Checked) -> list[str]:
        """Return what is not known of the beads, line by line."""
        lines = list(checked.unread)
        if checked.without_beads:
            lines.append(self.texts("audit.without_beads", count=checked.without_beads))
        return lines

    def event(self, event: MachineEvent, *, capital: bool = False) -> str:
        """Return what happened to a machine apart from its games, in words."""
        when = self._when([event.after])
        match event.what:
            case "others" if event.games:
                words = self.texts("audit.event.others_some", count=event.games, when=when)
            case "counted":
                boxes = {bead.box for bead in event.beads}
                words = self.texts("audit.event.counted", count=len(boxes), when=when)
            case _:
                words = self.texts(f"audit.event.{event.what}", box=event.box, when=when)
        if capital:
            return words[:1].upper() + words[1:]
        return words

    def count_all(self) -> str:
        """Return the line that asks for all boxes to be counted, and for the counts to be taken
        for right.
        """
        return self.texts(
            "audit.event.count_all", counting=self.command("count"), go_on=self.command("go-on")
        )

    def go_on(self) -> str:
        """Return the line that offers to take the counts for right."""
        return self.texts("audit.event.go_on", go_on=self.command("go-on"))

    def count_again(self, checked: Checked) -> list[str]:
        """Return the line that asks for some boxes to be counted again, if there are any."""
        boxes = checked.recount
        if not boxes:
            return []
        key = "audit.count_again"
        if checked.doubted:
            key = "audit.count_doubted"
        return [self.texts(key, count=len(boxes), boxes=", ".join(boxes))]

    def _problems(self, checked: Checked) -> Iterator[str]:
        shown = checked.problems
        # Where only one would be left out, it takes no more room than the line that says so.
        if not self.everything and len(shown) > MAX_PROBLEMS + 1:
            shown = shown[:MAX_PROBLEMS]
        for problem in shown:
            yield problem.sentence(self.texts)
        hidden = len(checked.problems) - len(shown)
        if hidden:
            yield self.texts("audit.more_problems", count=hidden, command=self._check_all)

    def verdict(self, checked: Checked) -> str:
        """Return the verdict of a check in words."""
        match checked.verdict:
            case Verdict.WRONG:
                wrong = len(checked.faults) + len(checked.differing)
                return self.texts("verdict.journal.wrong", count=wrong, games=checked.games)
            case Verdict.NOT_DECIDED:
                return self.texts("verdict.journal.not_decided", count=len(self.not_read(checked)))
            case Verdict.RIGHT:
                return self.texts("verdict.journal.right", count=checked.games)

    def lines(self, audit: Audit) -> list[str]:
        """Return an audit, line by line.

        Whoever reads it may count again: what is told is what can have happened if the second count
        is the same as the first, so that no slip of counting explains it.
        """
        audit = replace(audit, explanations=_if_counted_well(audit.explanations))
        texts = self.texts
        lines = list(self._stories(audit))
        if audit.count and (audit.cases or self.everything):
            lines.append(texts("audit.count", boxes=", ".join(audit.count)))
        questions = list(dict.fromkeys(self._questions(audit)))
        if not self.everything:
            questions = questions[:1]
        if questions:
            lines.append(texts("audit.questions", questions=" ".join(questions)))
        commands = []
        for part in self._likeliest(audit):
            commands += self._noting(part[0])
        if commands:
            lines.append(texts("audit.note", commands=texts.joined(commands)))
        lines += self._what_to_repair(audit)
        lines += self._cases(audit)
        hidden = self._hidden(audit)
        if hidden:
            lines.append(texts("audit.more_possibilities", count=hidden, command=self._check_all))
        return lines

    @staticmethod
    def _likeliest(audit: Audit) -> Explanation:
        if not audit.explanations:
            return ()
        return audit.explanations[0]

    def _noting(self, slip: Slip) -> list[str]:
        """Return the commands that put a slip into the journal; none if the journal need not
        change.
        """
        game = str(slip.game)
        match slip.kind:
            case "machine-reset":
                return [self.command("was-reset", "--after", game)]
            case "box-refilled" | "boxes-refilled":
                boxes = ",".join(_boxes_of(slip))
                return [self.command("was-refilled", "--box", boxes, "--after", game)]
            case "other-class":
                return [self.command("others-played")]
            case "wrong-result" | "wrong-bead" | "wrong-beads":
                return [self.command("edit", game)]
            case "game-missing":
                return [self.command("insert", game)]
            case "game-twice":
                return [self.command("remove", game)]
        return []

    def _stories(self, audit: Audit) -> Iterator[str]:
        """Yield the explanations, the likeliest first; without one, that there is none or that
        none is needed.
        """
        if not audit.explanations:
            key = "audit.all_right"
            if audit.unexplained:
                key = "audit.unexplained"
            yield self.texts(key)
            return
        explanations = audit.explanations
        if not self.everything:
            explanations = explanations[:1]
        for number, parts in enumerate(explanations):
            key = _certainty(audit, number)
            yield self.texts(f"audit.{key}", count=len(parts))
            for place, part in enumerate(parts, 1):
                indent = "  "
                if len(parts) > 1:
                    indent = f"  {place}. "
                yield from self._story(part, indent)

    def _story(self, part: Sequence[Slip], indent: str) -> Iterator[str]:
        """Yield the likeliest slip of a part of an explanation; all that it may be if everything
        is shown.
        """
        first, *others = dict.fromkeys(map(self.slip, part))
        yield f"{indent}{first}"
        if not self.everything:
            return
        for words in others:
            yield f"{' ' * len(indent)}{self.texts('audit.or')} {words}"

    def _what_to_repair(self, audit: Audit) -> Iterator[str]:
        """Yield what to put into the boxes or to take out of them; or that the boxes are right."""
        if audit.repair:
            key = "audit.repair"
            may_be_another = audit.explanations and not audit.proven
            if may_be_another:
                key = "audit.repair_if"
            yield self.texts(key)
            yield from self._repairs(audit.repair)
        elif audit.wrong and not audit.cases:
            yield self.texts("audit.right")

    def _cases(self, audit: Audit) -> Iterator[str]:
        if not audit.cases:
            return
        key = "audit.ask"
        if audit.repair:
            key = "audit.ask_more"
        yield self.texts(key)
        shown = audit.cases
        if not self.everything:
            shown = shown[:MAX_CASES]
        for case in shown:
            yield self.case(case)
            yield from self._repairs(case.repair)
            if not case.repair:
                yield f"  {self.texts('audit.nothing')}"

    def _hidden(self, audit: Audit) -> int:
        """Return how many possibilities are not shown."""
        if self.everything or not audit.explanations:
            return 0
        alternatives = 0
        for part in audit.explanations[0]:
            ways = set(map(self.slip, part))
            alternatives += len(ways) - 1
        less_likely = audit.explanations[1:]
        other_cases = audit.cases[MAX_CASES:]
        return alternatives + len(less_likely) + len(other_cases)

    def _questions(self, audit: Audit) -> Iterator[str]:
        """Yield the questions that distinguish the likeliest slips, or the likeliest
        explanations.
        """
        parts = self._likeliest(audit)
        for part in parts:
            if len(part) > 1:
                yield from self._questions_of_part(part)
        if len(audit.explanations) > 1 and all(len(part) == 1 for part in parts):
            likeliest = [part[0] for part in audit.explanations[0]]
            second = [part[0] for part in audit.explanations[1]]
            yield from self._first_question(likeliest, second)
            yield from self._first_question(second, likeliest)

    def _questions_of_part(self, part: Sequence[Slip]) -> Iterator[str]:
        """Yield the questions about the likeliest slip and a few others.

        If some of the others would leave the boxes right where it leaves them wrong, or wrong where
        it leaves them right, only those are asked about: then the answer decides what to repair.
        """
        likeliest, *others = part
        different = [slip for slip in others if slip.boxes_right != likeliest.boxes_right]
        in_order = [likeliest, *(different or others)]
        for slip in in_order[:MAX_QUESTIONS]:
            yield self._question(slip)

    def _first_question(self, slips: Sequence[Slip], others: Sequence[Slip]) -> Iterator[str]:
        """Yield the question about the first slip that is not among others."""
        for slip in slips:
            if slip not in others:
                yield self._question(slip)
                return

    def _question(self, slip: Slip) -> str:
        _, _, name = self._key(slip).partition(".")
        key = f"audit.question.{name}"
        if not self.texts.has(key):
            key = f"audit.question.{slip.kind}"
        return self._worded(slip, key)

    def _repairs(self, repairs: Sequence[Repair]) -> Iterator[str]:
        for repair in repairs:
            key = "audit.take_out"
            if repair.put > 0:
                key = "audit.put_in"
            words = self.texts(
                key,
                box=repair.box,
                amount=abs(repair.put),
                colour=self._colour(repair.box, repair.bead),
                letter=repair.bead,
            )
            yield f"  {words}"

    def case(self, case: Case) -> str:
        """Return the condition of a case: which games were played differently than noted.

        Its ``pens`` are stories of slips of the pen.
        """
        stories = dict.fromkeys(self.texts.joined(map(self.slip, pens)) for pens in case.pens)
        ways = [story or self.texts("audit.as_noted") for story in stories]
        if not self.everything and len(ways) > MAX_WAYS:
            ways = [*ways[:MAX_WAYS], "…"]
        between = f" {self.texts('audit.or')} "
        return self.texts("audit.if", ways=between.join(ways))

    def slip(self, slip: Slip) -> str:
        """Return a slip in words, with the numbers of all games that it may belong to."""
        return self._worded(slip, f"audit.{self._key(slip)}")

    def _worded(self, slip: Slip, key: str) -> str:
        result = ""
        row = ""
        if slip.row is not None:
            result = result_words(self.texts, slip.row.result)
            row = ", ".join([*(pick.text for pick in slip.row.picks), result])
        boxes = ", ".join(_boxes_of(slip))
        return self.texts(
            key,
            row=row,
            game=self._games(slip.games),
            when=self._when(slip.games),
            box=slip.box,
            letter=slip.bead,
            colour=self._colour(slip.box, slip.bead),
            other_box=slip.other_box,
            other_letter=slip.other_bead,
            other_colour=self._colour(slip.other_box, slip.other_bead),
            amount=-sum(amount for _, amount in slip.moved),
            result=result,
            boxes=boxes,
        )

    def _games(self, games: Sequence[int]) -> str:
        more = len(games) > MAX_GAMES_NAMED
        if more:
            games = games[: MAX_GAMES_NAMED - 1]  # the word for more stands in the last place
        return either(self.texts, list(map(str, games)), more=more)

    def _when(self, games: Sequence[int]) -> str:
        """Return the time of something that may have happened after any of some games; game 0
        stands for before the first.
        """
        later = [game for game in games if game > 0]
        if not later:
            return self.texts("audit.before_first")
        first = later[0]
        last = later[-1]
        follow_each_other = last - first == len(later) - 1
        if follow_each_other and len(later) > MAX_GAMES_NAMED:
            return self.texts("audit.between", first=first, last=last)
        return self.texts("audit.after", game=self._games(later))

    def _key(self, slip: Slip) -> str:
        """Return the key of the sentence about a slip, in the table that fits what it did."""
        if slip.kind == "boxes-exchanged":
            return _key_of_exchange(slip)
        if slip.kind == "game-missing" and slip.row is not None:
            return _key_of_missing_game(slip, slip.row)
        if slip.kind in KEYS_WITHOUT_BOX and not slip.box:
            return KEYS_WITHOUT_BOX[slip.kind]
        if slip.kind == "wrong-sign":
            total = sum(amount for _, amount in slip.moved)
            if total < 0:
                return "take.wrong-sign"
            return "put.wrong-sign"
        if slip.bead:
            for way in _likelier_way_first(slip):
                if self.texts.has(f"audit.{way}.{slip.kind}"):
                    return f"{way}.{slip.kind}"
        return f"game.{slip.kind}"

    def _colour(self, box_id: str, letter: str) -> str:
        """Return the name of a bead's colour; empty for a box or a bead that there is not."""
        box = self.kit.by_id.get(box_id)
        if box is None:
            return ""
        for slot in box.slots:
            if slot.colour.letter == letter:
                return slot.colour.name
        return ""


#: The keys of the sentences about slips of which the box is not known.
KEYS_WITHOUT_BOX = {
    "put-elsewhere": "game.put-elsewhere-hidden",
    "wrong-bead": "game.wrong-bead-unknown",
}


def _certainty(audit: Audit, number: int) -> str:
    """Return the key of the heading of an explanation, which says how sure it is; explanations are
    numbered from 0.
    """
    if number > 0:
        return "less_likely"
    if audit.unique:
        return "only"
    if audit.proven:
        return "explained"
    return "found"


def _boxes_of(slip: Slip) -> list[str]:
    """Return the boxes from which or into which a slip moved beads, each once."""
    boxes: list[str] = []
    for bead, _amount in slip.moved:
        box, _letter = bead
        if box not in boxes:
            boxes.append(box)
    return boxes


def _likelier_way_first(slip: Slip) -> tuple[str, str]:
    """Return whether a bead was taken or put, and the other way."""
    for bead, amount in slip.moved:
        if bead == (slip.box, slip.bead) and amount < 0:
            return "take", "put"
    return "put", "take"


def _key_of_exchange(slip: Slip) -> str:
    """Return the key of the sentence about two boxes that were exchanged."""
    if slip.after < 0:
        return "game.boxes-exchanged-first"
    if slip.exchanged:
        return "game.boxes-exchanged"
    return "game.boxes-exchanged-hidden"


def _key_of_missing_game(slip: Slip, row: GameRow) -> str:
    """Return the key of the sentence about a game that was not noted."""
    key = "game.game-missing"
    if row.picks:
        last = row.picks[-1]
        if (last.box, last.bead) != (slip.box, slip.bead):
            key += "-with"
    if slip.before:
        key += "-before"
    return key


def _if_counted_well(explanations: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """Return explanations without slips of counting; all of them if nothing else is left."""
    counted_well = []
    for parts in explanations:
        kept = []
        for part in parts:
            kept.append(tuple(slip for slip in part if slip.kind not in OF_COUNTING))
        if all(kept):
            counted_well.append(tuple(kept))
    return tuple(counted_well or explanations)


def what_now(journal: Journal, texts: Texts) -> str:
    """Return a line with the games since the last count, the empty boxes, and the command to use
    next.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kitgen.sources.journal_start import new_journal
    >>> from kitgen.reading.templates import Templates
    >>> with (
    ...     tempfile.TemporaryDirectory() as folder,
    ...     new_journal("her", Path(folder) / "her.kitgen") as journal,
    ... ):
    ...     what_now(journal, Texts("en", Templates())).split(" with ")[0]
    'What now: note the first games'
    """
    what = to_do(journal, texts)
    if journal.status().others_after is not None:
        return what  # it is a whole sentence
    return texts("now.line", what=what)


def to_do(journal: Journal, texts: Texts) -> str:
    """Return what to do now, and the command for it, as ``what_now`` has it."""
    now = journal.status()
    words = JournalWords(journal.kit, texts, journal=journal.path)
    command = words.command
    if now.others_after is not None:
        return words.count_all()
    if now.without_beads:
        return texts("now.tally", curve=command("curve"))
    if not now.games:
        return texts("now.begin", add=command("add", "games.csv"), play=command("play"))
    empty = []
    if now.empty:
        empty.append(_empty_boxes(now.empty, texts))
    counting = command("count")
    if now.since_count is None:
        games = texts("now.never", count=now.games)
        return texts.joined([games, *empty, texts("now.count", command=counting)])
    if now.since_count == 0:
        return texts.joined([texts("now.counted"), *empty])
    games = texts("now.since", count=now.since_count)
    return texts.joined([games, *empty, texts("now.again", command=counting)])


def _empty_boxes(empty: Sequence[str], texts: Texts) -> str:
    """Return the words on boxes without beads, of which only the first are named."""
    boxes = ", ".join(empty[:MAX_EMPTY_NAMED])
    more = len(empty) - MAX_EMPTY_NAMED
    if more > 0:
        boxes = texts("now.more", boxes=boxes, count=more)
    return texts("now.empty", count=len(empty), boxes=boxes)


# The status and the list of games.


def machine_line(journal: Journal, texts: Texts) -> str:
    """Return a line that names the machine of a journal."""
    hash_ = journal.printed.short_hash
    return texts("journal.status.machine", kit=journal.kit.name, hash=hash_, rule=journal.rule_name)


def given_lines(kit: Kit, texts: Texts) -> list[str]:
    """Return a line on the beads that the machine began with, if they are not its kit's."""
    given = kit.given
    if given is None:
        return []
    source = source_words(texts, given.source)
    if given.name:
        source = texts("journal.status.named", source=source, name=given.name)
    count = len(given.boxes)
    total = len(kit.boxes)
    if given.won + given.drawn + given.lost == 0:
        return [texts("journal.status.given", count=count, total=total, source=source)]
    results = {"won": given.won, "drawn": given.drawn, "lost": given.lost}
    return [texts("journal.status.given_games", count=count, total=total, source=source, **results)]


def status_lines(journal: Journal, texts: Texts) -> list[str]:
    """Return the status of a journal, line by line, but for what to do now."""
    now = journal.status()
    others = journal.others_played()
    lines = [machine_line(journal, texts), *given_lines(journal.kit, texts)]
    results = {"won": now.won, "drawn": now.drawn, "lost": now.lost}
    key = "games"
    if journal.kit.draws or now.drawn:
        key = "games_draws"
    lines.append(texts(f"journal.status.{key}", count=now.games, **results))
    if now.by_last_beads:
        lines.append(texts("journal.status.last_beads", count=now.by_last_beads))
    if others is not None:
        lines.append(JournalWords(journal.kit, texts).event(others, capital=True))
    elif now.beads is None:
        lines.append(texts("audit.without_beads", count=now.without_beads))
    else:
        lines.append(texts("journal.status.beads", count=now.beads, first=now.started_with))
    if now.empty:
        lines.append(texts("journal.status.empty", boxes=", ".join(now.empty)))
    return lines


#: The keys of the headings of the list of games.
SHOWN_COLUMNS = (
    "log.column.game",
    "log.column.opponent",
    "log.column.moves",
    "journal.column.result",
    "journal.column.when",
    "journal.column.remark",
)
_LETTER_KEYS = {1: "win", 0: "draw", -1: "loss"}


def result_letter(texts: Texts, result: int) -> str:
    """Return a result of the machine as on the log sheet."""
    return texts(f"log.letter.{_LETTER_KEYS[result]}")


def spoken_game(texts: Texts, row: GameRow) -> str:
    """Return the beads and the result of a game in one line."""
    beads = [pick.text for pick in row.picks]
    if row.last_only:
        beads.insert(0, "…")
    return ", ".join([*beads, result_words(texts, row.result)])


def shown_games(journal: Journal, texts: Texts) -> list[tuple[str, ...]]:
    """Return the cells of each game in the list of games, below ``SHOWN_COLUMNS``."""
    letters = {result: result_letter(texts, result) for result in _LETTER_KEYS}
    rows: list[tuple[str, ...]] = []
    for row in journal.games():
        beads = ", ".join(pick.text for pick in row.picks)
        if row.last_only:
            beads = f"… {beads}"
        rows.append((str(row.game), row.opponent, beads, letters[row.result], row.when, row.remark))
    return rows
