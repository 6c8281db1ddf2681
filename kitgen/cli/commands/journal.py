"""``kitgen journal``: the journal of a real machine."""

from dataclasses import asdict
from pathlib import Path

import click

from kitgen.cli.journal_questions import add_photos, ask_games, no_photo_options
from kitgen.cli.kit_options import kit_argument, templates_option
from kitgen.cli.offered_options import FILE_PATH, output_option
from kitgen.cli.sections import OrderedGroup
from kitgen.cli.show import show_json, show_table
from kitgen.cli.terminal_talk import talk_beside, talk_options
from kitgen.errors import UsageError, command_line, many, quoted
from kitgen.files import write_whole
from kitgen.journal import is_journal
from kitgen.journal.check import Checked
from kitgen.journal.exchange import FORMATS, Added, add_file, exported, exported_machine
from kitgen.journal.journal import Journal, game_text
from kitgen.journal.journal_words import Telling, telling
from kitgen.journal.story_search import Story
from kitgen.journal_start import import_journal, new_journal
from kitgen.kit.kit import Kit
from kitgen.kit_sources import load_kit
from kitgen.marked.camera_report import write_camera_report
from kitgen.marked.count_sheets import read_count_sheets
from kitgen.marked.photos import is_photo
from kitgen.play.sitting_down import sit_beside
from kitgen.record.rows import LETTERS
from kitgen.templates import Templates
from kitgen.user_file import read_user_file

_journal = click.argument("journal_file", metavar="JOURNAL", type=FILE_PATH)
_out = output_option(
    "FILE", "The file to make, such as class3b.kitgen; an existing file is never replaced.", required=True
)
_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


@click.group(
    cls=OrderedGroup,
    epilog="Example: kitgen journal new her -o class3b.kitgen && kitgen journal add class3b.kitgen games.csv",
)
def command() -> None:
    """Note a real machine's games, correct them, find mistakes.

    A journal is one file with the machine and every game of the class, so it knows the beads in each box.
    'kitgen print JOURNAL' prints it, 'kitgen play JOURNAL' plays with a copy of its machine.
    """


@command.command(epilog="Example: kitgen journal new her -o class3b.kitgen")
@kit_argument()
@_out
@click.option("--rule", metavar="RULE", help="The learning rule of the class [default: the kit's].")
@templates_option
def new(kit: str, output: Path, rule: str | None, templates: Templates) -> None:
    """Start the journal of a machine.

    KIT is an edition, a game, a path to a printed kit, or a journal. A new journal from a journal starts with its
    present beads, so that a class can continue with another rule.
    """
    with new_journal(kit, output, rule=rule, templates=templates) as journal:
        made = journal.kit
        click.echo(f"{output}: kit {made.name} ({journal.printed.short_hash}), rule {journal.rule_name}, no games yet")
        if made.given is not None:
            click.echo(_given(made))
    adding = command_line("kitgen", "journal", "add", output)
    click.echo(f"Note games with: {adding} games.csv, or box by box: {adding} -")


@command.command(
    epilog="Example: kitgen journal add class3b.kitgen games.csv; or kitgen journal add class3b.kitgen photo.jpg"
)
@_journal
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True, type=FILE_PATH)
@click.option(
    "--all-or-nothing/--keep-good", default=True,
    help="Note nothing if a line cannot be noted [default], or note the good lines.",
)  # fmt: skip
@click.option("--as-written", is_flag=True, help="Also note impossible games; 'journal check' explains them.")
@click.option(
    "--review", type=FILE_PATH, metavar="PAGE.html",
    help="Photos: write a page that shows each unclear row with its possible games.",
)  # fmt: skip
@click.option(
    "--answers", type=FILE_PATH, metavar="FILE",
    help="Photos: answers for unclear rows, one per line, such as 7: 1 [default: ask on a terminal].",
)  # fmt: skip
@click.option(
    "--first", type=click.IntRange(1, 9_000_000), default=1, metavar="GAME",
    help="Photos of a further set of the same sheets: the number of the game in the first row of sheet 1.",
)  # fmt: skip
@templates_option
@click.pass_context
def add(
    ctx: click.Context,
    journal_file: Path,
    files: tuple[Path, ...],
    templates: Templates,
    *,
    all_or_nothing: bool,
    as_written: bool,
    review: Path | None,
    answers: Path | None,
    first: int,
) -> None:
    """Note games from a table, from photos, or box by box.

    FILE is a table from a spreadsheet, JSON Lines, or a list of moves. Or FILE is a photo or scan of a marked sheet
    (part log-marks), or a folder of these. With -, it asks box by box. Games that the journal already has are skipped,
    so you can add a table that has grown, or a photo, again.
    """
    photos = [path for path in files if str(path) != "-" and is_photo(path)]
    if len(files) > 1 and len(photos) < len(files):
        other = next(path for path in files if path not in photos)
        read_user_file(other, 0, "photos of marked sheets")  # an error if it does not exist
        raise UsageError(f"{quoted(other)} is not a photo; add one file of games at a time, or any number of photos")
    with Journal(journal_file, write=True) as journal:
        if photos:
            if as_written:
                raise UsageError("--as-written would change nothing: marks are a game, or unclear")
            done = add_photos(
                journal, photos, keep_good=not all_or_nothing, review=review, answers=answers, first=first,
                templates=templates,
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
    """Show which games were noted, and which lines were not."""
    for line in added.refused:
        click.echo(f"line {line.line} was not noted: {line.fault}", err=True)
    for row in added.noted:
        if row.last_only:
            click.echo(f"game {row.game} is noted by its last beads; the rule needs no more")
    passed = f", {added.passed} there already" if added.passed else ""
    click.echo(f"{many(len(added.noted), 'game')} noted{passed}")


@command.command(epilog="Example: kitgen journal play class3b.kitgen")
@_journal
@click.option("--side", metavar="SIDE", help="The machine's side, if it plays both.")
@talk_options
@templates_option
def play(
    journal_file: Path, side: str | None, seed: int, templates: Templates, *, plain: bool, ascii_only: bool
) -> None:
    """Guide the operator at a real table, box by box.

    It names each box, asks for the picked bead, and says what to do after the game. With the extra "play" there is a
    screen with a board to click; otherwise it works line by line. Every finished game is noted at once.
    """
    with Journal(journal_file, write=True) as journal:
        talk_beside(sit_beside(journal, seed=seed, side=side, plain=ascii_only, templates=templates), plain=plain)


@command.command(epilog="Example: kitgen journal undo class3b.kitgen --to 12")
@_journal
@click.option("--to", type=click.IntRange(min=0), metavar="GAME", help="Take back all games after this one.")
def undo(journal_file: Path, to: int | None) -> None:
    """Take back the last game, or all games after one.

    They stay in the file but no longer count; note them again, corrected, with 'kitgen journal add'.
    """
    with Journal(journal_file, write=True) as journal:
        for change in journal.undo(to):
            row = change.after or change.before
            assert row is not None  # noqa: S101
            click.echo(f"taken back: game {row.game}: {game_text(row)}")


@command.command(epilog="Example: kitgen journal status class3b.kitgen")
@_journal
@_json
def status(journal_file: Path, *, as_json: bool) -> None:
    """Show how many games there are and how they ended."""
    with Journal(journal_file) as journal:
        now, kit = journal.status(), journal.kit
        if as_json:
            about = {"kit": kit.name, "hash": journal.printed.short_hash, "rule": journal.rule_name}
            show_json(about | {"software": journal.software} | asdict(now))
            return
        click.echo(f"kit {kit.name} ({journal.printed.short_hash}), rule {journal.rule_name}")
    drawn = f", {now.drawn} drawn" if kit.draws or now.drawn else ""
    if kit.given is not None:
        click.echo(_given(kit))
    click.echo(f"{many(now.games, 'game')}: {now.won} won by the machine{drawn}, {now.lost} lost")
    if now.by_last_beads:
        click.echo(f"{now.by_last_beads} of them noted by their last beads")
    click.echo(f"{now.beads} beads should be in the boxes; at the start there were {now.started_with}")
    if now.empty:
        click.echo(f"empty: {', '.join(now.empty)}")


@command.command(epilog="Example: kitgen journal show class3b.kitgen")
@_journal
@_json
def show(journal_file: Path, *, as_json: bool) -> None:
    """List all games."""
    with Journal(journal_file) as journal:
        games = journal.games()
    if as_json:
        show_json(
            [
                {"game": row.game, "opponent": row.opponent, "picks": [pick.text for pick in row.picks]}
                | {"result": LETTERS[row.result], "last_only": row.last_only}
                for row in games
            ]
        )
        return
    rows = [
        (str(row.game), row.opponent, ("… " if row.last_only else "") + ", ".join(pick.text for pick in row.picks),
         LETTERS[row.result], row.when, row.remark)
        for row in games
    ]  # fmt: skip
    show_table(["game", "opponent", "boxes and beads", "result", "when", "remark"], rows, right=["game"])


@command.command(epilog="Example: kitgen journal beads class3b.kitgen")
@_journal
@_json
def beads(journal_file: Path, *, as_json: bool) -> None:
    """List the beads that should be in each box now."""
    with Journal(journal_file) as journal:
        boxes = list(zip(journal.kit.boxes, journal.beads(), strict=True))
    if as_json:
        show_json(
            [
                {"box": box.id, "bead": slot.colour.letter, "beads": beads}
                for box, row in boxes
                for slot, beads in zip(box.slots, row, strict=True)
            ]
        )
        return
    rows = [
        (box.id, "  ".join(f"{slot.colour.letter} {beads}" for slot, beads in zip(box.slots, row, strict=True)),
         str(sum(row)), str(sum(slot.beads for slot in box.slots)))
        for box, row in boxes
    ]  # fmt: skip
    show_table(["box", "beads now", "in all", "at first"], rows, right=["in all", "at first"])


@command.command(epilog="Example: kitgen journal check class3b.kitgen --counts counts.csv")
@_journal
@click.option(
    "--counts", "paths", type=FILE_PATH, metavar="FILE.csv|PHOTO", multiple=True,
    help="The beads counted in the boxes, one row per box and bead: box,bead,beads; or a photo of a count sheet (part "
    "count-marks). Some boxes are enough.",
)  # fmt: skip
@_json
@templates_option
@click.pass_context
def check(
    ctx: click.Context, journal_file: Path, paths: tuple[Path, ...], templates: Templates, *, as_json: bool
) -> None:
    """Find mistakes in the games and in counted beads.

    Shows the fewest slips at the table that explain them, and how to put the boxes right. The exit code is 0 if
    everything agrees, otherwise 1.
    """
    with Journal(journal_file) as journal:
        counts, notes = read_count_sheets(journal, paths, templates) if paths else (None, [])
        for line in notes:
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
    """Return the result of a check as plain data."""
    audit = checked.audit
    return {
        "games": checked.games,
        "problems": [
            {"game": problem.game, "turn": problem.turn, "kind": problem.kind, "box": problem.box, "bead": problem.bead}
            | {"message": problem.sentence(words.texts)}
            for problem in checked.problems
        ],
        "explanations": [_story_data(story, words) for story in (audit.explanations if audit else ())],
        "more": audit.more if audit else 0,
        "unique": audit.unique if audit else None,
        "proven": audit.proven if audit else None,
        "repair": [asdict(repair) for repair in (audit.repair if audit else ())],
        "cases": [
            {
                "if": [_story_data(pens, words) for pens in case.pens],
                "repair": [asdict(repair) for repair in case.repair],
            }
            for case in (audit.cases if audit else ())
        ],
        "count": list(audit.count) if audit else [],
    }


def _story_data(story: Story, words: Telling) -> list[dict[str, object]]:
    return [
        {"game": slip.game, "kind": slip.kind, "box": slip.box, "bead": slip.bead}
        | {"before": slip.before, "other_box": slip.other_box, "other_bead": slip.other_bead}
        | {"message": words.slip(slip)}
        for slip in story
    ]


@command.command(epilog="Example: kitgen journal export class3b.kitgen -o class3b.jsonl")
@_journal
@output_option("FILE", "The file to write [default: standard output].")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), help="The format [default: by the ending of the file]."
)
def export(journal_file: Path, output: Path | None, form: str | None) -> None:
    """Write the games as a table, or the whole journal as a file.

    The format is a table (.csv), JSON Lines with everything (.jsonl), or a save of HexapawnRL (.json).
    """
    ending = output.suffix.lower() if output is not None else ""
    by_ending = {of: name for name, of in FORMATS.items()} | {"": "csv"}
    form = form or by_ending.get(ending)
    if form is None:
        raise UsageError(
            f"{quoted(output)} does not end in {', '.join(FORMATS.values())}; say --format {', '.join(FORMATS)}"
        )
    notes: list[str] = []
    with Journal(journal_file) as journal:
        if form == "hexapawn-rl":
            data, notes = exported_machine(journal)
        else:
            data = exported(journal, form)
    for note in notes:
        click.echo(note, err=True)
    if output is None:
        click.echo(data.decode(), nl=False)
    else:
        write_whole(output, lambda file: file.write(data))


@command.command("import", epilog="Example: kitgen journal import class3b.jsonl -o class3b.kitgen")
@click.argument("source", metavar="FILE", type=FILE_PATH)
@_out
@click.option("--kit", metavar="KIT", help="The kit of the file, if the file does not say.")
@click.option("--rule", metavar="RULE", help="The learning rule of that kit [default: the kit's].")
@templates_option
def import_(source: Path, output: Path, kit: str | None, rule: str | None, templates: Templates) -> None:
    """Make a journal from an export, or from another program.

    FILE is an export of a journal, whose games are imported unchanged; or the machine of another program, whose beads
    are imported: a save of HexapawnRL, or a table of boxes like that of menace.js.
    """
    with import_journal(source, output, kit=kit, rule=rule, templates=templates) as journal:
        click.echo(f"{output}: {many(journal.status().games, 'game')}")
        if journal.kit.given is not None:
            click.echo(f"kit {journal.kit.name}, rule {journal.rule_name}; {_given(journal.kit)}")


def _given(kit: Kit) -> str:
    given = kit.given
    assert given is not None  # noqa: S101 - checked by the callers
    named = f", “{given.name}”" if given.name else ""
    games = f": {given.won} won, {given.drawn} drawn, {given.lost} lost there" if given.won + given.lost else ""
    return f"{len(given.boxes)} of {len(kit.boxes)} boxes began with beads of {given.source}{named}{games}"


@command.command("camera-report", epilog="Example: kitgen journal camera-report class3b.kitgen photo.jpg -o report.zip")
@kit_argument()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=FILE_PATH)
@output_option("FILE.zip", "The file to make.", required=True)
@templates_option
def camera_report(kit: str, photos: tuple[Path, ...], output: Path, templates: Templates) -> None:
    """Write a report of photos, to help kitgen read them.

    KIT is the journal, or the edition that the sheets were printed from. The file contains pictures of the rows of each
    sheet, and figures; nothing else of a photo: no face, no name, no place. Nothing is sent: look at it, and send it
    yourself.
    """
    where = Path(kit)
    if is_journal(where):
        with Journal(where) as journal:
            made = journal.printed
    else:
        made = load_kit(kit, templates=templates)
    sheets, strips = write_camera_report(photos, made, output)
    click.echo(f"{output}: {many(sheets, 'sheet')}, {many(strips, 'strip')}")
