"""A session begun: from a kit by name or by path, or from what another session has exported."""

from dataclasses import replace
from pathlib import Path

from kitgen.door.loading import load_kit
from kitgen.errors import RecordError, UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import Rule, check_rule, read_rule
from kitgen.machine.learning import with_rule
from kitgen.record.rows import GameRow
from kitgen.session.exchange.foreign import Foreign, machine_of, read_foreign
from kitgen.session.exchange.json_lines import read_machine
from kitgen.session.exchange.noted import read_text
from kitgen.session.exchange.reading import read_lines
from kitgen.session.exchange.vocabulary import vocabularies
from kitgen.session.noted_rows import NotedRow
from kitgen.session.past import given_now, taken_over
from kitgen.session.session import Session
from kitgen.templates import Templates


def new_session(
    kit: Kit | str | Path, path: Path, *, rule: str | None = None, templates: Templates | None = None
) -> Session:
    """Begin the session of a machine, and return it, open to be written.

    Args:
        kit: a kit, an edition or game by name, or a path. Where it is a session, the new one goes on from its beads.
        path: the file to make; nothing is ever written over.
        rule: the learning rule that the class plays by, or goes on by; the kit's own when None.
        templates: where editions and rules are read from; those that come with kitgen when None.

    Raises:
        UsageError: the kit or the rule is unknown, or the rule makes no sense for the game.
        OutputError: there is such a file already, or it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, new_session("her", Path(folder) / "class3b.kitgen") as session:
    ...     session.status().beads
    45
    """
    templates = templates or Templates()
    made = kit if isinstance(kit, Kit) else load_kit(kit, templates=templates)
    chosen = _rule(rule, templates)
    if chosen is not None and rule is not None:
        check_rule(rule, chosen, made.game_spec, draws=made.draws)
        if made.trained:
            return Session.create(path, _changed(made, chosen, rule))
    return Session.create(path, made, rule=chosen, rule_name=rule or "")


def _changed(kit: Kit, rule: Rule, name: str) -> Kit:
    """Return a machine in training that goes on by another rule, with the beads that it has come to."""
    games = f", game {kit.played[-1].game}" if kit.played else ""
    left = [[slot.beads for slot in box.slots] for box in kit.boxes]
    given = given_now(kit, left, f"{kit.name}, rule {kit.choices.rule}{games}")
    return with_hash(taken_over(with_rule(kit, rule, name), given))


def import_session(
    source: Path,
    path: Path,
    *,
    kit: str | None = None,
    rule: str | None = None,
    templates: Templates | None = None,
) -> Session:
    """Make a session of what another has exported, with every game as it stands there.

    Args:
        source: JSON Lines with the machine in the first line; a table, moves, or games alone, with ``kit``; or a
            machine of another program as it stands, which then begins with its beads and without a game.
        path: the file to make; nothing is ever written over.
        kit: the machine, where the file does not say which.
        rule: the learning rule, where the file does not say it.
        templates: where kits and the names of columns are read from.

    Raises:
        UsageError: the machine is not said, or said twice.
        RecordError: a line cannot be read.
    """
    templates = templates or Templates()
    text = read_text(source)
    foreign = read_foreign(text, str(source))
    if foreign is not None:
        return Session.create(path, machine_of(foreign, _kit_for(foreign, kit, rule, templates)))
    machine = read_machine(text, str(source)) if text.lstrip().startswith("{") else None
    if machine is None:
        if kit is None:
            raise UsageError(f"{source} does not say which machine has played; name it with --kit")
        made, chosen, name, software = load_kit(kit, templates=templates), _rule(rule, templates), rule or "", None
    else:
        if kit is not None or rule is not None:
            raise UsageError(f"{source} says itself which machine has played; leave out --kit and --rule")
        line, made = machine
        chosen, name, software = line.rule, line.rule_name, line.software
    lines = read_lines(text, str(source), made, vocabularies(templates), as_written=True)
    rows, marked = list[GameRow](), list[NotedRow]()
    for noted in lines:
        if noted.fault:
            raise RecordError(f"{source}, line {noted.line}: {noted.fault}; nothing was made")
        marked += noted.marked
        if noted.row is not None:
            rows.append(noted.row if noted.row.game else replace(noted.row, game=rows[-1].game + 1 if rows else 1))
    return Session.create(path, made, rule=chosen, rule_name=name, rows=rows, marked=marked, software=software)


def _kit_for(foreign: Foreign, kit: str | None, rule: str | None, templates: Templates) -> Kit:
    """Return the kit that a machine of another program becomes: its own unless somebody names one, or a rule."""
    return foreign.kit(templates, rule) if kit is None else load_kit(kit, templates=templates, rule=rule)


def _rule(name: str | None, templates: Templates) -> Rule | None:
    """Return a rule by name; None where none is named."""
    return None if name is None else read_rule(name, templates)
