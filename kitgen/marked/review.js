const answers = document.querySelector("textarea");
function tell() {
  const lines = [];
  for (const game of document.querySelectorAll("fieldset[data-game]")) {
    const chosen = game.querySelector("input[type=radio]:checked");
    const other = game.querySelector("input[type=text]");
    const answer = !chosen ? "" : chosen.value === "" ? other.value.trim() : chosen.value;
    if (answer) lines.push(game.dataset.game + ": " + answer);
  }
  answers.value = lines.join("\n") + (lines.length ? "\n" : "");
}
document.addEventListener("input", (event) => {
  if (event.target.type === "text") event.target.closest("fieldset").querySelector("input[value='']").checked = true;
  tell();
});
tell();
