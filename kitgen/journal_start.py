"""Begins a journal from a kit, or imports one from an export."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kitgen.errors import RecordError, UsageError, quoted
from kitgen.journal.beads import given_now, taken_over
from kitgen.journal.exchange import read_lines, read_machine
from kitgen.journal.journal import Journal
from kitgen.journal.other_programs import machine_of, read_foreign
from kitgen.journal.understand import understood
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import check_rule, read_rule
from kitgen.kit_sources import load_kit
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.record.game_lines import NotedRow, read_text
from kitgen.record.games_table import vocabularies
from kitgen.record.machine_events import MachineEvent
from kitgen.record.rows import GameRow, Passages
from kitgen.templates import Templates

#: The largest share of impossible games that slips explain. Games of another machine have more: at least 33 of 60 in
#: trials, for games of ``him`` read as games of ``her``, whose boxes have the same names.
SLIPS = 1 / 3
#: Fewer impossible games than this may be slips or another machine's.
FEWEST = 3


def new_journal(
    kit: Kit | str | Path, path: Path, *, rule: str | None = None, templates: Templates | None = None
) -> Journal:
    """Begin the journal of a machine, and return it, open for writing.

    Args:
        kit: a kit, an edition or game by name, or a path. If it is a journal, the new one continues with its beads.
        path: the file to make; an existing file is never overwritten.
        rule: the learning rule that the class plays by; the kit's own if None.
        templates: where editions and rules are read from; kitgen's own if None.

    Raises:
        UsageError: the kit or the rule is unknown, or the rule does not suit the game.
        OutputError: the file exists already, or cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, new_journal("her", Path(folder) / "class3b.kitgen") as journal:
    ...     journal.status().beads
    45
    """
    templates = templates or Templates()
    made = kit if isinstance(kit, Kit) else load_kit(kit, templates=templates)
    chosen = None if rule is None else read_rule(rule, templates)
    if chosen is not None and rule is not None:
        check_rule(rule, chosen, made.game.called, draws=made.draws)
        if made.trained:
            games = f", game {made.played[-1].game}" if made.played else ""
            given = given_now(made, starting_beads(made), f"{made.name}, rule {made.choices.rule}{games}")
            return Journal.create(path, with_hash(taken_over(with_rule(made, chosen, rule), given)))
    return Journal.create(path, made, rule=chosen, rule_name=rule or "")


def import_journal(
    source: Path, path: Path, *, kit: str | None = None, rule: str | None = None, templates: Templates | None = None
) -> Journal:
    """Make a journal from an export of another, with every game unchanged.

    Args:
        source: JSON Lines with the machine in the first line; games only (JSON Lines, a table or moves), with ``kit``;
            or a machine of another program, whose journal begins with its beads and without games.
        path: the file to make; an existing file is never overwritten.
        kit, rule: the machine and the learning rule, if the file does not name them.
        templates: where kits and the names of columns are read from.

    Raises:
        UsageError: the machine is given neither in the file nor by ``kit``, or in both.
        RecordError: a line cannot be read, or the games are those of another machine.
    """
    templates = templates or Templates()
    text = read_text(source)
    foreign = read_foreign(text, quoted(source))
    if foreign is not None:
        own = foreign.kit(templates, rule) if kit is None else load_kit(kit, templates=templates, rule=rule)
        return Journal.create(path, machine_of(foreign, own))
    machine = read_machine(text, quoted(source)) if text.lstrip().startswith("{") else None
    if machine is None:
        if kit is None:
            raise UsageError(f"{quoted(source)} does not say which machine has played; name it with --kit")
        made, name, software = load_kit(kit, templates=templates), rule or "", None
        chosen = None if rule is None else read_rule(rule, templates)
    else:
        if kit is not None or rule is not None:
            raise UsageError(f"{quoted(source)} says which machine has played; omit --kit and --rule")
        made, chosen, name, software = machine.kit, machine.rule, machine.rule_name, machine.software
    lines = read_lines(text, quoted(source), made, vocabularies(templates), as_written=True)
    rows, marked, impossible = list[GameRow](), list[NotedRow](), list[str]()
    passages = Passages(made)
    for noted in lines:
        if noted.fault:
            raise RecordError(f"{quoted(source)}, line {noted.line}: {noted.fault}; nothing was made")
        marked += noted.marked
        if noted.row is not None:
            rows.append(noted.row if noted.row.game else replace(noted.row, game=rows[-1].game + 1 if rows else 1))
            if machine is not None:
                continue
            try:
                understood(passages, noted.row)
            except RecordError as error:
                impossible.append(f"line {noted.line}: {str(error).removeprefix(f'game {noted.row.game}: ')}")
    if len(impossible) >= FEWEST and len(impossible) > len(rows) * SLIPS:
        faults = f"{len(impossible)} of its {len(rows)} games are impossible ({impossible[0]})"
        raise RecordError(
            f"{quoted(source)} is of another machine than {quoted(made.name)}, for which {faults}; "
            "name its own with --kit"
        )
    return Journal.create(
        path,
        made,
        rule=chosen,
        rule_name=name,
        rows=rows,
        marked=marked,
        events=() if machine is None else _possible_events(machine.events, made, quoted(source)),
        software=software,
    )


def _possible_events(events: Sequence[MachineEvent], kit: Kit, where: str) -> Sequence[MachineEvent]:
    """Return events if the machine has their boxes and beads; otherwise ``RecordError``."""
    slots = {(box.id, slot.colour.letter) for box in kit.boxes for slot in box.slots}
    for event in events:
        if event.what == "refilled" and event.box not in kit.indices:
            raise RecordError(f"{where}: the machine has no box {quoted(event.box)}")
        for bead in event.beads:
            if (bead.box, bead.bead) not in slots:
                raise RecordError(f"{where}: the machine has no bead {quoted(bead.bead)} in box {quoted(bead.box)}")
    return events
