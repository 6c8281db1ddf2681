// @ts-check
/**
 * Shows a kit while it is chosen, and takes a file that is dropped. All words and pictures come from the server; without
 * this script the form does the same when its button is pressed.
 */

/** Milliseconds after the last key in a field to write in. */
const PAUSE = 250;
/** Milliseconds after which figures are asked for again that take long. */
const AGAIN = 1500;

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#kit-form"));
const look = document.querySelector("#look");
const figures = document.querySelector("#figures");
/** What is being asked for; a change ends it. */
let asking = new AbortController();
let pause = 0;

/**
 * Return what is chosen, as an address says it.
 * @param {HTMLFormElement} chosen
 */
function query(chosen) {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(chosen)) {
    if (typeof value === "string" && value.trim()) said.append(name, value);
  }
  return said.toString();
}

/**
 * Put what the server says in the place of what is there.
 * @param {Element} place
 * @param {string} said
 */
function put(place, said) {
  const whole = new DOMParser().parseFromString(said, "text/html");
  place.replaceChildren(...whole.body.childNodes);
  place.removeAttribute("aria-busy");
}

/**
 * Ask for the figures until they are there.
 * @param {string} said
 * @param {AbortSignal} signal
 */
async function fill(said, signal) {
  if (!figures) return;
  for (;;) {
    const answer = await fetch(`${form?.action}figures?${said}`, { signal });
    put(figures, await answer.text());
    if (answer.status !== 202) return;
    await new Promise((done) => setTimeout(done, AGAIN));
    signal.throwIfAborted();
  }
}

/** Show what is chosen now. */
async function show() {
  if (!form || !look || !figures) return;
  asking.abort();
  asking = new AbortController();
  const { signal } = asking, said = query(form);
  look.setAttribute("aria-busy", "true");
  figures.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${form.action}look?${said}`, { signal });
    put(look, await answer.text());
    history.replaceState(null, "", `${form.action}?${said}`);
    if (answer.ok) await fill(said, signal);
    else figures.replaceChildren();
  } catch (error) {
    if (!signal.aborted) {
      look.removeAttribute("aria-busy");
      figures.removeAttribute("aria-busy");
    }
  }
}

// A picture that cannot be made is left out: what is said below the pictures tells why.
look?.addEventListener("error", (event) => {
  const picture = event.target;
  if (picture instanceof HTMLImageElement) picture.closest("figure")?.setAttribute("hidden", "");
}, true);

if (form) {
  document.querySelector("#show")?.setAttribute("hidden", "");
  form.addEventListener("change", (event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    clearTimeout(pause);
    // Another language is another page.
    if (field.id === "lang") form.requestSubmit();
    else show();
  });
  form.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type === "checkbox") return;
    clearTimeout(pause);
    pause = window.setTimeout(show, PAUSE);
  });
  if (figures?.querySelector("#late")) fill(query(form), asking.signal).catch(() => undefined);
}

const drop = document.querySelector("#drop");
const file = /** @type {HTMLInputElement | null} */ (document.querySelector("#file"));
if (drop && file) {
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  drop.addEventListener("drop", (event) => {
    const dropped = /** @type {DragEvent} */ (event).dataTransfer?.files;
    if (!dropped?.length) return;
    file.files = dropped;
    file.form?.requestSubmit();
  });
}
