"""The text interface of ``kitgen play``: every typed line gets an answer, in any terminal, pipe
or screen reader.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from kitgen.errors import UsageError, quoted
from kitgen.kit.rule import read_rule
from kitgen.play.conversation import Conversation
from kitgen.play.host import MAX_TRAINED_GAMES, Host, check_training
from kitgen.play.insight import hint_lines, judged_line, summary_lines
from kitgen.play.sitting import HUMAN, MACHINE, Ended, Ply, Sitting
from kitgen.play.speech import Speech
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.reading.texts import Texts
from kitgen.tree_search.plan import DEEPEST
from kitgen.tree_search.written_games import GameRecord

#: How many lines a hint shows: by default, below a small screen, and at most.
HINT_LINES = 3
FEW_HINT_LINES = 2
MAX_HINT_LINES = 20
#: How many games ``train`` plays by default, and the most that one ``watch`` plays.
USUAL_GAMES = 100
MAX_WATCHED_GAMES = 1000
#: A watched game without an end is left after so many moves; repetition ends it long before.
MAX_MOVES = 10_000


class Console(Conversation):
    """A conversation about one sitting.

    Attributes:
        advance: called with the finished part and the total during training and analysis.
        reported: the end of the game that has been reported last, or None.
    """

    SCREEN_ONLY: ClassVar[frozenset[str]] = frozenset({"auto", "settings"})

    def __init__(self, host: Host, texts: Texts, *, plain: bool = False) -> None:
        super().__init__(Speech(host.sitting.game, texts), host.sitting, plain=plain)
        self.host = host
        self.advance: Callable[[int, int], object] = lambda _done, _total: None
        self.reported: Ended | None = None

    @property
    def main_side(self) -> int:
        """The side of the main machine."""
        return self.host.side

    @property
    def farewell(self) -> str:
        """The last line."""
        if self.sitting.unsaved:
            return self.words("bye_unsaved", count=self.sitting.unsaved)
        if self.host.keeps or self.host.kept is not None:
            return self.words("bye")
        return self.words("bye_unkept")

    def greeting(self) -> list[str]:
        """Return the first lines: the game, who plays, and the board."""
        host = self.host
        words = self.words
        lines = [words.title(host.kit) if host.kit else self.sitting.game.called]
        lines += [words.seated(side, self.sitting.players[side]) for side in (0, 1)]
        if host.saves is None:
            lines.append(words("not_kept"))
        elif host.saves.fault:
            lines.append(words("cannot_save", fault=host.saves.fault))
        elif host.keeps:
            lines.append(words("kept", name=host.name, folder=host.saves.folder))
        elif host.kit is not None:
            lines.append(words("cannot_keep"))
        if host.kit is not None and self.sitting.machine(host.side).results:
            lines += self.figures()
        lines.append(words("hint"))
        if host.file is not None:
            self.reported = self.sitting.ended
            lines.append(self.written_game())
        return self.run_on(*lines)

    def figures(self) -> list[str]:
        """Return the main machine's results in one line; nothing without machines."""
        if self.host.kit is None:
            return []
        return [self.words.figures(self.main_side, self.sitting.machine(self.main_side).figures())]

    def written_game(self) -> str:
        """Return which game of which file is on the table."""
        host = self.host
        file = host.file
        assert file is not None  # noqa: S101 - one has been opened
        line = self.words(
            "game_of", number=host.number, games=len(file), file=file.path.name, note=host.note
        )
        return line.rstrip(" :")  # where the game has no note

    def empty_line(self) -> Iterable[str]:
        """Go on with the game."""
        return self._do_go([])

    def move_line(self, line: str) -> Iterable[str]:
        """Make a move for the person at the keyboard."""
        sitting = self.sitting
        if sitting.opened and sitting.looks_back:
            sitting.go_on_from_shown()
        if sitting.ended is not None:
            sitting.new_game()
        if not sitting.waits:
            raise UsageError(self.words("not_your_move", side=self.words.side(sitting.to_move)))
        ply = sitting.play(self.read_move(line))
        return self.run_on(*self.ply_lines(replace(ply, opened=None)))

    def run_on(self, *before: str) -> list[str]:
        """Play until a person has to move or the game ends; return lines ``before``, what
        happened and the state.
        """
        sitting = self.sitting
        lines = list(before)
        if self.screened:
            return lines
        end_is_known = sitting.ended is not None and sitting.ended is self.reported
        if sitting.looks_back or (sitting.opened and end_is_known):
            return [*lines, *self.standing()]
        while HUMAN in sitting.players and not sitting.waits and sitting.ended is None:
            lines += self.ply_lines(sitting.make())
        if sitting.ended is None:
            return [*lines, *self.standing()]
        if sitting.ended is not self.reported:
            self.reported = sitting.ended
            lines += [self.board(), *self.words.ended(sitting, sitting.ended), *self.figures()]
        if HUMAN in sitting.players:
            sitting.new_game()
            return self.run_on(*lines, "", self.words("new_game"))
        return lines

    def ply_lines(self, ply: Ply | None) -> list[str]:
        """Return a move's lines; without a screen, also what the hand did on the board."""
        if ply is None:
            return []
        lines = list(self.words.ply(ply))
        if not self.screened:
            lines += self.words.stages(ply)
        return lines

    def standing(self) -> list[str]:
        """Return the board, and who has to move."""
        return [self.board(), *self.lead(), self.state()]

    def state(self) -> str:
        """Return the state of the game in one line."""
        sitting = self.sitting
        words = self.words
        if sitting.looks_back:
            key = "shown_opened" if sitting.opened else "shown"
            return words(key, shown=sitting.shown, moves=len(sitting.plies))
        if sitting.ended is not None:
            return words.outcome(sitting.ended)
        side = words.side(sitting.to_move)
        if sitting.waits:
            return words("your_move", side=side, moves=words.moves(sitting.legal))
        return words("its_move", side=side, player=words.player(sitting.players[sitting.to_move]))

    @property
    def losing(self) -> str:
        """The question before the machines are left: what they have learned may be saved
        nowhere.
        """
        unkept = not self.host.keeps and any(
            machine.results for machine in self.sitting.known_machines()
        )
        return self.words("ask.lose") if unkept else self.leaving

    # Commands about the game on the table.

    def _do_go(self, _rest: list[str]) -> list[str]:
        sitting = self.sitting
        if sitting.looks_back:
            steps = 1 if sitting.opened else len(sitting.plies)
            return self._look(steps)
        if sitting.waits:
            return self.standing()
        if sitting.ended is None:
            return self.run_on(*self.ply_lines(sitting.make()))
        sitting.new_game()
        return self.run_on(self.words("new_game"))

    def _do_watch(self, rest: list[str]) -> Iterator[str]:
        sitting = self.sitting
        games = self.number(rest, 1, MAX_WATCHED_GAMES)
        if HUMAN in sitting.players:
            yield ""
            raise UsageError(self.words("watch_whom"))
        yield self.words("ask.train", count=games) if games > 1 else ""
        with self.host.one_change():
            for _ in range(games):
                if sitting.ended is not None:
                    sitting.new_game()
                while sitting.ended is None and len(sitting.plies) < MAX_MOVES:
                    sitting.make()
                if sitting.ended is None:
                    break
                yield self.words(
                    "watched",
                    number=len(sitting.outcomes),
                    moves=self.words.moves([ply.move for ply in sitting.plies]),
                    outcome=self.words.outcome(sitting.ended),
                )
        self.reported = sitting.ended
        yield from self.figures()

    def _do_back(self, rest: list[str]) -> Iterable[str]:
        return self._look(-self.number(rest, 1, MAX_MOVES))

    def _do_forward(self, rest: list[str]) -> Iterable[str]:
        return self._look(self.number(rest, 1, MAX_MOVES))

    def _look(self, steps: int) -> list[str]:
        if not self.sitting.look(steps):
            return [self.words("no_further")]
        if self.screened:
            return []
        ply = self.sitting.shown_ply
        move_lines = [] if ply is None else self.words.ply(ply)
        return [*move_lines, *self.standing()]

    def _do_new(self, rest: list[str]) -> Iterator[str]:
        host = self.host
        words = self.words
        machine_words = (MACHINE, words.player(MACHINE).casefold())
        with_machines = bool(rest) and rest[0].casefold() in machine_words
        yield words("ask.machines") if with_machines else self.leaving
        if with_machines:
            host.begin_anew()
            key = "new_machine" if host.keeps else "new_machine_unkept"
            yield words(key, name=host.name)
        self.sitting.new_game()
        yield from self.run_on(words("new_game"))

    def _do_take(self, rest: list[str]) -> Iterable[str]:
        side = self.side_named(rest)
        machine = self.sitting.machines[side]
        learns = machine is not None and machine.learns
        return self._seat(side, HUMAN, "taken" if learns else "taken_unlearned")

    def _do_give(self, rest: list[str]) -> Iterable[str]:
        return self._seat(self.side_named(rest), MACHINE, "given")

    def _do_player(self, rest: list[str]) -> Iterable[str]:
        if len(rest) != 2:
            raise UsageError(self.words("say_player"))
        side = self.words.parse_side(rest[0])
        known = {self.words.player(name).casefold(): name for name in (HUMAN, MACHINE)}
        return self._seat(side, known.get(rest[1].casefold(), rest[1]))

    def _seat(self, side: int, player: str, key: str = "") -> list[str]:
        """Give a side to a player; return what is said of it, by a text of its own or the usual
        one.
        """
        self.sitting.seat(side, player)
        if key:
            line = self.words(key, side=self.words.side(side))
        else:
            line = self.words.seated(side, self.sitting.players[side])
        return self.run_on(line)

    def _do_game(self, rest: list[str]) -> Iterator[str]:
        yield self.leaving
        if rest:
            self.host.open_game(" ".join(rest))
            yield self.written_game()
        elif self.sitting.last is None:
            raise UsageError(self.words("no_last_game"))
        else:
            record, _ = self.sitting.last
            self.sitting.open_record(record)
            yield self.words("last_game", note=record.note)
        self.reported = self.sitting.ended
        yield from self.standing()

    def _do_here(self, _rest: list[str]) -> Iterator[str]:
        yield self.leaving
        self._going_on().go_on_from_shown()
        yield from self.run_on(self.words("from_here"))

    def _going_on(self) -> Sitting:
        """Return the sitting; ``UsageError`` if its last position is shown and the game is over."""
        if self.sitting.ended is not None and not self.sitting.looks_back:
            raise UsageError(self.words.outcome(self.sitting.ended))
        return self.sitting

    # Commands that look ahead.

    def _do_hint(self, rest: list[str]) -> Iterable[str]:
        usual = FEW_HINT_LINES if self.screened else HINT_LINES
        lines = self.number(rest, usual, MAX_HINT_LINES)
        sitting = self._going_on()
        line = sitting.line[: sitting.shown + 1]
        return hint_lines(self.words, line[-1], self.host.insight.hint(line, lines), lines)

    def _do_analyse(self, _rest: list[str]) -> Iterator[str]:
        moves = []
        record, outcome = self.to_analyse()
        for judged in self.host.insight.review(record):
            moves.append(judged)
            if judged.lost:
                yield judged_line(self.words, judged)
            self.advance(len(moves), len(record.moves))
        yield from summary_lines(self.words, moves, outcome)

    def to_analyse(self) -> tuple[GameRecord, int | None]:
        """Return the game to analyse and its outcome: the current one if over or opened, else
        the last.
        """
        sitting = self.sitting
        if sitting.last is not None and sitting.ended is None and not sitting.opened:
            return sitting.last
        outcome = None if sitting.ended is None else sitting.ended.outcome
        return sitting.record(), outcome

    def _do_ahead(self, rest: list[str]) -> Iterator[str]:
        insight = self.host.insight
        if rest:
            insight.look(self.number(rest, 1, DEEPEST))
        plan = insight.plan
        plies = self.words("looks", count=plan.depth)
        if plan.seconds is None:
            yield plies
        else:
            yield self.words("looks_within", plies=plies, seconds=f"{plan.seconds:g}")

    # Commands about machines: boxes, learning, results, saving.

    def _do_box(self, rest: list[str]) -> Iterable[str]:
        if rest:
            return super()._do_box(rest)
        choice = self.sitting.open_box()
        if choice is None:
            return [self.words("no_box_here")]
        return [self.words.choice("box", self.sitting.to_move, choice)]

    def _do_stats(self, rest: list[str]) -> Iterator[str]:
        yield from super()._do_stats(rest)
        won, drawn, lost = map(self.sitting.outcomes.count, (1, 0, -1))
        first, second = map(self.words.side, (0, 1))
        yield self.words("sitting", first=first, second=second, won=won, drawn=drawn, lost=lost)

    def _do_learn(self, rest: list[str]) -> Iterator[str]:
        words = self.words
        switch_on = ("on", words("on"))
        switch_off = ("off", words("off"))
        if not rest or rest[-1].casefold() not in (*switch_on, *switch_off):
            raise UsageError(words("say_learn"))
        side = self.side_named(rest[:-1])
        learns = rest[-1].casefold() in switch_on
        self.sitting.machine(side).learns = learns
        yield words("learns" if learns else "learns_not", side=words.side(side))

    def _do_rule(self, rest: list[str]) -> Iterator[str]:
        words = self.words
        host = self.host
        if not rest:
            yield ""
            rule = self.sitting.machine(host.side).kit.choices.rule
            yield words("rule", rule=rule, rules=", ".join(host.templates.names("rules")))
            return
        read_rule(rest[0], host.templates)  # fails early for an unknown one
        yield words("ask.rule", rule=rest[0])
        host.change_rule(rest[0])
        key = "new_rule" if host.keeps else "new_rule_unkept"
        yield words(key, rule=rest[0], name=host.name)
        if host.saves is not None and not host.keeps:
            yield words("cannot_keep")
        yield from self.run_on()

    def _do_train(self, rest: list[str]) -> Iterator[str]:
        host = self.host
        games = self.number(rest, USUAL_GAMES, MAX_TRAINED_GAMES)
        name = host.name
        check_training(self.sitting, games)
        yield f"{self.words('ask.train', count=games)} {self.leaving}".rstrip()
        played = 0
        for played in host.train(games):
            self.advance(played, games)
        yield self.words("trained", count=played)
        if host.name != name:
            yield self.words("trained_anew", name=host.name)
        yield from self.run_on(*self.figures())

    def _do_undo(self, rest: list[str]) -> Iterator[str]:
        steps = 1
        if rest:
            steps = self.host.steps_after(self.number(rest, 0, MAX_GAME_NUMBER, least=0))
        games = self.host.undone_games(steps)
        if games is None:
            raise UsageError(self.words("no_undo"))
        yield self.words("ask.undo", count=games) if games > 1 else self.leaving
        name = self.host.undo(steps)
        if name:
            yield self.words("undeleted", name=name)
            return
        yield from self.run_on(self.words("undone"), *self.figures())

    def _do_redo(self, _rest: list[str]) -> Iterator[str]:
        yield self.leaving
        games = self.host.redo()
        if games is None:
            raise UsageError(self.words("no_redo"))
        yield from self.run_on(self.words("redone", count=games), *self.figures())

    def _do_saves(self, _rest: list[str]) -> Iterator[str]:
        saves = self.host.saves
        machines = [] if saves is None else saves.list()
        for saved in machines:
            yield f"{saved.name}  {self.words.saved(saved)}"
        if saves is None or not machines:
            yield self.words("no_saves")
        else:
            yield str(saves.folder)

    def _do_open(self, rest: list[str]) -> Iterator[str]:
        name = self._kept_name(rest)
        yield self.losing
        self.host.open(name)
        yield from self.run_on(self.words("opened", name=self.host.name))

    def _kept_name(self, rest: list[str]) -> str:
        saves = self.host.saves
        name = " ".join(rest)
        if saves is None:
            raise UsageError(self.words("no_saves"))
        if not saves.has(name):
            raise UsageError(
                self.words("no_machine", said=quoted(name), command=self.word("saves"))
            )
        return name

    def _do_import(self, rest: list[str]) -> Iterator[str]:
        if not rest:
            raise UsageError(self.words("say_import"))
        name = self.host.take_in(Path(" ".join(rest)).expanduser())
        yield self.words("imported", name=name, command=self.word("open"))

    def _do_delete(self, rest: list[str]) -> Iterator[str]:
        name = self._kept_name(rest)
        self.host.must_be_deletable(name)
        yield self.words("ask.delete", name=name)
        self.host.delete(name)
        yield self.words("deleted", name=name, command=self.word("undo"))

    def _do_language(self, rest: list[str]) -> Iterator[str]:
        templates = self.host.templates
        if len(rest) != 1:
            raise UsageError(self.words("say_language", languages=", ".join(templates.languages())))
        texts = Texts(rest[0].casefold(), templates).dressed_as(self.words.texts)
        self.words = Speech(self.sitting.game, texts)
        yield self.words("speaks")
