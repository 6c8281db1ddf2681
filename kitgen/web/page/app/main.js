// The app: what is chosen is an address, what is asked for is done by an engine (a worker of this
// browser, or the server that has sent this page), and what comes back is shown.

import { byId, onPress } from "../view/draw.js";
import { Words } from "../view/words.js";
import { Engine } from "./asking.js";
import { layGame, openGame, takeGame } from "./invent.js";
import { Server } from "./serving.js";
import { cellsLaid, layCells, layStart } from "./setup.js";

/** So many milliseconds after the last key in a field to write in its kit is shown. */
const PAUSE = 250;
/** Gigabytes that a device must have, where the browser tells. */
const LEAST_MEMORY = 0.5;
/** Milliseconds for which a button says that it has done something. */
const NOTICE = 3000;
/** A file is at hand for so long, in milliseconds, until the browser must have saved it. */
const SAVING = 60_000;
/** How the name of a game begins that is told as data; the whole game may follow. */
const TOLD = "told:";
/** How an address says that a box is not ticked. */
const UNTICKED = "no";
/** The game to begin with. */
const SIMPLEST = "told:hexapawn";
/** The most letters of an address that is shown whole. */
const MAX_SHOWN = 200;
/** The smallest module of WebAssembly: its mark, and the version. */
const EMPTY_MODULE = [0, 97, 115, 109, 1, 0, 0, 0];
/** What the page says of itself: where its files lie, where the engine's do, and what is made. */
const { folder = "", engine: files = "", ready = "" } = document.body.dataset;
/** The address of this page, without what is chosen. */
const HOME = location.href.split(/[?#]/)[0];
/** How an address names the page to play on, which it then opens: `view=play`. */
const PLAYS = "play";
/** The cache of pages to play on; service.js answers with what is in it. */
const PLAYED = "kitgen-play";
/** The longest that a page to play on waits until all files are kept, in milliseconds. */
const KEEPING = 60000;
/** The longest that the service worker then takes to answer for this page. */
const TAKING_OVER = 3000;

/** @type {any} the texts of the page */
let data = {};
/** @type {Words} */
let words;
/** @type {Engine | Server | null} */
let engine = null;
/** The kit that is chosen: an address without its "#". */
let kit = "";
/** The kit whose board is laid to be set up. */
let laid = "";
/**
 * How the engine was last, and what more it said.
 * @type {{state: string, why?: any}}
 */
let last = { state: "starting" };
/** The timer of the pause after a key. */
let pause = 0;
/** Whether this browser keeps files for times without a network. */
let keeps = true;

/** @param {string} key @param {Record<string, string | number>} [values] */
const say = (key, values) => words.say(key, values);

/** Read the texts of the page that is shown. */
function readWords() {
  data = JSON.parse(byId("words").textContent);
  words = new Words({ [data.language]: { words: data.words } }, data.language);
  document.documentElement.lang = data.language;
}

/**
 * What is chosen, as an address says it.
 * @returns {string}
 */
function query() {
  const chosen = new URLSearchParams();
  const form = byId("kit-form");
  for (const [name, value] of new FormData(form)) {
    const usual = !["kit", "language"].includes(name) && value === usualValue(form.elements[name]);
    if (typeof value === "string" && value.trim() && !usual) chosen.append(name, value);
  }
  return chosen.toString();
}

/**
 * The value of a field that nobody has changed.
 * @param {any} field
 */
function usualValue(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0]).value;
  }
  return field.type === "checkbox" ? "" : field.defaultValue;
}

/**
 * Fill the form in, from an address, and say what of it the form has no place for.
 * @param {URLSearchParams} chosen
 */
function fillIn(chosen) {
  const form = byId("kit-form");
  form.reset();
  const values = valuesOf(form, chosen);
  chooseKit(form.elements.kit, values);
  const stock = values.get("stock");
  const isKnownStock = [...form.elements.stock.options].some(({ value }) => value === stock);
  if (stock !== undefined && !isKnownStock) {
    values.set("own", stock);
    values.delete("stock");
  }
  for (const [name, value] of values) values.set(name, asOffered(form, name, value));
  const unread = [...values].filter(([name, value]) => !hasPlace(form, name, value));
  const parts = unread.map((pair) => pair.join("=")).join(", ");
  byId("unread").hidden = !unread.length;
  byId("unread").textContent = say("unread", { parts });
  for (const [name, value] of values) {
    for (const field of form.querySelectorAll(selectorOf(name))) fillField(field, value);
  }
}

/**
 * The values of an address by name: the last one, or all that are ticked.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} chosen
 * @returns {Map<string, string>}
 */
function valuesOf(form, chosen) {
  const values = new Map(chosen);
  for (const name of values.keys()) {
    const isBox = form.querySelector(`[type="checkbox"]${selectorOf(name)}`) !== null;
    if (isBox) values.set(name, chosen.getAll(name).join(","));
  }
  return values;
}

/**
 * Find the kit of an address among those of the form: a game with a size is chosen in two fields,
 * and one that the form does not have is put into it.
 * @param {HTMLSelectElement} kits
 * @param {Map<string, string>} values
 */
function chooseKit(kits, values) {
  const named = values.get("kit") ?? "";
  const isThere = (/** @type {string} */ name) =>
    [...kits.options].some(({ value }) => value === name);
  if (!named || isThere(named)) return;
  const [game, size] = named.split(/[:,]/);
  if (named === `${game}:${size}` && isThere(game)) {
    values.set("kit", game);
    values.set("size", size);
    return;
  }
  kits.append(new Option(toldName(named) || named, named));
}

/**
 * Give a field its value, and open the folds that it lies in, up to that of all choices.
 * @param {any} field
 * @param {string} value
 */
function fillField(field, value) {
  const isBox = field.type === "checkbox";
  const isOff = isBox ? !value.split(",").includes(field.value) : field.value === value;
  if (isOff) return;
  if (isBox) field.checked = true;
  else field.value = value;
  let fold = field.closest("details");
  while (fold && fold.id !== "change") {
    fold.open = true;
    fold = fold.parentElement.closest("details");
  }
}

/** @param {string} name of a field */
const selectorOf = (name) => `[name="${CSS.escape(name)}"]`;

/**
 * A value of an address in the letters of the form's list, such as "a4" for "A4".
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
function asOffered(form, name, value) {
  const [field] = form.querySelectorAll(selectorOf(name));
  if (!(field instanceof HTMLSelectElement)) return value;
  const offered = [...field.options].map((option) => option.value);
  if (offered.includes(value)) return value;
  return offered.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
}

/**
 * Whether a form can show a value of an address.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function hasPlace(form, name, value) {
  const [field] = form.querySelectorAll(selectorOf(name));
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.value === value);
  }
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll(`[type="checkbox"]${selectorOf(name)}`);
  if (!boxes.length) return field !== undefined;
  if (boxes.length === 1 && value === UNTICKED) return true;
  const offered = [...boxes].map((box) => box.value);
  return value.split(",").every((one) => offered.includes(one));
}

/**
 * The name of a game that is in an address as a whole; empty for other kits.
 * @param {string} kit
 */
function toldName(kit) {
  try {
    const { name, names } = JSON.parse(kit.slice(TOLD.length));
    return String(names?.[data.language] ?? name);
  } catch {
    return "";
  }
}

/** Where the kit that is chosen lies ready-made; empty where it does not. */
function readyMade() {
  const chosen = Object.fromEntries(new URLSearchParams(query()));
  const { kit: name = "", language = data.language, page = "a4", ...more } = chosen;
  const folder = `${name}-${language}-${page}`;
  const isReady = ready.split(" ").includes(folder) && !Object.keys(more).length;
  return isReady ? `ready/${folder}` : "";
}

/**
 * Show pictures of a card and a sheet.
 * @param {Record<string, string>} paths
 */
function showPictures(paths) {
  for (const name of ["card", "sheet"]) {
    byId(name).src = paths[name];
    byId(`${name}-link`).href = paths[name];
    byId(name).closest("figure").hidden = false;
  }
}

/**
 * Put what was answered in its place.
 * @param {string} id
 * @param {string} html
 */
function put(id, html) {
  byId(id).innerHTML = html;
  byId(id).removeAttribute("aria-busy");
}

/**
 * Ask the engine about the kit that is chosen.
 * @param {string} lane
 * @param {string} task
 * @param {Record<string, string>} [more]
 * @param {ArrayBuffer} [file]
 * @param {string} [of] another kit
 * @returns {Promise<any>} null where there is no engine, or where nobody wants an answer any more
 */
async function ask(lane, task, more = {}, file, of = query()) {
  const answer = await engine?.ask(lane, { task, kit: of, language: data.language, more }, file);
  if (answer?.broken) return refused("broken");
  if (answer?.unreachable) return refused("unreachable");
  return answer ?? null;
}

/** @param {string} why the key of a text @returns {{refusal: string}} an answer that only warns */
function refused(why) {
  return { refusal: warning(say(why)) };
}

/** @param {boolean} shown whether the pictures of a card and a sheet are */
function foldPictures(shown) {
  for (const name of ["card", "sheet"]) byId(name).closest("figure").hidden = !shown;
}

/**
 * Let files be made of the kit that is chosen, or not while it is refused: why stands above the
 * buttons.
 * @param {boolean} isPossible
 */
function allowMaking(isPossible) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const keys = document.querySelectorAll("#play, [data-made]");
  for (const key of keys) key.disabled = !isPossible;
}

/** Take a refusal away, with all that it has hidden or stopped. */
function clearRefusal() {
  put("refusal", "");
  byId("mend").hidden = true;
  allowMaking(true);
}

/**
 * Show what lies ready-made, until the engine has started.
 * @param {string} made its folder
 */
function showReady(made) {
  clearRefusal();
  showPictures({ card: `${made}/card.svg`, sheet: `${made}/sheet.svg` });
  const fill = async (/** @type {Response} */ answer) => {
    if (answer.status !== 200) return;
    const figures = await answer.text();
    if (!engine?.ready) put("figures", figures);
  };
  fetch(`${made}/figures.html`).then(fill, () => {});
}

/** Show what is chosen now: what lies ready-made at once, all else from the engine. */
async function show() {
  clearTimeout(pause);
  const title = byId("kit").selectedOptions[0]?.text ?? "";
  for (const about of document.querySelectorAll(".about")) {
    about.textContent = say("chosen", { title });
  }
  const made = readyMade();
  if (made && !engine?.ready) showReady(made);
  const isAsked = String(Boolean(engine));
  for (const id of ["look", "figures"]) byId(id).setAttribute("aria-busy", isAsked);
  const answer = await ask("look", "look", { home: HOME });
  if (!answer) return;
  byId("look").removeAttribute("aria-busy");
  if (answer.refusal) {
    foldPictures(false);
    return showRefusal(answer.refusal);
  }
  clearRefusal();
  showPictures(answer);
  const before = kit;
  kit = answer.kit;
  byId("code").src = answer.code;
  byId("code").hidden = !answer.code;
  byId("where").hidden = false;
  const address = `${HOME}#${kit}`;
  const isShort = address.length <= MAX_SHOWN;
  byId("kit-link").href = `#${kit}`;
  byId("kit-link").textContent = isShort ? address : `${address.slice(0, MAX_SHOWN)} …`;
  if (location.hash !== `#${kit}`) history.replaceState(history.state, "", address);
  const figures = await ask("figures", "figures");
  if (figures?.refusal) {
    // Its card can be drawn, but it cannot be made.
    kit = before;
    return showRefusal(figures.refusal);
  }
  if (figures) put("figures", figures.shown);
  if (!byId("find").hidden) layBoard();
}

/**
 * Say why a kit cannot be made, without a link to it or buttons that would make it, and offer the
 * one before.
 * @param {string} refusal
 */
function showRefusal(refusal) {
  put("refusal", refusal);
  put("figures", "");
  byId("mend").hidden = false;
  byId("where").hidden = true;
  allowMaking(false);
}

/** Lay the board of the kit, to set a position up. */
async function layBoard() {
  if (!engine || laid === kit) return;
  const answer = await ask("board", "set-up");
  if (!answer?.pictures) return;
  laid = kit;
  layCells(answer, say, () => {
    byId("position").value = "";
  });
}

/**
 * Save a file.
 * @param {string} name
 * @param {Blob} content
 */
function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING);
}

/**
 * Make a file of the kit, and save it.
 * @param {string} kind
 */
async function make(kind) {
  const made = readyMade();
  if (kind === "pdf" && made && !engine?.ready) {
    const answer = await fetch(`${made}/kit.pdf`).catch(() => null);
    const name = made.slice("ready/".length);
    if (answer?.status === 200) return save(`${name}.pdf`, await answer.blob());
  }
  if (!engine) return put("refusal", warning(say("not_ready_made")));
  const answer = await ask(`make ${kind}`, kind, files ? { home: HOME } : {});
  if (!answer) return;
  put("refusal", answer.refusal ?? "");
  if (answer.made) save(answer.name, new Blob([answer.made], { type: answer.media }));
}

/** Choose the kit again that was shown last, or the first one. */
async function mend() {
  fillIn(new URLSearchParams(kit || `language=${data.language}`));
  await show();
}

/**
 * Whether the service worker answers for this page. On a first visit it does once all files are
 * kept, which somebody who follows a link to a game waits for.
 * @returns {Promise<boolean>}
 */
async function hasServiceWorker() {
  const worker = navigator.serviceWorker;
  if (!worker) return false;
  if (worker.controller) return true;
  const taken = new Promise((done) => {
    worker.addEventListener("controllerchange", done, { once: true });
  });
  const atMost = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));
  if (keeps) await Promise.race([worker.ready, atMost(KEEPING)]);
  if (!worker.controller) await Promise.race([taken, atMost(TAKING_OVER)]);
  return Boolean(worker.controller);
}

/**
 * Make the page to play on, and open it: the service worker keeps it, as files of this address,
 * from now on.
 */
async function play() {
  if (!files) {
    const site = new URL(`${folder}/`, HOME);
    return location.assign(new URL(`../kit/-/play.html?${query()}`, site));
  }
  const answer = await ask("make companion", "companion", { home: HOME });
  if (!answer?.made) {
    // Why is said beside the kit, also to somebody who has invented its game.
    go("make");
    await show();
    return put("refusal", answer?.refusal ?? warning(say("not_ready_made")));
  }
  const isServed = await hasServiceWorker();
  if (!isServed) return save(answer.name, new Blob([answer.made], { type: answer.media }));
  const place = new URL(`play/${answer.name}`, HOME).href;
  const headers = { "content-type": "text/html; charset=utf-8" };
  const kept = await caches.open(PLAYED);
  await kept.put(place, new Response(answer.made, { headers }));
  location.assign(place);
}

/** @param {string} text */
function warning(text) {
  const box = document.createElement("p");
  box.className = "warning";
  box.textContent = text;
  return box.outerHTML;
}

/**
 * Ask a question, and put the answer below its form.
 * @param {string} task
 * @param {string} form
 * @param {Record<string, string>} more
 * @param {ArrayBuffer} [file]
 */
async function question(task, form, more, file) {
  const place = `${form}-result`;
  byId(place).setAttribute("aria-busy", "true");
  const answer = await ask(task, task, more, file);
  if (!engine) return put(place, warning(say("not_ready_made")));
  put(place, answer?.shown ?? answer?.refusal ?? "");
}

/**
 * Say how the engine is.
 * @param {string} state
 * @param {any} about what more it says: how much is done of all, or why it cannot go on
 */
function showState(state = last.state, about = undefined) {
  last = { state, why: about };
  byId("ready").hidden = !["broken", "unable"].includes(state);
  byId("cancel").hidden = state !== "working";
  const bar = byId("done");
  bar.hidden = state !== "working";
  if (about?.all) {
    bar.max = about.all;
    bar.value = about.done;
  } else {
    bar.removeAttribute("value");
  }
  byId("state").textContent = stateInWords(state, about);
}

/**
 * @param {string} state
 * @param {any} about
 * @returns {string}
 */
function stateInWords(state, about) {
  switch (state) {
    case "working":
      if (about?.place) return about.place;
      if (!about?.all) return say("working");
      return say("working_at", { done: about.done, all: about.all });
    case "ready": {
      const text = say(navigator.serviceWorker?.controller ? "offline" : "ready");
      return keeps ? text : `${text} ${say("no_storage")}`;
    }
    case "broken":
      return say("unable", { why: say(/memory/i.test(about) ? "no_memory" : "not_loaded") });
    case "unable":
      return say("unable", { why: say(about) });
    default:
      return say("starting");
  }
}

/** Why kitgen cannot run here: a text; empty where it can. */
function obstacle() {
  if (!window.Worker) return "no_workers";
  if (!window.WebAssembly?.instantiateStreaming) return "no_webassembly";
  try {
    new WebAssembly.Module(Uint8Array.from(EMPTY_MODULE));
  } catch {
    return "no_webassembly";
  }
  if (!("DecompressionStream" in window && "structuredClone" in window)) return "too_old";
  const { deviceMemory } = /** @type {any} */ (navigator);
  return deviceMemory < LEAST_MEMORY ? "no_memory" : "";
}

/** Start what does the work. */
function startEngine() {
  const place = new URL(`${folder}/`, HOME);
  if (!files) {
    engine = new Server(new URL("../", place).href, showState);
    return;
  }
  const why = obstacle();
  if (why) return showState("unable", why);
  const worker = new URL("worker.js", place).href;
  engine = new Engine(worker, new URL(`${files}/`, HOME).href, (state, about) => {
    if (state === "broken") engine = null;
    showState(state, about);
  });
}

/** Keep the app for times without a network, and say when there is a new one. */
async function keepOffline() {
  const keeper = navigator.serviceWorker;
  const keepNone = () => {
    keeps = false;
    showState(last.state, last.why);
    return null;
  };
  if (!keeper || !("caches" in window)) return keepNone();
  let renewing = false;
  keeper.addEventListener("controllerchange", () => {
    if (renewing) location.reload();
    else showState(last.state, last.why);
  });
  const kept = await keeper.register("sw.js").catch(keepNone);
  if (!kept) return;
  const offer = () => {
    if (!kept.waiting || !keeper.controller) return;
    byId("news").hidden = false;
    byId("renew").onclick = () => {
      renewing = true;
      kept.waiting?.postMessage("renew");
    };
  };
  offer();
  kept.addEventListener("updatefound", () => {
    kept.installing?.addEventListener("statechange", offer);
  });
}

/**
 * Go on in another language.
 * @param {string} language
 */
async function speak(language) {
  // What is pressed on a page that is about to be replaced would be undone.
  document.body.inert = true;
  const answer = await fetch(`${folder}/${language}.html`).catch(() => null);
  const page = answer?.ok ? await answer.text().catch(() => "") : "";
  document.body.inert = false;
  if (!page) return;
  const chosen = new URLSearchParams(query());
  const current = document.querySelector("[data-place][aria-current]");
  const place = current?.getAttribute("data-place") ?? "shelf";
  const foldedOut = byId("change").open;
  document.body.innerHTML = page;
  byId("change").open = foldedOut;
  readWords();
  chosen.set("language", language);
  laid = "";
  fillIn(chosen);
  listen();
  go(place);
  showState();
}

/**
 * Take a thing from the shelf: show its sheets.
 * @param {string} chosen its address
 */
function take(chosen) {
  byId("change").open = false;
  fillIn(new URLSearchParams(chosen));
  go("make");
  scrollTo(0, 0);
  byId("make").querySelector("h1")?.focus();
  show();
  const buttons = document.querySelector(".seen .buttons");
  byId("card").decode().catch(() => {}).then(() => buttons?.scrollIntoView({ block: "nearest" }));
}

/** @param {string} place a form */
function go(place) {
  for (const key of document.querySelectorAll("[data-place]")) {
    const name = key.getAttribute("data-place") ?? "";
    if (name === place) key.setAttribute("aria-current", "page");
    else key.removeAttribute("aria-current");
    byId(name).hidden = name !== place;
  }
  document.title = `${say(place)} · kitgen`;
  if (place === "find") layBoard();
  const chosen = byId("kit").value;
  if (place === "invent") openGame(chosen.startsWith(TOLD) ? chosen : SIMPLEST);
}

/**
 * Choose the machine of a side of a game, with what else is chosen.
 * @param {string} game
 * @param {string} side
 */
function chooseGame(game, side) {
  const chosen = new URLSearchParams(query());
  for (const [name, value] of new URLSearchParams(`${game}&side=${side}`)) chosen.set(name, value);
  chosen.delete("size");
  fillIn(chosen);
}

/** Listen to the page on which a game is invented. */
function listenToGame() {
  layGame({
    ask: async (task, more) => {
      if (!engine) return refused("not_ready_made");
      return ask(task, task, more, undefined, `language=${data.language}`);
    },
    say,
    save,
    home: HOME,
    slow: Boolean(files),
    play: (game, side) => {
      chooseGame(game, side);
      play();
    },
    print: (game, side) => {
      chooseGame(game, side);
      go("make");
      scrollTo(0, 0);
      /** @type {HTMLElement} */ (document.querySelector("[data-place=make]")).focus();
      show();
    },
  });
  const link = byId("game-link");
  onPress("game-copy", () => copy("game-copy", link.value));
  onPress("game-copy-play", () => copy("game-copy-play", `${link.value}&view=${PLAYS}`));
  onPress("kit-copy", () => copy("kit-copy", byId("kit-link").href));
}

/**
 * Copy an address, also where a browser allows it only by a selection, and say so on the button.
 * @param {string} key
 * @param {string} address
 */
async function copy(key, address) {
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = address;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const button = byId(key);
  const text = button.textContent;
  button.textContent = say("copied");
  if (text === say("copied")) return;
  setTimeout(() => {
    button.textContent = text;
  }, NOTICE);
}

/**
 * Do something in place of sending a form.
 * @param {string} id
 * @param {(form: HTMLFormElement) => unknown} send
 */
function onSend(id, send) {
  byId(id).addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    send(byId(id));
  });
}

/** Hear what is pressed and written on the page that is shown. */
function listen() {
  listenToChoices();
  onPress("mend", mend);
  // Leaving a field would show the kit again, and move the button away from the press.
  for (const key of document.querySelectorAll("#mend, #play, [data-made]")) {
    key.addEventListener("mousedown", (event) => event.preventDefault());
  }
  onPress("cancel", () => {
    engine?.cancel();
    for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  });
  for (const key of document.querySelectorAll("#play, [data-made]")) {
    // Without a script it sends the form.
    key.setAttribute("type", "button");
    key.addEventListener("click", () => {
      if (key.id) play();
      else make(key.getAttribute("data-made") ?? "");
    });
  }
  // A picture that is not there is left out.
  byId("look").addEventListener("error", (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLImageElement) {
      event.target.closest("figure")?.setAttribute("hidden", "");
    }
  }, true);
  listenToPlaces();
  listenToQuestions();
  listenToGame();
}

/** What is chosen in the form of a kit, and the fold in which its choices lie. */
function listenToChoices() {
  const form = byId("kit-form");
  onSend("kit-form", show);
  form.addEventListener("change", async (/** @type {Event} */ event) => {
    const { id, value } = /** @type {HTMLInputElement} */ (event.target);
    if (id === "language") await speak(value);
    show();
  });
  form.addEventListener("input", (/** @type {Event} */ event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type === "checkbox") return;
    clearTimeout(pause);
    pause = window.setTimeout(show, PAUSE);
  });
  // Beside the pictures a button folds the choices out; without a script the fold has its own.
  const change = byId("change");
  const key = byId("change-do");
  key.hidden = false;
  change.querySelector("summary").hidden = true;
  key.addEventListener("click", () => {
    change.open = !change.open;
  });
  change.addEventListener("toggle", () => key.setAttribute("aria-expanded", String(change.open)));
}

/** What leads elsewhere: the forms, the shelf's things, and the other languages. */
function listenToPlaces() {
  for (const key of document.querySelectorAll("[data-place]")) {
    key.addEventListener("click", () => go(key.getAttribute("data-place") ?? ""));
  }
  for (const thing of document.querySelectorAll("[data-kit]")) {
    thing.addEventListener("click", (event) => {
      event.preventDefault();
      take(thing.getAttribute("data-kit") ?? "");
    });
  }
  for (const link of document.querySelectorAll("[data-language]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      await speak(link.getAttribute("data-language") ?? "");
      show();
    });
  }
}

/** The forms that ask kitgen something. */
function listenToQuestions() {
  onPress("from-start", () => layStart(say));
  onSend("find-form", () => {
    const position = byId("position").value.trim();
    const laidOut = { cells: cellsLaid(), to_move: byId("to-move").value };
    question("find", "find", position ? { position } : laidOut);
  });
  onSend("try-form", (sent) => {
    question("curve", "try", Object.fromEntries(/** @type {any} */ (new FormData(sent))));
  });
  onSend("verify-form", async () => {
    const [file] = byId("file").files;
    if (!file) return;
    const more = { file: file.name, counts: byId("counts").value };
    await question("verify", "verify", more, await file.arrayBuffer());
  });
  const drop = byId("drop");
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind !== "drop" || !event.dataTransfer?.files.length) return;
      byId("file").files = event.dataTransfer.files;
      byId("verify-form").requestSubmit();
    });
  }
}

/**
 * Whether an address chooses more than a language, rightly or wrongly.
 * @param {URLSearchParams} chosen
 */
function choosesKit(chosen) {
  const form = byId("kit-form");
  const isChoice = (/** @type {string} */ name) => form.querySelector(selectorOf(name)) !== null;
  return [...chosen.keys()].some((name) => name !== "language" && isChoice(name));
}

/**
 * An address in today's names: the codes on covers of version 1.0 have others.
 * @param {URLSearchParams} chosen
 */
function withNamesOfToday(chosen) {
  const todays = new Map(Object.entries(data.names_in_1_0));
  const named = new URLSearchParams();
  for (const [name, value] of chosen) {
    const today = todays.get(name) ?? name;
    named.append(chosen.has(today) ? name : today, value);
  }
  return named;
}

/** Show the kit that the address names. */
async function begin() {
  const chosen = withNamesOfToday(new URLSearchParams(location.hash.slice(1) || location.search));
  const known = [...byId("language").options].map(({ value }) => value);
  // A server fills the form in for whoever has no scripts; here it begins with what is usual.
  const asked = chosen.get("language") ?? "";
  const wish = known.includes(asked) ? asked : likedLanguage(known);
  const isOther = wish !== data.language || location.search;
  if (isOther) await speak(wish);
  if (!chosen.has("language")) chosen.set("language", data.language);
  takeGame(history.state?.game ?? "");
  const isChosen = choosesKit(chosen);
  const plays = chosen.get("view") === PLAYS;
  chosen.delete("view");
  fillIn(chosen);
  if (plays) {
    // Whoever comes back from playing is to find the kit.
    history.replaceState(history.state, "", `${HOME}#${query()}`);
    await play();
  }
  if (isChosen) go("make");
  await show();
}

/**
 * The first language of this browser that the page has, or the page's own.
 * @param {string[]} known
 * @returns {string}
 */
function likedLanguage(known) {
  const liked = navigator.languages.map((name) => name.split("-")[0]);
  return liked.find((name) => known.includes(name)) ?? data.language;
}

readWords();
listen();
if (files) showState("starting");
startEngine();
addEventListener("hashchange", () => {
  const chosen = location.hash.slice(1);
  if (chosen.includes("=") && chosen !== kit) begin();
});
begin();
if (files) keepOffline();
