"""Kits by name and from files."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from kitgen.errors import KitFileError, UsageError, quoted
from kitgen.games import game_names, standard_name
from kitgen.games.told import TOLD
from kitgen.kit.build import build_kit
from kitgen.kit.choices import WISHES, KitChoices, Wish
from kitgen.kit.editions import TOLD_FILE
from kitgen.kit.kit import Kit, KitGiven
from kitgen.kit.kit_json import KIT_FILE, MAX_KIT_BYTES, read_kit
from kitgen.model import GameLike
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import kind_of_file, read_user_file, tells_a_game
from kitgen.theory.explore import EXPLORE_LIMIT, Progress


def make_kit(
    name: str | Path | GameLike,
    *,
    templates: Templates | None = None,
    limit: int = EXPLORE_LIMIT,
    progress: Progress | None = None,
    **choices: Unpack[KitChoices],
) -> Kit:
    """Return the kit for an edition or a game, with your own choices.

    Args:
        name: an edition such as ``her``, a game written ``NAME[:SIZE][,option=value…]``, a file
            that tells a game, its text, or a game as an object, as ``kitgen.model.GameLike`` says.
        templates: where editions, palettes, rules and texts are read from; kitgen's own when None.
        limit: the most positions, up to symmetry, that the game may have.
        choices: ``side``, ``rule``, ``palette``, ``language``, ``merged``, ``forced``,
            ``colour_by``, ``express``, ``opponent``, ``beads``: see ``kitgen.kit.choices.Choices``.
                None leaves a choice to the edition.

    Raises:
        UsageError: the name or a choice is unknown, or the palette has too few colours.
        TooLargeError: the game has more positions than ``limit``.
        BeadsError: your beads cannot fill the boxes.

    >>> kit = make_kit("hexapawn:3x3", side="black", express=True)
    >>> len(kit.boxes), kit.beads, kit.command
    (12, 31, 'kitgen print hexapawn:3x3 --express')
    """
    game = str(name) if isinstance(name, str | Path) else name
    return build_kit(game, choices, templates, limit=limit, progress=progress)


#: The name of the PDF in a kit's folder.
KIT_PDF = "kit.pdf"
#: What can be named as a kit, in messages.
KIT = f"a kit: a {KIT_FILE}, its folder, a {KIT_PDF} or a journal"


def load_kit(
    name: KitGiven,
    *,
    templates: Templates | None = None,
    trust: bool = False,
    limit: int = EXPLORE_LIMIT,
    progress: Progress | None = None,
    **choices: Unpack[KitChoices],
) -> Kit:
    """Return the kit that a user names: make it, or read it from a file.

    Args:
        name: a kit, an edition, a game as for ``make_kit``, or a path to a ``kit.json``, a kit
            folder, a kit PDF or a journal, which gives the present beads. Text with a slash, ending
            in ``.json``, ``.pdf`` or ``.kitgen``, or naming an existing file is a path.
        trust: True to accept a damaged ``kit.json``, whose faults ``verify`` then names.
        templates: where editions, palettes, rules and texts are read from; kitgen's own when None.
        limit: the most positions, up to symmetry, of a game to make a kit of.
        progress: called now and then with the number of positions explored.
        choices: other choices, as for ``make_kit``; none for a finished kit.

    Raises:
        UsageError: the name or a choice is unknown, or a choice would change a finished kit.
        KitFileError: the file is damaged or not made by kitgen.
        TooLargeError: the game is too large for a kit.

    >>> load_kit("ladder").beads
    24
    """
    templates = templates or Templates()
    if isinstance(name, Kit):
        _refuse_choices(name.name, choices)
        return name
    if not isinstance(name, str | Path):
        return make_kit(name, templates=templates, limit=limit, progress=progress, **choices)
    finished = finished_at(name, templates, choices)
    if finished is None:
        return make_kit(str(name), templates=templates, limit=limit, progress=progress, **choices)
    if is_pdf(finished):
        from kitgen.sources.attachments import attached_kit  # noqa: PLC0415 - few commands read PDFs

        return attached_kit(finished, trust=trust)
    from kitgen.reading.user_file import is_journal  # noqa: PLC0415 - nor journals

    if is_journal(finished):
        from kitgen.journal.journal import Journal  # noqa: PLC0415

        with Journal(finished) as journal:
            return journal.kit_now()
    data = read_user_file(finished, MAX_KIT_BYTES, KIT, KitFileError, kinds=("a kit", "JSON"))
    return read_kit(data, quoted(finished), trust=trust, file=finished)


def finished_at(name: str | Path, templates: Templates, choices: Mapping[str, Any]) -> Path | None:
    """Return the file of a finished kit that a user names; None where a kit is to be made."""
    text = str(name)
    if not text.strip():
        raise UsageError("a kit needs a name, such as 'her'; 'kitgen kits' lists them")
    if not is_path(name, templates):
        return None
    _refuse_choices(text, choices)
    return file_at(Path(text))


def _refuse_choices(kit: str, choices: Mapping[str, Any]) -> None:
    """Refuse choices for a finished kit, which they would change."""
    wishes = Wish(**choices).chosen
    for key in WISHES:
        if key in wishes:
            raise UsageError(
                f"{quoted(kit)} is a finished kit, which {WISHES[key].offer.option} would change; "
                "give the option together with the name of an edition or a game instead"
            )


def is_path(name: str | Path, templates: Templates) -> bool:
    """Return whether a KIT is a file or folder of a finished kit rather than what one is made of.

    >>> [is_path(text, Templates()) for text in ("her", "output/her", "kit.json", "hexapawn:3x3")]
    [False, True, True, False]
    >>> [is_path(Path(name), Templates()) for name in ("her", "frogs.toml")]
    [True, False]
    """
    text = str(name)
    if text.endswith(TOLD_FILE):
        return False
    if isinstance(name, Path):
        return True
    if text.startswith(TOLD) or tells_a_game(text):
        return False
    separated = any(separator in text for separator in (os.sep, os.altsep) if separator)
    if separated or Path(text).suffix.lower() in (".json", ".pdf", ".kitgen"):
        return True
    game = standard_name(text).partition(":")[0].partition(",")[0]
    if text in templates.names("editions") or game in game_names():
        return False
    return os.path.lexists(text)


def file_at(path: Path) -> Path:
    """Return the file of a kit: the path itself, or the ``kit.json`` in its folder."""
    if not os.path.exists(path):  # noqa: PTH110 - Path.exists fails at a name that no file can have
        if os.path.lexists(path):
            raise UsageError(
                f"{quoted(path)} is a broken link or a circle of links; name the file itself"
            )
        raise UsageError(
            f"there is no file or folder {quoted(path)}; 'kitgen kits' lists the kits "
            "that can be named"
        )
    if not path.is_dir():
        return path
    inside = path / KIT_FILE
    if inside.is_file():
        return inside
    if (path / "manifest.json").is_file():
        raise KitFileError(
            f"{KIT_FILE} is missing in folder {quoted(path)}, which has a printed kit"
        )
    raise KitFileError(
        f"folder {quoted(path)} contains no {KIT_FILE}; name a folder made by 'kitgen print'"
    )


def is_pdf(path: Path) -> bool:
    """Return whether a path is a PDF, by its first bytes; a pipe is not."""
    return kind_of_file(path) == "a PDF"
