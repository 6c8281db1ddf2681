"""Write a sample of every format, for every edition, with the kitgen that Python imports.

    python tests/formats/make_samples.py FOLDER

FOLDER is new; ``tests/formats/README.md`` says which there are and how they were made.
"""

import io
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from kitgen.kit.build import build_kit
from kitgen.kit.kit import row_letter
from kitgen.reading.templates import Templates
from kitgen.record.rows import sample_games
from kitgen.sandbox.process import read_pdf

#: Kits with unusual choices, by the name of their sample.
UNUSUAL = {
    "her-express": ("her", "--express"),
    "her-unmerged": ("her", "--unmerged", "--forced", "skip"),
    "her-beads": ("her", "--beads", "red:60,blue:40,yellow:30,green:5"),
    "her-grey": ("her", "--palette", "grey"),
    "tictactoe-by-cell": ("tictactoe", "--side", "second", "--colour-by", "cell"),
    "her-es": ("her", "--lang", "es"),
    "her-it": ("her", "--lang", "it", "--rule", "michie"),
    "her-sensible": ("her", "--opponent", "sensible"),
    "gardner24-es": ("gardner24", "--lang", "es"),
    "menace-mscroggs": ("menace", "--rule", "mscroggs"),
    "him-tris": ("him", "--rule", "tris"),
    "her-hexapawn-rl": ("her", "--rule", "hexapawn-rl"),
    "her-own-rule": ("her", "--rule", "own.toml"),
    "nim": ("nim:9", "--side", "either"),
    "tictactoe": ("tictactoe", "--side", "second", "--express"),
    "her-first-letters": ("her", "--palette", "okabe-ito@1"),
    "her-mirrors": ("her-4x3", "--express", "--unmerged", "--opponent", "sensible"),
}
#: A game that is told as data, with everything that an edition has.
TOLD = "notakto"
#: A game whose moves do not determine its symmetries: its certificate is of version 2.
TURNING = "mu-torere"
#: Editions whose pages, much like that of MENACE, would only take room.
WITHOUT_PAGE = ("menace-second", "misere")
#: Whole prints, by the name of their sample: what is printed, and how.
PRINTS = {
    "her": ("her",),
    "ladder-it-letter": ("ladder", "--lang", "it", "--page", "letter"),
    "notakto-economy": (f"told:{TOLD}", "--economy"),
}
#: A rule of somebody's own, with every key that a rule can have.
OWN_RULE = """
source = "our own class"
start = [4, 3, 2]
empty = "resign"
floor = 0
ceiling = 20
title = { en = "Ours", it = "Nostra", es = "Nuestra" }
win = { every = 2 }
draw = { every = 1 }
loss = { from_end = [-2, -1], every = 0 }
"""
#: Games that are noted: more than there are rows on a page of the log.
GAMES = 30


def main(folder: Path) -> None:
    """Write all samples to a new folder."""
    folder.mkdir(parents=True)
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        Path("own.toml").write_text(OWN_RULE, encoding="utf-8")
        samples = Path(work, "samples")
        for edition in Templates().names("editions"):
            of_kit(edition, edition, samples / edition)
        of_kit(f"told:{TOLD}", TOLD, samples / TOLD)
        print_and_certify(f"told:{TURNING}", TURNING, samples / TURNING)
        for name, words in UNUSUAL.items():
            kitgen("print", *words, "-o", name, "--parts", "cover")
            keep(samples / "kits" / f"{name}.json", Path(name, "kit.json").read_bytes())
        machines(samples / "machines")
        kitgen("solve", "awari:3x2", "--levels", "6", "-o", "awari.npz")
        keep(samples / "awari-3x2-6.npz", Path("awari.npz").read_bytes())
        pack(samples, folder / "samples.tar.xz")
        hashes = {
            path.relative_to(samples).as_posix(): json.loads(path.read_bytes())["hash"]
            for path in sorted([*samples.glob("*/kit.json"), *samples.glob("kits/*.json")])
        }
        (folder / "hashes.json").write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")
        for name, words in PRINTS.items():
            kitgen("print", *words, "-o", "printed")
            shutil.copy("printed/kit.pdf", folder / f"{name}.pdf")
            shutil.rmtree("printed")
        os.chdir(folder)


def of_kit(kit: str, name: str, folder: Path) -> None:
    """Write every format for one kit, an edition or the usual one of a game; it has a name for
    its files.
    """
    print_and_certify(kit, name, folder)
    kitgen("journal", "new", kit, "-o", f"{name}.kitgen")
    Path("games.csv").write_text(table(kit), encoding="utf-8")
    kitgen("journal", "add", f"{name}.kitgen", "games.csv")
    of_journal(name, folder / "journal")
    if name in WITHOUT_PAGE:
        return
    kitgen("web", kit, "-o", "page.html")
    keep(folder / "page.html", Path("page.html").read_bytes())


def print_and_certify(kit: str, name: str, folder: Path, *, code: int = 0) -> None:
    """Write what a printed kit says of itself, and its certificate; to verify it ends with an exit
    code.
    """
    kitgen("print", kit, "-o", name)
    keep(folder / "kit.json", Path(name, "kit.json").read_bytes())
    keep(folder / "manifest.json", Path(name, "manifest.json").read_bytes())
    keep(folder / "job.json", read_pdf(Path(name, "kit.pdf")).files["job.json"])
    kitgen("verify", name, "--certificate", "certificate.json", code=code)
    keep(folder / "certificate.json", Path("certificate.json").read_bytes())
    Path("certificate.json").unlink()


def of_journal(name: str, place: Path) -> None:
    """Write a journal, what it exports, and how it stands."""
    keep(place.with_suffix(".kitgen"), Path(f"{name}.kitgen").read_bytes())
    for form in ("jsonl", "csv"):
        kitgen("journal", "export", f"{name}.kitgen", "-o", f"{name}.{form}")
        keep(place.with_suffix(f".{form}"), Path(f"{name}.{form}").read_bytes())
    keep(place.with_suffix(".status.json"), kitgen("journal", "status", f"{name}.kitgen", "--json"))


def machines(folder: Path) -> None:
    """Write journals with another rule, with beads that were given, and of a machine that
    ``kitgen play`` keeps.
    """
    games = table("her")
    for name, words in {
        "michie": ("her", "--rule", "michie"),
        "own": ("her", "--rule", "own.toml"),
    }.items():
        kitgen("journal", "new", *words, "-o", f"{name}.kitgen")
        Path("games.csv").write_text("".join(games.splitlines(keepends=True)[:4]), encoding="utf-8")
        kitgen("journal", "add", f"{name}.kitgen", "games.csv")
        of_journal(name, folder / name)
    # Games that the machine of HIM has played become a save of HexapawnRL, and this a machine that
    # was given its beads.
    kitgen("journal", "export", "him.kitgen", "-o", "player1AI.json")
    keep(folder / "player1AI.json", Path("player1AI.json").read_bytes())
    kitgen("journal", "import", "player1AI.json", "-o", "given.kitgen")
    of_journal("given", folder / "given")
    kitgen("play", "ladder", "--plain", "--seed", "1", "--as", "ada", typed="train 9\nyes\nquit\n")
    Path("ada.kitgen").write_bytes(next(Path("data").rglob("ada.kitgen")).read_bytes())
    of_journal("ada", folder / "ada")
    # What is printed of a journal says what was played and given.
    for name in ("her", "given", "ada", "michie"):
        kitgen("print", f"{name}.kitgen", "-o", f"{name}-trained", "--parts", "labels")
        keep(
            folder.parent / "kits" / f"{name}-trained.json",
            Path(f"{name}-trained", "kit.json").read_bytes(),
        )


def table(name: str) -> str:
    """Return games of a simulated machine as a class would note them, some from a marked sheet."""
    kit = build_kit(name)
    rows = [
        [
            f"{kit.boxes[box].id} {kit.boxes[box].slots[slot].colour.letter}"
            for box, slot in game.picks
        ]
        + [("D", "W", "L")[game.outcome]]
        for game in sample_games(kit, GAMES, 1, "random")
    ]
    turns = [row_letter(turn) for turn in range(1, max(map(len, rows)))]
    lines = [
        ",".join(["game", "opponent", *turns, "result", "when", "remark", "sheet", "row", "how"])
    ]
    for number, row in enumerate(rows, 1):
        beads = row[:-1]
        result = row[-1]
        more = [f"{number}.5.", '"said, ""no"""'] if number % 5 == 0 else ["", ""]
        marked = ["1", str(number), "read"] if number <= 3 else ["", "", ""]
        blank = [""] * (len(turns) - len(beads))
        opponent = "Łucja" if number % 7 == 0 else ""
        lines.append(",".join([str(number), opponent, *beads, *blank, result, *more, *marked]))
    lines.append(",".join([str(len(rows) + 1), *[""] * (len(turns) + 4), "1", "4", "void"]))
    return "\n".join(lines) + "\n"


def kitgen(*words: str, typed: str = "", code: int = 0) -> bytes:
    """Return what a command of this kitgen writes out, which has to end with an exit code; nobody's
    own folder is looked at.
    """
    home = {"XDG_DATA_HOME": str(Path("data").absolute()), "KITGEN_TEMPLATES": ""}
    command = [sys.executable, "-P", "-m", "kitgen", *words]
    done = subprocess.run(
        command, input=typed.encode(), capture_output=True, check=False, env=os.environ | home
    )
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}: {done.stderr.decode()}{done.stdout.decode()[-1000:]}")
    return done.stdout


def keep(path: Path, data: bytes) -> None:
    """Write a sample."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def pack(samples: Path, target: Path) -> None:
    """Pack all samples, those of one name side by side, because they are alike."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        files = (path for path in samples.rglob("*") if path.is_file())
        for path in sorted(files, key=lambda path: (path.name, path)):
            entry = tarfile.TarInfo(path.relative_to(samples).as_posix())
            entry.size = path.stat().st_size
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    best = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]
    target.write_bytes(lzma.compress(out.getvalue(), filters=best))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
