"""Begins a journal from a kit, or imports one from an export."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kitgen.errors import RecordError, UsageError, located, quoted
from kitgen.games import check_installed
from kitgen.journal.beads import given_now, taken_over
from kitgen.journal.exchange import GamesFile, machine_of_export, read_games, refuse_given_twice
from kitgen.journal.journal import Journal
from kitgen.journal.other_programs import ForeignMachine, TrainedFile, read_foreign, take_machine
from kitgen.journal.results_alone import refuse_without_beads
from kitgen.journal.trained_tables import read_trained
from kitgen.journal.understand import understood
from kitgen.journal.unread_parts import leave_out, refuse_unread
from kitgen.kit.kit import Kit, KitGiven
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import check_rule, read_rule
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.reading.templates import Templates
from kitgen.record.account import Account, ForeignNote
from kitgen.record.game_lines import NotedLine, NotedRow, read_sheets, read_text
from kitgen.record.machine_events import MachineEvent
from kitgen.record.rows import GameRow, Passages
from kitgen.record.table_sheets import CellSheet
from kitgen.record.table_words import vocabularies
from kitgen.sources.kit_sources import load_kit

#: The largest share of impossible games that slips explain. Games of another machine have more: at
#: least 33 of 60 in trials, for games of ``him`` read as games of ``her``, whose boxes have the
#: same names.
MAX_SHARE_OF_SLIPS = 1 / 3
#: Fewer impossible games than this may be slips or another machine's.
MIN_IMPOSSIBLE_GAMES = 3
#: The name of a file with a machine in messages.
MACHINES = "the machine of another program: JSON, CSV or a program's text"


def new_journal(
    kit: KitGiven, path: str | Path, *, rule: str | None = None, templates: Templates | None = None
) -> Journal:
    """Begin the journal of a machine, and return it, open for writing.

    Args:
        kit: a kit, an edition or game by name, a path, or a game as an object. If it is a journal,
            the new one continues with its beads.
        path: the file to make; an existing file is never overwritten.
        rule: the learning rule that the class plays by; the kit's own if None.
        templates: where editions and rules are read from; kitgen's own if None.

    Raises:
        UsageError: the kit or the rule is unknown, or the rule does not suit the game.
        OutputError: the file exists already, or cannot be written.

    >>> import tempfile
    >>> with (
    ...     tempfile.TemporaryDirectory() as folder,
    ...     new_journal("her", Path(folder) / "class3b.kitgen") as journal,
    ... ):
    ...     journal.status().beads
    45
    """
    if not Path(path).name:
        raise UsageError(
            f"{quoted(path)} is no name of a journal; write one, such as class3b.kitgen"
        )
    templates = templates or Templates()
    made = load_kit(kit, templates=templates)
    check_installed(made.game_spec)
    if rule is None:
        return Journal.create(Path(path), made)
    chosen = read_rule(rule, templates)
    check_rule(rule, chosen, made.game.called, draws=made.draws)
    if made.trained:
        source = f"{made.name}, rule {made.choices.rule}"
        if made.played:
            source += f", game {made.played[-1].game}"
        given = given_now(made, starting_beads(made), source)
        made = taken_over(with_rule(made, chosen, rule), given)
        return Journal.create(Path(path), with_hash(made))
    return Journal.create(Path(path), made, rule=chosen, rule_name=rule)


@dataclass(frozen=True, slots=True)
class Imported:
    """A journal that was made from a file, open for writing, notes on how it was read, and an
    account of the file.
    """

    journal: Journal
    account: Account
    notes: tuple[ForeignNote, ...] = ()


def machine_from(source: Path, kit: Kit, ignore: Collection[str] = ()) -> ForeignMachine:
    """Return a kit with the beads of another program's machine in a file.

    ``RecordError`` if the file has none for the kit, or something that is not read and not ignored
    by name.
    """
    text = read_text(source, MACHINES)
    foreign = read_foreign(text, quoted(source))
    if foreign is None:
        foreign = TrainedFile(text, source.suffix.lower(), quoted(source))
    return take_machine(foreign, kit, ignore)


def import_journal(
    source: Path,
    path: Path,
    *,
    kit: str | None = None,
    rule: str | None = None,
    templates: Templates | None = None,
    ignore: Collection[str] = (),
) -> Journal:
    """Make a journal from an export of another, with every game unchanged; see ``import_file``."""
    return import_file(source, path, kit=kit, rule=rule, templates=templates, ignore=ignore).journal


def import_file(
    source: Path,
    path: Path,
    *,
    kit: str | None = None,
    rule: str | None = None,
    templates: Templates | None = None,
    ignore: Collection[str] = (),
) -> Imported:
    """Make a journal from an export of another, with every game unchanged, and say what was read of
    the file.

    Args:
        source: JSON Lines with the machine in the first line; games only (JSON Lines, a table or
            moves), with ``kit``; or a machine of another program, whose journal begins with its
            beads and without games.
        path: the file to make; an existing file is never overwritten.
        kit, rule: the machine and the learning rule, if the file does not name them.
        templates: where kits and the names of columns are read from.
        ignore: the parts of the file that are not read, by name; others that cannot be read refuse
            the file.

    Raises:
        UsageError: the machine is given neither in the file nor by ``kit``, or in both.
        RecordError: a line cannot be read, or the games are those of another machine.
    """
    templates = templates or Templates()
    where = quoted(source)
    content = read_sheets(source)
    foreign = read_foreign(content, where) if isinstance(content, str) else None
    if foreign is not None:
        if kit is None:
            own = foreign.kit(templates, rule)
        else:
            own = load_kit(kit, templates=templates, rule=rule)
        machine = take_machine(foreign, own, ignore)
        return Imported(Journal.create(path, machine.kit), machine.account, machine.notes)
    head = machine_of_export(content, where)
    if head is None:
        return _import_games(content, source, path, kit, rule, templates, ignore)
    if kit is not None or rule is not None:
        raise UsageError(f"{where} says which machine has played; omit --kit and --rule")
    file = read_games(content, where, head.kit, vocabularies(templates), as_written=True)
    rows, marked = _rows_of(file, where)
    journal = Journal.create(
        path,
        head.kit,
        rule=head.rule,
        rule_name=head.rule_name,
        rows=rows,
        marked=marked,
        events=_possible_events(head.events, head.kit, where),
        software=head.software,
    )
    return Imported(journal, file.account)


def _import_games(
    content: str | Sequence[CellSheet], source: Path, path: Path, kit: str | None, rule: str | None,
    templates: Templates, ignore: Collection[str],
) -> Imported:  # fmt: skip
    """Make a journal from games of a machine that the file does not name, or from a trained
    machine of any program.
    """
    where = quoted(source)
    if kit is None:
        raise UsageError(f"{where} does not say which machine has played; name it with --kit")
    made = load_kit(kit, templates=templates)
    check_installed(made.game_spec)
    chosen = None if rule is None else read_rule(rule, templates)
    try:
        file = read_games(content, where, made, vocabularies(templates), as_written=True)
        refused = None
    except RecordError as error:
        file = GamesFile(())
        refused = error
    if not any(line.row is not None for line in file.lines) and isinstance(content, str):
        trained = _trained(content, source, load_kit(kit, templates=templates, rule=rule), ignore)
        if trained is not None:
            return Imported(Journal.create(path, trained.kit), trained.account, trained.notes)
    if refused is not None:
        raise refused
    account = leave_out(file.account, ignore, where)
    refuse_unread(account, where, "nothing was made")
    rows, marked = _rows_of(file, where)
    playing = made if chosen is None or rule is None else with_rule(made, chosen, rule)
    passages = Passages(playing)
    with located(where):
        if file.tables > 1:
            refuse_given_twice(file.lines)
        refuse_without_beads(passages, file.lines)
    _refuse_other_machine(passages, file.lines, rows, where, made)
    journal = Journal.create(
        path, made, rule=chosen, rule_name=rule or "", rows=rows, marked=marked
    )
    return Imported(journal, account)


def _trained(
    content: str, source: Path, made: Kit, ignore: Collection[str]
) -> ForeignMachine | None:
    """Return a kit with the beads of a trained machine; None if the text holds none."""
    if len(made.players) != 1:
        return None
    foreign = TrainedFile(content, source.suffix.lower(), quoted(source))
    with located(foreign.where):
        trained = read_trained(content, foreign.kind, made)
    if trained is None:
        return None
    return take_machine(foreign, made, ignore, trained=trained)


def _rows_of(file: GamesFile, where: str) -> tuple[list[GameRow], list[NotedRow]]:
    """Return the games of a file, those without a number counted on, and its rows of marked
    sheets.
    """
    rows: list[GameRow] = []
    marked: list[NotedRow] = []
    for noted in file.lines:
        if noted.fault:
            raise RecordError(f"{where}, {noted.place}: {noted.fault}; nothing was made")
        marked += noted.marked
        row = noted.row
        if row is None:
            continue
        if not row.game:
            row = replace(row, game=rows[-1].game + 1 if rows else 1)
        rows.append(row)
    return rows, marked


def _refuse_other_machine(
    passages: Passages, lines: Sequence[NotedLine], rows: Sequence[GameRow], where: str, made: Kit
) -> None:
    """Raise ``RecordError`` if so many games are impossible that they are of another machine."""
    impossible = []
    noted_games = [line for line in lines if line.row is not None]
    for noted, row in zip(noted_games, rows, strict=True):
        try:
            understood(passages, row)
        except RecordError as error:
            impossible.append(f"{noted.place}: {str(error).removeprefix(f'game {row.game}: ')}")
    count = len(impossible)
    if count >= MIN_IMPOSSIBLE_GAMES and count > len(rows) * MAX_SHARE_OF_SLIPS:
        faults = f"{len(impossible)} of its {len(rows)} games are impossible ({impossible[0]})"
        raise RecordError(
            f"{where} is of another machine than {quoted(made.name)}, for which {faults}; name "
            "its own with --kit"
        )


def _possible_events(
    events: Sequence[MachineEvent], kit: Kit, where: str
) -> Sequence[MachineEvent]:
    """Return events if the machine has their boxes and beads; otherwise ``RecordError``."""
    slots = {(box.id, slot.colour.letter) for box in kit.boxes for slot in box.slots}
    for event in events:
        if event.what == "refilled" and event.box not in kit.indices:
            raise RecordError(f"{where}: the machine has no box {quoted(event.box)}")
        for bead in event.beads:
            if (bead.box, bead.bead) not in slots:
                raise RecordError(
                    f"{where}: the machine has no bead {quoted(bead.bead)} in box "
                    f"{quoted(bead.box)}"
                )
    return events
