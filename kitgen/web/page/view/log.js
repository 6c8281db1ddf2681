// The table of games: the newest first on the screen, all of them in order on paper.

import { conceded, MOST_NOTED } from "../core/journal.js";
import { data, OTHER } from "./desk.js";
import { byId, element } from "./draw.js";
import { showRoute } from "./route.js";

/** Games that are listed on the screen. */
const LISTED = 50;
/** @type {Record<string, string>} */
const ENDED = { W: "result_won", D: "result_drawn", L: "result_lost" };

/**
 * Show the last games.
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 */
export function showLog(journal, words) {
  for (const id of ["save-csv", "save-lines", "print", "undo"]) byId(id).disabled = !journal.complete || !journal.games;
  byId("load").disabled = !journal.complete;
  byId("cannot").textContent = journal.complete
    ? journal.games ? "" : words.say("none")
    : words.say("too_many", { most: MOST_NOTED });
  byId("log").replaceChildren(...(journal.rows.length ? [tableOf(journal, words, false)] : []));
}

/**
 * Show all games, for paper; or the last ones again.
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {boolean} all
 */
export function showAllGames(journal, words, all) {
  if (journal.rows.length) byId("log").replaceChildren(tableOf(journal, words, all));
}

/**
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {boolean} all
 */
function tableOf(journal, words, all) {
  const table = element("table");
  const head = element("thead");
  const names = element("tr");
  names.append(...["game", "opponent", "beads", "result"].map((key) => {
    const cell = element("th", words.say(`column_${key}`));
    cell.scope = "col";
    return cell;
  }));
  if (!all) names.append(element("td"));
  head.append(names);
  const body = element("tbody");
  const shown = all ? journal.rows : journal.rows.slice(-LISTED).reverse();
  body.append(...shown.map((row) => {
    const line = element("tr");
    line.append(...[
      words.number(row.game), opponentOf(row, words), picksOf(row, words), words.say(ENDED[row.result]),
    ].map((text) => element("td", text)));
    if (!all) {
      const cell = element("td");
      const button = element("button", words.say("why"));
      button.type = "button";
      button.setAttribute("aria-label", words.say("why_game", { game: row.game }));
      button.addEventListener("click", () => showRoute(journal.rows.indexOf(row), button));
      cell.append(button);
      line.append(cell);
    }
    return line;
  }));
  table.append(head, body);
  return table;
}

/**
 * Who sat opposite: those whom the page offers in its own words, all others as somebody has written them.
 * @param {import("../core/journal.js").Row} row
 * @param {import("./words.js").Words} words
 * @returns {string}
 */
function opponentOf(row, words) {
  const number = row.opponent === `machine:${data.other}` ? OTHER : data.opponents.indexOf(row.opponent);
  return number < 0 ? row.opponent : words.say(`against_${number}`);
}

/**
 * The beads of a game, and whether it ended at an empty box.
 * @param {import("../core/journal.js").Row} row
 * @param {import("./words.js").Words} words
 */
function picksOf(row, words) {
  const gaveUp = conceded(row) ? [words.say("other_gave_up")] : row.resigned ? [words.say("gave_up")] : [];
  return `${row.last_only ? "… " : ""}${[...row.picks, ...gaveUp].join(", ")}`;
}
