"""A story of more slips than can be searched exactly: a good one, and nothing is proven."""

from collections.abc import Mapping

from kitgen.session.audit.effects import Effect, less, size
from kitgen.session.audit.search import Search, Story
from kitgen.session.audit.slips import Slip, weight

#: How many unfinished stories are kept beside each other, and how many slips a story has at most.
WIDE, LONG = 20, 40
#: How many slips are held to be there only because a game cannot have been played; how many exchanges are tried.
MENDED, EXCHANGED = 12, 2


def beyond(search: Search) -> Story:
    """Return a story that explains all that can be explained; what cannot is said to be unexplained."""
    wrong = size(search.effects.residual)
    swaps = sorted(
        ((size(search.effects.without((slip,))), slip) for slip in search.swaps), key=lambda one: (one[0], one[1].order)
    )
    starts: list[Story] = [(), *((slip,) for left, slip in swaps[:EXCHANGED] if left < wrong)]
    return min((_from(search, start) for start in starts), key=lambda story: (_cost(story), len(story)))


def _cost(story: Story) -> float:
    """Return how hard a story is to believe."""
    return sum(1 if slip.kind != "unexplained" else 3 for slip in story)


def _from(search: Search, start: Story) -> Story:
    """Return a story that begins with some slips."""
    story = _mended(search, start)
    effects, left = _sums(search, search.effects.without(story))
    for effect in effects:
        story = (*story, _placed(search, story, effect))
    return (*story, *(_unexplained(search, slot, amount) for slot, amount in sorted(left.items())))


def _mended(search: Search, story: Story) -> Story:
    """Return slips after which each game can have been played, where there are any; the rest is passed over."""
    course = search.course
    for _ in range(2 * LONG):
        broken = course.first_break(story)
        if broken is None:
            break
        rest = search.effects.without(story)
        cures = [
            (size(less(rest, search.effects.of(slip, story))), slip)
            for slip in search.cures(broken, story)
            if slip not in story
        ]
        left, best = min(cures, key=lambda one: (one[0], -one[1].weight, one[1].order), default=(0, None))
        if best is None or left > size(rest) or len(story) >= MENDED:
            course.tolerated.add(broken)
        else:
            story = (*story, best)
    return story


def _sums(search: Search, rest: Mapping[int, int]) -> tuple[tuple[Effect, ...], dict[int, int]]:
    """Return effects that come to what is left to explain, and what is left after all."""
    best: tuple[tuple[Effect, ...], dict[int, int]] = ((), dict(rest))
    states = [best]
    for _ in range(LONG):
        grown: dict[Effect, tuple[tuple[Effect, ...], dict[int, int]]] = {}
        for effects, left in states:
            for slot, amount in left.items():
                for effect in search.by_sign.get((slot, 1 if amount > 0 else -1), ()):
                    after = less(left, effect)
                    if size(after) < size(left):
                        grown.setdefault(tuple(sorted(after.items())), ((*effects, effect), after))
        states = sorted(grown.values(), key=lambda one: (size(one[1]), one[0]))[:WIDE]
        if not states:
            break
        if size(states[0][1]) < size(best[1]):
            best = states[0]
        if not best[1]:
            break
    return best


def _placed(search: Search, story: Story, effect: Effect) -> Slip:
    """Return the likeliest slip of an effect with which all games can still have been played."""
    same = [slip for slip in search.classes[effect] if slip not in story] or search.classes[effect]
    return next((slip for slip in same if search.course.trace((*story, slip))[0] is None), same[0])


def _unexplained(search: Search, slot: int, amount: int) -> Slip:
    """Return what stands for a difference that no slip explains."""
    box, bead = search.course.names[slot]
    last = len(search.course.events) - 1
    return Slip(0, "unexplained", box, bead, last, ((slot, amount),), weight=weight("unexplained"))
