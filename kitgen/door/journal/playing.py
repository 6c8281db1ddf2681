"""Sitting down: to play, from a kit by name, by path or a machine that is kept; or beside a real table, to guide."""

from collections.abc import Mapping
from pathlib import Path

from kitgen.door.finding import PRINTABLE
from kitgen.door.journal.auditing import spoken
from kitgen.door.loading import is_path, load_kit
from kitgen.errors import TooLargeError, UsageError, quoted
from kitgen.games import make_game
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.rng import SplitMix
from kitgen.play.guide.guide import Guide
from kitgen.play.host import Host, copied
from kitgen.play.saves import ENDING, Saves
from kitgen.session import is_session
from kitgen.session.session import Session
from kitgen.templates import Templates


def sit_down(
    kit: Kit | str | Path,
    *,
    seed: int,
    folder: Path | None = None,
    name: str = "",
    side: str | None = None,
    rule: str | None = None,
    templates: Templates | None = None,
) -> Host:
    """Return the host of a sitting: the kit's machine sits at its side, and somebody at the keyboard opposite.

    Args:
        kit: a kit, an edition or game by name, or a path; a session is copied into the folder, and stays as it is. A
            game too large for a kit is played without machines.
        seed: where luck comes from.
        folder: where machines are kept; None to keep nothing.
        name: the machine that is gone on with, or begun; the kit's own when empty.
        side: the side that a machine plays that has still to be made.
        rule: a learning rule; the kit's own when None.
        templates: where editions, rules and texts are read from.

    Raises:
        KitgenError: the kit, the side, the rule or the machine is unknown or damaged.

    >>> host = sit_down("her", seed=1)
    >>> host.sitting.players
    ['human', 'machine']
    """
    templates = templates or Templates()
    saves, rng = None if folder is None else Saves(folder), SplitMix(seed)
    if not isinstance(kit, Kit):
        if is_path(str(kit), templates) and is_session(Path(kit)):
            name, kit = _session(Path(kit), saves, name)
        else:
            try:
                kit = load_kit(kit, templates=templates, side=side, limit=PRINTABLE)
            except TooLargeError:
                _without_machines(str(kit), {"--side": side, "--rule": rule, "--as": name})
                return Host(None, make_game(str(kit)), rng, saves, templates=templates)
    if rule is not None:
        kit = with_hash(with_rule(kit, read_rule(rule, templates), rule))
    return Host(kit, kit.game, rng, saves, name, templates)


def sit_beside(
    session: Session, *, seed: int, side: str | None = None, plain: bool = False, templates: Templates | None = None
) -> Guide:
    """Return the operator's guide at a real table, whose finished games go into a session one by one.

    Args:
        session: the session, open to be written.
        seed: where beads come from that nobody has picked.
        side: the side that the machine plays, where it serves both; the second when None.
        plain: True for boards in ASCII.
        templates: where texts are read from.

    Raises:
        UsageError: the machine does not play that side.

    >>> import tempfile
    >>> from kitgen.door.journal.beginning import new_session
    >>> with tempfile.TemporaryDirectory() as folder, new_session("her", Path(folder) / "class3b.kitgen") as session:
    ...     sit_beside(session, seed=1).answer("a1a2")[-2]
    'The machine is to move. Open box A1. It is the mirror image of the table: left and right are swapped.'
    """
    kit, names = session.kit, [one.name for one in session.kit.game.sides]
    if side is not None and (side not in names or names.index(side) not in kit.players):
        known = " or ".join(names[one] for one in kit.players)
        raise UsageError(f"the machine of {kit.name} plays {known}, not {quoted(side)}")
    texts = spoken(kit, templates or Templates())
    return Guide(session, texts, SplitMix(seed), side=None if side is None else names.index(side), plain=plain)


def _without_machines(game: str, said: Mapping[str, str | None]) -> None:
    """Refuse what is said of a machine where there is none.

    Raises:
        UsageError: something is.
    """
    options = [option for option, value in said.items() if value]
    if options:
        raise UsageError(
            f"{game} is too large for a kit, and is played without a machine of boxes: {' and '.join(options)} would "
            "change nothing; leave out what is said of it"
        )


def _session(path: Path, saves: Saves | None, name: str) -> tuple[str, Kit]:
    """Return the name of the copy that a session is played with, and its kit."""
    with Session(path) as journal:
        if saves is None:
            return name, journal.kit_now()
        if path.resolve().parent == saves.folder.resolve():
            return path.stem, journal.kit
        return copied(journal, saves, name or path.name.removesuffix(ENDING)), journal.kit
