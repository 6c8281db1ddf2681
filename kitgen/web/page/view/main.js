// The page: what is pressed leads to games, and what happens in them is shown and said.

import { data, desk, OTHER, opponent, real, takeSeat, tell, words } from "./desk.js";
import { byId } from "./draw.js";
import { begin, load, saveLines, saveTable, showAll, undo } from "./filing.js";
import { BACK, playOne, STOPPED } from "./game.js";
import { showAllGames } from "./log.js";
import { playMany } from "./many.js";
import { followOne } from "./real.js";
import { closeRoute } from "./route.js";
import { keep, kept, lay } from "./saving.js";
import { layBoxes, showBoard, showFigures } from "./show.js";

/** What cannot be pressed while a game goes on. */
const IDLE = ["play", "play-many", "reset", "mode", "opponent", "seat", "many", "seed", "undo", "load"];

/** @param {() => Promise<void>} work */
async function run(work) {
  if (desk.running) return;
  desk.running = { stopped: false, stop: () => {} };
  const open = IDLE.filter((id) => !byId(id).disabled);
  for (const id of open) byId(id).disabled = true;
  byId("stop").disabled = false;
  closeRoute();
  try {
    await work();
  } finally {
    desk.running = null;
    for (const id of open) byId(id).disabled = false;
    showFigures();
    const focus = document.activeElement;
    byId("stop").disabled = true;
    byId("back").disabled = true;
    if (!focus || focus === document.body || focus === byId("stop")) byId("play").focus({ preventScroll: true });
  }
}

/** Show what belongs to the machine on the table, or to one on the screen. */
function showMode() {
  for (const id of ["opponent-field", "pace-field", "play-many"]) byId(id).hidden = real();
  byId("many").parentElement.hidden = real();
  byId("back").hidden = !real();
  byId("name-field").hidden = !real() && opponent() !== "you";
  byId("other").hidden = real() || opponent() !== String(OTHER);
  byId("play").textContent = words.say(real() ? "follow" : "play");
  byId("todo").hidden = true;
}

/** Ask before games are lost. */
function askToBegin() {
  if (!desk.journal.games) return begin();
  byId("ask").showModal();
  byId("ask-no").focus();
}

/**
 * A button that is pressed or not, and what it does to the page.
 * @param {string} id
 * @param {string} className
 */
function toggle(id, className) {
  byId(id).addEventListener("click", () => {
    const on = document.documentElement.classList.toggle(className);
    byId(id).setAttribute("aria-pressed", String(on));
  });
}

byId("play").addEventListener("click", () => run(real() ? followOne : playOne));
byId("play-many").addEventListener("click", () => {
  if (opponent() === "you") tell(words.say("you_slow"));
  else run(playMany);
});
byId("stop").addEventListener("click", () => {
  if (!desk.running) return;
  desk.running.stopped = true;
  desk.running.stop(STOPPED);
});
byId("back").addEventListener("click", () => desk.running?.stop(BACK));
byId("reset").addEventListener("click", askToBegin);
byId("ask-no").addEventListener("click", () => byId("ask").close());
byId("ask-yes").addEventListener("click", () => {
  byId("ask").close();
  begin();
  keep();
});
byId("undo").addEventListener("click", undo);
for (const id of ["mode", "opponent", "seat"]) {
  byId(id).addEventListener("change", () => {
    showMode();
    takeSeat();
    showBoard();
    showFigures();
  });
}
byId("save-csv").addEventListener("click", saveTable);
byId("save-lines").addEventListener("click", saveLines);
byId("load").addEventListener("change", async () => {
  const [file] = byId("load").files;
  if (file) await load(file);
  byId("load").value = "";
});
byId("print").addEventListener("click", () => window.print());
addEventListener("beforeprint", () => showAllGames(desk.journal, words, true));
addEventListener("afterprint", () => showAllGames(desk.journal, words, false));
byId("why-close").addEventListener("click", closeRoute);
toggle("projector", "projector");
toggle("dark", "dark");

byId("seat-field").hidden = data.seats.length < 2;
if (!data.other) byId("other-option").remove();
layBoxes();
showMode();
begin();
const before = kept();
if (before) {
  lay(before);
  showAll();
  tell(words.say("went_on", { games: words.count("games", desk.journal.games) }));
}
keep();
