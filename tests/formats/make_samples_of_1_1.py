"""Write a sample of what 1.1 writes otherwise than 1.0, with the kitgen that Python imports.

    python tests/formats/make_samples_of_1_1.py FOLDER

FOLDER is new; ``tests/formats/README.md`` says which samples there are.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from make_samples import keep, kitgen, of_journal, pack, print_and_certify, table

#: Kits with choices, words or games that 1.0 did not have, by the name of their sample.
KITS = {
    "her-never": ("her", "--mirrors", "never"),
    "her-left": ("her", "--mirrors", "left"),
    "her-fr": ("her", "--language", "fr"),
    "her-de": ("her", "--language", "de", "--rule", "michie"),
    "her-brown": ("her", "--beads", "brown:60,purple:40,turquoise:30,grey:10"),
    "gardner24": ("gardner24",),
    "gardner24-former": ("gardner24@1",),
    "dodgem": ("dodgem",),
    "chess-3x3": ("told:chess-3x3",),
    "hexapawn-4x3": ("told:hexapawn-4x3", "--language", "it"),
}
#: Games told as data in which pieces jump.
TOLD = ("frogs-and-toads", "draughts-4x4")
#: A game without end that a side wins: whether learning ever removes a winning bead is not decided.
ENDLESS = "hens-on-guard"
#: The exit code of a check that could not decide.
NOT_DECIDED = 3
#: The exit code of a check that found something wrong.
WRONG = 1
#: Whole prints: with the pieces of a theme for groups, and with pages that are corrected for a
#: printer.
PRINTS = {
    "her-crocodiles-de": ("her", "--theme", "crocodiles", "--language", "de", "--groups", "2"),
    "him-office-fr": ("him", "--language", "fr", "--printer", "office"),
}
#: Games of a machine that either side may begin.
STARTED = """game,starts,A,B,C,D,result
1,yes,9 U,4 R,1 R,,W
2,no,6 R,3 Y,,,W
"""
#: What was measured on the printer's own sheet (mm).
MEASURED = "178.2,230,15.5,20"


def main(folder: Path) -> None:
    """Write all samples to a new folder."""
    folder.mkdir(parents=True)
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        samples = Path(work, "samples")
        for name, words in KITS.items():
            kitgen("print", *words, "-o", name, "--parts", "cover")
            keep(samples / "kits" / f"{name}.json", Path(name, "kit.json").read_bytes())
        for name in TOLD:
            print_and_certify(f"told:{name}", name, samples / name)
        print_and_certify(f"told:{ENDLESS}", ENDLESS, samples / ENDLESS, code=NOT_DECIDED)
        kitgen("web", "her", "--language", "fr", "-o", "page.html")
        keep(samples / "her-fr/page.html", Path("page.html").read_bytes())
        keep(samples / "her-fr/kit.json", Path("her-fr/kit.json").read_bytes())
        journals(samples / "machines")
        pack(samples, folder / "samples.tar.xz")
        hashes = {
            path.relative_to(samples).as_posix(): json.loads(path.read_bytes())["hash"]
            for path in sorted([*samples.glob("*/kit.json"), *samples.glob("kits/*.json")])
        }
        (folder / "hashes.json").write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")
        kitgen("printer", "new", "office", "--measured", MEASURED, "--templates", "mine")
        for name, words in PRINTS.items():
            own = ("--templates", "mine") if "--printer" in words else ()
            kitgen("print", *words, *own, "-o", "printed")
            shutil.copy("printed/kit.pdf", folder / f"{name}.pdf")
            shutil.rmtree("printed")
        os.chdir(folder)


def journals(folder: Path) -> None:
    """Write journals: with all that can happen to a machine, with games that nobody noted, with
    results alone, and with who started.
    """
    of_games("her", "happened", table("her"))
    kitgen("journal", "was-reset", "happened.kitgen", "--after", "12")
    kitgen("journal", "was-refilled", "happened.kitgen", "--box", "B1", "--after", "20")
    # The games leave one bead of each colour in this box, so it is asked for twice.
    counted = "0 1\n0 1\n"
    kitgen("journal", "count", "happened.kitgen", "--boxes", "B1", typed=counted, code=WRONG)
    kitgen("journal", "go-on", "happened.kitgen")
    of_journal("happened", folder / "happened")
    of_games("her", "others", table("her"))
    kitgen("journal", "others-played", "others.kitgen", "--games", "3", "--after", "24")
    of_journal("others", folder / "others")
    kitgen("journal", "new", "her", "--groups", "2", "-o", "class")
    kitgen("journal", "board", "class", "--keys", "1 l 2 w 1 w 1 l")
    shutil.copy("class/1.kitgen", "board.kitgen")
    of_journal("board", folder / "board")
    of_games("ladder", "starts", STARTED)
    of_journal("starts", folder / "starts")


def of_games(kit: str, name: str, games: str) -> None:
    """Begin a journal with games of a table."""
    kitgen("journal", "new", kit, "-o", f"{name}.kitgen")
    Path("games.csv").write_text(games, encoding="utf-8")
    kitgen("journal", "add", f"{name}.kitgen", "games.csv")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
