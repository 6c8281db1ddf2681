"""What commands answer with ``--json``: the envelope is the same for all of them."""

import json


def result_of(text: str) -> object:
    """Return the result in an answer, after making sure that its envelope is whole."""
    answer = json.loads(text)
    assert list(answer) == ["kitgen", "command", "result"], text[:200]
    return answer["result"]
