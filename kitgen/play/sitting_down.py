"""Beginning a sitting with a kit or a saved machine, or a guide beside a real table."""

from pathlib import Path

from kitgen.errors import TooLargeError, UsageError, quoted
from kitgen.games import make_game
from kitgen.journal import is_journal
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import spoken
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import read_rule
from kitgen.kit_sources import is_path, load_kit
from kitgen.lab.trials import seat
from kitgen.machine.learning import with_rule
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.guide import Guide
from kitgen.play.host import Host, copied
from kitgen.play.saves import ENDING, Saves, check_name, name_from
from kitgen.position_lookup import PRINTABLE
from kitgen.templates import Templates


def sit_down(
    kit: Kit | str | Path,
    *,
    seed: int,
    folder: Path | None = None,
    name: str | None = None,
    side: str | None = None,
    rule: str | None = None,
    templates: Templates | None = None,
) -> Host:
    """Return the host of a sitting: the kit's machine sits at its side, a person opposite.

    ``kit`` is a kit, an edition or game by name, or a path; a journal is copied into the folder and stays as it is. A
    game too large for a kit is played without machines. ``folder`` is where machines are saved, None to save nothing;
    ``name`` is the machine to continue or start, None for the kit's own; ``side`` is that of a new machine.

    >>> host = sit_down("her", seed=1)
    >>> host.sitting.players
    ['human', 'machine']
    """
    templates = templates or Templates()
    saves, rng = None if folder is None else Saves(folder), SplitMix(seed)
    if name is not None:
        check_name(name, "--as")
    if not isinstance(kit, Kit):
        if is_path(str(kit), templates) and is_journal(Path(kit)):
            for option, value in (("--rule", rule), ("--side", side)):
                if value is not None:
                    raise UsageError(
                        f"the machine of a journal keeps its own: {option} {quoted(value)} would change nothing; "
                        f"leave it out, or play a kit"
                    )
            name, kit = _journal(Path(kit), saves, name)
        else:
            try:
                kit = load_kit(kit, templates=templates, side=side, limit=PRINTABLE)
            except TooLargeError:
                options = [option for option, value in (("--side", side), ("--rule", rule), ("--as", name)) if value]
                if options:
                    raise UsageError(
                        f"{quoted(str(kit))} is too large for a kit and is played without a machine of boxes: "
                        f"{' and '.join(options)} would change nothing"
                    ) from None
                return Host(None, make_game(str(kit)), rng, saves, templates=templates)
    if rule is not None:
        kit = with_hash(with_rule(kit, read_rule(rule, templates), rule))
    host = Host(kit, kit.game, rng, saves, name or "", templates)
    own = rule if host.kit is None else host.kit.choices.rule
    if rule is not None and own != rule:
        host.close()
        raise UsageError(f"machine {quoted(host.name)} learns by {own}, not {rule}; choose another name")
    return host


def sit_beside(
    journal: Journal, *, seed: int, side: str | None = None, plain: bool = False, templates: Templates | None = None
) -> Guide:
    """Return the operator's guide at a real table, whose finished games go into an open journal.

    ``seed`` is for beads that nobody has picked; ``side`` is the machine's, where it serves both: the second if None.

    >>> import tempfile
    >>> from kitgen.journal_start import new_journal
    >>> with tempfile.TemporaryDirectory() as folder, new_journal("her", Path(folder) / "class3b.kitgen") as journal:
    ...     sit_beside(journal, seed=1).answer("a1a2")[-2]
    'The machine is to move. Open box A1. It is the mirror image of the table: left and right are swapped.'
    """
    kit = journal.kit
    texts = spoken(kit, templates or Templates())
    return Guide(journal, texts, SplitMix(seed), side=None if side is None else seat(kit, side), plain=plain)


def _journal(path: Path, saves: Saves | None, name: str | None) -> tuple[str | None, Kit]:
    with Journal(path) as journal:
        if saves is None:
            return name, journal.kit_now()
        if path.resolve().parent == saves.folder.resolve():
            return path.stem, journal.kit
        return copied(journal, saves, name or name_from(path.name.removesuffix(ENDING))), journal.kit
