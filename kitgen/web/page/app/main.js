// The app: what is chosen is an address, what is asked for is done by an engine (a worker of this
// browser, or the server that has sent this page), and what comes back is shown.

import { byId } from "../view/draw.js";
import { Words } from "../view/words.js";
import { Engine } from "./asking.js";
import { layGame, openGame, takeGame } from "./invent.js";
import { Server } from "./serving.js";
import { cellsLaid, layCells, layStart } from "./setup.js";

/** Milliseconds after the last key in a field to write in. */
const PAUSE = 250;
/** Gigabytes that a device must have, where the browser tells. */
const LEAST_MEMORY = 0.5;
/** Milliseconds for which a button says that it has done something. */
const NOTICE = 3000;
/** How the name of a game begins that is told as data; the whole game may follow. */
const TOLD = "told:";
/** The game to begin with; and the most letters of an address that is shown whole. */
const SIMPLEST = "told:hexapawn", WHOLE = 200;
const { folder = "", engine: files = "", ready = "" } = document.body.dataset;
const HOME = location.href.split(/[?#]/)[0];
/** How an address names the page to play on, which it then opens: `view=play`. */
const PLAYS = "play";

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
/** @type {{state: string, why?: string}} */
let last = { state: "starting" };
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
 * Return what is chosen, as an address says it.
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

/** @param {any} field */
function usualValue(field) {
  if (!(field instanceof HTMLSelectElement)) return field.type === "checkbox" ? "" : field.defaultValue;
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]).value;
}

/**
 * Fill the form in, from an address, and say what of it the form has no place for.
 * @param {URLSearchParams} chosen
 */
function fillIn(chosen) {
  const form = byId("kit-form");
  form.reset();
  const values = new Map(chosen);
  const named = values.get("kit") ?? "";
  const [game, size] = named.split(/[:,]/);
  const kits = form.elements.kit;
  if (named && ![...kits.options].some(({ value }) => value === named)) {
    if (named === `${game}:${size}` && [...kits.options].some(({ value }) => value === game)) {
      values.set("kit", game);
      values.set("size", size);
    } else kits.append(new Option(toldName(named) || named, named));
  }
  const labels = [...form.elements.stock.options].map(({ value }) => value);
  if (values.has("stock") && !labels.includes(values.get("stock") ?? "")) values.set("own", values.get("stock") ?? ""), values.delete("stock");
  const unread = [...values].filter(([name, value]) => !hasPlace(form, name, value)).map((pair) => pair.join("="));
  byId("unread").hidden = !unread.length;
  byId("unread").textContent = say("unread", { parts: unread.join(", ") });
  for (const [name, value] of values) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      const usual = field.type === "checkbox" ? !value.split(",").includes(field.value) : field.value === value;
      if (usual) continue;
      if (field.type === "checkbox") field.checked = true;
      else field.value = value;
      for (let fold = field.closest("details"); fold && fold.id !== "change"; fold = fold.parentElement.closest("details")) fold.open = true;
    }
  }
}

/**
 * Whether a form can show a value of an address.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function hasPlace(form, name, value) {
  const [field] = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
  if (!(field instanceof HTMLSelectElement)) return field !== undefined;
  return [...field.options].some((option) => option.value === value);
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
  const { kit: name = "", language: lang = data.language, page = "a4", ...more } = Object.fromEntries(new URLSearchParams(query()));
  const folder = `${name}-${lang}-${page}`;
  return ready.split(" ").includes(folder) && !Object.keys(more).length ? `ready/${folder}` : "";
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
 */
async function ask(lane, task, more = {}, file, of = query()) {
  const answer = await engine?.ask(lane, { task, kit: of, language: data.language, more }, file);
  const why = answer?.broken ? "broken" : answer?.unreachable ? "unreachable" : "";
  return why ? { refusal: warning(say(why)) } : answer ?? null;
}

/** Show what is chosen now: what lies ready-made at once, all else from the engine. */
async function show() {
  clearTimeout(pause);
  const made = readyMade();
  for (const about of document.querySelectorAll(".about")) about.textContent = say("chosen", { title: byId("kit").selectedOptions[0]?.text ?? "" });
  if (made && !engine?.ready) {
    showPictures({ card: `${made}/card.svg`, sheet: `${made}/sheet.svg` });
    fetch(`${made}/figures.html`).then(async (answer) => answer.status === 200 && !engine?.ready && put("figures", await answer.text()), () => {});
  }
  for (const id of ["look", "figures"]) byId(id).setAttribute("aria-busy", String(Boolean(engine)));
  const answer = await ask("look", "look", { home: HOME });
  if (!answer) return;
  put("refusal", answer.refusal ?? "");
  byId("look").removeAttribute("aria-busy");
  byId("mend").hidden = !answer.refusal;
  if (answer.refusal) {
    for (const name of ["card", "sheet"]) byId(name).closest("figure").hidden = true;
    byId("where").hidden = true;
    return put("figures", "");
  }
  showPictures(answer);
  kit = answer.kit;
  byId("code").src = answer.code;
  byId("code").hidden = !answer.code;
  byId("where").hidden = false;
  const address = `${HOME}#${kit}`;
  byId("kit-link").href = `#${kit}`;
  byId("kit-link").textContent = address.length > WHOLE ? `${address.slice(0, WHOLE)} …` : address;
  if (location.hash !== `#${kit}`) history.replaceState(history.state, "", address);
  const figures = await ask("figures", "figures");
  if (figures) put("figures", figures.shown ?? figures.refusal);
  if (!byId("find").hidden) layBoard();
}

/** Lay the board of the kit, to set a position up. */
async function layBoard() {
  if (!engine || laid === kit) return;
  const answer = await ask("board", "set-up");
  if (!answer?.pictures) return;
  laid = kit;
  layCells(answer, say, () => (byId("position").value = ""));
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
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Make a file of the kit, and save it.
 * @param {string} kind
 */
async function make(kind) {
  const made = readyMade();
  if (kind === "pdf" && made && !engine?.ready) {
    const answer = await fetch(`${made}/kit.pdf`).catch(() => null);
    if (answer?.status === 200) return save(`${made.slice("ready/".length)}.pdf`, await answer.blob());
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
 * Make the page to play on, and open it: the service worker keeps it, as files of this address,
 * from now on.
 */
async function play() {
  if (!files) return location.assign(new URL(`../kit/-/play.html?${query()}`, new URL(`${folder}/`, HOME)));
  if (!navigator.serviceWorker?.controller) return make("companion");
  const answer = await ask("make companion", "companion", { home: HOME });
  if (!answer?.made) return put("refusal", answer?.refusal ?? warning(say("not_ready_made")));
  const place = new URL(`play/${answer.name}`, HOME).href;
  await (await caches.open("kitgen-play")).put(place, new Response(answer.made, { headers: { "content-type": "text/html; charset=utf-8" } }));
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
  put(place, engine ? answer?.shown ?? answer?.refusal ?? "" : warning(say("not_ready_made")));
}

/** Say how the engine is. */
function showState(state = last.state, about = /** @type {any} */ (undefined)) {
  last = { state, why: about };
  byId("ready").hidden = !["broken", "unable"].includes(state);
  const working = state === "working";
  const bar = byId("done");
  bar.hidden = !working;
  byId("cancel").hidden = !working;
  if (about?.all) (bar.max = about.all), (bar.value = about.done);
  else bar.removeAttribute("value");
  byId("state").textContent =
    state === "working" ? about?.place ?? (about?.all ? say("working_at", { done: about.done, all: about.all }) : say("working"))
    : state === "ready" ? say(navigator.serviceWorker?.controller ? "offline" : "ready") + (keeps ? "" : ` ${say("no_storage")}`)
    : state === "broken" ? say("unable", { why: say(/memory/i.test(about) ? "no_memory" : "not_loaded") })
    : state === "unable" ? say("unable", { why: say(about) }) : say("starting");
}

/** Why kitgen cannot run here: a text; empty where it can. */
function obstacle() {
  if (!window.Worker) return "no_workers";
  if (!window.WebAssembly?.instantiateStreaming) return "no_webassembly";
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    return "no_webassembly";
  }
  if (!("DecompressionStream" in window && "structuredClone" in window)) return "too_old";
  return /** @type {any} */ (navigator).deviceMemory < LEAST_MEMORY ? "no_memory" : "";
}

/** Start what does the work. */
function startEngine() {
  if (!files) return void (engine = new Server(new URL("../", new URL(`${folder}/`, HOME)).href, showState));
  const why = obstacle();
  if (why) return showState("unable", why);
  engine = new Engine(new URL(`${folder}/worker.js`, HOME).href, new URL(`${files}/`, HOME).href, (state, about) => {
    if (state === "broken") engine = null;
    showState(state, about);
  });
}

/** Keep the app for times without a network, and say when there is a new one. */
async function keepOffline() {
  const keeper = navigator.serviceWorker;
  const none = () => ((keeps = false), showState(last.state, last.why), null);
  if (!keeper || !("caches" in window)) return none();
  let renewing = false;
  keeper.addEventListener("controllerchange", () => (renewing ? location.reload() : showState(last.state, last.why)));
  const kept = await keeper.register("sw.js").catch(none);
  if (!kept) return;
  const offer = () => {
    if (!kept.waiting || !keeper.controller) return;
    byId("news").hidden = false;
    byId("renew").onclick = () => ((renewing = true), kept.waiting?.postMessage("renew"));
  };
  offer();
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
}

/**
 * Go on in another language.
 * @param {string} language
 */
async function speak(language) {
  const answer = await fetch(`${folder}/${language}.html`).catch(() => null);
  if (!answer?.ok) return;
  const chosen = new URLSearchParams(query());
  const place = document.querySelector("[data-place][aria-current]")?.getAttribute("data-place") ?? "shelf";
  const foldedOut = byId("change").open;
  document.body.innerHTML = await answer.text();
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
  document.querySelector("#make h1")?.focus();
  show();
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
    ask: (task, more) => (engine ? ask(task, task, more, undefined, `language=${data.language}`) : Promise.resolve({ refusal: warning(say("not_ready_made")) })),
    say, save, home: HOME, slow: Boolean(files),
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
  byId("game-copy").addEventListener("click", () => copy("game-copy", byId("game-link").value));
  byId("game-copy-play").addEventListener("click", () => copy("game-copy-play", `${byId("game-link").value}&view=${PLAYS}`));
  byId("kit-copy").addEventListener("click", () => copy("kit-copy", byId("kit-link").href));
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
  const words = byId(key).textContent;
  byId(key).textContent = say("copied");
  if (words !== say("copied")) setTimeout(() => (byId(key).textContent = words), NOTICE);
}

/** @param {string} id @param {(form: HTMLFormElement) => unknown} send */
function onSend(id, send) {
  byId(id).addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    send(byId(id));
  });
}

/** Hear what is pressed and written on the page that is shown. */
function listen() {
  const form = byId("kit-form");
  onSend("kit-form", show);
  byId("mend").addEventListener("click", mend);
  // Beside the pictures a button folds the choices out; without a script the fold has its own.
  const change = byId("change"), key = byId("change-do");
  key.hidden = false;
  change.querySelector("summary").hidden = true;
  key.addEventListener("click", () => (change.open = !change.open));
  change.addEventListener("toggle", () => key.setAttribute("aria-expanded", String(change.open)));
  for (const thing of document.querySelectorAll("[data-kit]")) {
    thing.addEventListener("click", (event) => {
      event.preventDefault();
      take(thing.getAttribute("data-kit") ?? "");
    });
  }
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
  for (const key of document.querySelectorAll("#play, [data-made]")) {
    // Without a script it sends the form.
    key.setAttribute("type", "button");
    key.addEventListener("click", () => (key.id ? play() : make(key.getAttribute("data-made") ?? "")));
  }
  for (const key of document.querySelectorAll("[data-place]")) key.addEventListener("click", () => go(key.getAttribute("data-place") ?? ""));
  for (const link of document.querySelectorAll("[data-language]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      await speak(link.getAttribute("data-language") ?? "");
      show();
    });
  }
  byId("cancel").addEventListener("click", () => {
    engine?.cancel();
    for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  });
  // A picture that is not there is left out.
  byId("look").addEventListener("error", (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLImageElement) event.target.closest("figure")?.setAttribute("hidden", "");
  }, true);
  byId("from-start").addEventListener("click", () => layStart(say));
  onSend("find-form", () => {
    const position = byId("position").value.trim();
    question("find", "find", position ? { position } : { cells: cellsLaid(), to_move: byId("to-move").value });
  });
  listenToGame();
  onSend("try-form", (sent) => question("curve", "try", Object.fromEntries(/** @type {any} */ (new FormData(sent)))));
  onSend("verify-form", async () => {
    const [file] = byId("file").files;
    if (!file) return;
    await question("verify", "verify", { file: file.name, counts: byId("counts").value }, await file.arrayBuffer());
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

/** Show the kit that the address names. */
async function open() {
  const chosen = new URLSearchParams(location.hash.slice(1) || location.search);
  const known = [...byId("language").options].map(({ value }) => value);
  const wish = chosen.get("language") ?? navigator.languages.map((name) => name.split("-")[0]).find((name) => known.includes(name)) ?? data.language;
  // A server fills the form in for whoever has no scripts; here it begins with what is usual.
  if ((wish !== data.language || location.search) && known.includes(wish)) await speak(wish);
  if (!chosen.has("language")) chosen.set("language", data.language);
  takeGame(history.state?.game ?? "");
  const named = chosen.has("kit");
  const plays = chosen.get("view") === PLAYS;
  chosen.delete("view");
  fillIn(chosen);
  // Whoever comes back from playing is to find the kit.
  if (plays) history.replaceState(history.state, "", `${HOME}#${query()}`);
  if (plays) await play();
  if (named) go("make");
  await show();
}

readWords();
listen();
startEngine();
addEventListener("hashchange", () => location.hash.includes("=") && location.hash.slice(1) !== kit && open());
open();
if (files) keepOffline();
