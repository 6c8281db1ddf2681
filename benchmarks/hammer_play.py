"""Random keys, clicks and lines at the screens of ``kitgen play``: ``python benchmarks/hammer_play.py --games 200``."""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hammering import hammer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hits = hammer(chosen.games, chosen.seed, Path(folder))
    print(f"{chosen.games} games, {hits:,} hits, seed {chosen.seed}: no fault, and every journal agrees")


if __name__ == "__main__":
    main()
