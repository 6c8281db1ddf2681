"""The boards of a game as ``kitgen kits --sizes`` lists them: how many boxes each needs, and who
should win.
"""

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
    columns = [
        "game",
        "machine",
        "boxes",
        "with a choice",
        "beads",
        "who should win",
        "printed as labels",
    ]
    show_table(columns, map(_size_cells, rows), right=["boxes", "with a choice", "beads"])
    click.echo(f"\n{sentence(name, rows)}")


def _size_cells(row: SizeRow) -> tuple[str, ...]:
    game = make_game(row.game)
    wins = winner_text(row.winner, row.plies, row.value, game.points if game.scoring else "")
    printed = "no: too large for a kit"
    if row.sheets is not None:
        printed = many(row.sheets, "sheet") + ", after a question" * (row.sheets > MANY_SHEETS)
    return row.game, row.side, f"{row.boxes:,}", f"{row.choices:,}", f"{row.beads:,}", wins, printed


def winner_text(winner: str | None, plies: int | None, value: int, points: str) -> str:
    """Return in words who should win a game: a side, None for a draw; ``points`` are empty in a
    game without points.

    >>> (
    ...     winner_text("black", 6, -1, ""),
    ...     winner_text("south", None, 1, "seeds"),
    ...     winner_text(None, None, 0, ""),
    ... )
    ('black in 6 plies', 'south by 1 seed', 'nobody: a draw')
    >>> winner_text("hare", None, 1, "")
    'hare, as nobody can force an end'
    """
    if winner is None:
        return "nobody: a draw"
    if plies is not None:
        return f"{winner} in {many(plies, 'ply')}"
    if not points:
        return f"{winner}, as nobody can force an end"
    return f"{winner} by {abs(value)} {points.removesuffix('s') if abs(value) == 1 else points}"


def sentence(name: str, rows: list[SizeRow]) -> str:
    """Return in words which boards can be printed."""
    small = [row for row in rows if row.sheets is not None and row.sheets <= MANY_SHEETS]
    limit = MANY_SHEETS * labels_on_a_sheet(1000)
    words = (
        f"Up to {limit} boxes ({MANY_SHEETS} sheets of labels) a kit is printed without a question"
    )
    if small:
        most = max(small, key=lambda row: row.boxes)
        words += (
            f"; of these boards the largest is {most.game} for {most.side}, with "
            f"{most.boxes:,} boxes"
        )
    return (
        f"{words}. Larger kits are printed only after a question: nobody fills "
        f"{10 * limit:,} matchboxes. "
        f"--forced skip omits boxes without a choice, --express those with nothing to learn. "
        "Boards that are not listed are too large to count here; try 'kitgen solve "
        f"{name.partition(',')[0]}:SIZE'."
    )
