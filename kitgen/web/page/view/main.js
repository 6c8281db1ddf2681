// The page: what is pressed leads to games, and what happens in them is shown and said.

import { isPrinted, seedIn, variantOf } from "../core/variant.js";
import { endSetUp, showBoxAlone, startSetUp } from "./ask.js";
import { layBoard, offerBoard, showBoard } from "./board.js";
import { acceptCounts, compareCounts, showCounting } from "./count.js";
import {
  BACK,
  boxesUnknown,
  data,
  desk,
  halt,
  hush,
  machineParams,
  remake,
  run,
  tell,
  words,
} from "./desk.js";
import { button, byId, element, onPress } from "./draw.js";
import { layEdit } from "./edit.js";
import {
  begin,
  firstGames,
  load,
  onChange,
  reader,
  saveLines,
  saveTable,
  undo,
} from "./filing.js";
import { followOne, offerFollowing } from "./follow.js";
import { hideGuide, leaveGuide } from "./guide.js";
import { layHappened } from "./happened.js";
import { drawHow } from "./how.js";
import { keepCopy, receiveKeeper } from "./keeper.js";
import { showAllGames } from "./log.js";
import { showMood } from "./motion.js";
import {
  disarm,
  guard,
  layInvitation,
  museum,
  nameVisitor,
  rearm,
  standing,
  taught,
} from "./museum.js";
import { learnsBy, playOne, showControls, showSides } from "./play.js";
import { closeRoute } from "./route.js";
import {
  fetchDesk,
  fetchGame,
  fetchKept,
  fetchTab,
  keep,
  keepDesk,
  keepNothing,
  keepTaught,
  listen,
  onTogether,
  recoverTaught,
} from "./saving.js";
import { layBoxes, nameBoxes, showCounts, showFigures, showOpen, watchTray } from "./show.js";
import { playMany, setRival, showPlaying, showSpeed, watch } from "./watch.js";

/** @typedef {import("./desk.js").Mode} Mode */
const MODES = /** @type {Mode[]} */ (["play", "watch", "table"]);
/** The parts of a rule that somebody can change, each with a field of its own. */
const CHANGES = /** @type {const} */ (["start", "win", "draw", "loss"]);
/** The fields of a changed rule and its seed. */
const RULE_FIELDS = [...CHANGES.map((name) => `rule-${name}`), "seed"];

/**
 * A game on the table that was half followed when the page was closed.
 * @type {import("./play.js").Step[]}
 */
let half = [];
/**
 * A game on the screen that a reload has interrupted.
 * @type {import("./play.js").Step[]}
 */
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
  return desk.mode === "watch" ? startWatching() : startFollowing();
}

async function startWatching() {
  showControls([]);
  showBoard();
  showOpen(-1);
  offerBoard(words.say("watch"), () => byId("watch-play").click());
  tell(words.say("press_to_watch"));
}

async function startFollowing() {
  if (boxesUnknown()) {
    offerFollowing();
    tell(words.say("unknown"));
    return;
  }
  if (half.length) {
    const steps = half.filter(({ edge }) => Number.isInteger(edge));
    half = [];
    return run((running) => followOne(running, steps));
  }
  offerFollowing();
  offerBoard(words.say("follow"), () => byId("play").click());
  tell(words.say("press_to_follow"));
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
  const { title, rules, aim, learning } = words.kit;
  document.title = title;
  byId("title").textContent = title;
  byId("elsewhere").hidden = !data.app;
  byId("app-link").href = data.app;
  byId("guide-sheets").href = data.app;
  for (const each of everyOne("[data-text]")) each.textContent = words.say(each.dataset.text);
  for (const each of everyOne("[data-label]")) {
    each.setAttribute("aria-label", words.say(each.dataset.label));
  }
  byId("rules").replaceChildren(...rules.map((/** @type {string} */ line) => element("li", line)));
  byId("aim").replaceChildren(...aim.map((/** @type {string} */ line) => element("p", line)));
  byId("learning").replaceChildren();
  for (const [outcome, lines] of learning) {
    byId("learning").append(element("dt", outcome));
    for (const line of lines) byId("learning").append(element("dd", line));
  }
  byId("step-learn").textContent = learnsBy();
  nameBoxes();
  showSides();
  showSpeed();
  for (const each of everyOne("#languages button, #menu-languages button")) {
    each.setAttribute("aria-pressed", String(each.lang === words.language));
  }
}

/**
 * All parts of the page that a selector finds.
 * @param {string} selector
 * @returns {Iterable<any>}
 */
const everyOne = (selector) => document.querySelectorAll(selector);

/** What addresses call the opponents, in the order of the list. @type {string[]} */
const OPPONENTS = data.other ? [...data.opponents, "machine"] : data.opponents;

/**
 * Choose the opponent that an address names.
 * @param {URLSearchParams} params
 */
function chooseOpponent(params) {
  const number = OPPONENTS.indexOf(params.get("opponent") ?? "");
  if (number >= 0) byId("opponent").value = String(number);
}

/** The address of this page with the machine on the screen. @returns {string} */
function addressOfMachine() {
  const page = location.href.split("#")[0];
  const params = machineParams();
  if (String(params) === "") return page;
  const { value } = byId("opponent");
  if (value !== "0") params.set("opponent", OPPONENTS[Number(value)]);
  return `${page}#${params}`;
}

/** Show which rule and which seed the machine on the screen has. */
function showVariant() {
  const isAsked = String(machineParams()) !== "";
  const what = isPrinted(desk.variant) ? "asked_seed" : "changed_rule";
  byId("variant").textContent = isAsked ? words.say(what) : "";
  byId("variant-link").textContent = isAsked ? addressOfMachine() : "";
  byId("seed").value = desk.seed ?? "";
  showSeed();
  for (const name of CHANGES) byId(`rule-${name}`).value = desk.variant[name] ?? "";
  byId("rule-moves").value = desk.variant.last ? "last" : "all";
}

/** Show where the luck of the machine on the screen comes from. */
function showSeed() {
  const { seed } = desk.screen;
  byId("seed-now").textContent = seed === null ? "" : words.say("seed_now", { seed: String(seed) });
}

/** Make a machine of the rule and the seed that the fields say. */
async function changeRule() {
  if (RULE_FIELDS.map(byId).some((field) => !field.reportValidity())) return;
  const fields = new URLSearchParams();
  for (const name of CHANGES) {
    const { value } = byId(`rule-${name}`);
    if (value !== "") fields.set(name, value);
  }
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
  const large = root.classList.contains("large") ? "large" : "";
  root.className = `${byId("theme").value} ${large}`.trim();
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

/** What the tabs do. */
function listenToTabs() {
  for (const mode of MODES) onPress(`tab-${mode}`, () => go(mode));
  byId("tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ { key }) => {
    const way = Number(key === "ArrowRight") - Number(key === "ArrowLeft");
    if (!way) return;
    const place = (MODES.indexOf(desk.mode) + way + MODES.length) % MODES.length;
    const next = byId(`tab-${MODES[place]}`);
    next.focus();
    next.click();
  });
}

/** What is pressed while games are played, watched and followed. */
function listenToGames() {
  onPress("play", () => {
    if (desk.mode === "table") void run((running) => followOne(running));
    else void start(false);
  });
  onPress("back", () => desk.running?.answer(BACK));
  onPress("watch-play", () => (desk.running ? halt() : run(watch)));
  onPress("play-many", () => run(playMany));
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
  onPress("guide-leave", () => {
    leaveGuide();
    keepDesk();
  });
  onPress("guide-table", () => go("table"));
  onPress("why-close", closeRoute);
  onPress("setup-open", startSetUp);
  onPress("setup-play", () => {
    const { state } = endSetUp();
    void run((running) => playOne(running, { state }));
  });
  onPress("setup-close", () => {
    endSetUp();
    void start();
  });
  onPress("count-compare", compareCounts);
  onPress("count-accept", () => whileIdle(acceptCounts));
  onPress("undo", () => whileIdle(undo));
}

/** What the menu does. */
function listenToMenu() {
  onPress("menu-open", () => {
    showSeed();
    byId("menu").showModal();
  });
  onPress("menu-close", () => byId("menu").close());
  byId("theme").addEventListener("change", () => {
    showTheme();
    keepDesk();
  });
  onPress("large", () => {
    const on = document.documentElement.classList.toggle("large");
    byId("large").setAttribute("aria-pressed", String(on));
  });
  onPress("rule-apply", changeRule);
  onPress("rule-printed", () => {
    for (const id of RULE_FIELDS) byId(id).value = "";
    void changeRule();
  });
  onPress("reset", askToBegin);
  onPress("ask-no", () => byId("ask").close());
  onPress("ask-yes", () => {
    byId("ask").close();
    void beginAnew();
  });
  onPress("save-csv", saveTable);
  onPress("save-lines", saveLines);
  byId("load").addEventListener("change", async () => {
    const [file] = byId("load").files;
    byId("menu").close();
    if (file) await whileIdle(() => load(file));
    byId("load").value = "";
  });
  onPress("print", () => {
    byId("menu").close();
    window.print();
  });
  addEventListener("beforeprint", () => showAllGames(true));
  addEventListener("afterprint", () => showAllGames(false));
}

/** The buttons of all languages, above the board and in the menu. */
function layLanguages() {
  for (const place of ["languages", "menu-languages"]) {
    for (const name of words.known) {
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
}

/**
 * Do something to the games while no game goes on, and begin anew after it; what it has said stays
 * in place of what a new game says at first.
 * @param {() => void | Promise<void>} work
 */
async function whileIdle(work) {
  await halt();
  await work();
  const text = byId("said").textContent;
  // What starts says its first words at once; its end is not waited for.
  await Promise.race([start(), Promise.resolve()]);
  byId("said").textContent = text;
}

/**
 * Another window has played: its games are put with these, after the game at hand.
 * @param {"screen" | "real"} which
 */
function hear(which) {
  const isHere = (desk.mode === "table") === (which === "real");
  const isPlaying = desk.running && desk.table.made > 0;
  if (!isHere || !isPlaying) void keep(which, true);
}

/** Put the page together. */
async function openPage() {
  reader.learn(await words.learn(data.more_languages));
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
  watchTray();
  layEdit();
  layHappened(whileIdle);
  drawHow();
  listenToTabs();
  listenToGames();
  listenToMenu();
  layLanguages();
  onChange(showAll);
  onTogether(() => {
    showCounts(true);
    showFigures();
    const games = words.count("games", desk.machine.journal.games);
    byId("said").textContent = words.say("heard", { games });
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
  const tab = MODES.find((each) => each === fetchTab()) ?? "play";
  void go(half.length ? "table" : tab).then(() => {
    const { games } = desk.machine.journal;
    if (!games || half.length) return;
    const had = words.say(went ? "went_on" : "came", { games: words.count("games", games) });
    byId("said").textContent = `${had} ${byId("said").textContent}`;
  });
  void keep();
  listen(hear);
}

void openPage();
