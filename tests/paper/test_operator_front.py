"""The front of the operator card: how a game starts, who begins, how one wins, and four steps."""

import pytest
from counting import some
from jobs import LANGUAGES, make_job
from prints import as_printed, document
from sampling import few

from kitgen.paper.marks.scene import Text
from kitgen.paper.spoken_game import game_aim


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", few(["her", "menace", "awari-mini", "ladder", "told:pong-hau-ki"], one_in=5)
)
def test_the_front_says_how_one_wins_above_the_steps(name, language):
    front = document(name, ("operator",), language=language).sheets[0].scene
    texts = [mark for mark in front.marks if isinstance(mark, Text)]
    written = as_printed(" ".join(mark.text for mark in texts))
    job = make_job(name, language=language)
    for sentence in some(game_aim(job)):
        assert as_printed(sentence) in written
    (step,) = [mark for mark in texts if mark.text == job.texts("operator.strip.find")]
    first = as_printed(game_aim(job)[0]).split()[0]
    assert any(mark.text.startswith(first) and mark.at[1] < step.at[1] for mark in texts)
