"""``kitgen journal``: the journal of a real machine."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial, wraps
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kitgen.cli.options import (
    FILE_PATH,
    kit_argument,
    options,
    options_as,
    output_option,
    rule_option,
    templates_option,
)
from kitgen.cli.sections import Decorator, OrderedGroup
from kitgen.cli.terminal import (
    agree,
    echo_lines,
    gathered_json,
    json_option,
    show_table,
    value_of,
    write_json,
    wrote_json,
)
from kitgen.errors import (
    KitgenError,
    RecordError,
    UsageError,
    command_line,
    many,
    on_disk,
    quoted,
    suggested,
)
from kitgen.files import write_whole
from kitgen.guests import ask_guest
from kitgen.installing.extras import MissingExtraError
from kitgen.journal import EXPORT_FORMATS
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_journal, is_photo, no_file, read_user_file

# Functions import what they do with a journal: it is slow to load, and help and completion need
# none of it.
if TYPE_CHECKING:
    from kitgen.journal.audit import Audit, Counts
    from kitgen.journal.class_journals import Fared
    from kitgen.journal.exchange import Added
    from kitgen.journal.journal import Journal
    from kitgen.journal.journal_check import Checked
    from kitgen.journal.journal_words import JournalWords
    from kitgen.journal.repairs import Story
    from kitgen.kit.kit import Box, Kit
    from kitgen.reading.texts import Texts
    from kitgen.record.machine_events import MachineEvent, What
    from kitgen.record.rows import GameRow

#: The commands in the blocks of the help.
BLOCKS = {
    "Begin": ("new", "import"),
    "Note games": ("add",),
    "Correct": ("edit", "remove", "insert", "undo", "redo", "log"),
    "Tell what happened": ("was-reset", "was-refilled", "others-played", "go-on"),
    "Look": ("status", "show", "beads", "curve", "story", "report"),
    "Check the boxes": ("count", "check"),
    "Share": ("export", "remove-names"),
}
#: How often boxes are asked for again at most.
MAX_COUNTS_AGAIN = 3
#: The ending of the name of a journal's file.
ENDING = ".kitgen"
#: A command for all groups of a class at once: it gets their open journals, and returns its exit
#: code or None.
ForClass = Callable[..., "int | None"]


def only_journal(*, for_class: bool = False) -> Path:
    """Return the only journal in the working folder; ``UsageError`` if there is not just one."""
    journals = [path for path in sorted(Path().glob(f"*{ENDING}")) if is_journal(path)]
    if len(journals) == 1:
        return journals[0]
    if not journals:
        raise UsageError(
            "this folder has no journal; name one, or begin one with 'kitgen journal new her'"
        )
    advice = "name one: " + ", ".join(map(str, journals))
    if for_class:
        advice += "; or . for all of them"
    raise UsageError(f"this folder has several journals, {advice}")


def _check_there(files: Iterable[Path]) -> None:
    """Refuse a file of games that is not there, rather than a journal that nobody has named."""
    from kitgen.record.game_lines import NOTED

    for file in files:
        if str(file) != "-" and not file.exists() and not file.is_symlink():
            raise RecordError(no_file(file, NOTED))


def on_journal(
    examples: str | tuple[str, ...],
    rest: str = "",
    *shared: Decorator,
    write: bool = False,
    for_class: bool | ForClass = False,
) -> Decorator:
    """Make a command of ``kitgen journal`` whose function gets a journal, open until it returns.

    The argument JOURNAL may be omitted for the only journal of the folder. ``rest`` is the metavar
    of what follows it: ``GAME``, whose number the function gets as ``number``; anything else stands
    for one or more ``files``.

    JOURNAL may also be a group of a class, such as ``class3b/2``, or with ``for_class`` the folder
    of the class: then the command runs for each group, or ``for_class`` itself for all.
    """
    most = {"": 0, "GAME": 1}.get(rest)  # None for any number of files

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def with_journal(words: tuple[Path, ...], **options: Any) -> Any:
            from kitgen.journal.class_journals import name_one_group
            from kitgen.journal.journal import Journal

            paths = _journals_before(words, most)
            others = words
            if paths:
                others = words[1:]
            else:
                if most is None:
                    _check_there(words)
                paths = (only_journal(for_class=bool(for_class)),)
            if rest and not others:
                raise UsageError(f"missing argument '{rest}'")
            if most is None:
                options["files"] = others
            elif len(others) > most:
                raise UsageError(f"got unexpected extra argument ({others[most]})")
            elif others:
                options["number"] = _game_number(others[0], paths[0])
            if len(paths) == 1:
                with Journal(paths[0], write=write) as journal:
                    return function(journal, **options)
            if callable(for_class):
                with ExitStack() as stack:
                    journals = [stack.enter_context(Journal(path)) for path in paths]
                    return for_class(journals, **options)
            if for_class:
                return _for_each_group(function, paths, options, write=write)
            raise UsageError(name_one_group(words[0], paths))

        with_options = options(*shared)(with_journal)
        metavar = f"[JOURNAL] {rest}".strip()
        with_words = click.argument("words", metavar=metavar, nargs=-1, type=FILE_PATH)(
            with_options
        )
        return command.command(epilog=_epilog(examples))(with_words)

    return add


def _epilog(examples: str | tuple[str, ...]) -> str:
    """Return the examples at the foot of a help, a line for each."""
    if isinstance(examples, str):
        return f"Example: kitgen journal {examples}"
    lines = [f"kitgen journal {example}" for example in examples]
    return "\b\nExample: " + "\n         ".join(lines)


def _journals_before(words: Sequence[Path], most: int | None) -> tuple[Path, ...]:
    """Return the journals that the first word names; none if it is a game or a file to be added."""
    from kitgen.journal.class_journals import journals_named

    if not words:
        return ()
    first = words[0]
    if first.suffix == ENDING:
        return (first,)
    if most is not None and len(words) > most:
        return journals_named(first) or (first,)
    if first.is_dir() and len(words) == 1:
        return ()  # of photos
    named = journals_named(first)
    if named or len(words) == 1 or most is not None or all(map(is_photo, words)):
        return named
    return (first,)


def _for_each_group(
    function: ForClass, paths: Sequence[Path], options: dict[str, Any], *, write: bool
) -> int:
    """Run a command for each group of a class, and return 1 if one does, else the largest code."""
    from kitgen.journal.journal import Journal

    if options.get("paths") or options.get("again"):
        only = ", ".join(str(path.with_suffix("")) for path in paths)
        raise UsageError(f"counts in a file are those of one group; name it: {only}")
    codes = set[int]()
    with gathered_json() as gathered:
        for path in paths:
            own = dict(options)
            heading = click.style(f"{path.stem}:", bold=True)
            if own.get("output") is not None:
                own["output"] = own["output"].with_stem(f"{own['output'].stem}-{path.stem}")
                heading += f" {own['output']}"
            elif path != paths[0]:
                heading = f"\n{heading}"
            if not value_of("json"):
                click.echo(heading)
            try:
                with Journal(path, write=write) as journal:
                    codes.add(function(journal, **own) or 0)
            except KitgenError as error:
                codes.add(error.exit_code)
                click.echo(f"kitgen: {path.with_suffix('')}: {error}", err=True)
    if value_of("json"):
        results = zip(paths, gathered, strict=False)
        write_json([{"group": path.stem, "result": result} for path, result in results])
    if 1 in codes:
        return 1
    return max(codes)


_yes = click.option("--yes", is_flag=True, help="Do not ask before changing more than one game.")


@click.group(
    cls=OrderedGroup,
    blocks=BLOCKS,
    guests="journal",
    epilog="Example: kitgen journal new her && kitgen journal add games.csv && kitgen "
    "journal status",
)
def command() -> None:
    """Note a real machine's games, correct them, find mistakes.

    A journal is one file with the machine and every game of the class, so it knows the beads in
    each box. The only journal in a folder need not be named. 'kitgen print JOURNAL' prints it,
    'kitgen play JOURNAL' plays with a copy of its machine.
    """


def _free_name(name: str) -> Path:
    """Return a file for a journal that does not exist yet, such as ``her.kitgen`` or
    ``her-2.kitgen``.
    """
    stem = ""
    for letter in name:
        is_plain = letter.isalnum() or letter in "-_."
        stem += letter if is_plain else "-"
    stem = stem.strip("-.") or "journal"
    path = Path(f"{stem}{ENDING}")
    number = 1
    while path.exists() or path.is_symlink():
        number += 1
        path = Path(f"{stem}-{number}{ENDING}")
    return path


_out = output_option(
    "FILE", "The file to make [default: the machine's name, numbered if it exists]."
)


@command.command(epilog="Example: kitgen journal new her")
@options(kit_argument(), _out)
@rule_option("The learning rule of the class [default: the kit's].")
@click.option(
    "--groups",
    metavar="N",
    help="A folder with a journal for each of N groups, or of named ones: Foxes,Owls.",
)
@templates_option
def new(
    kit: str, output: Path | None, rule: str | None, groups: str | None, templates: Templates
) -> None:
    """Start the journal of a machine.

    KIT is an edition, a game, a path to a printed kit, or a journal. A new journal from a journal
    starts with its present beads, so that a class can continue with another rule. 'her' makes
    her.kitgen here, or her-2.kitgen if that exists; nothing is ever replaced. With --groups it
    makes a folder, such as her-class: 'her-class/2' is the journal of a group, and 'her-class'
    stands for all.
    """
    from kitgen.journal.journal_words import given_lines, machine_line
    from kitgen.sources.journal_start import new_journal
    from kitgen.sources.kit_sources import load_kit

    if groups is not None:
        _new_class(kit, output, groups, rule, templates)
        return
    whole_kit = load_kit(kit, templates=templates)
    output = output or _free_name(whole_kit.name)
    with new_journal(whole_kit, output, rule=rule, templates=templates) as journal:
        texts = _texts_for(journal, templates)
        click.echo(texts("journal.status.new", file=output, machine=machine_line(journal, texts)))
        echo_lines([*given_lines(journal.kit, texts), _now(journal, templates)])


def _new_class(
    kit: str, output: Path | None, groups: str, rule: str | None, templates: Templates
) -> None:
    """Make a folder with a journal for each group, or add groups to one that has none of them."""
    from kitgen.journal.class_journals import group_names, journals_in
    from kitgen.journal.journal_words import machine_line
    from kitgen.sources.journal_start import new_journal
    from kitgen.sources.kit_sources import load_kit

    names = group_names(groups)
    whole_kit = load_kit(kit, templates=templates)
    folder = output or _free_name(f"{whole_kit.name}-class").with_suffix("")
    if folder.suffix == ENDING or (folder.exists() and not folder.is_dir()):
        raise UsageError(
            f"--groups makes a folder, and {quoted(folder)} is a file; name it otherwise, "
            "such as class3b"
        )
    taken = {path.stem.casefold() for path in journals_in(folder)}
    for name in names:
        if name.casefold() in taken:
            raise UsageError(
                f"{quoted(folder)} has a group {quoted(name)} already; give new groups other names"
            )
    with on_disk(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = folder / f"{name}{ENDING}"
        with new_journal(whole_kit, path, rule=rule, templates=templates) as journal:
            texts = _texts_for(journal, templates)
            machine = machine_line(journal, texts)  # of all groups
    click.echo(texts("journal.class.new", count=len(names), folder=folder, names=", ".join(names)))
    click.echo(machine)
    add = suggested("kitgen", "journal", "add", folder / names[0], "games.csv")
    status = suggested("kitgen", "journal", "status", folder)
    click.echo(texts("journal.class.how", add=add, status=status))


def _words_for(journal: "Journal", templates: Templates) -> "JournalWords":
    from kitgen.journal.journal_words import JournalWords

    return JournalWords(journal.kit, _texts_for(journal, templates), journal=journal.path)


def _texts_for(journal: "Journal", templates: Templates) -> "Texts":
    from kitgen.reading.texts import texts_for

    return texts_for(journal.kit.choices.language, templates)


def _now(journal: "Journal", templates: Templates) -> str:
    from kitgen.journal.journal_words import what_now

    return what_now(journal, _texts_for(journal, templates))


_ignore = click.option(
    "--ignore",
    metavar="NAME",
    multiple=True,
    help="A part of FILE that is not a game, by the name in the message: a column, a line, a "
    "sheet. Repeatable.",
)
#: The default of ``--first``: the first sheet begins with game 1.
DEFAULT_FIRST = 1
#: The options for photos; the command's function gets them as ``photo``, a dict.
photo_options = options_as(
    "photo",
    click.option(
        "--review",
        type=FILE_PATH,
        metavar="PAGE.html",
        help="Photos: write a page that shows each unclear row with its possible games.",
    ),
    click.option(
        "--answers",
        type=FILE_PATH,
        metavar="FILE",
        help="Photos: answers for unclear rows, one per line, such as 7: 1 [default: ask "
        "on a terminal].",
    ),
    click.option(
        "--first",
        type=click.IntRange(1, 9_000_000),
        default=DEFAULT_FIRST,
        metavar="GAME",
        help="Photos of a further set of the same sheets: the number of the game in the first "
        "row of sheet 1.",
    ),
)


@on_journal(
    ("add games.csv", "add photo.jpg", "add -"),
    "FILE...|-",
    write=True,
)
@click.option(
    "--all-or-nothing/--keep-good",
    default=True,
    help="Note nothing if a line cannot be noted [default], or note the good lines.",
)
@click.option(
    "--as-written", is_flag=True, help="Also note impossible games; 'journal check' explains them."
)
@click.option(
    "--replace",
    "instead",
    is_flag=True,
    help="Where the journal has a game differently, correct it as the table has it.",
)
@options(_ignore, _yes, photo_options, templates_option)
def add(
    journal: "Journal",
    files: tuple[Path, ...],
    ignore: tuple[str, ...],
    photo: dict[str, Any],
    templates: Templates,
    *,
    all_or_nothing: bool,
    as_written: bool,
    instead: bool,
    yes: bool,
) -> int:
    """Note games from a table, from photos, or box by box.

    FILE is a table from a spreadsheet (a workbook or CSV), JSON Lines, or a list of moves. Or FILE
    is a photo or scan of a marked sheet (part log-marks), or a folder of these. With -, it asks box
    by box. Games that the journal already has are skipped, so you can add a table that has grown,
    or a photo, again.
    """
    from kitgen.cli.journal_questions import ask_games
    from kitgen.journal.exchange import add_file

    texts = _texts_for(journal, templates)
    photos = [path for path in files if str(path) != "-" and is_photo(path)]
    if len(files) > 1 and len(photos) < len(files):
        other = next(path for path in files if path not in photos)
        # An error if it does not exist.
        read_user_file(other, 0, "photos of marked sheets", KitgenError)
        raise UsageError(
            f"{quoted(other)} is not a photo; add one file of games at a time, or any "
            "number of photos"
        )
    if photos:
        for option, is_given in (("--as-written", as_written), ("--replace", instead)):
            if is_given:
                raise UsageError(f"{option} would change nothing: marks are a game, or unclear")
        return _add_photos(journal, photos, photo, templates, keep_good=not all_or_nothing)
    given = [f"--{key}" for key, value in photo.items() if value not in (None, DEFAULT_FIRST)]
    if given:
        raise UsageError(
            f"{' and '.join(given)} would change nothing: no FILE is a photo or a scan of "
            "a marked sheet"
        )
    if str(files[0]) == "-":
        refused = ask_games(journal, texts)
        return min(refused, 1)
    ask_to_replace = None
    if instead:
        ask_to_replace = partial(_agree, texts, "replace", yes=yes)
    added = add_file(
        journal,
        files[0],
        keep_good=not all_or_nothing,
        as_written=as_written,
        instead=ask_to_replace,
        templates=templates,
        ignore=ignore,
    )
    _tell_added(added, texts)
    click.echo(_now(journal, templates))
    if added.refused or added.account.unread:
        return 1
    return 0


def _add_photos(
    journal: "Journal",
    photos: Sequence[Path],
    options: dict[str, Any],
    templates: Templates,
    *,
    keep_good: bool,
) -> int:
    """Note the games of photos, and check the journal; return 1 if something stays undecided."""
    add_photos = ask_guest("camera.add_photos", "kitgen journal add with a photo")
    is_complete = add_photos(journal, photos, keep_good=keep_good, templates=templates, **options)
    words = _words_for(journal, templates)
    checked = journal.check()
    echo_lines([*words.checked(checked), words.verdict(checked)])
    click.echo(_now(journal, templates))
    if is_complete:
        return 0
    return 1


def _tell_added(added: "Added", texts: "Texts") -> None:
    """Tell which games of a file were noted, and which were not, and why."""
    from kitgen.journal.change_words import account_lines
    from kitgen.journal.unread_parts import part_text

    for line in added.refused:
        click.echo(f"{line.place} was not noted: {line.fault}", err=True)
    for part in added.account.unread:
        click.echo(texts("journal.account.not_read", names=part_text(texts, part)), err=True)
    if not added.account.tally:
        for row in added.noted:
            if row.last_only:
                click.echo(texts("journal.add.by_last", game=row.game))
    noted = texts("journal.add.noted", count=len(added.noted))
    if added.passed:
        noted += f", {texts('journal.add.there', count=added.passed)}"
    click.echo(noted)
    if added.account.cells and not added.refused:
        echo_lines(account_lines(texts, added.account))


def _game_number(word: Path, journal: Path) -> int:
    text = str(word)
    if not text.isdecimal() or not 1 <= int(text) <= MAX_GAME_NUMBER:
        show = suggested("kitgen", "journal", "show", journal)
        raise UsageError(f"{quoted(text)} is not the number of a game; {show} lists the games")
    return int(text)


def _agree(texts: "Texts", what: str, games: "Iterable[GameRow]", *, yes: bool) -> None:
    """Ask in the journal's language before several games are changed.

    The reason of a refusal is in English.
    """
    from kitgen.journal.change_words import numbers_text

    numbers = [row.game for row in games]
    if len(numbers) <= 1 or yes:
        return
    question = texts(
        f"journal.change.{what}", count=len(numbers), numbers=numbers_text(texts, numbers)
    )
    first = min(numbers)
    last = max(numbers)
    agree(
        f"this will {what} {len(numbers)} games ({first} to {last})",
        "nothing was changed",
        question,
        yes=texts("journal.say.yes"),
        no=texts("journal.say.no"),
    )


def _row(
    journal: "Journal",
    cells: dict[str, str],
    before: "GameRow | None",
    templates: Templates,
    *,
    as_written: bool,
) -> "GameRow":
    """Return a game with changed cells, which are asked for on a terminal where there are none."""
    from kitgen.cli.journal_questions import ask_cells
    from kitgen.journal.journal_words import result_letter
    from kitgen.record.games_table import row_from
    from kitgen.record.rows import bead_as_written, parse_bead

    texts = _texts_for(journal, templates)
    usual = {"moves": "", "result": "", "opponent": "", "remark": ""}
    if before is not None:
        beads = ", ".join(pick.text for pick in before.picks)
        usual |= {"moves": beads, "result": result_letter(texts, before.result)}
        usual |= {"opponent": before.opponent, "remark": before.remark}
    changed = usual | (cells or ask_cells(usual, texts))
    read = parse_bead
    if as_written or (before is not None and changed["moves"] == usual["moves"]):
        read = bead_as_written
    row = row_from(changed, journal.kit, templates, read)
    if before is None:
        return row
    starts = changed.get("starts", before.starts)
    when = changed.get("when", before.when)
    row = replace(row, starts=starts, when=when)
    if row.picks == before.picks and row.result == before.result:
        row = replace(row, resigned=before.resigned, last_only=before.last_only)
    return row


#: The options that are the cells of a game; the command's function gets those that are given as
#: ``cells``, a dict.
cell_options = options_as(
    "cells",
    click.option(
        "--picks", "moves", metavar="BEADS", help="The boxes and beads, such as 'A1 R, B4 U'."
    ),
    click.option("--result", metavar="W|D|L", help="The machine's result: won, drawn or lost."),
    click.option("--opponent", metavar="WHO", help="Who played against the machine."),
    click.option("--starts", metavar="WORDS", help="Who started."),
    click.option("--when", metavar="WORDS", help="When it was played."),
    click.option("--remark", metavar="WORDS", help="A remark."),
    make=lambda **cells: {key: cell for key, cell in cells.items() if cell is not None},
)
_as_written = click.option("--as-written", is_flag=True, help="Also note an impossible game.")


@on_journal("edit 7 --result W", "GAME", cell_options, _as_written, templates_option, write=True)
def edit(
    journal: "Journal",
    number: int,
    cells: dict[str, str],
    templates: Templates,
    *,
    as_written: bool,
) -> None:
    """Correct a game: result, beads, name or remark.

    Without an option it asks for each. The game as it was stays in the log.
    """
    from kitgen.journal.change_words import changed_cells

    before = journal.game(number)
    row = _row(journal, cells, before, templates, as_written=as_written)
    after = journal.edit(number, row, as_written=as_written)
    texts = _texts_for(journal, templates)
    what = changed_cells(texts, before, after)
    click.echo(texts("journal.change.corrected", game=number, what=what))


@on_journal("remove 7", "GAME", templates_option, write=True)
def remove(journal: "Journal", number: int, templates: Templates) -> None:
    """Take out a game that was never played, or noted twice.

    Its number stays free, and 'journal check' does not miss it. The game stays in the log.
    """
    from kitgen.journal.journal_words import spoken_game

    row = journal.remove(number)
    texts = _texts_for(journal, templates)
    click.echo(texts("journal.change.out", game=row.game, what=spoken_game(texts, row)))


@on_journal(
    "insert 7 --picks 'A1 R, B1 U' --result L",
    "GAME",
    cell_options,
    _as_written,
    templates_option,
    write=True,
)
def insert(
    journal: "Journal",
    number: int,
    cells: dict[str, str],
    templates: Templates,
    *,
    as_written: bool,
) -> None:
    """Note a forgotten game before game GAME.

    The new game gets that number; the games from there to the next free number move up by one.
    Without an option it asks for beads and result.
    """
    from kitgen.journal.change_words import numbers_text
    from kitgen.journal.journal_words import spoken_game

    row = _row(journal, cells, None, templates, as_written=as_written)
    game, *moved = journal.insert(number, row, as_written=as_written)
    texts = _texts_for(journal, templates)
    click.echo(texts("journal.keyboard.noted", game=number, what=spoken_game(texts, game)))
    if moved:
        before = numbers_text(texts, [row.game - 1 for row in moved])
        after = numbers_text(texts, [row.game for row in moved])
        click.echo(texts("journal.change.moved", count=len(moved), before=before, after=after))


@on_journal(("undo", "undo --after 12"), write=True)
@click.option(
    "--after", type=click.IntRange(min=0), metavar="GAME", help="Take out all games after this one."
)
@options(_yes, templates_option)
def undo(journal: "Journal", after: int | None, templates: Templates, *, yes: bool) -> None:
    """Undo the last step, whatever it was.

    A step is a game, a table or sheet of games, a correction, an insertion, a removal, or what
    happened to the machine. 'journal redo' does it again.
    """
    from kitgen.journal.change_words import change_text

    texts = _texts_for(journal, templates)
    games = [change.row for change in journal.undoing(after) if not change.only_moves]
    _agree(texts, "change", games, yes=yes)
    before = journal.events()
    echo_lines(change_text(texts, change) for change in journal.undo(after))
    _tell_events(journal, "undone", before, journal.events(), templates)


def _tell_events(
    journal: "Journal",
    key: str,
    events: "Sequence[MachineEvent]",
    without: "Sequence[MachineEvent]",
    templates: Templates,
) -> None:
    """Tell which events were undone or done again: those that are not among the others."""
    words = _words_for(journal, templates)
    unmatched = list(without)
    for event in events:
        if event in unmatched:
            unmatched.remove(event)
        else:
            click.echo(words.texts(f"audit.event.{key}", what=words.event(event)))


@on_journal("redo", "", _yes, templates_option, write=True)
def redo(journal: "Journal", templates: Templates, *, yes: bool) -> None:
    """Redo the step that 'journal undo' took back last."""
    from kitgen.journal.change_words import change_text

    texts = _texts_for(journal, templates)
    games = [change.row for change in journal.redoing() if not change.only_moves]
    _agree(texts, "change", games, yes=yes)
    before = journal.events()
    echo_lines(change_text(texts, change) for change in journal.redo())
    _tell_events(journal, "redone", journal.events(), before, templates)


def _named_boxes(journal: "Journal", text: str) -> list[str]:
    """Return the boxes in a list such as ``A1,B3``; ``UsageError`` for an unknown one."""
    boxes = [name.strip().upper() for name in text.split(",")]
    for name in boxes:
        if name not in journal.kit.indices:
            beads = suggested("kitgen", "journal", "beads", journal.path)
            raise UsageError(f"the machine has no box {quoted(name)}; {beads} lists them")
    return boxes


# What happened to the machine beside its games.

_after = click.option(
    "--after",
    type=click.IntRange(0, MAX_GAME_NUMBER),
    metavar="GAME",
    help="The last game before it; 0 before the first [default: the last game].",
)


def _event(journal: "Journal", what: "What", after: int | None, **about: Any) -> "MachineEvent":
    from kitgen.record.machine_events import MachineEvent

    if after is None:
        after = journal.status().last
    return MachineEvent(what, after, **about)


def _note_events(
    journal: "Journal", events: "Iterable[MachineEvent]", templates: Templates
) -> None:
    for event in events:
        journal.happened(event)
        _tell_noted(journal, event, templates)
    click.echo(_now(journal, templates))


def _tell_noted(journal: "Journal", event: "MachineEvent", templates: Templates) -> None:
    words = _words_for(journal, templates)
    undo = words.command("undo")
    click.echo(words.texts("audit.event.noted", what=words.event(event), undo=undo))


@on_journal("was-reset --after 12", "", _after, templates_option, write=True, for_class=True)
def was_reset(journal: "Journal", after: int | None, templates: Templates) -> None:
    """Note that all boxes were filled again as at the start."""
    _note_events(journal, [_event(journal, "reset", after)], templates)


@on_journal("was-refilled --box B1 --after 12", write=True, for_class=True)
@click.option(
    "--box", metavar="A1,B3,…", required=True, help="The box that was filled again, or several."
)
@options(_after, templates_option)
def was_refilled(journal: "Journal", box: str, after: int | None, templates: Templates) -> None:
    """Note that a box was filled again as at the start.

    Each box is a step of its own for 'journal undo'.
    """
    events = [_event(journal, "refilled", after, box=name) for name in _named_boxes(journal, box)]
    _note_events(journal, events, templates)


@on_journal("others-played --games 5 --after 12", write=True, for_class=True)
@click.option(
    "--games",
    type=click.IntRange(1, MAX_GAME_NUMBER),
    metavar="N",
    help="How many games [default: unknown].",
)
@options(_after, templates_option)
def others_played(
    journal: "Journal", games: int | None, after: int | None, templates: Templates
) -> None:
    """Note that others played games that nobody noted.

    Nobody knows then what is in the boxes. Count all of them, and accept the counts with 'kitgen
    journal go-on'.
    """
    _note_events(journal, [_event(journal, "others", after, games=games or 0)], templates)


@on_journal("go-on", "", templates_option, write=True, for_class=True)
def go_on(journal: "Journal", templates: Templates) -> None:
    """Accept the last count, and go on from there.

    Boxes that were not counted hold what the games have left. What happened before is no longer
    looked for.
    """
    _tell_noted(journal, journal.go_on_from_count(), templates)
    click.echo(_now(journal, templates))


@on_journal("log", "", json_option, templates_option, for_class=True)
def log(journal: "Journal", templates: Templates) -> None:
    """List every step: what changed, when, from what."""
    from kitgen.journal.change_words import change_text, log_rows

    entries = journal.log()
    words = _words_for(journal, templates)

    def data() -> list[dict[str, Any]]:
        steps = []
        for entry in entries:
            step: dict[str, Any] = {
                "step": entry.kind,
                "game": entry.game,
                "when": entry.when,
                "undone": entry.undone,
                "changes": [change_text(words.texts, change) for change in entry.changes],
            }
            if entry.event is not None:
                step["event"] = words.event(entry.event)
            steps.append(step)
        return steps

    if wrote_json(data):
        return
    headings = [words.texts(f"journal.steps.{column}") for column in ("when", "step", "what")]
    show_table(headings, log_rows(words, entries))


#: What stands in a table for a figure that there is not.
NO_FIGURE = "–"


def _class_status(journals: "Sequence[Journal]", templates: Templates) -> None:
    """Show a row for each group: games, score beside simulated machines, and what to do first."""
    from kitgen.claims.claims import facts_of, say
    from kitgen.journal.class_journals import MAX_GAMES_COMPARED, fared
    from kitgen.journal.journal_words import machine_line
    from kitgen.paper.game_sheets import signed_score

    rows = fared(journals)
    if wrote_json(lambda: _class_data(rows)):
        return
    texts = _texts_for(journals[0], templates)
    for line in dict.fromkeys(machine_line(journal, texts) for journal in journals):
        click.echo(line)
    pairs = list(zip(journals, rows, strict=True))
    results = ["won", "lost"]
    if any(journal.kit.draws or row.status.drawn for journal, row in pairs):
        results.insert(1, "drawn")
    opponents: dict[str, None] = {}  # in the order in which they come
    for row in rows:
        opponents |= dict.fromkeys(beside.opponent for beside in row.beside)
    table = []
    for journal, row in pairs:
        counts = [row.status.games, *(getattr(row.status, result) for result in results)]
        score = NO_FIGURE
        if row.status.games:
            score = signed_score(row.score)
        beside = _beside_words(row, texts)
        compared = [beside.get(opponent, NO_FIGURE) for opponent in opponents]
        to_do = _group_to_do(journal, row, templates)
        table.append([row.group, *map(str, counts), score, *compared, to_do])
    figures = [
        texts("journal.class.games"),
        *(texts(f"journal.say.{result}") for result in results),
        texts("journal.class.score"),
    ]
    bands = [texts(f"journal.class.band.{opponent}") for opponent in opponents]
    headings = [texts("journal.class.group"), *figures, *bands, texts("journal.class.what")]
    show_table(headings, table, right=figures)
    if opponents:
        facts = facts_of(journals[0].kit, most=MAX_GAMES_COMPARED)
        click.echo(say(texts, "band_class", facts))


def _class_data(rows: "Sequence[Fared]") -> list[dict[str, Any]]:
    groups = []
    for row in rows:
        beside = [asdict(band) for band in row.beside]
        groups.append({"group": row.group, "score": row.score, "beside": beside})
        groups[-1] |= asdict(row.status)
    return groups


def _beside_words(row: "Fared", texts: "Texts") -> dict[str, str]:
    """Return where a group's score is, beside simulated machines, in words by opponent."""
    from kitgen.paper.game_sheets import signed_score

    words = {}
    for band in row.beside:
        low = signed_score(band.low)
        high = signed_score(band.high)
        words[band.opponent] = texts(f"journal.class.{band.where}", low=low, high=high)
    return words


def _group_to_do(journal: "Journal", row: "Fared", templates: Templates) -> str:
    """Return what a group does first."""
    from kitgen.journal.journal_words import to_do

    texts = _texts_for(journal, templates)
    if row.status.games:
        return to_do(journal, texts)
    add = command_line("kitgen", "journal", "add", journal.path.with_suffix(""), "games.csv")
    return texts("journal.class.begin", add=add)


@on_journal(
    ("status", "status class3b"),
    "",
    json_option,
    templates_option,
    for_class=_class_status,
)
def status(journal: "Journal", templates: Templates) -> None:
    """Show games, results and beads, and what to do now."""
    from kitgen.journal.journal_words import status_lines

    now = journal.status()
    about = {"kit": journal.kit.name, "hash": journal.printed.short_hash, "rule": journal.rule_name}
    if wrote_json(lambda: about | {"software": journal.software} | asdict(now)):
        return
    echo_lines(status_lines(journal, _texts_for(journal, templates)))
    click.echo(_now(journal, templates))


@on_journal("show", "", json_option, templates_option, for_class=True)
def show(journal: "Journal", templates: Templates) -> None:
    """List all games."""
    from kitgen.journal.journal_words import SHOWN_COLUMNS, shown_games
    from kitgen.record.rows import LETTERS

    def data() -> list[dict[str, Any]]:
        rows = []
        for row in games:
            rows.append(
                {
                    "game": row.game,
                    "opponent": row.opponent,
                    "picks": [pick.text for pick in row.picks],
                    "result": LETTERS[row.result],
                    "last_only": row.last_only,
                }
            )
        return rows

    games = journal.games()
    if wrote_json(data):
        return
    texts = _texts_for(journal, templates)
    headings = list(map(texts, SHOWN_COLUMNS))
    show_table(headings, shown_games(journal, texts), right=headings[:1])


@on_journal("beads", "", json_option, templates_option, for_class=True)
def beads(journal: "Journal", templates: Templates) -> None:
    """List the beads that should be in each box now."""
    counts = journal.beads()

    def data() -> list[dict[str, Any]]:
        slots = []
        for box, numbers in zip(journal.kit.boxes, counts, strict=True):
            for slot, number in zip(box.slots, numbers, strict=True):
                slots.append({"box": box.id, "bead": slot.colour.letter, "beads": number})
        return slots

    if wrote_json(data):
        return
    rows = []
    for box, numbers in zip(journal.kit.boxes, counts, strict=True):
        pairs = zip(box.slots, numbers, strict=True)
        now = "  ".join(f"{slot.colour.letter} {number}" for slot, number in pairs)
        at_first = sum(slot.beads for slot in box.slots)
        rows.append((box.id, now, str(sum(numbers)), str(at_first)))
    texts = _texts_for(journal, templates)
    headings = [texts(f"journal.beads.{column}") for column in ("box", "now", "all", "first")]
    show_table(headings, rows, right=headings[2:])


# A journal's curve, a story and a report, in the terminal and on paper.

#: The most columns of a curve in the terminal.
MAX_COLUMNS = 60
#: The most lines of a curve in the terminal.
MAX_LINES = 12


def curve_lines(results: Sequence[int]) -> Iterator[str]:
    """Yield the curve of games won minus games lost, from the highest score to the lowest.

    >>> for line in curve_lines([-1, -1, 1, 1, 1]):
    ...     print(line)
      +1 |    *
       0 |   *
      -1 |* *
      -2 | *
         +-----
    """
    if not results:
        raise RecordError("there are no games yet, so there is no curve")
    scores = list(accumulate(results))
    columns = min(len(scores), MAX_COLUMNS)
    points = [scores[(number + 1) * len(scores) // columns - 1] for number in range(columns)]
    lowest = min(0, *points)
    highest = max(0, *points)
    step = max(1, math.ceil((highest - lowest + 1) / MAX_LINES))
    for level in range(highest // step * step, lowest - step, -step):
        row = ""
        for point in points:
            is_here = level <= point < level + step
            row += "*" if is_here else " "
        label = "0"
        if level != 0:
            label = f"{level:+d}"
        yield f"{label:>4} |{row}".rstrip()
    yield f"     +{'-' * columns}"


def _story_lines(kit: "Kit", row: "GameRow", texts: "Texts") -> Iterator[str]:
    from kitgen.cli.terminal_board import board_text, can_show
    from kitgen.paper.parts.story import between_lines, end_lines, title_line
    from kitgen.record.rows import RESULT_WORDS, follow

    game = kit.game
    story = follow(kit, row)
    arrow = "→"
    if not can_show(arrow):
        arrow = "->"
    yield title_line(texts, row)
    for number, turn in enumerate(story.turns, 1):
        yield ""
        yield texts("story.turn", number=number, box=turn.box.id, bead=turn.slot.colour.name)
        yield from between_lines(texts, game, turn.since, first=number == 1)
        yield board_text(game, turn.met)
        yield f"{turn.box.id} {turn.slot.colour.letter} {arrow} {game.move_text(turn.move)}"
    yield ""
    yield texts(f"story.outcome.{RESULT_WORDS[row.result]}")
    yield from end_lines(texts, game, story)
    if story.last is not None:
        yield board_text(game, story.last)


def _report_lines(kit: "Kit", texts: "Texts") -> Iterator[str]:
    from kitgen.installing.installation import install_command
    from kitgen.paper.parts.report import beginning, findings
    from kitgen.press.machine_figures import past_of

    missing_extra = ""
    try:
        past = past_of(kit, ["report"])
    except MissingExtraError as error:
        missing_extra = error.extra
        past = past_of(kit, ["reset"])
    if past is None:
        raise RecordError("there are no games yet, so there is nothing to report")
    yield " ".join(beginning(kit, texts, past))
    if past.scores:
        results = [after - before for before, after in pairwise((0, *past.scores))]
        yield ""
        yield from curve_lines(results)
    for heading, lines in findings(kit, texts, past):
        yield ""
        yield texts(f"report.{heading}").upper()
        yield from lines
    if missing_extra:
        yield ""
        yield texts("journal.made.left_out", command=install_command(missing_extra))


def _must_be_pdf(path: Path) -> None:
    if path.suffix.lower() != ".pdf":
        raise UsageError(f"{quoted(path)} does not end in .pdf")


def _print_part(kit: "Kit", part: str, path: Path, templates: Templates, **options: Any) -> None:
    from kitgen.press.print_run import make_document
    from kitgen.render import save

    _must_be_pdf(path)
    save(make_document(kit, parts=[part], templates=templates, **options), path)


@on_journal("curve", "", templates_option, for_class=True)
def curve(journal: "Journal", templates: Templates) -> None:
    """Draw the machine's curve: games won minus games lost.

    'journal report -o report.pdf' prints it, with the band of simulated machines.
    """
    from kitgen.journal.change_words import curve_line

    results = [row.result for row in journal.games()]
    echo_lines(curve_lines(results))
    draws = journal.kit.draws or 0 in results
    click.echo(f"      {curve_line(_texts_for(journal, templates), results, draws=draws)}")


@on_journal(("story 7", "story 7 -o game7.pdf"), "GAME")
@output_option("FILE.pdf", "Print it, with a table of the game beside it [default: show it here].")
@templates_option
def story(journal: "Journal", number: int, output: Path | None, templates: Templates) -> None:
    """Tell a game, picture by picture.

    The journal does not say what the other side played, but the next box shows it.
    """
    from kitgen.record.games_table import write_table

    texts = _texts_for(journal, templates)
    row = journal.game(number)
    if output is None:
        echo_lines(_story_lines(journal.kit, row, texts))
        return
    table = output.with_suffix(".csv")
    data = write_table([row]).encode()
    is_same = table.is_file() and table.read_bytes() == data
    if table.exists() and not is_same:
        raise UsageError(
            f"{quoted(table)} exists, and the table of the game is written there; name another file"
        )
    _must_be_pdf(output)
    write_whole(table, data)
    _print_part(journal.kit, "story", output, templates, story_game=f"{table}:{number}")
    click.echo(texts("journal.made.printed", file=output, table=table))


@on_journal(("report", "report -o report.pdf"), for_class=True)
@options(output_option("FILE.pdf", "Print it as a page [default: show it here]."), templates_option)
def report(journal: "Journal", output: Path | None, templates: Templates) -> None:
    """Report on the machine: curve, bad moves, forecast.

    How it compares with other machines is calculated exactly for small ones, with the extra "lab";
    without it the rest is shown.
    """
    texts = _texts_for(journal, templates)
    if output is None:
        echo_lines(_report_lines(journal.kit_now(), texts))
    else:
        _print_part(journal.kit_now(), "report", output, templates)
        click.echo(texts("journal.made.page", file=output))


@on_journal(("count", "count --boxes B1,C3"), write=True, for_class=True)
@click.option(
    "--boxes", metavar="A1,B3,…", help="The boxes to count [default: those that games have opened]."
)
@templates_option
def count(journal: "Journal", boxes: str | None, templates: Templates) -> int:
    """Count the beads box by box, and check the journal.

    It shows each box as it is printed and asks for its beads. Some boxes are enough. Boxes in which
    the games leave other beads are asked for once more before anything is explained. The numbers
    stay in the journal for 'journal check', until another game is noted.
    """
    from kitgen.cli.journal_questions import ask_counts

    names = _boxes_to_count(journal, boxes)
    words = _words_for(journal, templates)
    counts = ask_counts(journal, _boxes_named(journal, names), words.texts)
    if not counts:
        raise RecordError(words.texts("journal.keyboard.not_counted"))
    counted = {box for box, _ in counts}
    click.echo(f"\n{words.texts('journal.keyboard.counted', count=len(counted))}")
    checked = _noted_count(journal, counts)
    earlier = [counts]
    for _ in range(MAX_COUNTS_AGAIN):
        if not checked.recount:
            break
        why = "\n".join(("", *words.count_again(checked)))
        again = ask_counts(journal, _boxes_named(journal, checked.recount), words.texts, why)
        if not again:
            break
        checked = _noted_count(journal, again, earlier)
        earlier.append(again)
    click.echo()
    return _show_checked(journal, checked, templates)


def _boxes_to_count(journal: "Journal", wanted: str | None) -> Collection[str]:
    """Return the boxes that somebody names, else those that games have opened; all if there are
    none, or if others have played.
    """
    if wanted is not None:
        return _named_boxes(journal, wanted)
    opened: set[str] = set()
    for row in journal.games():
        opened |= {pick.box for pick in row.picks}
    opened &= journal.kit.indices.keys()
    if journal.others_played() or not opened:
        return journal.kit.indices.keys()
    return opened


def _boxes_named(journal: "Journal", names: Collection[str]) -> "list[Box]":
    """Return some boxes of a machine, in their order."""
    return [box for box in journal.kit.boxes if box.id in names]


def _noted_count(
    journal: "Journal", counts: "Counts", earlier: Sequence["Counts"] = ()
) -> "Checked":
    """Note the beads in some boxes, and check all that were counted since the last game.

    ``earlier`` are the counts of a lesson that this one corrects.
    """
    beads = journal.note_count(counts, earlier)
    last = journal.last_count()
    if last is None:
        return journal.check(beads)
    return journal.check(beads, sure=last.sure)


@on_journal("check --counts counts.csv", for_class=True)
@click.option(
    "--counts",
    "paths",
    type=FILE_PATH,
    metavar="FILE|PHOTO",
    multiple=True,
    help="The beads counted in the boxes, one row per box and bead: box,bead,beads; or a photo of "
    "a count sheet (part count-marks). Some boxes are enough [default: those of the last "
    "'journal count', if no game came after it].",
)
@click.option(
    "--again",
    type=FILE_PATH,
    metavar="FILE|PHOTO",
    multiple=True,
    help="The boxes that were counted a second time, in the same way; their numbers are used, and "
    "boxes with the same beads twice are not asked for again.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Show all explanations [default: the likeliest]."
)
@options(json_option, templates_option)
def check(
    journal: "Journal",
    paths: tuple[Path, ...],
    again: tuple[Path, ...],
    templates: Templates,
    *,
    everything: bool,
) -> int:
    """Find mistakes in the games and in counted beads.

    Shows the likeliest slips that explain them, and how to put the boxes right. The exit code is 0
    if everything agrees, 1 if a game is impossible or beads counted twice are wrong, and 3 if games
    are missing or beads have to be counted again.
    """
    if again and not paths:
        raise UsageError("--again needs --counts, the first count")
    if paths:
        compare = _read_to_compare(journal, paths, again, templates)
    else:
        compare = _last_to_compare(journal, templates)
    checked = journal.check(compare.counts, compare.unread, compare.sure)
    compared = [*_repeated("--counts", paths), *_repeated("--again", again)]
    return _show_checked(journal, checked, templates, everything=everything, compared=compared)


class _ToCompare(NamedTuple):
    """The beads to compare with those that games have left, if any; what could not be read of
    them; and the boxes of which the count is sure.
    """

    counts: "Counts | None" = None
    unread: Sequence[str] = ()
    sure: Collection[str] = ()


def _read_to_compare(
    journal: "Journal", paths: Sequence[Path], again: Sequence[Path], templates: Templates
) -> _ToCompare:
    """Read counted beads from files, and those of a second count, which are right."""
    from kitgen.journal.counted_files import read_counts

    first = read_counts(journal, paths, templates)
    echo_lines(first.notes, err=True)
    if not again:
        return _ToCompare(first.counts, first.unread)
    second = read_counts(journal, again, templates)
    echo_lines(second.notes, err=True)
    return _ToCompare(
        first.counts | second.counts,
        [*first.unread, *second.unread],
        _counted_alike(first.counts, second.counts),
    )


def _last_to_compare(journal: "Journal", templates: Templates) -> _ToCompare:
    """Return the beads of the last count, if nothing has happened since; say whether it has."""
    last = journal.last_count()
    if last is None:
        return _ToCompare()
    key = "with"
    if last.games_since:
        key = "not_with"
    elif last.events_since:
        key = "not_after_event"
    texts = _texts_for(journal, templates)
    click.echo(texts(f"journal.compared.{key}", game=last.after), err=True)
    if not last.is_latest:
        return _ToCompare(sure=last.sure)
    return _ToCompare(last.beads, sure=last.sure)


def _repeated(option: str, paths: Sequence[Path]) -> list[str | Path]:
    """Return an option for each of some files, as on a command line."""
    words: list[str | Path] = []
    for path in paths:
        words += [option, path]
    return words


def _counted_alike(counts: "Counts", second: "Counts") -> set[str]:
    """Return the boxes in which the same beads were counted both times."""
    alike = set()
    different = set()
    for slot, beads in second.items():
        box, _ = slot
        if counts.get(slot) == beads:
            alike.add(box)
        else:
            different.add(box)
    return alike - different


def _show_checked(
    journal: "Journal",
    checked: "Checked",
    templates: Templates,
    *,
    everything: bool = False,
    compared: Sequence[str | Path] = (),
) -> int:
    words = replace(_words_for(journal, templates), everything=everything, compared=tuple(compared))
    if not wrote_json(lambda: _checked_data(checked, words)):
        echo_lines(words.checked(checked))
        click.echo(words.verdict(checked))
    return checked.verdict.exit_code


def _checked_data(checked: "Checked", words: "JournalWords") -> dict[str, object]:
    problems = []
    for problem in checked.problems:
        problems.append(
            {
                "game": problem.game,
                "turn": problem.turn,
                "kind": problem.kind,
                "box": problem.box,
                "bead": problem.bead,
                "message": problem.sentence(words.texts),
            }
        )
    return {
        "games": checked.games,
        "problems": problems,
        **_audit_data(checked.audit, words),
        "recount": checked.recount,
        "verdict": checked.verdict,
        "passed": checked.passed,
        "not_read": words.not_read(checked),
    }


def _audit_data(audit: "Audit | None", words: "JournalWords") -> dict[str, object]:
    """Return the explanations of an audit as plain data; without one, that there are none."""
    if audit is None:
        return {
            "explanations": [],
            "more": 0,
            "unique": None,
            "proven": None,
            "unexplained": False,
            "repair": [],
            "cases": [],
            "count": (),
        }
    cases = []
    for case in audit.cases:
        pens = [_story_data(story, words) for story in case.pens]
        cases.append({"if": pens, "repair": [asdict(step) for step in case.repair]})
    return {
        "explanations": [_story_data(story, words) for story in audit.stories],
        "more": audit.more,
        "unique": audit.unique,
        "proven": audit.proven,
        "unexplained": audit.unexplained,
        "repair": [asdict(step) for step in audit.repair],
        "cases": cases,
        "count": audit.count,
    }


def _story_data(story: "Story", words: "JournalWords") -> list[dict[str, object]]:
    keys = ("game", "games", "kind", "box", "bead", "before", "other_box", "other_bead")
    slips = []
    for slip in story:
        data = {key: getattr(slip, key) for key in keys}
        slips.append(data | {"message": words.slip(slip)})
    return slips


@on_journal("export -o class3b.jsonl", for_class=True)
@output_option("FILE", "The file to write [default: standard output].", standard_output=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(EXPORT_FORMATS)),
    help="The format [default: by the ending of the file].",
)
@templates_option
def export(journal: "Journal", output: Path | None, form: str | None, templates: Templates) -> None:
    """Write the games as a table, or the whole journal as a file.

    The format is a table (.csv), JSON Lines with everything (.jsonl), or a save of HexapawnRL
    (.json).
    """
    from kitgen.journal.change_words import note_text
    from kitgen.journal.exchange import exported, exported_machine

    form = form or _format_of(output)
    if form == "hexapawn-rl":
        data, notes = exported_machine(journal)
        texts = _texts_for(journal, templates)
        echo_lines((note_text(texts, note) for note in notes), err=True)
    else:
        data = exported(journal, form)
    if output is None:
        click.echo(data.decode(), nl=False)
    else:
        write_whole(output, data)


def _format_of(output: Path | None) -> str:
    """Return the format of a file by its ending; CSV for one without, and standard output."""
    if output is None:
        return "csv"
    ending = output.suffix.lower()
    if not ending:
        return "csv"
    for form, own_ending in EXPORT_FORMATS.items():
        if own_ending == ending:
            return form
    endings = ", ".join(EXPORT_FORMATS.values())
    names = ", ".join(EXPORT_FORMATS)
    raise UsageError(f"{quoted(output)} does not end in {endings}; say --format {names}")


@command.command(epilog="Example: kitgen journal remove-names class3b")
@click.argument("named", metavar="[JOURNAL]", required=False, type=FILE_PATH)
@click.option("--yes", is_flag=True, help="Do not ask before removing them.")
@templates_option
def remove_names(named: Path | None, templates: Templates, *, yes: bool) -> None:
    """Remove the names of opponents and all remarks for good.

    They also go from the log, and from unused parts of the file. The groups of a class get their
    numbers as names. Games, beads and results stay. Tables, exports and pages that were written
    earlier are not changed.
    """
    from kitgen.journal.class_journals import journals_named, move_to_numbers, numbered
    from kitgen.journal.journal import Journal

    target = named or only_journal(for_class=True)
    paths = journals_named(target) or (target,)
    renamed: dict[Path, Path] = {}
    if target.is_dir():
        renamed = numbered(target)
    count = 0
    for path in paths:
        with Journal(path) as journal:
            count += journal.games_with_names()
            texts = _texts_for(journal, templates)
    if renamed:
        groups = []
        for old, new in renamed.items():
            groups.append(texts("journal.names.group", old=old.stem, new=new.stem))
        click.echo(texts("journal.names.groups", list=", ".join(groups)))
    if count and not yes:
        agree(
            f"this will remove names and remarks from {many(count, 'game')} for good",
            "nothing was changed",
            texts("journal.names.ask", count=count),
            yes=texts("journal.say.yes"),
            no=texts("journal.say.no"),
        )
    removed = 0
    for path in paths:
        with Journal(path, write=True) as journal:
            removed += journal.remove_names()
    if renamed:
        move_to_numbers(target)
    result = texts("journal.names.none")
    if removed:
        result = texts("journal.names.removed", count=removed)
    click.echo(f"{result} {texts('journal.names.copies')}")


@command.command("import", epilog="Example: kitgen journal import class3b.jsonl")
@click.argument("source", metavar="FILE", type=FILE_PATH)
@_out
@click.option("--kit", metavar="KIT", help="The kit of the file, if the file does not say.")
@rule_option("The learning rule of that kit [default: the kit's].")
@options(_ignore, templates_option)
def import_(
    source: Path,
    output: Path | None,
    kit: str | None,
    rule: str | None,
    ignore: tuple[str, ...],
    templates: Templates,
) -> None:
    """Make a journal from an export, or from another program.

    FILE is an export of a journal, whose games are imported unchanged; a table of games as a
    teacher keeps it; or the machine of another program, whose beads are imported: a save of
    HexapawnRL, or a table of boxes. A file that cannot be read whole is refused; the message
    names each part that cannot be read, and --ignore leaves it out.
    """
    from kitgen.journal.change_words import account_lines, note_text
    from kitgen.journal.journal_words import given_lines, machine_line
    from kitgen.sources.journal_start import import_file

    output = output or _free_name(source.stem)
    imported = import_file(source, output, kit=kit, rule=rule, templates=templates, ignore=ignore)
    with imported.journal as journal:
        texts = _texts_for(journal, templates)
        click.echo(texts("journal.made.games", count=journal.status().games, file=output))
        given = given_lines(journal.kit, texts)
        if given:
            echo_lines([machine_line(journal, texts), *given])
        echo_lines(note_text(texts, note) for note in imported.notes)
        if imported.account.cells or imported.account.ignored:
            echo_lines(account_lines(texts, imported.account))
