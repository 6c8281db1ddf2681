"""Sentences that sound as if they said how a machine fares, what somebody learns or notices: each
is a claim, or stands here, where somebody has said why it is none.
"""

import re

import pytest
from counting import at_least_one
from jobs import TEXTS
from places import ROOT

#: Words with which one says how a machine fares, who teaches it, and what somebody will notice.
CLAIM_LIKE = re.compile(
    r"\b(gets?|getting|becomes?|grows?) (better|worse|stronger|cleverer|unbeatable|perfect)"
    r"|\blearn(s|ed|t)?\b(?! to\b)|unbeatable|\bnotice[ds]?\b|\bcheat"
    r"|\bloses? (the )?(fewest|more|less|most|fewer|about)|\bwins? (more|less|most|fewer|about)"
    r"|more often|less often|fewest|fastest|faster|\bsoon(er)?\b|\bteach(es|er)? it"
    r"|perfect play|never again|for ever|hardly|nearly (every|all)|most machines|clever",
    re.IGNORECASE,
)
#: Files of texts that are printed, or shown on a machine's page.
FILES = (
    "always", "beads", "board", "boxes", "card", "cards", "care", "chips", "class-board",
    "class-set", "count-marks", "cover", "curve", "deck", "demo", "dice", "errata", "finder",
    "games", "groups", "guide", "keepers", "labels", "log", "log-marks", "map", "museum",
    "one-sheet", "operator", "outline", "panel", "parts", "playing-cards", "poster", "questions",
    "report", "reset", "roles", "route", "row", "sheet", "situations", "slips", "spinner", "story",
    "strong", "sweets", "tactile", "turn", "web", "words", "zero",
)  # fmt: skip
#: Texts that are no claims, by why.
NO_CLAIMS = {
    "results that were noted": (
        "class-board.never",
        "class-board.screen.nothing_learned",
        "class-board.sheet.leads",
    ),
    "a place for a claim": (
        "cover.cards.what",
        "cover.cartons.what",
        "cover.cups.what",
        "cover.drawers.what",
        "cover.program.what",
        "cover.what",
    ),
    "names of things": (
        "operator.strip.learn",
        "parts.operator",
        "parts.panel",
        "web.against_2",
        "web.who_2",
    ),
    "the rules of a game": ("games.dodgem.aim",),
    "the head of figures that are simulated": (
        "guide.expect.stopped",
        "guide.expect.where_stops",
    ),
    "questions, or room for somebody's own words": (
        "guide.sheet.guess",
        "guide.sheet.kept",
        "slips.notice",
        "web.learned",
    ),
    "what was published": (
        "guide.story.hexapawn",
        "guide.story.tictactoe",
        "guide.story.tictactoe_misere",
    ),
    "what a rule does, read off its file": (
        "operator.software",
        "web.meaning_less",
        "web.meaning_more",
        "zero.learning.rest",
    ),
    "a game by which nothing is changed": ("web.practised",),
    "where to look up": ("zero.tally",),
}
ALLOWED = {key for keys in NO_CLAIMS.values() for key in keys}
#: The same of lines of guides, by their first words.
NO_CLAIMS_IN_GUIDES = (
    "| {word[Boxes]} with ",  # the solved game
    "## What pupils learn",
    "- **Where does the machine keep what it has learned?**",
    "- **Can it become perfect?**",
    "- **Does anybody notice an operator who cheats?**",
    '- "More {word[beads]} make it cleverer."',
    '- "It learns from winning."',
    "| 12–15 | Everybody writes down a guess",
    "| 15–38 | Games against the machine",
    "| 38–45 | Compare the curve with the guesses.",
    "| 45–50 | The last question",
    "| 17–20 | Look at the {word[boxes]} that were used.",
    "> At the end I shall ask you where its cleverness is kept.",
    "| {word[boxes]} that have only good moves left |",
)


def claim_like():
    texts = TEXTS["en"]
    keys = (key for key in sorted(texts.keys()) if key.partition(".")[0] in FILES)
    return {key for key in keys if CLAIM_LIKE.search(texts.raw(key))}


def test_no_text_of_a_sheet_says_how_a_machine_fares_unless_it_is_a_claim():
    assert claim_like() == ALLOWED


@pytest.mark.parametrize("name", ["program", "teacher"])
def test_no_line_of_a_guide_does_either(name):
    path = ROOT / "templates" / "guides" / "en" / f"{name}.md"
    for line in at_least_one(path.read_text(encoding="utf-8").splitlines()):
        said = re.sub(r"\{(?!word)[^}]*\}", "", line)
        if CLAIM_LIKE.search(said):
            assert line.startswith(NO_CLAIMS_IN_GUIDES), line
