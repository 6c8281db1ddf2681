"""All checks of a kit against the rules of its game, in the order in which a report names them."""

from collections.abc import Iterator

from kitgen.check.kit import boxes, slots, values
from kitgen.check.kit.journal import journal_checks
from kitgen.check.kit.made_again import made_again
from kitgen.check.kit.reference import LIMIT, Reference
from kitgen.check.kit.search import Searcher
from kitgen.check.report import Check, found_faults, left_out
from kitgen.check.strategy.learning import safe
from kitgen.check.strategy.lines import policy
from kitgen.errors import TooLargeError
from kitgen.kit.file.earlier import UNCOVERED
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash

_UNCOVERED = ", ".join(UNCOVERED)


def kit_checks(kit: Kit, limit: int = LIMIT) -> Iterator[Check]:
    """Yield the checks of a kit against the rules.

    Args:
        kit: the kit, which may be damaged as long as it can be read.
        limit: the largest number of positions to walk through.
    """
    reference: Reference | None
    try:
        reference = Reference(kit, limit=limit)
    except TooLargeError:
        reference = None
    sound = True
    for check in _against_rules(kit, reference):
        sound = sound and check.passed is not False
        yield check
    yield safe(kit, sound=sound)


def _against_rules(kit: Kit, reference: Reference | None) -> Iterator[Check]:
    """Yield the checks of a kit; where the game is too large to walk, without what the rules say."""
    yield _hash(kit)
    yield made_again(kit, small=reference is not None)
    if reference is None:
        yield left_out("every decision has a box", f"{kit.game_spec} has too many positions to walk them all")
    else:
        yield boxes.complete(kit, reference)
        yield boxes.reachable(kit, reference)
        yield boxes.turns(kit, reference)
        yield boxes.arrivals(kit, reference)
        yield values.draws(kit, reference)
    yield boxes.mirrors(kit)
    yield slots.legal(kit)
    yield slots.all_moves(kit)
    yield slots.merged(kit)
    yield slots.colours(kit)
    yield boxes.ids(kit)
    if kit.trained:
        yield from journal_checks(kit)
    else:
        yield slots.beads(kit)
    searcher = Searcher(kit.game)
    yield values.outcome(kit, searcher)
    yield values.verdicts(kit, searcher)
    yield values.winning(kit, searcher)
    yield policy(kit)
    if kit.choices.express or kit.always:
        yield values.express(kit, searcher)


def _hash(kit: Kit) -> Check:
    """Return whether a kit is as it was when its hash was made."""
    own = with_hash(kit).hash
    faults = [] if own == kit.hash else [f"the kit says {kit.short_hash}, but what it holds gives {own[:8]}"]
    before = f"on its sheets stands {kit.printed_hash}, of a version whose hash does not cover {_UNCOVERED}"
    return found_faults("the hash fits the kit", own[:8], kit.short_hash, faults, before if kit.earlier else "")
