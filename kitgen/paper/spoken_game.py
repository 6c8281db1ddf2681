"""What a kit and its game are called in the words of a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kitgen.model import MIRRORS
from kitgen.reading.templates import capitalised

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit
    from kitgen.reading.texts import Texts


class Worded(Protocol):
    """A kit with the texts of a language, such as ``Job``."""

    @property
    def kit(self) -> "Kit":
        """The kit."""

    @property
    def texts(self) -> "Texts":
        """The texts of a language."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A kit in the words of a language, where nothing is printed: on a page, or at a table in
    the terminal.
    """

    kit: "Kit"
    texts: "Texts"


def victory(texts: "Texts", side: str, own: str = "") -> str:
    """Return the sentence that a side has won, with its article; empty for a side that the texts do
    not know.

    ``own`` are the words of a game told as data, without a full stop.

    >>> from kitgen.reading.texts import Texts
    >>> from kitgen.reading.templates import Templates
    >>> victory(Texts("es", Templates()), "white"), victory(Texts("es", Templates()), "cats")
    ('Ganan las blancas.', '')
    """
    wins = own or texts.get(f"told.known.{side}.wins", "")
    return f"{capitalised(wins)}." if wins else ""


def has_draws(kit: "Kit") -> bool:
    """Return whether a game with this machine can end in a draw, by the game's rules or by those
    of an empty box.
    """
    return kit.rule.when_empty.draws or kit.draws


def result_letters(job: Worded) -> str:
    """Return the sentence on the letters with which results are written."""
    win, draw, loss = (job.texts(f"log.letter.{key}") for key in ("win", "draw", "loss"))
    key = "log.result_draws" if has_draws(job.kit) else "log.result"
    return job.texts(key, win=win, draw=draw, loss=loss)


def spoken_title(job: Worded) -> str:
    """Return the kit's title: for one without an edition the game with its size, and the
    machine's side.
    """
    kit = job.kit
    if not kit.title.startswith(kit.game.called):
        return kit.title
    _, _, choices = kit.game.called.partition(":")
    size, _, _ = choices.partition(",")
    name = capitalised(f"{game_name(job)} {size}".rstrip())
    if len(kit.players) != 1:
        return name
    return f"{name} · {side_name(job, kit.players[0])}"


def _own_words(job: Worded) -> Mapping[str, str]:
    """Return the words of a game told as data; empty for games whose words are among the texts."""
    return job.kit.game.spoken(job.texts, job.texts.language)


def _words(job: Worded, own: str, *keys: str) -> str | None:
    """Return the game's own words of a name, or else the first text that exists among ``keys``."""
    texts = (job.texts(key) for key in keys if job.texts.has(key))
    return _own_words(job).get(own) or next(texts, None)


def game_name(job: Worded) -> str:
    """Return the game's name in the language of the kit, or that of its variant if it has one."""
    name = job.kit.game.name
    options = sorted(job.kit.game.about.items())
    variants = (f"games.{name}.called.{key}.{value}" for key, value in options)
    return _words(job, "name", *variants, f"games.{name}.name") or name


def side_name(job: Worded, side: int) -> str:
    """Return the name of a side, 0 or 1, in the language of the kit: that of its seat, where the
    sides' own misleads.

    On sheets the machine sits at the top, even where the game calls its side South.
    """
    game = job.kit.game.name
    name = job.kit.game.sides[side].name
    keys = (f"games.{game}.seat.{name}", f"games.{game}.side.{name}")
    return _words(job, f"side.{name}", *keys) or name


def machine_side(job: Worded) -> str:
    """Return the sentence that says which side the machine plays and who starts."""
    key = f"machine.{job.kit.choices.side}"
    words = _words(job, key, f"games.{job.kit.game.name}.{key}")
    if words:
        return words
    if len(job.kit.players) == 2:
        return job.texts("games.other.either")
    side = side_name(job, job.kit.players[0])
    other = side_name(job, 1 - job.kit.players[0])
    return job.texts("games.other.machine", side=side, other=other)


def piece_name(job: Worded, kind: str) -> str:
    """Return the name of a piece by its shape, such as ``pawn-light``: with its side where the
    noun is all it has.
    """
    own = _own_words(job)
    if f"kind.{kind}" in own:  # a comma, since Braille has no signs for brackets here
        return own[f"kind.{kind}"]
    if f"noun.{kind}" in own and f"one.{kind}" not in own:
        name = job.texts(f"{own[f'noun.{kind}']}.single")
        if f"owner.{kind}" in own:
            name = f"{name}, {own[f'owner.{kind}']}"
        return name
    words = _words(job, f"one.{kind}", f"games.{job.kit.game.name}.piece.{kind}")
    return words or job.texts("games.other.piece")


def pieces_in_words(job: Worded, kind: str, count: int) -> str:
    """Return a number of pieces in words, such as ``4 white pawns``."""
    own = _own_words(job)
    if f"many.{kind}" in own:
        name = own[f"{'one' if count == 1 else 'many'}.{kind}"]
        return f"{count} {name}"
    if f"noun.{kind}" in own:
        counted = job.texts(f"{own[f'noun.{kind}']}.count", count=count)
        if f"owner.{kind}" in own:
            counted = f"{counted} ({own[f'owner.{kind}']})"
        return counted
    key = f"games.{job.kit.game.name}.pieces.{kind}"
    if not job.texts.has(f"{key}.other"):
        key = "games.other.pieces"
    return job.texts(key, count=count)


def game_rules(job: Worded) -> list[str]:
    """Return the rules of the game, a short paragraph each."""
    own = _own_words(job).get("rules")
    if own is not None:
        return own.splitlines()
    start = f"games.{job.kit.game.name}"
    if not job.texts.has(f"{start}.rules"):
        return [job.texts("games.other.rules", game=game_name(job), starts=side_name(job, 0))]
    sentences = [
        *_sentences(job, f"{start}.rules"),
        *_sentences(job, f"{start}.option", of_choices=True),
        *game_aim(job),
        *_sentences(job, f"{start}.closing"),
    ]
    mirrored = mirror_rule(job)
    if mirrored:
        sentences.append(mirrored)
    return sentences


def mirror_rule(job: Worded) -> str:
    """Return the sentence on a game in which no board is mirrored; empty for any other game."""
    way = str(job.kit.game.about.get(MIRRORS, ""))
    is_turned = job.kit.game.diagram.turns and job.kit.players == (0,)  # in all pictures
    if is_turned:
        way = {"left": "right", "right": "left"}.get(way, way)
    return job.texts(f"games.other.{MIRRORS}.{way}") if way else ""


def game_aim(job: Worded) -> list[str]:
    """Return how the game is won, in a sentence or two; nothing for a game that has no words of
    its own.
    """
    own = _own_words(job).get("aim")
    if own is not None:
        return own.splitlines()
    key = f"games.{job.kit.game.name}.aim"
    return _sentences(job, key) or _sentences(job, key, of_choices=True)


def _sentences(job: Worded, key: str, *, of_choices: bool = False) -> list[str]:
    """Return the sentences of a text of the game, if there is one, or of those for each way of
    playing it.
    """
    about: dict[str, Any] = dict(job.kit.game.about)
    keys = [key]
    if of_choices:
        keys = [f"{key}.{name}.{value}" for name, value in sorted(about.items())]
    sentences = []
    for each in keys:
        if job.texts.has(each):
            sentences += job.texts(each, **about).splitlines()
    return sentences
