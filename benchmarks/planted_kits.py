"""Plants faults in kit.json files, one field at a time from seeds, and says how many of each part
were found and named.

    python benchmarks/planted_kits.py --seed 1 --faults 1000

Every field of the schema is changed in turn, in a place of its lists that is picked, to whatever
else the schema allows (tests/kit/test_kit_fields.py), in kits of all games; and the hash is made
anew, as somebody would who wants to deceive. A fault counts as *refused* when no command reads the
file, as *found* when a check of the kit fails, as *named* when what is said has the name of the
field, of its box or of its check, and as *shown* when the kit passes with a warning.
"""

import argparse
import json
import random
import sys
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "kit"))

from test_kit_fields import FIELDS, valid_changes

from kitgen.errors import KitgenError
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.sources.kit_sources import make_kit
from kitgen.verification.kit_checks import kit_checks

#: Kits that between them have something in every field, of every game.
KITS = [
    ("her", {}),
    ("gardner24", {"palette": "grey", "language": "it"}),
    ("her", {"express": True, "language": "es"}),
    ("him", {"expect": "sensible", "rule": "michie"}),
    ("ladder", {}),
    ("awari-mini", {"palette": "grey"}),
    ("connect:3x3,win=3", {}),
    ("dodgem:2x2", {}),
    ("tictactoe:2x3", {"colour_by": "cell"}),
]


def somewhere(data: object, path: tuple, rng: random.Random) -> tuple | None:
    """Return a field's path with a place of each list picked; None where a list is empty."""
    found: list = []
    for step in path:
        if step == 0 and isinstance(data, list) and not data:
            return None
        place = rng.randrange(len(data)) if step == 0 and isinstance(data, list) else step
        found.append(place)
        if place is not None:
            try:
                data = data[place]
            except (IndexError, KeyError, TypeError):
                return None
    return tuple(found)


@cache
def kit_named(number: int):
    """Return a kit of ``KITS``, made once."""
    name, choices = KITS[number]
    return make_kit(name, **choices)


def said_of(data: dict) -> tuple[str, list[str]]:
    """Return what becomes of a changed file: refused, found, shown or passed, and what is said."""
    try:
        kit = with_hash(read_kit(json.dumps(data).encode(), "kit.json", trust=True))
        checks = list(kit_checks(kit))
    except KitgenError as error:
        return "refused", [str(error)]
    wrong = [check for check in checks if check.verdict == "wrong"]
    if wrong:
        said = []
        for check in wrong:
            said += [f"{check.name}: {fault}" for fault in check.faults]
        return "found", said
    warnings = [check.warning for check in checks if check.warning]
    if warnings:
        return "shown", warnings
    return "passed", []


def part_of(path: tuple) -> str:
    """Return the part of the file that a field belongs to."""
    words = [step for step in path if isinstance(step, str)]
    has_parts = words[0] in ("boxes", "rule", "always", "given", "played")
    return ", ".join(words[:2] if has_parts else words[:1])


def main() -> None:
    """Plant faults and count."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=1000)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    counts: dict[str, Counter] = {}
    tried = 0
    rounds = 0
    while tried < asked.faults:
        for path, info in FIELDS.items():
            if path == ("hash",):  # it is made anew
                continue
            number = rng.randrange(len(KITS))
            plain = json.loads(write_kit(kit_named(number)))
            place = somewhere(plain, path, rng)
            changes = [] if place is None else list(valid_changes(deepcopy(plain), place, info))
            if not changes or tried >= asked.faults:
                continue
            end, words = said_of(rng.choice(changes))
            tried += 1
            own = counts.setdefault(part_of(path), Counter())
            own[end] += 1
            name = next(str(step) for step in reversed(path) if isinstance(step, str))
            box = name
            if place[0] == "boxes" and isinstance(place[1], int):
                box = plain["boxes"][place[1]]["id"]
            own["named"] += any(name in word or box in word for word in words)
            if end in ("passed", "shown"):
                print(
                    f"{end}: {'.'.join(map(str, place))} of {KITS[number]}: {words[:1]}",
                    file=sys.stderr,
                )
        rounds += 1
        if rounds > asked.faults:
            break
    print(
        "| part of kit.json | faults | refused | found | shown | passed | named |\n"
        "|---|--:|--:|--:|--:|--:|--:|"
    )
    ends = ("refused", "found", "shown", "passed", "named")
    for part, own in sorted(counts.items()):
        print(
            f"| {part} | {sum(own[end] for end in ends[:4])} | "
            + " | ".join(str(own[end]) for end in ends)
            + " |"
        )
    total = sum(counts.values(), Counter())
    print(f"| **all** | {tried} | " + " | ".join(str(total[end]) for end in ends) + " |")


if __name__ == "__main__":
    main()
