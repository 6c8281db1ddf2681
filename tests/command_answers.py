"""Command lines in this process, and their answers in JSON."""

import json

from click.testing import CliRunner, Result

from kitgen.cli.main import main


def run(*words: object, text: str = "", **environment: str) -> Result:
    """Run a command line in this process, with lines typed at it."""
    return CliRunner().invoke(main, list(map(str, words)), input=text, env=environment)


def result_of(text: str) -> object:
    """Return the result in an answer, after making sure that its envelope is whole."""
    answer = json.loads(text)
    assert list(answer) == ["kitgen", "command", "result"], text[:200]
    return answer["result"]
