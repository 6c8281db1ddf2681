"""``kitgen journal board``: all groups of a class on a projector, fed by keys."""

import webbrowser
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import FILE_PATH, Word, options, output_option, templates_option
from kitgen.cli.terminal import json_option, value_of, wrote_json
from kitgen.errors import UsageError, command_line, many, quoted
from kitgen.files import write_whole
from kitgen.installing.extras import need
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates

# The function imports what it shows: it is slow to load, and help and completion need none of it.
if TYPE_CHECKING:
    from kitgen.journal.class_board import BoardFolder, ClassBoard
    from kitgen.reading.texts import Texts

#: The usual paper.
PAPER = "a4"


@click.command("board", epilog="Example: kitgen journal board class3b")
@click.argument("folder", metavar="[CLASS]", required=False, default=Path(), type=FILE_PATH)
@output_option(
    "FILE",
    "Write the board as it is now: FILE.html for a browser, FILE.pdf to fill in on paper "
    "[default: open it in the browser].",
)
@click.option(
    "--keys",
    "typed",
    metavar="KEYS",
    help="Note results as the board does, such as '3 l 1 w u'; show none.",
)
@click.option(
    "--page",
    type=Word("page", PAGES),
    default=PAPER,
    show_default=True,
    help="The paper of FILE.pdf.",
)
@click.option(
    "--port", default=0, metavar="PORT", help="The port for the browser [default: any free one]."
)
@click.option(
    "--open/--no-open",
    "opens",
    default=True,
    help="Open the browser [default], or only print the address.",
)
@options(json_option, templates_option)
def command(
    folder: Path,
    output: Path | None,
    typed: str | None,
    page: str,
    port: int,
    templates: Templates,
    *,
    opens: bool,
) -> None:
    """Show all groups of a class on a projector, fed by keys.

    CLASS is the folder of 'kitgen journal new --groups' [default: the working folder]. A key is a
    group's number and its machine's result, such as 3 l: group three lost; u takes the last one
    back. Each result is in the group's journal before the board shows it. The page comes from this
    machine alone, and nothing leaves it. It needs the extra 'web'.
    """
    from kitgen.journal.class_board import BoardFolder
    from kitgen.journal.class_journals import JOURNAL_ENDING

    is_journal = folder.suffix == JOURNAL_ENDING
    if is_journal or (folder.name and folder.with_name(f"{folder.name}{JOURNAL_ENDING}").is_file()):
        own_class = quoted(folder.parent)
        raise UsageError(
            f"{quoted(folder)} is a journal; name the class, the folder that has it: {own_class}"
        )
    board = BoardFolder(folder, templates)
    board.paths()
    if typed is not None:
        noted = board.press(typed)
        if not value_of("json"):
            click.echo(board.noted_words(noted, board.texts()))
    if wrote_json(lambda: board_report(board.board(), board.texts())):
        return
    if output is not None:
        _write(board, output, page)
    elif typed is None:
        _serve(board, port, opens=opens)


def board_report(board: "ClassBoard", texts: "Texts") -> dict[str, Any]:
    """Return a board as data: the games after which groups are compared, and how each stands."""
    from kitgen.journal.class_board import learned_words

    groups = []
    for standing in board.groups:
        own = {
            "group": standing.group,
            "number": standing.number,
            "leads": standing.leads,
            "score": sum(standing.results),
            "results": standing.results,
            "learned": learned_words(standing, texts),
        }
        groups.append(own | asdict(standing.status))
    return {"compared": board.compared, "lost": board.least_lost, "groups": groups}


def _write(board: "BoardFolder", output: Path, page: str) -> None:
    from kitgen.web.board_page import build_board_page

    if output.suffix.lower() == ".pdf":
        _print(board, output, page)
        return
    if output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"{quoted(output)} does not end in .html or .pdf")
    name = board.folder.resolve().name
    content = build_board_page(board.board(), board.texts(), name, live=False).encode()
    write_whole(output, content)
    click.echo(
        f"{output}: {len(content) / 1000:.0f} kB. Open it in a browser; it works without "
        "the internet."
    )


def _print(board: "BoardFolder", output: Path, page: str) -> None:
    """Print the board with a line for each group."""
    from kitgen.paper.job import ClassRow
    from kitgen.press.print_run import make_class_board
    from kitgen.render import save

    groups = board.board().groups
    rows = []
    for standing in groups:
        name = "" if standing.group == str(standing.number) else standing.group
        rows.append(ClassRow(standing.number, name, standing.results))
    folder = board.folder.resolve().name
    command = command_line("kitgen", "journal", "board", folder, "-o", output.name)
    if page != PAPER:
        command += f" {command_line('--page', page)}"
    document = make_class_board(groups[0].kit, rows, command, page=page, templates=board.templates)
    save(document, output)
    click.echo(f"{output}: {many(len(document.sheets), 'sheet')}, a line for each group")


def _serve(board: "BoardFolder", port: int, *, opens: bool) -> None:
    need("kitgen journal board", "starlette", "uvicorn")
    from kitgen.serve.run import serve_board

    def tell(address: str) -> None:
        click.echo(f"The board is at {address} (press Ctrl-C to stop)", err=True)
        if opens:
            with suppress(webbrowser.Error):
                webbrowser.open(address)

    serve_board(board, port, tell)
    click.echo("The board is closed; all results are in the journals.", err=True)
