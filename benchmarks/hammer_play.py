"""Random keys, clicks and lines at the screens of ``kitgen play``:
``python benchmarks/hammer_play.py --games 200``.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_players import hammer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kit", default="her", help="a kit, or a game too large for one, such as awari:3x3"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hits = hammer(chosen.games, chosen.seed, Path(folder), chosen.kit)
    print(
        f"{chosen.games} games, {hits:,} hits, seed {chosen.seed}: no fault, and all that "
        "is kept agrees"
    )


if __name__ == "__main__":
    main()
