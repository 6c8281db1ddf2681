"""A journal's curve, a story and a report, in the terminal and on paper."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from kitgen.cli.terminal_board import board_text, can_show
from kitgen.errors import RecordError, UsageError, quoted
from kitgen.extras import MissingExtraError
from kitgen.files import write_whole
from kitgen.kit.kit import Kit
from kitgen.model import Move
from kitgen.paper.texts import Texts
from kitgen.record.games_table import write_table
from kitgen.record.rows import RESULT_WORDS, GameRow, follow
from kitgen.templates import Templates

#: The most columns and lines of a curve in the terminal.
WIDE, HIGH = 60, 12


def curve_lines(results: Sequence[int]) -> Iterator[str]:
    """Yield the curve of games won minus games lost, from the highest score to the lowest.

    >>> for line in curve_lines([-1, -1, 1, 1, 1]):
    ...     print(line)
      +1 |    *
       0 |   *
      -1 |* *
      -2 | *
         +-----
          5 games: 3 won, 2 lost; score +1
    """
    if not results:
        raise RecordError("there are no games yet, so there is no curve")
    scores = list(accumulate(results))
    columns = min(len(scores), WIDE)
    points = [scores[(number + 1) * len(scores) // columns - 1] for number in range(columns)]
    lowest, highest = min(0, *points), max(0, *points)
    step = max(1, -(-(highest - lowest + 1) // HIGH))
    for level in range(highest // step * step, lowest - step, -step):
        row = "".join("*" if level <= point < level + step else " " for point in points)
        yield f"{f'{level:+d}' if level else '0':>4} |{row}".rstrip()
    yield f"     +{'-' * columns}"
    drawn = f", {results.count(0)} drawn" if 0 in results else ""
    yield f"      {len(results)} games: {results.count(1)} won{drawn}, {results.count(-1)} lost; score {scores[-1]:+d}"


def story_lines(kit: Kit, row: GameRow, texts: Texts) -> Iterator[str]:
    """Yield a game in words and boards, in the kit's language, as the part ``story`` prints it."""
    game, story = kit.game, follow(kit, row)

    def between(moves: Sequence[Move] | None, *, first: bool) -> Iterator[str]:
        if moves is None:
            yield texts("story.unknown")
        elif moves:
            names = ", ".join(map(game.move_text, moves))
            yield texts(f"story.between.{'single' if len(moves) == 1 else 'several'}", moves=names)
        elif first:
            yield texts("story.begins")

    against = [texts("story.against", name=row.opponent)] if row.opponent else []
    yield " · ".join([texts("story.game", number=row.game), *against])
    for number, turn in enumerate(story.turns, 1):
        yield ""
        yield texts("story.turn", number=number, box=turn.box.id, bead=turn.slot.colour.name)
        yield from between(turn.since, first=number == 1)
        yield board_text(game, turn.met)
        arrow = "→" if can_show("→") else "->"
        yield f"{turn.box.id} {turn.slot.colour.letter} {arrow} {game.move_text(turn.move)}"
    yield ""
    yield texts(f"story.outcome.{RESULT_WORDS[row.result]}")
    if story.turns:
        yield from between(story.end, first=False)
    if story.resigned:
        yield texts("story.resigned")
    if story.last is not None:
        yield board_text(game, story.last)


def print_story(kit: Kit, row: GameRow, path: Path, templates: Templates) -> Path:
    """Write a game as PDF, with the table that it is made from beside it, and return that table's path."""
    table = path.with_suffix(".csv")
    data = write_table([row]).encode()
    if table.exists() and table.read_bytes() != data:
        raise UsageError(f"{quoted(table)} exists, and the table of the game is written there; name another file")
    _must_be_pdf(path)
    write_whole(table, lambda file: file.write(data))
    _write_part(kit, "story", path, templates, story=f"{table}:{row.game}")
    return table


def report_lines(kit: Kit, texts: Texts) -> Iterator[str]:
    """Yield the report on a machine, in its language: the curve, then the findings of the part ``report``."""
    # Slow to load, and no other view needs it.
    from kitgen.paper.parts.report import beginning, findings  # noqa: PLC0415
    from kitgen.press.machine_figures import past_of  # noqa: PLC0415

    try:
        past, missing = past_of(kit, ["report"]), None
    except MissingExtraError as error:
        past, missing = past_of(kit, ["reset"]), error
    if past is None:
        raise RecordError("there are no games yet, so there is nothing to report")
    yield " ".join(beginning(kit, texts, past))
    if past.scores:
        yield from (
            "",
            *curve_lines([now - before for before, now in zip((0, *past.scores), past.scores, strict=False)]),
        )
    for heading, lines in findings(texts, past):
        yield from ("", texts(f"report.{heading}").upper(), *lines)
    if missing is not None:
        yield from ("", f"Left out: {missing}")


def print_report_page(kit: Kit, path: Path, templates: Templates) -> None:
    """Write the report on a machine as PDF."""
    _must_be_pdf(path)
    _write_part(kit, "report", path, templates)


def _must_be_pdf(path: Path) -> None:
    if path.suffix.lower() != ".pdf":
        raise UsageError(f"{quoted(path)} does not end in .pdf")


def _write_part(kit: Kit, part: str, path: Path, templates: Templates, **options: Any) -> None:
    # Slow to load, and only what is printed needs it.
    from kitgen.press.print_run import make_document  # noqa: PLC0415
    from kitgen.render import save  # noqa: PLC0415

    save(make_document(kit, parts=[part], templates=templates, **options), path)
