"""``kitgen session``: the journal of a real machine."""

import os
from dataclasses import asdict
from pathlib import Path

import click

from kitgen.cli.journal.asking import ask_games
from kitgen.cli.journal.photos import add_photos, no_photo_options
from kitgen.cli.shared.board import can_show
from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.offered_options import Word
from kitgen.cli.shared.progress import progress_options, quiet, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.cli.shared.talking import talk_beside
from kitgen.door.journal.auditing import Telling, telling
from kitgen.door.journal.beginning import import_session, new_session
from kitgen.door.journal.games import FORMATS, Added, add_file, exported, exported_machine
from kitgen.door.journal.playing import sit_beside
from kitgen.door.journal.printing import print_session
from kitgen.door.loading import KIT_PDF
from kitgen.door.marked.counting import counted
from kitgen.door.marked.photos import is_photo
from kitgen.door.printing import STOCK
from kitgen.errors import UsageError
from kitgen.files import write_whole
from kitgen.kit.kit import Kit
from kitgen.paper.layout.papers import PAGES
from kitgen.record.rows import RESULTS, GameRow
from kitgen.session.audit.search import Story
from kitgen.session.check import Checked
from kitgen.session.session import Session, game_text
from kitgen.templates import Templates

_LETTERS = {result: letter for letter, result in RESULTS.items()}

_session = click.argument("session", type=click.Path(path_type=Path))
_out = click.option(
    "-o", "--output", "path", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="The file to make, such as class3b.kitgen; nothing is ever written over.",
)  # fmt: skip
_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


@click.group(epilog="Example: kitgen session new her -o class3b.kitgen && kitgen session add class3b.kitgen games.csv")
def command() -> None:
    """Keep the journal of a real machine: its games, the beads that should be left, and where the two part."""


@command.command(epilog="Example: kitgen session new her -o class3b.kitgen")
@kit_argument()
@_out
@click.option("--rule", metavar="RULE", help="The learning rule that the class plays by; the kit's own if not said.")
@templates_option
def new(kit: str, path: Path, rule: str | None, templates: Templates) -> None:
    """Begin the journal of a machine made of KIT: an edition, a game, a path to what was printed, or a session.

    Of a session the new one has the beads that are left. So a class goes on by another rule.
    """
    with new_session(kit, path, rule=rule, templates=templates) as session:
        made = session.kit
        click.echo(f"{path}: kit {made.name} ({session.printed.short_hash}), rule {session.rule_name}, no game yet")
        if made.given is not None:
            click.echo(_given(made))
    click.echo(f"Note games with: kitgen session add {path} games.csv, or box by box: kitgen session add {path} -")


@command.command(
    epilog="Example: kitgen session add class3b.kitgen games.csv; or kitgen session add class3b.kitgen photo.jpg"
)
@_session
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--all-or-nothing/--keep-good", default=True,
    help="Note nothing when a line cannot be noted (usual), or the lines that can.",
)  # fmt: skip
@click.option("--as-written", is_flag=True, help="Note what cannot have been so as well, for 'session check' to name.")
@click.option(
    "--review", type=click.Path(path_type=Path), metavar="PAGE.html",
    help="Photos: write a page with the strip of each row that is not clear, and what it may be.",
)  # fmt: skip
@click.option(
    "--answers", type=click.Path(path_type=Path), metavar="FILE",
    help="Photos: what rows that are not clear are, a line each, such as 7: 1; a terminal asks for it.",
)  # fmt: skip
@click.option(
    "--first", type=click.IntRange(1, 9_000_000), default=1, metavar="GAME",
    help="Photos of a further set of the same sheets: the game in the first row of sheet 1.",
)  # fmt: skip
@templates_option
@click.pass_context
def add(
    ctx: click.Context,
    session: Path,
    files: tuple[Path, ...],
    templates: Templates,
    *,
    all_or_nothing: bool,
    as_written: bool,
    review: Path | None,
    answers: Path | None,
    first: int,
) -> None:
    """Note the games of FILE in SESSION: a table from a spreadsheet, JSON Lines, or moves. With - it asks box by box.

    FILE may be photos of sheets filled in by marking (part log-marks), scans, or a folder of them. A game that
    is there already, exactly so, is passed over: a table that has grown, or a photo, can be added again.
    """
    photos = [path for path in files if str(path) != "-" and is_photo(path)]
    if len(files) > 1 and len(photos) < len(files):
        other = next(path for path in files if path not in photos)
        raise UsageError(f"{other} is no photo; add one file of games at a time, or any number of photos")
    with Session(session, write=True) as journal:
        if photos:
            if as_written:
                raise UsageError("--as-written would change nothing: what is marked is a game or is asked for")
            good = not all_or_nothing
            done = add_photos(
                journal, photos, keep_good=good, review=review, answers=answers, first=first, templates=templates
            )  # fmt: skip
            for line in telling(journal.kit, templates).checked(journal.check()):
                click.echo(line)
            ctx.exit(0 if done else 1)
        no_photo_options(review, answers, first)
        if str(files[0]) == "-":
            refused = ask_games(journal)
        else:
            added = add_file(
                journal, files[0], keep_good=not all_or_nothing, as_written=as_written, templates=templates
            )
            show_added(added)
            refused = len(added.refused)
    ctx.exit(1 if refused else 0)


def show_added(added: Added) -> None:
    """Write which games were noted, and which lines were not."""
    for line in added.refused:
        click.echo(f"line {line.line} was not noted: {line.fault}", err=True)
    for row in added.noted:
        if row.last_only:
            click.echo(f"game {row.game} is noted by its last beads alone, for the rule needs no more")
    passed = f", {added.passed} there already" if added.passed else ""
    click.echo(f"{_many(len(added.noted), 'game')} noted{passed}")


@command.command(epilog="Example: kitgen session play class3b.kitgen")
@_session
@click.option("--side", metavar="SIDE", help="The side that the machine plays, where one machine serves both.")
@click.option("--plain", is_flag=True, help="Line by line, for pipes, screen readers and slow connections.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Boards in letters.")
@click.option("--seed", type=int, metavar="N", help="Where beads come from that nobody picks; another one each time.")
@templates_option
def play(
    session: Path, side: str | None, seed: int | None, templates: Templates, *, plain: bool, ascii_only: bool
) -> None:
    """Guide the operator at a real table: name each box, hear which bead was picked, say what to do after the game.

    In a terminal, where the extra "play" is installed, on a screen with a board to click; otherwise line by line.
    Every finished game is noted at once.
    """
    luck = int.from_bytes(os.urandom(7)) if seed is None else seed
    with Session(session, write=True) as journal:
        letters = ascii_only or not can_show("♟→×“”")
        talk_beside(sit_beside(journal, seed=luck, side=side, plain=letters, templates=templates), plain=plain)


@command.command(epilog="Example: kitgen session undo class3b.kitgen --to 12")
@_session
@click.option("--to", type=click.IntRange(min=0), metavar="GAME", help="Take back all games after this one.")
def undo(session: Path, to: int | None) -> None:
    """Take back the game that was noted last, or all games after one. In the file they stay, but count no more."""
    with Session(session, write=True) as journal:
        for row in journal.undo(to):
            click.echo(f"taken back: game {row.game}: {game_text(row)}")


@command.command(epilog="Example: kitgen session status class3b.kitgen")
@_session
@_json
def status(session: Path, *, as_json: bool) -> None:
    """Say how many games are noted, how they ended, and how many beads should be left."""
    with Session(session) as journal:
        now, kit = journal.status(), journal.kit
        if as_json:
            about = {"kit": kit.name, "hash": journal.printed.short_hash, "rule": journal.rule_name}
            show_json(about | {"software": journal.software} | asdict(now))
            return
        click.echo(f"kit {kit.name} ({journal.printed.short_hash}), rule {journal.rule_name}")
    drawn = f", {now.drawn} drawn" if kit.draws or now.drawn else ""
    if kit.given is not None:
        click.echo(_given(kit))
    click.echo(f"{_many(now.games, 'game')}: {now.won} won by the machine{drawn}, {now.lost} lost")
    if now.by_last_beads:
        click.echo(f"{now.by_last_beads} of them known by their last beads alone")
    click.echo(f"{now.beads} beads should lie in the boxes; there were {now.started_with}")
    if now.empty:
        click.echo(f"empty: {', '.join(now.empty)}")


@command.command(epilog="Example: kitgen session show class3b.kitgen")
@_session
@click.option("--beads", is_flag=True, help="Show the beads that should lie in each box now instead.")
@_json
def show(session: Path, *, beads: bool, as_json: bool) -> None:
    """List the games that are noted, or the beads that should lie in each box now."""
    with Session(session) as journal:
        if beads:
            _show_beads(journal, as_json=as_json)
        else:
            _show_games(journal.games(), as_json=as_json)


def _show_games(games: tuple[GameRow, ...], *, as_json: bool) -> None:
    """Write the games."""
    if as_json:
        show_json(
            [
                {"game": row.game, "opponent": row.opponent, "picks": [pick.text for pick in row.picks]}
                | {"result": _LETTERS[row.result], "last_only": row.last_only}
                for row in games
            ]
        )
        return
    rows = [
        (str(row.game), row.opponent, ("… " if row.last_only else "") + ", ".join(pick.text for pick in row.picks),
         _LETTERS[row.result], row.when, row.remark)
        for row in games
    ]  # fmt: skip
    show_table(["game", "opponent", "boxes and beads", "result", "when", "remark"], rows, right=["game"])


def _show_beads(journal: Session, *, as_json: bool) -> None:
    """Write the beads that should be left."""
    counts = journal.beads()
    found = [
        {"box": box.id, "bead": slot.colour.letter, "beads": beads}
        for box, row in zip(journal.kit.boxes, counts, strict=True)
        for slot, beads in zip(box.slots, row, strict=True)
    ]
    if as_json:
        show_json(found)
        return
    rows = [
        (box.id, "  ".join(f"{slot.colour.letter} {beads}" for slot, beads in zip(box.slots, row, strict=True)),
         str(sum(row)), str(sum(slot.beads for slot in box.slots)))
        for box, row in zip(journal.kit.boxes, counts, strict=True)
    ]  # fmt: skip
    show_table(["box", "beads now", "in all", "at first"], rows, right=["in all", "at first"])


@command.command(epilog="Example: kitgen session check class3b.kitgen --counts counts.csv")
@_session
@click.option(
    "--counts", "paths", type=click.Path(path_type=Path), metavar="FILE.csv|PHOTO", multiple=True,
    help="The beads found in the boxes, a line for each: box,bead,beads; or a photo of a count sheet. Those that were "
    "opened will do.",
)  # fmt: skip
@_json
@templates_option
@click.pass_context
def check(ctx: click.Context, session: Path, paths: tuple[Path, ...], templates: Templates, *, as_json: bool) -> None:
    """Replay all games, name what cannot be, explain it by the fewest slips, and say how to put it right.

    The exit code is 0 when all agrees and 1 when something does not.
    """
    with Session(session) as journal:
        counts, said = counted(journal, paths, templates) if paths else (None, [])
        for line in said:
            click.echo(line, err=True)
        checked = journal.check(counts)
        words = telling(journal.kit, templates)
    if as_json:
        show_json(checked_data(checked, words))
    else:
        for line in words.checked(checked):
            click.echo(line)
    explained = checked.audit is not None and checked.audit.explanations
    ctx.exit(1 if checked.problems or explained else 0)


def checked_data(checked: Checked, words: Telling) -> dict[str, object]:
    """Return what a check has found as plain data. Nothing is explained where there is nothing to explain."""
    found = checked.audit
    return {
        "games": checked.games,
        "problems": [
            {"game": one.game, "turn": one.turn, "kind": one.kind, "box": one.box, "bead": one.bead}
            | {"message": words.problem(one)}
            for one in checked.problems
        ],
        "explanations": [_told(story, words) for story in (found.explanations if found else ())],
        "more": found.more if found else 0,
        "unique": found.unique if found else None,
        "proven": found.proven if found else None,
        "repair": [asdict(one) for one in (found.repair if found else ())],
        "cases": [
            {"if": [_told(pens, words) for pens in case.pens], "repair": [asdict(one) for one in case.repair]}
            for case in (found.cases if found else ())
        ],
        "count": list(found.count) if found else [],
    }


def _told(story: Story, words: Telling) -> list[dict[str, object]]:
    """Return a story as plain data."""
    return [
        {"game": slip.game, "kind": slip.kind, "box": slip.box, "bead": slip.bead}
        | {"before": slip.before, "other_box": slip.other_box, "other_bead": slip.other_bead}
        | {"message": words.slip(slip)}
        for slip in story
    ]


@command.command("print", epilog="Example: kitgen session print class3b.kitgen -o class3b --parts report,reset")
@_session
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where to."
)  # fmt: skip
@click.option("--page", type=Word("page", PAGES), help="The paper.")
@click.option("--for", "stock", default=STOCK, metavar="STOCK|WxH|FILE", help="Size of label or card.")
@click.option("--parts", metavar="A,B,…", help="These parts; report, reset, labels or cards, and poster if not said.")
@click.option("--force", is_flag=True, help="Replace what kitgen has made there, an earlier state, say.")
@templates_option
@progress_options
def print_(
    session: Path, folder: Path, page: str | None, stock: str, parts: str | None, templates: Templates, *, force: bool
) -> None:
    """Print the machine as it is: a report, how to make it new again, and its boxes with the beads that are left."""
    names = None if parts is None else parts.split(",")
    with working(f"printing {session}"):
        printed = print_session(session, folder, page=page, stock=stock, parts=names, force=force, templates=templates)
    if not quiet():
        click.echo(f"{folder / KIT_PDF}: {_many(printed.sheets, 'sheet')}")
        for part in printed.parts:
            click.echo(f"  page {part.first}: {part.title}")


@command.command(epilog="Example: kitgen session export class3b.kitgen -o class3b.jsonl")
@_session
@click.option(
    "-o", "--output", "path", type=click.Path(path_type=Path), metavar="FILE", help="Where to; else it is written out."
)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="What as; by the file's ending if not said.")
def export(session: Path, path: Path | None, form: str | None) -> None:
    """Write all games as a table, the whole session as JSON Lines, or the machine as a save of HexapawnRL (.json)."""
    ending = path.suffix.lower() if path is not None else ""
    by_ending = {of: name for name, of in FORMATS.items()} | {"": "csv"}
    form = form or by_ending.get(ending)
    if form is None:
        raise UsageError(f"{path} does not end in {', '.join(FORMATS.values())}; say --format {', '.join(FORMATS)}")
    notes: list[str] = []
    with Session(session) as journal:
        if form == "hexapawn-rl":
            data, notes = exported_machine(journal)
        else:
            data = exported(journal, form)
    for note in notes:
        click.echo(note, err=True)
    if path is None:
        click.echo(data.decode(), nl=False)
    else:
        write_whole(path, lambda file: file.write(data))


@command.command("import", epilog="Example: kitgen session import class3b.jsonl -o class3b.kitgen")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@_out
@click.option("--kit", metavar="KIT", help="The machine, for a file that does not say which has played.")
@click.option("--rule", metavar="RULE", help="The learning rule, for the same; the kit's own if not said.")
@templates_option
def import_(source: Path, path: Path, kit: str | None, rule: str | None, templates: Templates) -> None:
    """Make a session of FILE: of what another has exported, all games as they stand there; or of the machine of another
    program, with its beads and without a game: a save of HexapawnRL, or a table of boxes such as menace.js has.
    """  # noqa: D205 - one thought
    with import_session(source, path, kit=kit, rule=rule, templates=templates) as session:
        click.echo(f"{path}: {_many(session.status().games, 'game')}")
        if session.kit.given is not None:
            click.echo(f"kit {session.kit.name}, rule {session.rule_name}; {_given(session.kit)}")


def _given(kit: Kit) -> str:
    """Return in words with which beads a machine began that was taken over."""
    given = kit.given
    assert given is not None  # noqa: S101 - it has just been asked
    named = f", “{given.name}”" if given.name else ""
    games = f": {given.won} won, {given.drawn} drawn, {given.lost} lost there" if given.won + given.lost else ""
    return f"{len(given.boxes)} of {len(kit.boxes)} boxes began with beads of {given.source}{named}{games}"


def _many(count: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{count} {what}{'s' * (count != 1)}"
