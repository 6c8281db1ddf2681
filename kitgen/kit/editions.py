"""Reads editions, and turns a user's wishes into the choices that make a kit."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.games import game_names, given_game, make_game, standard_name
from kitgen.games.told import TOLD
from kitgen.kit.choices import CHOICES, Choices, Wish, arguments_for, schema
from kitgen.kit.kit import EITHER, Kit, KitGiven, players_of
from kitgen.kit.palette import USUAL_PALETTE, WIDE_PALETTE, newest_palette, palette_name
from kitgen.model import Game
from kitgen.reading.schema import Language, TextLine, Title, Words
from kitgen.reading.templates import EARLIER, USUAL_LANGUAGE, Templates, title_in
from kitgen.reading.user_file import tells_a_game

#: The ending of a file that tells a game.
TOLD_FILE = ".toml"


class EditionHead(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a file in ``templates/editions/`` that is not a choice.

    Attributes:
        game: the game with its size and options, such as ``hexapawn:3x3`` or
            ``awari:2x3,rules=simple``.
        title: the title on the cover, by language.
        about: a sentence for the list of kits, by language.
    """

    game: TextLine
    title: dict[Language, Title]
    about: Words

    @property
    def choices(self) -> dict[str, Any]:
        """All choices but the language, by name."""
        return {choice.key: getattr(self, choice.key) for choice in CHOICES if choice.offer.edition}


#: The schema of a file in ``templates/editions/``: the choices of an edition, and its head.
EDITION_FILE: Any = schema(
    "EditionFile", [choice for choice in CHOICES if choice.offer.edition], EditionHead
)


def read_edition(name: str, templates: Templates) -> EditionHead:
    """Return an edition by name.

    >>> read_edition("her", Templates()).choices["side"]
    'black'
    """
    return _read(name, templates)


def editions_of(game: str, templates: Templates) -> list[str]:
    """Return the names of the editions of a game with its size and options.

    >>> editions_of("tictactoe:3x3", Templates())
    ['menace', 'menace-second']
    """
    return [
        name for name in templates.names("editions") if read_edition(name, templates).game == game
    ]


def _read(name: str, templates: Templates) -> EditionHead:
    """Return an edition, also one that was replaced."""
    folder = "editions"
    if name not in templates.names(folder) and name in templates.names(EARLIER[folder]):
        folder = EARLIER[folder]
    edition: EditionHead = templates.read(folder, name, EDITION_FILE)
    return edition


#: Advice for an unknown kit on the command line.
OWN_EDITIONS = "an edition of your own is found in your own folder, or with --templates DIR"


@dataclass(frozen=True, slots=True)
class KitPlan:
    """A kit that can be built: the game and every choice made."""

    name: str
    title: str
    game: Game
    choices: Choices
    command: str

    @property
    def players(self) -> tuple[int, ...]:
        """The sides that the machine plays: one, or both when its side is ``either``."""
        return players_of(self.game, self.choices.side)


@dataclass(frozen=True, slots=True)
class UsualKit:
    """A game with the choices of an edition, or the usual ones, before a user chooses.

    Attributes:
        title: of the edition; empty for a game.
    """

    game: Game
    choices: Choices
    title: str = ""


def plan_kit(kit: str, wish: Wish, templates: Templates) -> KitPlan:
    """Return the plan for an edition, or for a game written as ``NAME[:SIZE][,option=value…]``.

    >>> plan_kit("her", Wish(), Templates()).choices.side
    'black'
    """
    language = _language(wish, templates)
    kit = _kit_named(kit, language, templates)
    usual = _usual(kit, language, templates)
    return _wished(kit, usual, wish, templates)


def plan_game(game: Game, wish: Wish, templates: Templates) -> KitPlan:
    """Return the plan for a game that is given as an object.

    >>> plan_game(make_game("hexapawn"), Wish(), Templates()).command
    'kitgen print hexapawn:3x3'
    """
    language = _language(wish, templates)
    usual = UsualKit(game, _usual_choices(game, language, templates))
    return _wished(game.spec, usual, wish, templates)


def _language(wish: Wish, templates: Templates) -> str:
    language: str = wish.chosen.get("language", USUAL_LANGUAGE)
    templates.check_language(language)
    return language


def _wished(kit: str, usual: UsualKit, wish: Wish, templates: Templates) -> KitPlan:
    """Return the plan for a game with its usual choices, some of which the user makes otherwise."""
    wishes = dict(wish.chosen)
    if "side" in wishes:
        wishes["side"] = side_named(usual.game, wishes["side"])
    if "palette" in wishes:
        wishes["palette"] = newest_palette(wishes["palette"], templates)
    mirroring = wishes.pop("mirroring", None)
    choices = replace(usual.choices, **wishes)
    if mirroring is not None:
        from kitgen.games.unmirrored import with_mirrors  # noqa: PLC0415 - few games are played without mirrors

        variant = with_mirrors(usual.game, mirroring)
        if variant.spec != usual.game.spec:
            kit = variant.spec
            usual = UsualKit(variant, _usual_choices(variant, choices.language, templates))
    if "beads" in wishes:
        palettes = [choices.palette]
        may_widen = palette_name(usual.choices.palette) == USUAL_PALETTE
        if "palette" not in wishes and may_widen:
            palettes.append(newest_palette(WIDE_PALETTE, templates))
        choices = _with_own_beads(choices, palettes, templates)
    palette = wish.chosen.get("palette", palette_name(usual.choices.palette))
    # The one that has the user's own beads, or that of an edition whose game is played otherwise.
    if choices.palette not in (usual.choices.palette, wishes.get("palette")):
        palette = palette_name(choices.palette)
    return _planned(kit, usual, choices, palette)


def _with_own_beads(choices: Choices, palettes: list[str], templates: Templates) -> Choices:
    """Return choices with the beads that a user owns, by the colours of one of some palettes."""
    if choices.colour_by == "cell":
        raise UsageError(
            "--beads chooses the colours of each box, --colour-by cell those of each cell; use one"
        )
    from kitgen.kit.bead_names import beads_named  # noqa: PLC0415 - few kits are shared out

    named = beads_named(choices.beads, palettes, choices.language, templates)
    return replace(choices, palette=named.palette, beads=named.beads)


def _kit_named(kit: str, language: str, templates: Templates) -> str:
    """Return the name of a kit in the one form that is written, however it was typed; a file keeps
    its letters.

    A name that is none may be what people call a kit or a game in some language.
    """
    editions = templates.names("editions")
    if kit in editions or kit.startswith(TOLD) or kit.endswith(TOLD_FILE) or tells_a_game(kit):
        return kit
    name = standard_name(kit)
    for edition in editions:
        if edition.lower() == name:
            return edition
    if re.split("[:,]", name)[0] in game_names() or name in templates.names(EARLIER["editions"]):
        return name
    from kitgen.kit.kit_words import kit_called  # noqa: PLC0415 - few names are words of a language

    return kit_called(name, language, templates) or name


def game_of(game: KitGiven, templates: Templates | None) -> Game:
    """Return a game with all optional members, or the game of a kit or a file.

    >>> game_of("her", None).spec
    'hexapawn:3x3'
    """
    if isinstance(game, str | Path):
        return plan_kit(str(game), Wish(), templates or Templates()).game
    if isinstance(game, Kit):
        return game.game
    return given_game(game)


def plan_again(
    kit: str,
    choices: Choices,
    templates: Templates,
    command: str,
    told: Game | None = None,
    *,
    spec: str = "",
) -> KitPlan:
    """Return the plan for an edition or a game, with the choices that an earlier command made.

    A game that is ``told`` in a file is given, for the file that the command names may be anywhere.
    An edition that had another game before is the earlier one if that has the game ``spec``.

    >>> plan = plan_kit("her", Wish(rule="michie"), Templates())
    >>> plan_again("her", plan.choices, Templates(), plan.command).command
    'kitgen print her --rule michie'
    """
    if told is None:
        usual = _usual(_edition_with(kit, spec, templates), choices.language, templates)
    else:
        usual = UsualKit(told, _usual_choices(told, choices.language, templates))
    palette = palette_name(usual.choices.palette)
    words = shlex.split(command)
    if "--palette" in words[:-1]:
        palette = words[words.index("--palette") + 1]
    if palette != palette_name(choices.palette):  # with its version, or not what was chosen
        palette = choices.palette
    return _planned(kit, usual, choices, palette)


def _edition_with(kit: str, spec: str, templates: Templates) -> str:
    """Return the name of an edition's earlier version with a game, such as ``gardner24@1``; a
    kit's own without one.
    """
    for name in templates.names(EARLIER["editions"]):
        if name.partition("@")[0] == kit and make_game(_read(name, templates).game).spec == spec:
            return name
    return kit


def _usual(kit: str, language: str, templates: Templates) -> UsualKit:
    """Return what a user gets who names a kit and chooses nothing."""
    if kit in templates.names("editions") or kit in templates.names(EARLIER["editions"]):
        edition = _read(kit, templates)
        game = make_game(edition.game)
        chosen = edition.choices | {"side": side_named(game, edition.choices["side"])}
        choices = _usual_choices(game, language, templates, **chosen)
        return UsualKit(game, choices, title_in(language, edition.title, kit))
    has_options = ":" in kit or "," in kit
    is_game = kit in game_names() or kit.endswith(TOLD_FILE) or tells_a_game(kit)
    if has_options or is_game:
        game = _game_named(kit, templates)
        return UsualKit(game, _usual_choices(game, language, templates))
    raise UnknownNameError("kit", kit, {*templates.names("editions"), *game_names()}, OWN_EDITIONS)


def _usual_choices(game: Game, language: str, templates: Templates, **chosen: Any) -> Choices:
    """Return the choices of an edition, or of a game where nothing is chosen."""
    base = Choices(
        **{"side": game.sides[1].name, **chosen}, language=language, rows_by=game.rows_by
    )
    return replace(base, palette=newest_palette(base.palette, templates))


def _game_named(kit: str, templates: Templates) -> Game:
    """Return the game of a name with options, or of a file, here or in a folder of games."""
    if tells_a_game(kit):
        from kitgen.games.told.told_file import game_of_text  # noqa: PLC0415 - few games are told

        return game_of_text(kit)
    told = kit.startswith(TOLD)
    if not told and not kit.endswith(TOLD_FILE):
        return make_game(kit)
    from kitgen.games.told.told_file import game_at, read_told  # noqa: PLC0415 - few games are told

    if told:
        return read_told(kit.removeprefix(TOLD), templates)
    path = Path(kit)
    without_folder = kit == path.name
    if without_folder and not path.exists() and path.stem in templates.names("games"):
        return read_told(path.stem, templates)
    if not path.exists():
        raise UsageError(
            f"there is no file {quoted(path)}; 'kitgen new game NAME' starts a game of your own"
        )
    return game_at(path)


def _planned(kit: str, usual: UsualKit, choices: Choices, palette: str) -> KitPlan:
    """Return the plan of a kit with its name, its title, and its shortest command.

    ``palette`` is the chosen one as the command names it.
    """
    game = usual.game
    _check_together(kit, game, choices)
    title = usual.title
    if not title or choices.side != usual.choices.side:
        title = f"{game.called} · {choices.side}"
    name = kit
    if title.startswith(game.called):
        name = f"{game.called}-{choices.side}"
    if choices.express and not usual.choices.express:
        name += "-express"
    if choices.expect != usual.choices.expect:
        name += f"-{choices.expect}"
    name = "".join(sign if sign.isalnum() else "-" for sign in name).strip("-")
    if game.spec.startswith(TOLD) and not _is_shipped(kit, game):
        # The same kit has the same command, wherever the file of its game is, and also if there is
        # none.
        kit = "-".join(re.findall(r"\w+", game.called.lower())) + TOLD_FILE
    without_options = replace(
        usual.choices, palette=palette_name(usual.choices.palette), language=USUAL_LANGUAGE
    )
    options = arguments_for(replace(choices, palette=palette), without_options, CHOICES)
    command = " ".join(["kitgen", "print", kit, *options])
    return KitPlan(name, title, game, choices, command)


def _check_together(kit: str, game: Game, choices: Choices) -> None:
    """Refuse choices that exclude each other."""
    if not choices.merged and choices.mirrors:
        raise UsageError(f"kit {quoted(kit)} draws chosen mirror images and cannot be unmerged")
    if choices.mirrors and (choices.express or choices.expect != "any"):
        raise UsageError(
            f"kit {quoted(kit)} draws chosen mirror images, and none of its boxes can be left out"
        )
    if game.scoring and choices.expect != "any":
        raise UsageError(
            f"{game.short_name} is decided by points, so that no move wins at once; "
            "leave out --expect"
        )


def _is_shipped(kit: str, game: Game) -> bool:
    """Return whether a told game is the one that comes with kitgen under a name: users may
    change their own copies.
    """
    name = kit.removeprefix(TOLD)
    return name in Templates().names("games") and make_game(f"{TOLD}{name}").spec == game.spec


def side_named(game: Game, name: str) -> str:
    """Return the side that a name, a letter, ``first``, ``second`` or, in an impartial game,
    ``either`` means.
    """
    first, second = game.sides
    aliases = {"first": first.name, "second": second.name}
    for side in game.sides:
        aliases[side.letter.lower()] = side.name
    for side in game.sides:  # a name wins over a letter
        aliases[side.name] = side.name
    if game.impartial:
        aliases[EITHER] = EITHER
    if name.lower() not in aliases:
        raise UnknownNameError("side", name, aliases, owner=game.short_name)
    return aliases[name.lower()]
