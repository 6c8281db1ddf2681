"""The text interface: every typed line gets an answer, in any terminal, pipe or screen reader.

The screens send typed commands through here too, so that each command means the same in both.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kitgen.errors import UsageError, quoted
from kitgen.paper.card.board import named_board_text
from kitgen.paper.texts import Texts
from kitgen.play.conversation import Conversation, board_, by_word, help_, moves_, quit_
from kitgen.play.figures import curve
from kitgen.play.gallery import BoxExhibit, MetExhibit, filters_of, shown
from kitgen.play.host import Host
from kitgen.play.insight import hint_lines, judged_line, summary_lines
from kitgen.play.learners import OpenBox, SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Ended, Ply, Sitting
from kitgen.play.speech import Speech, signed
from kitgen.play.training import MOST
from kitgen.search.plan import DEEPEST
from kitgen.search.written_games import GameRecord

# Commands about a machine's boxes, or the positions it has met.

#: How many of a box's last games are listed.
HISTORY = 20


def box_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Show a box or a position: the open one, or one by name with the way to it and its history."""
    host, words = console.host, console.words
    if not rest:
        choice = host.sitting.open_box()
        if choice is None:
            yield words("no_box_here")
        elif isinstance(choice, OpenBox):
            yield words("box", box=choice.box.id, beads=words.chosen_from(choice))
        else:
            yield words("compares", side=words.side(host.sitting.to_move), numbers=words.chosen_from(choice))
        return
    side = words.parse_side(rest[1]) if len(rest) > 1 else host.side
    machine, name = host.machine(side), rest[0].casefold()
    exhibit = next((exhibit for exhibit in shown(machine) if exhibit.name.casefold() == name), None)
    if exhibit is None:
        raise UsageError(words("no_box", said=quoted(rest[0])))
    yield named_board_text(host.sitting.game, exhibit.position, plain=console.plain)
    if isinstance(exhibit, MetExhibit):
        yield words("position", name=exhibit.name, number=signed(exhibit.value))
        yield words("way", moves=words.moves(exhibit.met.way))
        yield words("met_in", count=exhibit.met.times)
        for game, result in reversed(exhibit.met.games):
            yield words("met_game", game=game, result=_result(console, result))
        return
    yield words("box", box=exhibit.name, beads=exhibit_text(console, exhibit))
    way = host.way(side, exhibit.number)
    if way:
        yield words("way", moves=" ".join(way))
    history = machine.history(exhibit.number) if isinstance(machine, SideMachine) else []
    if history:
        yield words("opened_in", games=len(history))
    for game, pick, result in reversed(history[-HISTORY:]):
        yield words("history", game=game, letter=pick.bead, result=_result(console, result))


def _result(console: "Console", result: int) -> str:
    return console.words(f"result.{('drawn', 'won', 'lost')[result]}")


def exhibit_text(console: "Console", exhibit: BoxExhibit | MetExhibit) -> str:
    """Return a box's beads now and at the start; or a position's number, and how often it was met."""
    if isinstance(exhibit, MetExhibit):
        return f"{signed(exhibit.value):>3}  ×{exhibit.met.times}"
    game = console.host.sitting.game
    return "  ".join(
        f"{slot.colour.letter} {game.move_text(slot.moves[0])} "
        + (f"×{count}" if count == slot.beads else f"{slot.beads}→{count}")
        for slot, count in zip(exhibit.box.slots, exhibit.beads, strict=True)
    )


def gallery_(console: "Console", rest: list[str]) -> Iterator[str]:
    """List the boxes, or the positions met, that pass some filters."""
    host, words = console.host, console.words
    known = filters_of(host.machine(host.side))
    side, turn, filters = host.side, 0, list[str]()
    own = {name: name for name in known} | {words(f"filter.{name}").casefold(): name for name in known}
    for word in rest:
        if word.isascii() and word.isdecimal() and len(word) < 4:
            turn = int(word)
        elif word.casefold() in own:
            filters.append(own[word.casefold()])
        else:
            side = words.parse_side(word)
    exhibits = shown(host.machine(side), tuple(filters), turn)
    for exhibit in exhibits:
        yield f"{exhibit.name:4} {host.sitting.game.text(exhibit.position)}  {exhibit_text(console, exhibit)}"
    yield count_line(console, side, len(exhibits))


def count_line(console: "Console", side: int, matches: int) -> str:
    """Return how many boxes or positions match, and how many there are."""
    machine = console.host.machine(side)
    if isinstance(machine, SideMachine):
        return console.words("gallery", found=matches, boxes=len(machine.kit.boxes))
    return console.words("gallery_met", found=matches, boxes=len(machine.met))


# Commands that look ahead, or at finished games: hints, analysis, games from a file.

#: Of how many moves a hint shows the lines: usually, below a small screen, and at most.
LINES, FEW_LINES, MOST_LINES = 3, 2, 20


def hint_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Say what the moves of the shown position are worth."""
    lines = console.number(rest, FEW_LINES if console.screened else LINES, MOST_LINES)
    sitting = _going_on(console)
    yield from hint_lines(console.words, console.host.insight.hint(sitting.line[: sitting.shown + 1], lines))


def _going_on(console: "Console") -> Sitting:
    """Return the sitting, unless its last position is shown and the game is over."""
    sitting = console.host.sitting
    if sitting.ended is not None and not sitting.looks_back:
        raise UsageError(console.words.outcome(sitting.ended))
    return sitting


def analyse_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """Walk the game that ended last, or the one that was opened, and name the moves that lost value."""
    words, moves = console.words, []
    record, outcome = to_analyse(console)
    for judged in console.host.insight.review(record):
        moves.append(judged)
        if judged.lost:
            yield judged_line(words, judged)
        if console.advance is not None:
            console.advance(len(moves), len(record.moves))
    yield from summary_lines(words, moves, outcome)


def to_analyse(console: "Console") -> tuple[GameRecord, int | None]:
    """Return the game to analyse and its outcome: the current one if it is over or was opened, else the last."""
    sitting = console.host.sitting
    if sitting.last is None or sitting.ended is not None or sitting.opened:
        return sitting.record(), None if sitting.ended is None else sitting.ended.outcome
    return sitting.last


def game_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Open a game from a file, or the one that ended last."""
    host, words = console.host, console.words
    if rest:
        host.open_game(" ".join(rest))
        yield console.written_game()
    elif host.sitting.last is None:
        raise UsageError(words("no_last_game"))
    else:
        record, _ = host.sitting.last
        host.sitting.open_record(record)
        yield words("last_game", note=record.note)
    console.heard()
    yield from console.standing()


def here_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """Continue from the shown position and forget the later moves."""
    _going_on(console).go_on_from_shown()
    yield console.words("from_here")
    yield from console.run_on()


def ahead_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Say, or set, how many plies hints and analyses look ahead."""
    insight, words = console.host.insight, console.words
    if rest:
        insight.look(console.number(rest, insight.plan.depth, DEEPEST))
    seconds = insight.plan.seconds
    plies = words("looks", count=insight.plan.depth)
    yield plies if seconds is None else words("looks_within", plies=plies, seconds=f"{seconds:g}")


# Commands about machines: learning, results, saving.

#: A curve's largest width, and its height, in characters.
WIDTH, HEIGHT = 60, 4


def learn_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Switch learning on and off."""
    words = console.words
    if not rest or rest[-1].casefold() not in ("on", "off", words("on"), words("off")):
        raise UsageError(words("say_learn"))
    side = console.side(rest[:-1])
    machine = console.host.machine(side)
    machine.learns = rest[-1].casefold() in ("on", words("on"))
    yield words("learns" if machine.learns else "learns_not", side=words.side(side))


def rule_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Name the learning rule, or begin new machines with another one."""
    words, host = console.words, console.host
    if not rest:
        rule = host.machine(host.side).kit.choices.rule
        yield words("rule", rule=rule, rules=", ".join(host.templates.names("rules")))
        return
    host.change_rule(rest[0])
    yield words("new_rule", rule=rest[0], name=host.name) if host.keeps else words("new_rule_unkept", rule=rest[0])
    if host.saves is not None and not host.keeps:
        yield words("cannot_keep")
    yield from console.run_on()


def train_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Play many games at once."""
    host, words = console.host, console.words
    games, done = console.number(rest, 100, MOST), 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if console.advance is not None:
            console.advance(done, games)

    name = host.name
    yield words("trained", count=host.train(games, progress))
    if host.name != name:
        yield words("trained_anew", name=host.name)
    yield words.figures(host.side, host.figures(host.side))
    yield from console.run_on()


def stats_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """Show both machines' results."""
    words, host = console.words, console.host
    for machine in host.sitting.known_machines():
        yield words.figures(machine.side, host.figures(machine.side))
    won, drawn, lost = host.sitting.score()
    yield words("sitting", first=words.side(0), second=words.side(1), won=won, drawn=drawn, lost=lost)


def curve_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Draw the share of games that a machine has won."""
    results = console.host.machine(console.side(rest)).results
    if not results:
        yield console.words("no_games_yet")
        return
    yield console.words("curve", games=len(results))
    labels = ("100%", "", "", "  0%")
    for label, line in zip(labels, curve(results, WIDTH, HEIGHT, plain=console.plain), strict=True):
        yield f"{label:>4} |{line}".rstrip()


def saves_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """List the saved machines."""
    saves, words = console.host.saves, console.words
    machines = saves.list() if saves is not None else []
    if saves is None or not machines:
        yield words("no_saves")
        return
    for saved in machines:
        yield f"{saved.name}  {words.saved(saved)}"
    yield str(saves.folder)


def open_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Continue with another machine."""
    console.host.open(" ".join(rest))
    yield console.words("opened", name=console.host.name)
    yield from console.run_on()


def import_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Save a machine of another program."""
    if not rest:
        raise UsageError(console.words("say_import"))
    name = console.host.take_in(Path(" ".join(rest)).expanduser())
    yield console.words("imported", name=name, command=console.words("word.open"))


def delete_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Delete a saved machine."""
    name = " ".join(rest)
    console.host.delete(name)
    yield console.words("deleted", name=name, command=console.words("word.undo"))


def undo_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """Restore the machine that was deleted last."""
    if console.host.saves is None:
        raise UsageError(console.words("no_saves"))
    yield console.words("undeleted", name=console.host.saves.undelete())


def call_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Give a player a name."""
    if len(rest) < 2:
        raise UsageError(console.words("say_name"))
    side, name = console.words.parse_side(rest[0]), " ".join(rest[1:])[:40]
    console.host.sitting.names[side] = name
    yield console.words("called", side=console.words.side(side), name=name)


def language_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Speak another language."""
    templates = console.host.templates
    if len(rest) != 1:
        raise UsageError(console.words("say_language", languages=", ".join(templates.languages())))
    console.words = Speech(console.host.sitting.game, Texts(rest[0].casefold(), templates))
    yield console.words("speaks")


# Commands about the game on the table.

#: The most games that one ``watch`` plays, a line each.
MOST_WATCHED = 1000
#: A watched game without an end is left after so many moves; repetition ends it long before.
MOST_MOVES = 10_000


def go_(console: "Console", _rest: list[str]) -> Iterator[str]:
    """Make the next move; after the end begin the next game."""
    sitting = console.host.sitting
    if sitting.looks_back:
        yield from _look(console, 1 if sitting.opened else len(sitting.plies))
        return
    if sitting.ended is not None:
        sitting.new_game()
        yield console.words("new_game")
    elif sitting.waits:
        yield from console.standing()
        return
    else:
        yield from console.step()
    yield from console.run_on()


def watch_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Play whole games, a line for each."""
    host, words = console.host, console.words
    sitting = host.sitting
    games = console.number(rest, 1, MOST_WATCHED)
    if HUMAN in sitting.players:
        raise UsageError(words("watch_whom"))
    for _ in range(games):
        if sitting.ended is not None:
            sitting.new_game()
        while sitting.ended is None and len(sitting.plies) < MOST_MOVES:
            sitting.make()
        if sitting.ended is None:
            break
        line = words.moves([ply.move for ply in sitting.plies])
        yield f"{len(sitting.outcomes)}: {line}: {words.outcome(sitting.ended)}"
    console.heard()
    if host.kit is not None:
        yield words.figures(host.side, host.figures(host.side))


def back_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Step back in the game by some moves."""
    yield from _look(console, -console.number(rest, 1, MOST_MOVES))


def forward_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Step forward in the game by some moves."""
    yield from _look(console, console.number(rest, 1, MOST_MOVES))


def _look(console: "Console", steps: int) -> Iterator[str]:
    sitting = console.host.sitting
    if not sitting.look(steps):
        yield console.words("no_further")
        return
    if sitting.shown:
        yield from console.words.ply(sitting.plies[sitting.shown - 1])
    yield from console.standing()


def new_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Begin a new game; ``new machine`` begins with new machines."""
    host, words = console.host, console.words
    if rest and rest[0].casefold() in (MACHINE, words(f"player.{MACHINE}").casefold()):
        host.begin_anew()
        yield words("new_machine", name=host.name) if host.keeps else words("new_machine_unkept")
    host.sitting.new_game()
    yield words("new_game")
    yield from console.run_on()


def take_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Take a side over."""
    yield from _seated(console, rest, HUMAN, "taken")


def give_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Hand a side back to its machine."""
    yield from _seated(console, rest, MACHINE, "given")


def _seated(console: "Console", rest: list[str], player: str, key: str) -> Iterator[str]:
    side = console.side(rest)
    console.host.sitting.seat(side, player)
    yield console.words(key, side=console.words.side(side))
    yield from console.run_on()


def player_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Choose who plays a side."""
    words, sitting = console.words, console.host.sitting
    if len(rest) != 2:
        raise UsageError(words("say_player"))
    side, player = words.parse_side(rest[0]), rest[1].casefold()
    sitting.seat(side, next((name for name in (HUMAN, MACHINE) if player == words.player(name).casefold()), rest[1]))
    yield words.seated(side, sitting.players[side])
    yield from console.run_on()


class Console(Conversation):
    """A conversation about one sitting.

    Attributes:
        advance: called with what is done and the total in automatic learning and analysis; None for nobody.
    """

    COMMANDS = by_word(
        help_, board_, moves_, go_, back_, forward_, hint_, analyse_, ahead_, game_, here_, watch_, new_, take_, give_,
        player_, box_, gallery_, stats_, curve_, train_, learn_, rule_, saves_, open_, import_, delete_, undo_, call_,
        language_, quit_,
    )  # fmt: skip

    def __init__(self, host: Host, texts: Texts, *, plain: bool = False) -> None:
        super().__init__(Speech(host.sitting.game, texts), plain=plain)
        self.host = host
        self.advance: Callable[[int, int], object] | None = None
        self._reported: Ended | None = None

    @property
    def farewell(self) -> str:
        """The last line."""
        return self.words("bye" if self.host.keeps else "bye_unkept")

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        return self.host.sitting

    def greeting(self) -> list[str]:
        """Return the first lines: the game, who plays, and the board."""
        host, words = self.host, self.words
        lines = [host.kit.title if host.kit else host.sitting.game.spec]
        lines += [words.seated(side, host.sitting.players[side]) for side in (0, 1)]
        if host.kit is not None:
            if host.saves is None:
                lines.append(words("not_kept"))
            else:
                kept = words("kept", name=host.name, folder=host.saves.folder) if host.keeps else words("cannot_keep")
                lines.append(kept)
            if host.machine(host.side).results:
                lines.append(words.figures(host.side, host.figures(host.side)))
        lines.append(words("hint"))
        if host.file is not None:
            self.heard()
            lines.append(self.written_game())
        return [*lines, *self.run_on()]

    def written_game(self) -> str:
        """Return which game of which file is on the table."""
        host = self.host
        assert host.file is not None  # noqa: S101 - one has been opened
        games, file = len(host.file), host.file.path.name
        return self.words("game_of", number=host.number, games=games, file=file, note=host.note).rstrip(" :")

    def entered(self) -> Iterable[str]:
        """Go on with the game."""
        return go_(self, [])

    def told(self, line: str) -> Iterable[str]:
        """Make a move for the person at the keyboard."""
        sitting, words = self.host.sitting, self.words
        if sitting.opened and sitting.looks_back:
            sitting.go_on_from_shown()
        if sitting.ended is not None:
            sitting.new_game()
        if not sitting.waits:
            raise UsageError(words("not_your_move", side=words.side(sitting.to_move)))
        ply = sitting.play(self.read_move(line))
        return [*self._ply_lines(replace(ply, opened=None)), *self.run_on()]

    def run_on(self) -> list[str]:
        """Play until a person has to move or the game ends, and return what happened and the state."""
        sitting = self.host.sitting
        lines: list[str] = []
        if self.screened:
            return lines
        if sitting.looks_back or (sitting.opened and sitting.ended is not None and self.is_told()):
            return self.standing()
        while HUMAN in sitting.players and not sitting.waits and sitting.ended is None:
            lines += self.step()
        if sitting.ended is None:
            return [*lines, *self.standing()]
        if not self.is_told():
            self.heard()
            lines += [self.board(), *self.words.ended(sitting, sitting.ended)]
            if self.host.kit is not None:
                lines.append(self.words.figures(self.host.side, self.host.figures(self.host.side)))
        if HUMAN in sitting.players:
            sitting.new_game()
            lines += ["", self.words("new_game"), *self.run_on()]
        return lines

    def step(self) -> list[str]:
        """Make one move for a side that no person plays."""
        ply = self.host.sitting.make()
        return [] if ply is None else self._ply_lines(ply)

    def _ply_lines(self, ply: Ply) -> list[str]:
        """Return a move's lines; without a screen, also what the hand did on the board."""
        return self.words.ply(ply) if self.screened else [*self.words.ply(ply), *self.words.stages(ply)]

    def heard(self) -> None:
        """Treat the end of the game as reported."""
        self._reported = self.host.sitting.ended

    def is_told(self) -> bool:
        """Return whether the end of the game has been reported."""
        return self._reported is self.host.sitting.ended

    def standing(self) -> list[str]:
        """Return the board, and who has to move."""
        return [self.board(), *self.lead(), self.state()]

    def state(self) -> str:
        """Return the state of the game in one line."""
        sitting, words = self.host.sitting, self.words
        if sitting.looks_back:
            key = "shown_opened" if sitting.opened else "shown"
            return words(key, shown=sitting.shown, moves=len(sitting.plies))
        if sitting.ended is not None:
            return words.outcome(sitting.ended)
        side = words.side(sitting.to_move)
        if sitting.waits:
            return words("your_move", side=side, moves=words.moves(sitting.legal))
        return words("its_move", side=side, player=words.player(sitting.players[sitting.to_move]))

    def side(self, rest: Sequence[str]) -> int:
        """Return the named side, or that of the main machine."""
        return self.words.parse_side(rest[0]) if rest else self.host.side
