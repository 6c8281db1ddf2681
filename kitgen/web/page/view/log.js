// The table of games: the newest first on the screen, all of them in order on paper.

import { conceded } from "../core/journal.js";
import { data, desk, OTHER, words } from "./desk.js";
import { button, byId, element } from "./draw.js";
import { editGame } from "./edit.js";
import { showFiling } from "./filing.js";
import { showHappened } from "./happened.js";
import { showRoute } from "./route.js";

/** @typedef {import("../core/journal.js").Journal} Journal */

/** Games that are listed on the screen. */
const LISTED = 50;
/** @type {Record<string, string>} */
export const ENDED = { W: "result_won", D: "result_drawn", L: "result_lost" };

/**
 * Show the last games.
 * @param {Journal} journal
 */
export function showLog(journal) {
  showFiling();
  showHappened();
  byId("log").replaceChildren(...(journal.rows.length ? [tableOf(journal, false)] : []));
}

/**
 * Show all games, for paper; or the last ones again.
 * @param {boolean} all
 */
export function showAllGames(all) {
  const { journal } = desk.machine;
  if (journal.rows.length) byId("log").replaceChildren(tableOf(journal, all));
}

/**
 * @param {Journal} journal
 * @param {boolean} all
 */
function tableOf(journal, all) {
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
      words.number(row.game), opponentOf(row), picksOf(row), words.say(ENDED[row.result]),
    ].map((text) => element("td", text)));
    if (!all) {
      const cell = element("td");
      const why = button(words.say("why"), () => showRoute(journal.rows.indexOf(row), why));
      why.setAttribute("aria-label", words.say("why_game", { game: row.game }));
      cell.append(why);
      if (desk.mode === "table") {
        const edit = button(words.say("edit"), () => editGame(row));
        edit.setAttribute("aria-label", words.say("edit_game", { game: row.game }));
        cell.append(" ", edit);
      }
      line.append(cell);
    }
    return line;
  }));
  table.append(head, body);
  return table;
}

/**
 * Who sat opposite: those whom the page offers in its own words, all others as somebody has written
 * them.
 * @param {import("../core/journal.js").Row} row
 * @returns {string}
 */
function opponentOf(row) {
  const number = row.opponent === `machine:${data.other}` ? OTHER : data.opponents.indexOf(row.opponent);
  return number < 0 ? row.opponent : words.say(`against_${number}`);
}

/**
 * The beads of a game, and whether it ended at an empty box.
 * @param {import("../core/journal.js").Row} row
 */
function picksOf(row) {
  const gaveUp = conceded(row) ? [words.say("other_gave_up")] : row.resigned ? [words.say("gave_up")] : [];
  return `${row.last_only ? "… " : ""}${[...row.picks, ...gaveUp].join(", ")}`;
}
