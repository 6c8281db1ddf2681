"""Classes that make slips, and whether ``kitgen journal check`` finds them.

``python benchmarks/classrooms.py --seed 1 --journals 2000`` plays so many journals with real boxes
and beads, makes no, one or two slips in each, counts the beads, and asks for an explanation
(``tests/simulated_classes.py``). Each story that is shown is replayed by a referee of its own. With
``--write`` the tables go to ``docs/reliability.md``.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from functools import cache
from itertools import product
from multiprocessing import Pool
from pathlib import Path

from kitgen.journal.audit import audit
from kitgen.kit.build import build_kit
from kitgen.record.rows import Passages

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from simulated_classes import EVENTS, KINDS, MOVED, PEN, explains, fits, play, put_right, seen

KITS = ("her", "gardner24", "ladder", "menace", "awari-mini")
GAMES = (10, 30, 60, 100)
PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
#: Where its tables stand on the page.
BEGIN = "<!-- classrooms -->\n"
END = "<!-- end of classrooms -->\n"


@cache
def passages_of(name):
    return Passages(build_kit(name))


def one_journal(what):
    """Play one journal, have it explained, and say what came of it."""
    seed, number = what
    luck = random.Random(f"{seed}/{number}")
    name = KITS[number % len(KITS)]
    games = luck.choice(GAMES)
    kinds = [luck.choice(KINDS) for _ in range(luck.choice((0, 1, 1, 1, 2, 2)))]
    people = play(name, games, kinds, luck)
    rows = people.rows
    facts = people.facts
    opened = {pick.box for row in rows for pick in row.picks}
    everything = luck.random() < 0.6
    counts = {slot: n for slot, n in people.counted.items() if everything or slot[0] in opened}
    began = time.process_time()
    found = audit(passages_of(name), rows, counts)
    took = time.process_time() - began
    stories = found.stories
    impossible = [*filter(None, (explains(name, rows, story, counts) for story in stories))]
    truth = seen(name, rows, facts, counts)
    beads = dict(people.counted)
    put_right(beads, found.repair)
    asked = bool(found.cases)
    # The case that a class which knows what it did picks.
    answer = None
    for case in found.cases:
        if answer is None and is_of(case, truth, counts):
            answer = case
    if answer is not None:
        put_right(beads, answer.repair)
    named = opened if not everything else set(people.cards)
    return {
        "number": number,
        "kit": name,
        "games": games,
        "kinds": sorted(fact.kind for fact in facts),
        "took": took,
        "trace": () not in truth,
        "told": len(stories),
        "unique": found.unique,
        "proven": found.proven,
        "hit": any(fits(list(story), some, counts) for story, some in product(stories, truth)),
        "impossible": impossible,
        "asked": asked,
        "answered": answer is not None,
        "right": all(beads[slot] == n for slot, n in people.ideal.items() if slot[0] in named),
        "counted": everything,
    }


def is_of(case, truth, counts):
    """Return whether a case is about what was done at the table, in one of the ways in which it
    can be told.
    """
    for done in truth:
        pens = [fact for fact in done if fact.kind in (*PEN, *EVENTS, MOVED)]
        if any(fits(way, pens, counts) for way in case.pens):
            return True
    return False


def outcome(one):
    """Return what came of a journal in a word."""
    if not one["trace"]:
        return "no trace" if not one["told"] else "blamed"
    if not one["told"]:
        return "untold"
    if one["hit"]:
        return "unique" if one["unique"] else "among"
    return "other"


def row(name, journals):
    seen = Counter(map(outcome, journals))
    shown = sum(seen[word] for word in ("unique", "among", "other", "untold"))
    right = sum(one["right"] or (one["asked"] and not one["answered"]) for one in journals)
    figures = [
        len(journals),
        *(seen[word] for word in ("no trace", "unique", "among", "other", "untold")),
    ]
    share = f"{100 * (seen['unique'] + seen['among']) / shown:.1f}" if shown else "–"
    return [
        name,
        *map(str, figures),
        share,
        str(sum(map(bool, (one["impossible"] for one in journals)))),
        f"{100 * right / len(journals):.1f}",
    ]


def table(first, groups):
    heading = [
        first,
        "journals",
        "no trace",
        "right alone",
        "right among those shown",
        "not shown",
        "nothing shown",
        "% right of those with a trace",
        "with an impossible story",
        "% of machines right",
    ]
    lines = [
        heading,
        ["---"] * len(heading),
        *(row(name, group) for name, group in groups if group),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def report(done, seed):
    """Return the text of the page, and two more tables, by games and by kit, that are only
    printed.
    """
    one_slip, pairs, games, kits, slips = (defaultdict(list) for _ in range(5))
    for one in done:
        kinds = one["kinds"]
        if len(kinds) == 1:
            one_slip[kinds[0]].append(one)
        for kind in set(kinds) if len(kinds) == 2 else ():
            pairs[kind].append(one)
        slips[len(kinds)].append(one)
        if kinds:
            games[one["games"]].append(one)
            kits[one["kit"]].append(one)
    slow = sorted(one["took"] for one in done)
    return (
        f"{len(done):,} journals, `python benchmarks/classrooms.py --seed {seed} --journals "
        f"{len(done)}`; "
        f"a check took {slow[len(slow) // 2]:.2f} s of a processor in the middle, "
        f"{slow[len(slow) * 99 // 100]:.1f} s in 99 of 100, {slow[-1]:.1f} s at most.\n\n"
        + table("slips", [(str(n), slips[n]) for n in sorted(slips)])
        + "\n"
        + table("one slip of this kind", [(f"`{kind}`", one_slip[kind]) for kind in KINDS]),
        table("two slips, one of this kind", [(f"`{kind}`", pairs[kind]) for kind in KINDS])
        + "\n"
        + table("games", [(str(n), games[n]) for n in GAMES])
        + "\n"
        + table("kit", [(name, kits[name]) for name in KITS]),
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journals", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name the journals that went wrong")
    parser.add_argument(
        "--write", action="store_true", help="write the tables to docs/reliability.md"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        help="a file that journals are kept in, so that a run can be gone on with",
    )
    args = parser.parse_args()
    done = []
    if args.keep and args.keep.exists():
        done = [json.loads(line) for line in args.keep.read_text().splitlines()]
    there = {one["number"] for one in done}
    work = [(args.seed, number) for number in range(args.journals) if number not in there]
    # What a process has learned of what can follow what stays in its memory: gigabytes after
    # thousands of journals.
    with Pool(args.workers, maxtasksperchild=200) as pool:
        for one in pool.imap(one_journal, work, chunksize=4):
            done.append(one)
            if args.keep:
                with args.keep.open("a") as file:
                    file.write(json.dumps(one) + "\n")
    done.sort(key=lambda one: one["number"])
    if args.show:
        for one in done:
            if (
                outcome(one) in ("other", "untold", "blamed")
                or one["impossible"]
                or not one["right"]
            ):
                print(outcome(one), one)
    text, more = report(done, args.seed)
    print(text)
    print(more)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
