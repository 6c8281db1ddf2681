"""What commands say, word for word: sessions of commands as somebody types them, with all that is
answered.

Each file of ``tests/golden/said/`` is one session in an empty folder. Its lines with ``$`` are
typed, as are the lines with ``<`` after them; what is answered is written between them: of messages
each line after ``!``, and the exit code unless it is 0. To add a command write its line, and
``python -m pytest --rewrite-golden`` writes its answer, which is then to be looked at.
"""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from command_answers import run
from counting import at_least
from places import TESTS

from kitgen.cli.main import command_names

#: Files that somebody has in the folder at the beginning.
GIVEN = {
    "games.txt": "a1a2 b3a2 b1a2 c3c2 W\nb1b2 a3b2 a1b2 c3b2 c1b2 L\n",
    "wrong.txt": "b1b2 a3b2 a1b2 b3b2 L\n",
    "games.csv": "game,opponent,A,B,C,result\n1,Anna,A1 R,B1 U,,L\n2,Anna,A2 R,,,L\n",
    "counts.csv": "box,bead,beads\nA1,R,7\n",
    "table.csv": "position,move\nbbb/w../.ww b,c3c2\nbbb/.w./w.w b,a3a2\n",
    "own.toml": (
        'source = "ours"\nstart = [3, 2]\nempty = "resign"\n'
        "[win]\nevery = 1\n[loss]\nfrom_end = [-1]\n"
    ),
    "no.toml": "won = \n",
    "written.txt": ": b1b2 a3b2 a1b2 c3b2 c1b2 ; the first\n: a1a2 b3a2 c1c2 a2a1\n",
    "results.csv": "game,result\n1,W\n2,L\n4,W\n",
    "partite.csv": (
        "partita;avversario;A;B;C;risultato;nota\n1;Anna;A1 U;B4 R;C8 U;persa;\n"
        "2;Ugo;A1 U;B2 R;;vinta;presto\n"
    ),
    "notes.csv": "game,A,B,C,result,weather\n1,A1 R,B1 R,,W,rain\n",
    "doubled.csv": "game,A,B,C,result\n2,A1 R,B5 Y,,L\n7,A1 R,B1 R,,W\n8,Z1 R,,,L\n",
    "impossible.csv": "game,A,B,C,result\n9,A1 R,B7 U,,L\n",
    "no-counts.csv": "box,bead,beads\nA1,Q,7\nZ9,R,1\nA1,R,many\n",
    "own-beads.toml": "[beads]\nred = 20\nblue = 20\nyellow = 9\ngreen = 9\n",
    "own-game.toml": (
        'name = "Pawns"\nboard = "2x3"\nstart = ["bb", "..", "ww"]\n'
        '[side.white]\nstep = ["forward"]\ntake = ["forward-diagonal"]\ngoal = "far"\n'
        '[side.black]\nstep = ["forward"]\ntake = ["forward-diagonal"]\ngoal = "far"\n'
    ),
    "wrong-game.toml": 'name = "Pawns"\nbord = "2x3"\n[side.white]\nstep = ["forwards"]\n',
    "bad-plan.toml": 'kits = ["nosuch"]\nopponents = ["random"]\ngames = 3\nmachines = 2\n',
    "her-now.csv": "box,bead,beads\nA1,R,0\nA1,U,0\nA1,Y,0\n",
    "nim-now.csv": "box,bead,beads\n4,R,0\n4,U,0\n4,Y,2\n2,R,1\n2,U,0\n",
    "whole-nim.csv": (
        "box,bead,beads\n4,R,0\n4,U,0\n4,Y,1\n3,R,1\n3,U,1\n3,Y,1\n2,R,0\n2,U,1\n1,R,0\n"
    ),
    "nim-best.csv": "box,bead,beads\n5,R,1\n5,U,0\n5,Y,0\n3,R,0\n3,U,0\n3,Y,1\n2,R,0\n2,U,1\n",
    "ladder-now.csv": "box,bead,beads\n9,R,2\n9,U,0\n9,Y,1\n2,R,0\n2,U,0\n",
    "mistaken.txt": (
        "bbb/..w/ww.: 1-4 2-5 2-6\nbbb/.ww/w.w: 1-4 1-5\n.bb/bww/w..: 2-6\n"
        ".bb/.bw/w..: 2-6 5-7 5-9\n.bb/w.w/w..: 2-4 2-5 2-6\n.bb/wb./..w: 2-4 3-6 5-8 5-9\n"
        "b.b/.ww/.w.: 1-4 1-5 3-5\nb.b/.wb/w..: 1-4 1-5 3-5 6-9\nb.b/w.b/.w.: 6-8 6-9\n"
        ".bb/.w./..w: 3-5 3-6\n.bb/.w./w..: 3-5 3-6\nb.b/..w/w..: 1-4\n..b/www/...: 3-5\n"
        "..b/wbb/...: 5-8 6-9\n..b/bbw/...: 4-7 5-8\n.b./wwb/...: 2-4 6-9\n"
        "..b/.wb/...: 3-5 6-9\n..b/bw./...: 3-5 3-6 4-7\n"
    ),
    "upwards.txt": (
        "ww./..w/bbb: 7-4 8-5 8-6\nw.w/.ww/bbb: 7-4 7-5\nw../bww/.bb: 8-6 9-5\n"
        "w../.bw/.bb: 8-6 5-1 5-2\n..w/wb./.bb: 8-4 9-6 5-2 5-3\n.w./.ww/b.b: 7-4 7-5 9-5\n"
        "w../.wb/b.b: 7-4 7-5 9-5 6-3\n.w./w.b/b.b: 6-2 6-3\n..w/.w./.bb: 9-5 9-6\n"
        "w../.w./.bb: 9-5 9-6\nw../..w/b.b: 7-4\n.../www/..b: 9-5\n.../wbb/..b: 5-2 6-3\n"
        ".../bbw/..b: 4-1 5-2\n.../wwb/.b.: 8-4 6-3\n.../.wb/..b: 9-5 6-3\n"
        ".../bw./..b: 9-5 9-6 4-1\n.../.bw/.b.: 8-6 5-2\n"
    ),
    "on-last.csv": "game,A,result,last_only\n8,3 Y,W,yes\n9,2 R,L,yes\n",
    "plan.toml": 'kits = ["ladder"]\nopponents = ["random", "perfect"]\ngames = 3\nmachines = 2\n',
}
#: What differs from day to day and from machine to machine, and what stands there instead.
MOVING = {
    r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\+\d\d:\d\d)?)?": "DATE",
    r"(\"(?:kitgen|software)\": ?\")[^\"]+": r"\1VERSION",
    r"\d+ kB": "SIZE",
    r"(?<= in )\d+\.\d\d(?= s)": "TIME",
    r"(\"\w*seconds\w*\": )[\d.e-]+": r"\1TIME",
    r"(?m)^((?:machine|random|perfect|fastest|winning|nega)\S* +\d+) +[\d.]+": r"\1 TIME",
}


@dataclass
class Typed:
    """A command with what is typed at it, as lines of a session."""

    words: str
    lines: list[str] = field(default_factory=list)


def typed_in(session: str) -> list[Typed]:
    """Return what is typed in a session."""
    typed: list[Typed] = []
    for line in session.split("\n"):
        if line.startswith("$ "):
            typed.append(Typed(line.removeprefix("$ ")))
        elif line.startswith("< "):
            typed[-1].lines.append(line.removeprefix("< "))
    return typed


def answered(command: Typed) -> list[str]:
    """Run a command, and return its lines in the session."""
    words = shlex.split(command.words)
    assert words[0] == "kitgen"
    done = run(*words[1:], text="".join(f"{line}\n" for line in command.lines))
    assert done.exception is None or isinstance(done.exception, SystemExit), command.words
    lines = [f"$ {command.words}", *(f"< {line}" for line in command.lines)]
    lines += still(done.stdout).splitlines()
    lines += [f"! {line}".rstrip() for line in still(done.stderr).splitlines()]
    if done.exit_code:
        lines.append(f"[exit code {done.exit_code}]")
    return lines


def still(said: str) -> str:
    """Return what was said without what differs from day to day."""
    for moving, name in MOVING.items():
        said = re.sub(moving, name, said)
    return said


#: Where sessions are kept.
SAID = TESTS / "golden" / "said"
#: Sessions that print or draw much, or work out what others do for smaller machines.
SLOW = ("learning-long", "own-files", "printing")


def is_session(path):
    """Return whether a file is a session: other tests keep there what is said elsewhere."""
    return path.read_text(encoding="utf-8").startswith("$ ")


def sessions():
    """Return the names of all sessions, without the slow ones in the suite."""
    names = sorted(path.stem for path in SAID.glob("*.txt") if is_session(path))
    return [pytest.param(name, marks=[pytest.mark.every] * (name in SLOW)) for name in names]


@pytest.mark.parametrize("session", sessions())
def test_commands_say_what_they_said_before(session, golden):
    for name, text in GIVEN.items():
        Path(name).write_text(text, encoding="utf-8")
    text = (SAID / f"{session}.txt").read_text(encoding="utf-8")
    lines = []
    for command in typed_in(text):
        lines += [*answered(command), ""]
    golden(f"said/{session}", "\n".join(lines).rstrip("\n"))


#: Commands that serve, play or measure, of which other tests tell.
ELSEWHERE = ("completion", "doctor", "play", "reproduce", "serve")


def test_every_command_is_in_a_session():
    typed = set()
    for path in at_least(8, SAID.glob("*.txt")):
        session = path.read_text(encoding="utf-8")
        typed |= {command.words.split()[1] for command in typed_in(session)}
    assert set(command_names()) - typed - set(ELSEWHERE) == set()
