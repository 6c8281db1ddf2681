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
        others = [
            other
            for other in templates.names(THEMES)
            if _suits(game, read_theme(other, templates).pieces)
        ]
        advice = f"there is {', '.join(others)}" if others else "no theme has"
        raise UsageError(f"theme {name} has no pictures of the pieces of {game.called}; {advice}")
    drawn = {}
    for kind in _kinds(game.diagram):
        piece = theme.pieces[kind]
        drawn[kind] = ThemedPiece(
            PIECES[kind], theme.outlines[kind], dark=piece.dark, size=piece.size
        )
    pictures = {
        what: ThemedPiece(PIECES[SEED], outline, dark=False, size=1.0)
        for what, outline in theme.pictures.items()
    }
    if "machine" not in pictures:
        pictures["machine"] = _piece_of(players, drawn)
    themed = copy(game)
    themed.diagram = replace(game.diagram, theme=drawn, pictures=pictures)
    return themed


def _piece_of(players: Collection[int], drawn: Mapping[str, ThemedPiece]) -> ThemedPiece:
    """Return a picture that the machine plays; any, where both sides play the same."""
    own = [piece for kind, piece in drawn.items() if (kind not in OF_THE_FIRST) in players]
    return (own or [*drawn.values()])[0]


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
        free = [letter for letter in letters if letter not in taken]
        letter = free[0] if free else piece.plain
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
    words = ANY_THEME if texts.theme_names else texts.theme
    if not texts.raw_under(f"{THEME_WORDS}.{words}.{game.name}."):
        raise UsageError(f"theme {texts.theme} has no words for {game.called}; leave out --theme")


def _suits(game: Game, kinds: Collection[str]) -> bool:
    """Return whether a theme with these shapes has all pieces of a game, and the game pieces at
    all.
    """
    pieces = {*_kinds(game.diagram)}
    return bool(pieces) and pieces <= {*kinds}


def _kinds(diagram: Diagram) -> list[str]:
    """Return the shapes that a diagram draws; seeds lie on boards with pits."""
    kinds = [*diagram.pieces.values()]
    return [*kinds, SEED] if diagram.seeds else kinds
