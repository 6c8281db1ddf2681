"""Prints kits in the built app, in Chromium, and holds them against the command's:
``python .ci/app_prints.py APP``.

Every edition in every language on A4 and Letter; ``--sample`` takes a few that differ from commit
to commit.
"""

import argparse
import json
import sys
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from app_host import hosted
from browsers import chromium

import kitgen
from kitgen.reading.templates import Templates

#: How many a sample has.
FEW = 4
#: Starts an engine in the page, and prints with it: the hash of each PDF, or the reason why there
#: is none.
_START = """
  const { folder, engine } = document.body.dataset;
  const here = (path) => JSON.stringify(new URL(path, location.href).href);
  const start = `await import(${here(folder + "/worker.js")});`;
  const code = `globalThis.ENGINE = ${here(engine + "/")};\\n${start}`;
  const file = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  window.worker = new Worker(file, { type: "module" });
  return new Promise((done) => {
    worker.onmessage = ({ data }) => done(data.ready ? "" : data.broken);
  });
"""
_PRINT = """
  worker.postMessage({ id: 1, request });
  return new Promise((done) => (worker.onmessage = async ({ data }) => {
    if (data.broken || data.answer?.reason) return done(data.broken || data.answer.reason);
    if (!data.made) return;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data.made));
    done(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }));
"""


def main() -> int:
    """Print, and say what differs; return 1 if anything does."""
    parser = argparse.ArgumentParser(description="Hold the app's prints against the command's.")
    parser.add_argument("app", type=Path, help="the folder of the built app")
    parser.add_argument(
        "--sample", metavar="WORD", help="a few that the word chooses, such as a commit"
    )
    asked = parser.parse_args()
    templates = Templates()
    every = [*product(templates.names("editions"), templates.languages(), ("a4", "letter"))]
    chosen = Random(asked.sample).sample(every, FEW) if asked.sample else every
    wrong = []
    with hosted(asked.app) as home, chromium() as browser:
        page = browser.new_page()
        page.goto(home)
        if broken := page.evaluate(f"() => {{ {_START} }}"):
            print(f"kitgen does not start: {broken}")
            return 1
        for edition, language, paper in chosen:
            stream = BytesIO()
            kitgen.print_kit(kitgen.make_kit(edition, language=language), stream, page=paper)
            kit = f"kit={edition}&language={language}&page={paper}"
            request = json.dumps({"task": "pdf", "kit": kit, "language": language})
            found = page.evaluate(f"(request) => {{ {_PRINT} }}", request)
            if found != sha256(stream.getvalue()).hexdigest():
                wrong.append(f"{edition} {language} {paper}: {found}")
    print(f"{len(chosen)} prints, {len(wrong)} different", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
