"""A kit in a theme: the same machine, with other pictures of its pieces and other words for its
sides.

A theme belongs to a print. It changes no kit, no letter of a bead and no hash, and no learning
machine knows of it.
"""

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import replace
from unicodedata import normalize

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.model import Diagram, Game
from kitgen.paper.job import Job
from kitgen.paper.marks.pieces import PIECES, SEED, ThemedPiece
from kitgen.reading.templates import Templates
from kitgen.reading.texts import ANY_THEME, THEME_WORDS, Texts
from kitgen.reading.theme_file import OF_THE_FIRST, THEMES, read_theme


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
    game = game_in_theme(kit.game, kit.players, name, templates)
    oracle = copy(kit.oracle)  # it remembers values in the same places
    oracle.game = game
    return replace(kit, oracle=oracle)


def game_in_theme(game: Game, players: Collection[int], name: str, templates: Templates) -> Game:
    """Return a game as a theme draws it, with the sides that the machine plays.

    ``UsageError`` if the theme lacks a picture of one of the game's pieces.
    """
    theme = read_theme(name, templates)
    if not _suits(game, theme.pieces.keys()):
        raise _without_pictures(game, name, templates)
    drawn = {}
    for kind in _kinds(game.diagram):
        piece = theme.pieces[kind]
        outline = theme.outlines[kind]
        drawn[kind] = ThemedPiece(PIECES[kind], outline, dark=piece.dark, size=piece.size)
    pictures = {}
    for what, outline in theme.pictures.items():
        pictures[what] = ThemedPiece(PIECES[SEED], outline, dark=False, size=1.0)
    if "machine" not in pictures:
        pictures["machine"] = _piece_of(players, drawn)
    themed = copy(game)
    themed.diagram = replace(game.diagram, theme=drawn, pictures=pictures)
    return themed


def _without_pictures(game: Game, name: str, templates: Templates) -> UsageError:
    """Return the refusal of a theme for a game, with the themes that have its pieces."""
    others = []
    for other in templates.names(THEMES):
        if _suits(game, read_theme(other, templates).pieces):
            others.append(other)
    advice = "no theme has"
    if others:
        advice = f"there is {', '.join(others)}"
    return UsageError(f"theme {name} has no pictures of the pieces of {game.called}; {advice}")


def _piece_of(players: Collection[int], drawn: Mapping[str, ThemedPiece]) -> ThemedPiece:
    """Return a picture that the machine plays; any, where both sides play the same."""
    for kind, piece in drawn.items():
        side = 0 if kind in OF_THE_FIRST else 1
        if side in players:
            return piece
    return next(iter(drawn.values()))


def texts_in_theme(texts: Texts, name: str, templates: Templates) -> Texts:
    """Return texts with a theme's words.

    >>> texts = texts_in_theme(Texts("en", Templates()), "cats", Templates())
    >>> texts("games.hexapawn.piece.pawn-dark"), texts.theme_title
    ('cat', 'Cats and mice')
    """
    theme = read_theme(name, templates)
    return texts.in_theme(name, theme.names, theme.title_in(texts.language))


def signed_in_letters(game: Game, texts: Texts) -> Game:
    """Return a themed game whose pieces have letters in a terminal: the first one of each name
    that no other has.

    >>> from kitgen.games import make_game
    >>> themed = game_in_theme(make_game("hexapawn"), (1,), "cats", Templates())
    >>> texts = texts_in_theme(Texts("en", Templates()), "cats", Templates())
    >>> {kind: piece.sign for kind, piece in signed_in_letters(themed, texts).diagram.theme.items()}
    {'pawn-light': 'M', 'pawn-dark': 'C'}
    """
    signed = {}
    taken: set[str] = set()
    for kind, piece in game.diagram.theme.items():
        word = texts(f"games.{game.name}.piece.{kind}")
        letters = [letter for letter in normalize("NFKD", word).upper() if "A" <= letter <= "Z"]
        letter = next((letter for letter in letters if letter not in taken), piece.plain)
        taken.add(letter)
        signed[kind] = piece.signed(letter)
    own = copy(game)
    own.diagram = replace(game.diagram, theme=signed)
    return own


def check_theme(job: Job) -> None:
    """Refuse a theme that has no words for the game of a print run."""
    check_words(job.kit.game, job.texts)


def check_words(game: Game, texts: Texts) -> None:
    """Refuse a theme that has no words for a game."""
    words = texts.theme
    if texts.theme_names:
        words = ANY_THEME
    if not texts.raw_under(f"{THEME_WORDS}.{words}.{game.name}."):
        raise UsageError(f"theme {texts.theme} has no words for {game.called}; leave out --theme")


def _suits(game: Game, kinds: Collection[str]) -> bool:
    """Return whether a theme with these shapes has all pieces of a game, and the game pieces at
    all.
    """
    pieces = set(_kinds(game.diagram))
    return bool(pieces) and pieces <= set(kinds)


def _kinds(diagram: Diagram) -> list[str]:
    """Return the shapes that a diagram draws; seeds lie on boards with pits."""
    kinds = list(diagram.pieces.values())
    if diagram.seeds:
        kinds.append(SEED)
    return kinds
