"""What commands on kits share: the options that choose a kit, and loading it from a name or a file."""

import os
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from kitgen.errors import KitFileError, UnknownNameError, UsageError
from kitgen.games import game_names
from kitgen.kit.build import make_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit
from kitgen.kit.sharing import parse_beads
from kitgen.templates import Templates
from kitgen.theory.explore import LIMIT

F = TypeVar("F", bound=Callable[..., Any])

#: The name of a kit's data in the folder that it was printed to, and inside its PDF.
KIT_FILE, KIT_PDF = "kit.json", "kit.pdf"
#: Where the templates in force are kept while a command runs.
TEMPLATES = "kitgen.templates"


class Word(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """One of a few words; a word near one of them is answered with it."""

    name = "word"

    def __init__(self, what: str, known: Iterable[str]) -> None:
        self.what = what
        self.known = tuple(known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word as it is known, whatever its case.

        Raises:
            UnknownNameError: it is none of the known words.
        """
        del param, ctx
        for word in self.known:
            if str(value).lower() == word.lower():
                return word
        raise UnknownNameError(self.what, str(value), self.known)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the words as they stand in the help."""
        del param, ctx
        return "|".join(self.known)


#: From option to the key of ``Wish`` that it sets.
_OPTIONS = {
    "--side": "side",
    "--rule": "rule",
    "--palette": "palette",
    "--lang": "language",
    "--merged/--unmerged": "merged",
    "--forced": "forced",
    "--colour-by": "colour_by",
    "--express": "express",
    "--opponent": "opponent",
    "--beads": "beads",
}


def templates_option(function: F) -> F:
    """Add ``--templates`` to a command; what it names is in force for all that the command reads."""
    option = click.option(
        "--templates",
        type=click.Path(path_type=Path),
        metavar="DIR",
        expose_value=False,
        callback=_use_templates,
        help="Your own editions, palettes, rules, texts …; 'kitgen templates copy' makes the folder.",
    )
    return option(function)


def _use_templates(context: click.Context, _param: click.Parameter, folder: Path | None) -> None:
    """Put a user's own templates into force, before any other option asks for them."""
    if folder is not None:
        context.find_root().meta[TEMPLATES] = Templates(folder)


def current_templates() -> Templates:
    """Return the templates in force: those that come with kitgen, or a user's own before them."""
    context = click.get_current_context(silent=True)
    own = None if context is None else context.find_root().meta.get(TEMPLATES)
    return own if isinstance(own, Templates) else Templates()


def kit_options(function: F) -> F:
    """Add the options that choose a kit to a command; its function gets them as ``wish``.

    A command with an ``--opponent`` of its own, declared below this decorator, keeps it: there the word means
    who plays, and not for whom the kit is made.
    """
    own = {parameter.name for parameter in getattr(function, "__click_params__", ())}
    keys = [key for key in _OPTIONS.values() if key not in own]

    @wraps(function)
    def with_wish(*args: Any, **values: Any) -> Any:
        wish = Wish(**{key: values.pop(key) for key in keys})
        return function(*args, wish=wish, **values)

    options = [
        click.option("--side", metavar="SIDE", help="The machine's side: its name, 'first' or 'second'."),
        click.option("--rule", metavar="RULE", help="The learning rule."),
        click.option("--palette", metavar="NAME", help="The bead colours; 'kitgen palette' lists them."),
        click.option("--lang", "language", metavar="LANGUAGE", help="The language of the kit: en or it."),
        click.option(
            "--merged/--unmerged",
            default=None,
            help="Whether moves that are mirror images of one another share a bead colour.",
        ),
        click.option(
            "--forced",
            type=Word("way of --forced", ("box", "skip")),
            help="Whether positions with one move only have a box.",
        ),
        click.option(
            "--colour-by",
            type=Word("way of --colour-by", ("slot", "cell")),
            help="Colours in order in each box, or one for each target cell.",
        ),
        click.option(
            "--express/--no-express",
            default=None,
            help="Whether only boxes that can learn or run empty are there, and a sheet says the rest.",
        ),
        click.option(
            "--opponent",
            type=Word("kind of opponent that a kit can be made for", ("any", "sensible")),
            help="Make boxes for any opponent, or for one that never passes up an immediate win.",
        ),
        click.option(
            "--beads",
            metavar="COLOUR:N,…|FILE.toml",
            callback=lambda _ctx, _param, text: None if text is None else parse_beads(text),
            help="The beads at hand; colours are shared out so that they do.",
        ),
    ]
    wrapped: Any = templates_option(with_wish)
    for key, option in reversed(list(zip(_OPTIONS.values(), options, strict=True))):
        if key in keys:
            wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return] # click's decorators keep the function they are given


def is_path(text: str, templates: Templates | None = None) -> bool:
    """Return whether a KIT is meant as a file or folder rather than as a name.

    >>> is_path("her"), is_path("output/her"), is_path("kit.json"), is_path("hexapawn:3x3")
    (False, True, True, False)
    """
    if any(separator in text for separator in (os.sep, os.altsep) if separator):
        return True
    if Path(text).suffix.lower() in (".json", ".pdf"):
        return True
    if (
        text in (templates or current_templates()).names("editions")
        or text.partition(":")[0].partition(",")[0] in game_names()
    ):
        return False
    return bool(text) and Path(text).exists()


def load_kit(
    text: str, wish: Wish, templates: Templates | None = None, *, trust: bool = False, limit: int = LIMIT
) -> Kit:
    """Return the kit that a user names.

    Args:
        text: an edition, a game with options, or a path to a ``kit.json``, a kit folder or a kit PDF.
        wish: what the user asks for otherwise; nothing where a finished kit is named.
        templates: where editions, palettes, rules and texts are read from.
        trust: True to accept a damaged ``kit.json``, whose faults ``verify`` then names.
        limit: the most positions that a game may have to be made into a kit.

    Raises:
        UsageError: the name or a wish is unknown, or a wish would change a finished kit.
        KitFileError: the file is damaged or none of kitgen's.
        TooLargeError: the game is too large for a kit.
    """
    if not text.strip():
        raise UsageError("a kit needs a name, such as 'her'; 'kitgen kits' lists them")
    if not is_path(text, templates):
        return make_kit(text, wish, templates or current_templates(), limit=limit)
    given = [option for option, key in _OPTIONS.items() if getattr(wish, key) is not None]
    if given:
        raise UsageError(
            f"{text} is a finished kit, which {given[0]} would change; "
            "give the option together with the name of an edition or a game instead"
        )
    return read_kit_at(Path(text), trust=trust)


def read_kit_at(path: Path, *, trust: bool = False) -> Kit:
    """Return the kit in a ``kit.json``, in a folder that holds one, or in a PDF.

    Raises:
        UsageError: there is no such file.
        KitFileError: it is damaged or none of kitgen's.
    """
    if not path.exists():
        raise UsageError(f"there is no file or folder {path}; 'kitgen kits' lists the kits that can be named")
    if path.is_dir():
        inside = path / KIT_FILE
        if not inside.is_file():
            raise KitFileError(f"folder {path} holds no {KIT_FILE}; name a folder that 'kitgen print' has made")
        path = inside
    data = read_bytes(path)
    if data.startswith(b"%PDF"):
        # Reading PDFs is needed only here, and starting it takes time.
        from kitgen.check.pdf.attached import attached_kit  # noqa: PLC0415

        return attached_kit(path, trust=trust)
    if path.suffix.lower() == ".pdf":
        raise KitFileError(f"{path} is not a PDF; name one that 'kitgen print' has made")
    return read_kit(data, str(path), trust=trust)


def read_bytes(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        KitFileError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise KitFileError(f"{path} cannot be read: {error.strerror}") from None
