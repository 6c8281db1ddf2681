"""Options that commands share: options from declared choices, and those that choose a kit."""

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import click
from click.shell_completion import CompletionItem

from kitgen.cli.sections import Decorator, section
from kitgen.errors import KitgenError, UnknownNameError, UsageError, command_line, quoted
from kitgen.games import game_names
from kitgen.kit.choices import WISHES, Offered
from kitgen.reading.own_folders import templates_in_force
from kitgen.reading.templates import Templates


class KnownName(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """A name that is listed somewhere, in any case, or several with commas; a shell completes it,
    or else a file.

    What is not listed stays as it was typed: whoever reads it says what is wrong.
    """

    name = "text"

    def __init__(
        self, known: Callable[[Templates], Iterable[str]], *, separated: bool = False
    ) -> None:
        """Take what lists the names, and whether there may be several."""
        self._known = known
        self._separated = separated

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the names as they are listed."""
        if param is not None and value == param.default:
            return str(value)  # what lists the names may be slow to load
        typed = str(value).split(",") if self._separated else [str(value)]
        listed = tuple(self._known(_templates_of(ctx)))
        return ",".join(_as_listed(name, listed) for name in typed)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the name, or the last of several, or else a file."""
        earlier = ""
        comma = ""
        begun = incomplete
        if self._separated:
            earlier, comma, begun = incomplete.rpartition(",")
        items = []
        for name in self._known(_templates_of(ctx)):
            if name.startswith(begun):
                items.append(CompletionItem(f"{earlier}{comma}{name}"))
        return items or click.Path().shell_complete(ctx, param, incomplete)


def _templates_of(context: click.Context | None) -> Templates:
    """Return the templates that ``--templates`` has named before, or kitgen's own."""
    chosen: Templates | None = None
    if context is not None:
        chosen = context.params.get("templates")
    return chosen or Templates()


def _as_listed(name: str, listed: tuple[str, ...]) -> str:
    """Return a name as it is listed.

    >>> _as_listed("Gardner", ("gardner", "menace")), _as_listed("mine.toml", ("gardner",))
    ('gardner', 'mine.toml')
    """
    if name in listed:
        return name
    wanted = name.strip().casefold()
    return next((known for known in listed if known.casefold() == wanted), name)


def _opponents(_templates: Templates) -> list[str]:
    from kitgen.machine.match import OPPONENTS  # noqa: PLC0415 - slow to load, and rarely named

    return [*OPPONENTS, "machine"]


LANGUAGE_NAME = KnownName(lambda templates: templates.languages())
RULE_NAME = KnownName(lambda templates: templates.names("rules"))
RULE_NAMES = KnownName(lambda templates: templates.names("rules"), separated=True)
STOCK_NAME = KnownName(lambda templates: templates.names("stock"))
THEME_NAME = KnownName(lambda templates: templates.names("themes"))
OPPONENT_NAME = KnownName(_opponents)
#: The choices whose words are those of templates, by their keys.
_NAMES = {
    "language": LANGUAGE_NAME,
    "rule": RULE_NAME,
    "palette": KnownName(lambda templates: templates.names("palettes")),
    "printer": KnownName(lambda templates: templates.names("printers")),
    "theme": THEME_NAME,
}

#: The type of an option or argument that names a file or a folder.
FILE_PATH = click.Path(path_type=Path)


class Word(click.Choice):  # type: ignore[type-arg] # generic only in newer versions of click
    """One of a few words, in any case; an error suggests similar ones."""

    def __init__(self, what: str, known: Iterable[str]) -> None:
        super().__init__(tuple(known), case_sensitive=False)
        self.what = what

    def convert(self, value: Any, param: click.Parameter | None, _ctx: click.Context | None) -> str:
        """Return the word, ignoring case."""
        if isinstance(param, click.Option) and param.multiple and "," in str(value):
            words = [(param.opts[0], word.strip()) for word in str(value).split(",")]
            repeated = command_line(*(word for pair in words for word in pair))
            raise UsageError(f"{quoted(value)} is a list; repeat the option: {repeated}")
        for word in self.choices:
            if str(value).lower() == word.lower():
                return str(word)
        raise UnknownNameError(self.what, str(value), self.choices)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the words for the help."""
        del param, ctx
        return "|".join(self.choices)


def options(*decorators: Decorator) -> Decorator:
    """Return a decorator that adds options to a command, in the order in which its help lists
    them.
    """

    def add(function: Any) -> Any:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return add


def options_as(name: str, *decorators: Decorator, make: Callable[..., Any] = dict) -> Decorator:
    """Add options to a command, whose function gets their values as one parameter, ``name``.

    ``make`` takes the values by the names of their parameters and returns what the function gets.
    """

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def gathering(*args: Any, **values: Any) -> Any:
            gathered = {key: values.pop(key) for key in keys}
            return function(*args, **{name: make(**gathered)}, **values)

        before = len(getattr(function, "__click_params__", ()))
        parameters = options(*decorators)(gathering).__click_params__[before:]
        keys = [parameter.name for parameter in reversed(parameters) if parameter.expose_value]
        return gathering

    return add


def offered_option(offered: Offered) -> Decorator:
    """Return the option for a choice; its value is None if it is not given."""
    offer = offered.offer
    settings: dict[str, Any] = {"help": offer.help, "default": None}
    if offered.is_switch:
        settings["is_flag"] = True
    elif offered.words:
        settings["type"] = Word(offer.what, offered.words)
    else:
        kind = get_args(offered.kind)[0] if get_origin(offered.kind) is Annotated else offered.kind
        is_number = kind in (int, float)  # limits are checked later
        settings["type"] = kind if is_number else _NAMES.get(offered.key, str)
        settings["metavar"] = offer.metavar
    return click.option(offer.option, offered.key, **settings)


def language_option(about: str, **settings: Any) -> Decorator:
    """Return the option ``--language`` of a command that makes no kit."""
    return click.option(
        "--language",
        "language",
        type=LANGUAGE_NAME,
        metavar="LANGUAGE",
        help=about,
        **settings,
    )


def rule_option(about: str) -> Decorator:
    """Return the option ``--rule`` of a command that makes no kit."""
    return click.option("--rule", type=RULE_NAME, metavar="RULE", help=about)


def theme_option(about: str) -> Decorator:
    """Return the option ``--theme``, empty for the usual pictures."""
    return click.option("--theme", default="", type=THEME_NAME, metavar="NAME", help=about)


def output_option(
    metavar: str, about: str, *, required: bool = False, standard_output: bool = False
) -> Decorator:
    """Return the option ``-o``, which names where the result goes.

    With ``standard_output``, ``-`` stands for it, as if the option were left out; otherwise ``-``
    is refused.
    """

    def named(
        _context: click.Context, _parameter: click.Parameter, path: Path | None
    ) -> Path | None:
        if path != Path("-"):
            return path
        if standard_output:
            return None
        raise UsageError("-o names a file or a folder, and '-' is neither; choose a name")

    return click.option(
        "-o",
        "--output",
        type=FILE_PATH,
        metavar=metavar,
        help=about,
        required=required,
        callback=named,
    )


database_option = click.option("--database", type=FILE_PATH, metavar="FILE",
                               help="Endgames from 'kitgen solve --levels'.")  # fmt: skip


# Options that commands on kits share: those that choose a kit, and the folder of templates.


_KIT = KnownName(lambda templates: dict.fromkeys((*templates.names("editions"), *game_names())))


#: ``kit_json.KIT_FILE``, whose module takes longer to load than Tab should.
_KIT_FILE = "kit.json"


def _kits_here(begun: str) -> list[CompletionItem]:
    """Return the printed folders and journals of the current folder whose names begin so.

    What has a slash is left to the shell, which completes files.
    """
    if "/" in begun:
        return []
    kits = []
    for path in sorted(Path().iterdir()):
        is_kit = path.suffix == ".kitgen" or (path / _KIT_FILE).is_file()
        if path.name.startswith(begun) and is_kit:
            kits.append(CompletionItem(path.name))
    return kits


class KitName(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """A kit as a user names it: an edition, a game, or a path."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete editions, games and kits of this folder, otherwise files."""
        return [*_kits_here(incomplete), *_KIT.shell_complete(ctx, param, incomplete)]


def kit_argument(name: str = "kit") -> Decorator:
    """Return the argument that names a kit; the command's function gets it as ``name``."""
    return click.argument(name, type=KitName())


def _in_force(context: click.Context, _option: click.Parameter, folder: Path | None) -> Templates:
    def left_out(path: Path, error: KitgenError) -> None:
        if "kitgen.left_out" not in context.meta:  # one warning is enough
            context.meta["kitgen.left_out"] = path
            why = str(error).removeprefix(f"{quoted(path)}: ")
            click.echo(
                f"warning: {quoted(path)} is skipped: {why} (see 'kitgen templates check')",
                err=True,
            )

    return templates_in_force(folder, left_out)


#: ``--templates``; the command's function gets the templates in force.
templates_option = click.option(
    "--templates",
    type=FILE_PATH,
    metavar="DIR",
    callback=_in_force,
    help="The folder of your editions, palettes, rules, texts … [default: your own, see "
    "'kitgen new'].",
)

#: The options that choose a kit; the command's function gets ``choices``, a dict, and
#: ``templates``. The help of a ``kitgen.cli.sections.Command`` lists them in a section of their
#: own.
kit_options = section("Kit", options(
    options_as("choices", *(offered_option(wish) for wish in WISHES.values())), templates_option
))  # fmt: skip
