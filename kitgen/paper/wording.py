"""What is said of a kit's game on paper: its name, its rules, its sides and pieces, found by the game's own name.

A game without an entry in ``texts/LANGUAGE/games.toml`` is called by its name, with neutral sentences.
"""

from typing import Any

from kitgen.kit.kit import Kit
from kitgen.paper.job import Job


def has_draws(kit: Kit) -> bool:
    """Return whether a game with this machine can end in a draw: by the game's rules, or by those of an empty box."""
    return kit.rule.when_empty.draws or kit.draws


def game_name(job: Job) -> str:
    """Return the game's name in the language of the kit, that of its way of playing where that has one of its own."""
    name = job.kit.game.name
    about = sorted(dict(getattr(job.kit.game, "about", {})).items())
    keys = [*(f"games.{name}.called.{key}.{value}" for key, value in about), f"games.{name}.name"]
    return next((job.texts(key) for key in keys if job.texts.has(key)), name)


def side_name(job: Job, side: int) -> str:
    """Return the name of a side, 0 or 1."""
    game = job.kit.game
    key = f"games.{game.name}.side.{game.sides[side].name}"
    return job.texts(key) if job.texts.has(key) else game.sides[side].name


def machine_side(job: Job) -> str:
    """Return the sentence that says which side the machine plays and who starts."""
    key = f"games.{job.kit.game.name}.machine.{job.kit.choices.side}"
    if job.texts.has(key):
        return job.texts(key)
    if len(job.kit.players) == 2:
        return job.texts("games.other.either")
    side = job.kit.players[0]
    return job.texts("games.other.machine", side=side_name(job, side), other=side_name(job, 1 - side))


def piece_name(job: Job, kind: str) -> str:
    """Return the name of a piece by its shape, such as ``pawn-light``."""
    key = f"games.{job.kit.game.name}.piece.{kind}"
    return job.texts(key) if job.texts.has(key) else job.texts("games.other.piece")


def game_rules(job: Job) -> list[str]:
    """Return the rules of the game, one short paragraph each."""
    game, texts = job.kit.game, job.texts
    start = f"games.{game.name}"
    if not texts.has(f"{start}.rules"):
        return [texts("games.other.rules", game=game_name(job), starts=side_name(job, 0))]
    about: dict[str, Any] = dict(getattr(game, "about", {}))
    options = [f"{start}.option.{key}.{value}" for key, value in sorted(about.items())]
    keys = [f"{start}.rules", *options, f"{start}.closing"]
    return [line for key in keys if texts.has(key) for line in texts(key, **about).splitlines()]
