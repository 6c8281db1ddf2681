// The page: what is pressed leads to games, and what happens in them is shown and said.

import { isPrinted, seedIn, variantOf } from "../core/variant.js";
import { endSetUp, showBoxAlone, startSetUp } from "./ask.js";
import { layBoard, offerBoard, showBoard } from "./board.js";
import { acceptCounts, compareCounts, showCounting } from "./count.js";
import { BACK, boxesUnknown, data, desk, halt, hush, machineParams, remake, run, tell, words } from "./desk.js";
import { button, byId, element } from "./draw.js";
import { layEdit } from "./edit.js";
import { begin, firstGames, load, onChange, saveLines, saveTable, undo } from "./filing.js";
import { followOne, offerFollowing } from "./follow.js";
import { hideGuide, leaveGuide } from "./guide.js";
import { layHappened } from "./happened.js";
import { drawHow } from "./how.js";
import { keepCopy, receiveKeeper } from "./keeper.js";
import { showAllGames } from "./log.js";
import { showMood } from "./motion.js";
import { disarm, guard, layInvitation, museum, nameVisitor, rearm, standing, taught } from "./museum.js";
import { learnsBy, playOne, showControls, showSides } from "./play.js";
import { closeRoute } from "./route.js";
import { fetchDesk, fetchGame, fetchKept, fetchTab, keep, keepDesk, keepNothing, keepTaught, listen, onTogether, recoverTaught } from "./saving.js";
import { layBoxes, nameBoxes, showCounts, showFigures, showOpen } from "./show.js";
import { playMany, setRival, showPlaying, showSpeed, watch } from "./watch.js";

/** @typedef {import("./desk.js").Mode} Mode */
const MODES = /** @type {Mode[]} */ (["play", "watch", "table"]);
/**
 * A game on the table that was half followed when the page was closed
 * @type {import("./play.js").Step[]}
 */
let half = [];

/** @type {import("./play.js").Step[]} a game on the screen that a reload has interrupted */
let interrupted = [];

/** Show everything anew. */
function showAll() {
  closeRoute();
  byId("rate").textContent = "";
  byId("todo").hidden = true;
  desk.table.begin();
  showBoard();
  showOpen(-1);
  showCounts(true);
  showFigures();
}

/**
 * Begin what belongs to the mode.
 * @param {boolean} [asks] whether a machine that begins waits for a press
 */
function start(asks = true) {
  closeRoute();
  if (!byId("setup").hidden) endSetUp();
  if (desk.mode === "play") {
    const steps = interrupted;
    interrupted = [];
    return run((running) => playOne(running, { asks, steps }));
  }
  showMood("");
  hideGuide();
  if (desk.mode === "watch") {
    showControls([]);
    showBoard();
    showOpen(-1);
    offerBoard(words.say("watch"), () => byId("watch-play").click());
    tell(words.say("press_to_watch"));
    return Promise.resolve();
  }
  if (boxesUnknown()) {
    offerFollowing();
    tell(words.say("unknown"));
    return Promise.resolve();
  }
  if (half.length) {
    const steps = half.filter(({ edge }) => Number.isInteger(edge));
    half = [];
    return run((running) => followOne(running, steps));
  }
  offerFollowing();
  offerBoard(words.say("follow"), () => byId("play").click());
  tell(words.say("press_to_follow"));
  return Promise.resolve();
}

/**
 * Go to a mode.
 * @param {Mode} mode
 */
async function go(mode) {
  await halt();
  desk.mode = mode;
  hush();
  for (const each of MODES) {
    byId(`tab-${each}`).setAttribute("aria-selected", String(each === mode));
    byId(`tab-${each}`).tabIndex = each === mode ? 0 : -1;
  }
  document.body.dataset.mode = mode;
  if (mode === "table") byId("stage").append(byId("moves-box"));
  else byId("odds-box").before(byId("moves-box"));
  byId("moves-box").open = mode === "table" || !data.names.length;
  showAll();
  if (mode === "table") showCounting();
  keepDesk();
  void start();
}

/** Say all fixed texts in the language that is chosen. */
function speak() {
  document.documentElement.lang = words.language;
  document.title = words.kit.title;
  byId("title").textContent = words.kit.title;
  byId("elsewhere").hidden = !data.app;
  byId("app-link").href = data.app;
  byId("guide-sheets").href = data.app;
  for (const each of document.querySelectorAll("[data-text]")) /** @type {any} */ (each).textContent = words.say(/** @type {any} */ (each).dataset.text);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", words.say(/** @type {any} */ (each).dataset.label));
  byId("rules").replaceChildren(...words.kit.rules.map((/** @type {string} */ line) => element("li", line)));
  byId("aim").replaceChildren(...words.kit.aim.map((/** @type {string} */ line) => element("p", line)));
  byId("learning").replaceChildren(...words.kit.learning.flatMap((/** @type {[string, string[]]} */ [outcome, lines]) =>
    [element("dt", outcome), ...lines.map((line) => element("dd", line))]));
  byId("step-learn").textContent = learnsBy();
  nameBoxes();
  showSides();
  showSpeed();
  for (const each of document.querySelectorAll("#languages button, #menu-languages button")) each.setAttribute("aria-pressed", String(/** @type {any} */ (each).lang === words.language));
}

/** What an address calls the opponent that is chosen. @returns {string} */
const opponentName = () => [...data.opponents, "machine"][Number(byId("opponent").value)];

/**
 * Choose the opponent that an address names.
 * @param {URLSearchParams} params
 */
function chooseOpponent(params) {
  const number = [...data.opponents, ...(data.other ? ["machine"] : [])].indexOf(params.get("opponent"));
  if (number >= 0) byId("opponent").value = String(number);
}

/** The address of this page with the machine on the screen. @returns {string} */
function addressOfMachine() {
  const page = location.href.split("#")[0];
  const params = machineParams();
  if (String(params) === "") return page;
  if (byId("opponent").value !== "0") params.set("opponent", opponentName());
  return `${page}#${params}`;
}

/** Show which rule and which seed the machine on the screen has. */
function showVariant() {
  const asked = String(machineParams()) !== "";
  byId("variant").textContent = asked ? words.say(isPrinted(desk.variant) ? "asked_seed" : "changed_rule") : "";
  byId("variant-link").textContent = asked ? addressOfMachine() : "";
  byId("seed").value = desk.seed ?? "";
  showSeed();
  for (const name of /** @type {const} */ (["start", "win", "draw", "loss"])) byId(`rule-${name}`).value = desk.variant[name] ?? "";
  byId("rule-moves").value = desk.variant.last ? "last" : "all";
}

/** Show where the luck of the machine on the screen comes from. */
function showSeed() {
  const { seed } = desk.screen;
  byId("seed-now").textContent = seed === null ? "" : words.say("seed_now", { seed: String(seed) });
}

/** Make a machine of the rule and the seed that the fields say. */
async function changeRule() {
  const fieldNames = ["rule-start", "rule-win", "rule-draw", "rule-loss", "seed"];
  const wrong = fieldNames.map(byId).find((field) => !field.reportValidity());
  if (wrong) return;
  const fields = new URLSearchParams();
  for (const name of ["start", "win", "draw", "loss"]) if (byId(`rule-${name}`).value !== "") fields.set(name, byId(`rule-${name}`).value);
  if (byId("rule-moves").value === "last") fields.set("moves", "last");
  await halt();
  desk.variant = variantOf(fields);
  desk.seed = seedIn(new URLSearchParams({ seed: byId("seed").value }));
  remake();
  if (!fetchKept("screen")) begin();
  showVariant();
  history.replaceState(null, "", addressOfMachine());
  byId("menu").close();
  await go(desk.mode === "table" ? "play" : desk.mode);
}

/** Ask before games are lost. */
function askToBegin() {
  byId("menu").close();
  if (!desk.machine.journal.games) return beginAnew();
  byId("ask").showModal();
  byId("ask-no").focus();
}

async function beginAnew() {
  await halt();
  begin();
  if (desk.rival) setRival();
  showAll();
  await keep();
  await start();
  tell(words.say("new_machine"));
}

/** Light or dark, and how large. */
function showTheme() {
  const root = document.documentElement;
  root.className = [byId("theme").value, root.classList.contains("large") ? "large" : ""].filter(Boolean).join(" ");
}

/** Makes the page stand as it did when it was opened. */
let standAsAtFirst = () => {};

/** The page on show: it plays alone until somebody comes. */
async function attract() {
  disarm();
  await halt();
  if (taught) keepCopy();
  else begin();
  if (!byId("setup").hidden) endSetUp();
  standAsAtFirst();
  words.speak(data.language);
  speak();
  showTheme();
  desk.mode = "watch";
  desk.watchTeaches = !taught;
  document.body.dataset.mode = "play";
  hideGuide();
  showAll();
  showControls([]);
  document.body.classList.add("attract");
  byId("invite").hidden = false;
  void run(watch);
}

/** Somebody has come. */
async function welcome() {
  if (!document.body.classList.contains("attract")) return;
  document.body.classList.remove("attract");
  await meet();
}

/** Let a visitor play. */
async function meet() {
  byId("invite").hidden = true;
  await halt();
  if (taught) nameVisitor();
  else begin();
  desk.guided = !taught;
  rearm(attract);
  await go("play");
}

/** A keeper begins a new machine for the visitors. */
async function beginTaught() {
  await halt();
  begin();
  desk.mode = "play";
  await keep();
  await attract();
}

/** Open the page on show. */
function openMuseum() {
  standAsAtFirst = standing();
  layInvitation();
  guard(attract);
  if (taught) receiveKeeper(beginTaught);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, welcome);
  interrupted = fetchGame();
  if (interrupted.length) void meet();
  else void attract();
}

function listenToPage() {
  for (const mode of MODES) byId(`tab-${mode}`).addEventListener("click", () => go(mode));
  byId("tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (!way) return;
    const next = byId(`tab-${MODES[(MODES.indexOf(desk.mode) + way + MODES.length) % MODES.length]}`);
    next.focus();
    next.click();
  });
  byId("play").addEventListener("click", () => (desk.mode === "table" ? run((running) => followOne(running)) : start(false)));
  byId("back").addEventListener("click", () => desk.running?.answer(BACK));
  byId("watch-play").addEventListener("click", () => (desk.running ? halt() : run(watch)));
  byId("play-many").addEventListener("click", () => run(playMany));
  byId("speed").addEventListener("input", () => {
    showSpeed();
    keepDesk();
  });
  for (const id of ["opponent", "beside"]) {
    byId(id).addEventListener("change", async () => {
      const going = desk.running !== null;
      await halt();
      setRival();
      showFigures();
      keepDesk();
      if (going) void run(watch);
    });
  }
  byId("seat").addEventListener("change", () => {
    keepDesk();
    void start();
  });
  for (const id of ["pace", "player", "name"]) byId(id).addEventListener("change", keepDesk);
  byId("guide-leave").addEventListener("click", () => {
    leaveGuide();
    keepDesk();
  });
  byId("guide-table").addEventListener("click", () => go("table"));
  byId("menu-open").addEventListener("click", () => {
    showSeed();
    byId("menu").showModal();
  });
  byId("menu-close").addEventListener("click", () => byId("menu").close());
  byId("theme").addEventListener("change", () => {
    showTheme();
    keepDesk();
  });
  byId("large").addEventListener("click", () => {
    const on = document.documentElement.classList.toggle("large");
    byId("large").setAttribute("aria-pressed", String(on));
  });
  byId("rule-apply").addEventListener("click", changeRule);
  byId("rule-printed").addEventListener("click", () => {
    for (const id of ["rule-start", "rule-win", "rule-draw", "rule-loss", "seed"]) byId(id).value = "";
    void changeRule();
  });
  byId("reset").addEventListener("click", askToBegin);
  byId("ask-no").addEventListener("click", () => byId("ask").close());
  byId("ask-yes").addEventListener("click", () => {
    byId("ask").close();
    void beginAnew();
  });
  byId("undo").addEventListener("click", () => whileIdle(undo));
  byId("save-csv").addEventListener("click", saveTable);
  byId("save-lines").addEventListener("click", saveLines);
  byId("load").addEventListener("change", async () => {
    const [file] = byId("load").files;
    byId("menu").close();
    if (file) await whileIdle(() => load(file));
    byId("load").value = "";
  });
  byId("print").addEventListener("click", () => {
    byId("menu").close();
    window.print();
  });
  addEventListener("beforeprint", () => showAllGames(true));
  addEventListener("afterprint", () => showAllGames(false));
  byId("why-close").addEventListener("click", closeRoute);
  byId("setup-open").addEventListener("click", startSetUp);
  byId("setup-play").addEventListener("click", () => {
    const { state } = endSetUp();
    void run((running) => playOne(running, { state }));
  });
  byId("setup-close").addEventListener("click", () => {
    endSetUp();
    void start();
  });
  byId("count-compare").addEventListener("click", compareCounts);
  byId("count-accept").addEventListener("click", () => whileIdle(acceptCounts));
  for (const place of ["languages", "menu-languages"]) for (const name of words.known) {
    const made = button(words.languages[name].words.language, () => {
      words.speak(name);
      speak();
      keepDesk();
      showVariant();
      showFigures();
      void start();
    });
    made.lang = name;
    byId(place).append(made);
  }
}

/**
 * Do something to the games while no game goes on, and begin anew after it.
 * @param {() => void | Promise<void>} work
 */
async function whileIdle(work) {
  await halt();
  await work();
  const text = byId("said").textContent;
  await Promise.race([start(), Promise.resolve()]);
  byId("said").textContent = text;
}

/**
 * Another window has played: its games are put with these, after the game at hand.
 * @param {"screen" | "real"} which
 */
function hear(which) {
  const here = (desk.mode === "table") === (which === "real");
  if (!here || !desk.running || !desk.table.made) void keep(which, true);
}

/** Put the page together. */
async function openPage() {
  await words.learn(data.more_languages);
  byId("seat-field").hidden = data.seats.length < 2;
  byId("rule-draw-field").hidden = !data.draws;
  if (!data.other) byId("other-option").remove();
  if (taught) keepTaught();
  else if (museum) keepNothing();
  document.body.classList.toggle("museum", museum);
  const address = new URLSearchParams(location.hash.slice(1));
  desk.variant = variantOf(address);
  desk.seed = seedIn(address);
  if (!isPrinted(desk.variant)) remake();
  if (taught) await recoverTaught();
  layBoard();
  layBoxes(showBoxAlone);
  layEdit();
  layHappened(whileIdle);
  drawHow();
  listenToPage();
  onChange(showAll);
  onTogether(() => {
    showCounts(true);
    showFigures();
    byId("said").textContent = words.say("heard", { games: words.count("games", desk.machine.journal.games) });
  });
  const stood = fetchDesk();
  if (stood && words.known.includes(stood.language)) words.speak(stood.language);
  half = stood?.half ?? [];
  desk.guided = !stood?.left && !firstGames().length;
  chooseOpponent(address);
  showTheme();
  desk.mode = "table";
  if (!fetchKept("real")) begin();
  desk.mode = "play";
  const went = fetchKept("screen");
  if (!went) begin();
  speak();
  showVariant();
  showPlaying(false);
  setRival();
  if (museum) {
    openMuseum();
    return;
  }
  interrupted = fetchGame();
  const mode = half.length ? "table" : MODES.find((each) => each === fetchTab()) ?? "play";
  void go(mode).then(() => {
    const games = desk.machine.journal.games;
    if (!games || half.length) return;
    const had = words.say(went ? "went_on" : "came", { games: words.count("games", games) });
    byId("said").textContent = `${had} ${byId("said").textContent}`;
  });
  void keep();
  listen(hear);
}

void openPage();
