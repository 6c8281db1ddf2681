// Many games at once.

import { data, desk, opponent, takeSeat, words } from "./desk.js";
import { byId } from "./draw.js";
import { noteGame } from "./game.js";
import { keep } from "./saving.js";
import { showBoard, showCounts, showFigures, showOpen } from "./show.js";

/** Games between two looks at the clock, and milliseconds between two looks at the page. */
const BURST = 250;
const FRAME = 40;

export async function playMany() {
  const who = Number(opponent());
  const wanted = Math.max(1, Math.floor(Number(byId("many").value) || 1));
  const inTurn = data.seats.length > 1;
  let games = 0;
  let busy = 0;
  while (games < wanted && !desk.running?.stopped) {
    const from = performance.now();
    while (games < wanted && performance.now() - from < FRAME) {
      for (const end = Math.min(wanted, games + BURST); games < end; games++) {
        if (inTurn) takeSeat();
        desk.table.playGame(who);
        noteGame();
      }
    }
    busy += performance.now() - from;
    byId("score").textContent = words.count("games", desk.journal.games);
    await new Promise((done) => setTimeout(done, 0));
  }
  const seconds = Math.max(busy, 0.1) / 1000;
  desk.table.begin();
  showBoard();
  showOpen(-1);
  showCounts();
  showFigures();
  byId("rate").textContent = words.say("rate", {
    games: words.count("games", games), seconds, rate: Math.round(games / seconds),
  });
  byId("said").textContent = byId("score").textContent;
  keep();
}
