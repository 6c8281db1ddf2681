"""Reads editions, and turns what a user asks for into the choices that make a kit."""

from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from kitgen.errors import UnknownNameError, UsageError
from kitgen.extras import need
from kitgen.games import game_names, make_game
from kitgen.kit.kit import EITHER, Choices
from kitgen.kit.palette import read_palette
from kitgen.kit.sharing import known_beads
from kitgen.model import Game
from kitgen.templates import Templates


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/editions/``: a named kit with everything chosen.

    Attributes:
        game: the game, as ``make_game`` reads it.
        side: the machine's side.
        title, about: what stands on the cover and in the list of kits, by language.
        rule, palette, merged, forced, colour_by, mirrors, express, opponent: as in ``Choices``.
    """

    game: str
    side: str
    title: dict[str, str]
    about: dict[str, str]
    rule: str = "gardner"
    palette: str = "okabe-ito"
    merged: bool = True
    forced: Literal["box", "skip"] = "box"
    colour_by: Literal["slot", "cell"] = "slot"
    mirrors: tuple[str, ...] = ()
    express: bool = False
    opponent: Literal["any", "sensible"] = "any"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user asks for; None leaves it to the edition, and the language to English."""

    side: str | None = None
    rule: str | None = None
    palette: str | None = None
    language: str | None = None
    merged: bool | None = None
    forced: str | None = None
    colour_by: str | None = None
    express: bool | None = None
    opponent: str | None = None
    beads: tuple[tuple[str, int], ...] | None = None


#: What a wish and the choices call by the same name and a user may set freely.
_WISHES = ("rule", "palette", "merged", "forced", "colour_by", "express", "opponent")


@dataclass(frozen=True, slots=True)
class Plan:
    """A kit that can be built: the game and every choice made."""

    name: str
    title: str
    game: Game
    choices: Choices
    command: str


def plan_kit(kit: str, wish: Wish, templates: Templates) -> Plan:
    """Return the plan for an edition, or for a game written as ``NAME[:SIZE][,option=value…]``.

    Raises:
        UsageError: the kit, game, size, side, palette, rule or language is unknown.

    >>> plan_kit("her", Wish(), Templates()).choices.side
    'black'
    """
    languages = templates.languages()
    language = wish.language or "en"
    if language not in languages:
        raise UnknownNameError("language", language, languages)
    if kit in templates.names("editions"):
        edition = templates.read("editions", kit, Edition)
        game = make_game(edition.game)
        base = Choices(
            _side(game, edition.side), edition.rule, edition.palette, language,
            edition.merged, edition.forced, edition.colour_by, edition.mirrors, edition.express, edition.opponent,
        )  # fmt: skip
        title = edition.title.get(language, kit)
    elif ":" in kit or "," in kit or kit in game_names():
        game = make_game(kit)
        base = Choices(game.sides[1].name, language=language)
        title = ""
    else:
        raise UnknownNameError("kit", kit, {*templates.names("editions"), *game_names()})
    chosen = {key: getattr(wish, key) for key in _WISHES}
    choices = replace(base, **{key: value for key, value in chosen.items() if value is not None})
    if wish.side is not None:
        choices = replace(choices, side=_side(game, wish.side))
    if wish.beads is not None:
        if choices.colour_by == "cell":
            raise UsageError("--beads chooses the colours of each box, --colour-by cell those of each cell; use one")
        need("sharing out beads at hand", "numpy", "scipy")
        colours = read_palette(choices.palette, language, templates)
        choices = replace(choices, beads=known_beads(wish.beads, colours, choices.palette))
    if not choices.merged and choices.mirrors:
        raise UsageError(f"kit {kit!r} draws chosen mirror images and cannot be unmerged")
    if choices.mirrors and (choices.express or choices.opponent != "any"):
        raise UsageError(f"kit {kit!r} draws chosen mirror images, and none of its boxes can be left out")
    if game.scoring and choices.opponent != "any":
        raise UsageError(f"{game.name} is decided by points, so that no move wins at once; leave out --opponent")
    if not title or choices.side != base.side:
        title = f"{game.spec} · {choices.side}"
    name = kit if not title.startswith(game.spec) else f"{game.spec}-{choices.side}"
    name += "-express" * (choices.express and not base.express)
    name += f"-{choices.opponent}" * (choices.opponent != base.opponent)
    name = "".join(sign if sign.isalnum() else "-" for sign in name).strip("-")
    return Plan(name, title, game, choices, _command(kit, base, choices))


def _side(game: Game, name: str) -> str:
    """Return the name of a side by its own name, its letter, ``first``, ``second`` or ``either``."""
    names = [side.name for side in game.sides]
    aliases = {"first": names[0], "second": names[1]}
    aliases |= {side.letter.lower(): side.name for side in game.sides} | dict(zip(names, names, strict=True))
    if game.impartial:
        aliases[EITHER] = EITHER
    if name.lower() not in aliases:
        raise UnknownNameError(f"side of {game.name}", name, [*aliases])
    return aliases[name.lower()]


def _command(kit: str, base: Choices, choices: Choices) -> str:
    """Return the shortest command that makes the same kit again."""
    words = ["kitgen", "print", kit]
    for key, option in (("side", "--side"), ("rule", "--rule"), ("palette", "--palette"), ("forced", "--forced"),
                        ("colour_by", "--colour-by"), ("opponent", "--opponent")):  # fmt: skip
        if getattr(choices, key) != getattr(base, key):
            words += [option, getattr(choices, key)]
    if choices.beads:
        words += ["--beads", ",".join(f"{key}:{number}" for key, number in choices.beads)]
    if choices.express != base.express:
        words.append("--express" if choices.express else "--no-express")
    if choices.merged != base.merged:
        words.append("--merged" if choices.merged else "--unmerged")
    if choices.language != "en":
        words += ["--lang", choices.language]
    return " ".join(words)
