"""Tables that others have written: compared with a machine that is named, and told of on paper."""

from pathlib import Path
from typing import Any

from kitgen.check.foreign.guess import Said
from kitgen.check.foreign.verify import TableReport, say_reading
from kitgen.check.foreign.verify import verify_table as compare
from kitgen.door.loading import is_path
from kitgen.door.making import make_kit
from kitgen.errors import UsageError, quoted
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.texts import Texts
from kitgen.templates import Templates


def verify_table(
    path: Path | str, game: str, said: Said | None = None, *, templates: Templates | None = None, **choices: Any
) -> TableReport:
    """Check a table of positions and moves against the rules of a game.

    Args:
        path: the table, in CSV, JSON, TOML or plain text.
        game: the game, or an edition, which says which positions have boxes.
        said: how the table is written; what is not said is found out.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, as for ``make_kit``: the side, and whether forced moves have boxes.

    Raises:
        UsageError: the game or a choice is unknown.
        KitFileError: the table cannot be read.

    >>> verify_table("examples/ahl-1976.csv", "hexapawn:3x3", side="black").passed  # doctest: +SKIP
    False
    """
    templates = templates or Templates()
    if is_path(game, templates):
        raise UsageError(f"--game {quoted(game)} is a file; name a game, such as hexapawn:3x3, or an edition")
    kit = make_kit(game, templates=templates, **choices)
    said = said or Said()
    if choices.get("merged") is not None:
        said = Said(said.letters, said.squares, said.upside_down, said.images, choices["merged"])
    return compare(Path(path), kit, said)


def write_findings(report: TableReport, path: Path, page: str, *, templates: Templates | None = None) -> None:
    """Write the findings with their boards as a PDF.

    Raises:
        UsageError: the file has another ending.
        OutputError: it cannot be written.
    """
    # Drawing is needed only here, and its library takes a while to load.
    from kitgen.check.foreign.drawing import findings_document  # noqa: PLC0415
    from kitgen.render import save  # noqa: PLC0415

    save(findings_document(report, table_texts(report, templates), PAGES[page]), path)


def table_texts(report: TableReport, templates: Templates | None = None) -> Texts:
    """Return the words for a report, in the language of its kit."""
    return Texts(report.kit.choices.language, templates or Templates())


__all__ = ["Said", "TableReport", "say_reading", "table_texts", "verify_table", "write_findings"]
