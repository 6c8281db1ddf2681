// The answers to games on marked sheets that were not read for certain: a line for each game, to be
// copied into a file.

const answers = document.querySelector("textarea");

/** The answer to a game: one of those on offer, or what somebody has written; empty for none. */
function answerTo(game) {
  const chosen = game.querySelector("input[type=radio]:checked");
  if (!chosen) return "";
  return chosen.value || game.querySelector("input[type=text]").value.trim();
}

function tell() {
  const lines = [];
  for (const game of document.querySelectorAll("fieldset[data-game]")) {
    const answer = answerTo(game);
    if (answer) lines.push(`${game.dataset.game}: ${answer}\n`);
  }
  answers.value = lines.join("");
}

document.addEventListener("input", ({ target }) => {
  // Whoever writes chooses what is written.
  if (target.type === "text") {
    target.closest("fieldset").querySelector("input[value='']").checked = true;
  }
  tell();
});
tell();
