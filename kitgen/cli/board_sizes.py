"""The boards of a game as ``kitgen kits --sizes`` lists them, with boxes and who should win."""

from dataclasses import asdict

import click

from kitgen.cli.terminal import show_table, working, wrote_json
from kitgen.errors import many
from kitgen.games import make_game
from kitgen.inquiries.game_solution import SizeRow, labels_on_a_sheet, size_rows
from kitgen.papers import MANY_SHEETS


def show_sizes(name: str) -> None:
    """Show the boards of a game as a table, or as JSON if that is asked for."""
    with working(f"counting {name}") as progress:
        rows = size_rows(name, progress)
    if wrote_json(lambda: [asdict(row) for row in rows]):
        return
    counts = ["boxes", "with a choice", "beads"]
    columns = ["game", "machine", *counts, "who should win", "printed as labels"]
    show_table(columns, map(_size_cells, rows), right=counts)
    click.echo(f"\n{sentence(name, rows)}")


def _size_cells(row: SizeRow) -> tuple[str, ...]:
    game = make_game(row.game)
    points = game.points if game.scoring else ""
    wins = winner_text(row.winner, row.plies, row.value, points)
    counts = (f"{row.boxes:,}", f"{row.choices:,}", f"{row.beads:,}")
    return row.game, row.side, *counts, wins, _sheets_text(row.sheets)


def _sheets_text(sheets: int | None) -> str:
    if sheets is None:
        return "no: too large for a kit"
    if sheets > MANY_SHEETS:
        return f"{many(sheets, 'sheet')}, after a question"
    return many(sheets, "sheet")


def winner_text(winner: str | None, plies: int | None, value: int, points: str) -> str:
    """Return in words who should win a game: a side, or None for a draw.

    ``points`` is what a game counts, such as seeds; empty in a game without points.

    >>> (
    ...     winner_text("black", 6, -1, ""),
    ...     winner_text("south", None, 1, "seeds"),
    ...     winner_text(None, None, 0, ""),
    ... )
    ('black in 6 plies', 'south by 1 seed', 'nobody: a draw')
    >>> winner_text("hare", None, 1, ""), winner_text("north", None, -4, "seeds")
    ('hare, as nobody can force an end', 'north by 4 seeds')
    """
    if winner is None:
        return "nobody: a draw"
    if plies is not None:
        return f"{winner} in {many(plies, 'ply')}"
    if not points:
        return f"{winner}, as nobody can force an end"
    lead = abs(value)
    counted = points.removesuffix("s") if lead == 1 else points
    return f"{winner} by {lead} {counted}"


def sentence(name: str, rows: list[SizeRow]) -> str:
    """Return in words which boards can be printed."""
    small = [row for row in rows if row.sheets is not None and row.sheets <= MANY_SHEETS]
    limit = MANY_SHEETS * labels_on_a_sheet(1000)  # of a kit that fills sheets
    words = (
        f"Up to {limit} boxes ({MANY_SHEETS} sheets of labels) a kit is printed without a question"
    )
    if small:
        largest = max(small, key=lambda row: row.boxes)
        words += (
            f"; of these boards the largest is {largest.game} for {largest.side}, with "
            f"{largest.boxes:,} boxes"
        )
    game = name.partition(",")[0]
    return (
        f"{words}. Larger kits are printed only after a question: nobody fills "
        f"{10 * limit:,} matchboxes. --forced skip omits boxes without a choice, --express those "
        "with nothing to learn. Boards that are not listed are too large to count here; try "
        f"'kitgen solve {game}:SIZE'."
    )
