"""A kit in a theme: the same machine, with other pictures of its pieces and other words for its
sides.

A theme belongs to a print. It changes no kit, no letter of a bead and no hash, and no learning
machine knows of it.
"""

from collections.abc import Collection
from copy import copy
from dataclasses import replace

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.model import Game
from kitgen.paper.job import Job
from kitgen.paper.marks.pieces import PIECES, ThemedPiece
from kitgen.reading.templates import Templates
from kitgen.reading.texts import ANY_THEME, THEME_WORDS
from kitgen.reading.theme_file import THEMES, read_theme


def in_theme(kit: Kit, name: str, templates: Templates) -> Kit:
    """Return a kit as a theme draws it; the kit itself if it is drawn so already.

    ``UsageError`` if the theme lacks a picture of one of the game's pieces.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> themed = in_theme(kit, "crocodiles", Templates())
    >>> sorted(themed.game.diagram.theme), themed.hash == kit.hash
    (['pawn-dark', 'pawn-light'], True)
    """
    if kit.game.diagram.theme:
        return kit
    theme = read_theme(name, templates)
    if not _suits(kit.game, theme.pieces.keys()):
        others = [
            other
            for other in templates.names(THEMES)
            if _suits(kit.game, read_theme(other, templates).pieces)
        ]
        advice = f"there is {', '.join(others)}" if others else "no theme has"
        raise UsageError(
            f"theme {name} has no pictures of the pieces of {kit.game.called}; {advice}"
        )
    drawn = {}
    for kind in kit.game.diagram.pieces.values():
        piece = theme.pieces[kind]
        drawn[kind] = ThemedPiece(
            PIECES[kind], theme.outlines[kind], dark=piece.dark, size=piece.size
        )
    game = copy(kit.game)
    game.diagram = replace(kit.game.diagram, theme=drawn)
    oracle = copy(kit.oracle)  # it remembers values in the same places
    oracle.game = game
    return replace(kit, oracle=oracle)


def check_theme(job: Job) -> None:
    """Refuse a theme that has no words for the game of a print run."""
    game = job.kit.game
    words = ANY_THEME if job.texts.theme_names else job.options.theme
    if not job.texts.raw_under(f"{THEME_WORDS}.{words}.{game.name}."):
        raise UsageError(
            f"theme {job.options.theme} has no words for {game.called}; leave out --theme"
        )


def _suits(game: Game, kinds: Collection[str]) -> bool:
    """Return whether a theme with these shapes has all pieces of a game, and the game pieces at
    all.
    """
    pieces = {*game.diagram.pieces.values()}
    return bool(pieces) and pieces <= {*kinds}
