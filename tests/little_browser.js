// A little browser for tests in Node: enough of a document, an address, a storage and a clock for
// the page's scripts, none of which moves by itself. What a page does to anything else is told in a
// list: files that are saved, addresses that are opened, timers with their milliseconds.

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source"]);
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
/** What a file's element, a list of choices and so on keep beside their attributes. */
const FIELDS = new Set(["input", "select", "textarea"]);
const REFLECTED = {
  id: "id", className: "class", type: "type", name: "name", href: "href", src: "src", lang: "lang",
  download: "download", min: "min", max: "max", scope: "scope", inputMode: "inputmode",
  content: "content",
};
/** So much of a line of a file is told. */
const MAX_LETTERS = 120;
const SWITCHES = ["hidden", "disabled", "open", "inert", "required"];

const decoded = (text) => text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name) => {
  if (/^#x/i.test(name)) return String.fromCodePoint(parseInt(name.slice(2), 16));
  if (name[0] === "#") return String.fromCodePoint(Number(name.slice(1)));
  return NAMED[name] ?? whole;
});
const encoded = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

class Target {
  constructor() {
    this.heard = [];
  }
  addEventListener(kind, work, how) {
    const early = how === true || Boolean(how?.capture);
    this.heard.push({ kind, work, early, once: Boolean(how?.once) });
  }
  hear(event, early) {
    for (const each of [...this.heard]) {
      if (each.kind !== event.type || each.early !== early) continue;
      if (each.once) this.heard.splice(this.heard.indexOf(each), 1);
      event.currentTarget = this;
      each.work(event);
    }
  }
}

class Node_ extends Target {
  constructor() {
    super();
    this.parent = null;
  }
  remove() {
    if (!this.parent) return;
    this.parent.nodes.splice(this.parent.nodes.indexOf(this), 1);
    this.parent = null;
  }
}

class Text_ extends Node_ {
  constructor(text) {
    super();
    this.text = text;
  }
  get textContent() {
    return this.text;
  }
  get outerHTML() {
    return encoded(this.text);
  }
}

class Style {
  setProperty(name, value) {
    this[name] = value;
  }
}

class Element_ extends Node_ {
  constructor(tag, page) {
    super();
    this.tag = tag;
    this.page = page;
    this.attributes = new Map();
    this.nodes = [];
    this.style = new Style();
    this.files = [];
    this.dataset = new Proxy(this, {
      get: (_, name) => this.attributes.get(dataName(name)),
      has: (_, name) => this.attributes.has(dataName(name)),
      set: (_, name, value) => Boolean(this.attributes.set(dataName(name), String(value))),
    });
    this.scrollTop = 0;
    this.scrollLeft = 0;
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
    if (name === "value" && this.tag === "progress") this.written = undefined;
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  get children() {
    return this.nodes.filter((node) => node instanceof Element_);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get parentElement() {
    return this.parent;
  }
  get isConnected() {
    return this === this.page.root || Boolean(this.parent?.isConnected);
  }
  contains(other) {
    for (let one = other; one; one = one.parent) if (one === this) return true;
    return false;
  }
  get textContent() {
    return this.nodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" || text === null ? [] : [String(text)]));
  }
  get text() {
    return this.textContent.trim();
  }
  get innerHTML() {
    return this.nodes.map((node) => node.outerHTML).join("");
  }
  set innerHTML(html) {
    this.replaceChildren(...parsed(String(html), this.page));
  }
  get outerHTML() {
    const all = [...this.attributes].map(([name, value]) => ` ${name}="${encoded(value)}"`);
    const open = `<${this.tag}${all.join("")}>`;
    return VOID.has(this.tag) ? open : `${open}${this.innerHTML}</${this.tag}>`;
  }
  taken(given) {
    return given.map((each) => {
      const node = each instanceof Node_ ? each : new Text_(String(each));
      node.remove();
      node.parent = this;
      return node;
    });
  }
  append(...given) {
    this.nodes.push(...this.taken(given));
  }
  appendChild(given) {
    this.append(given);
    return given;
  }
  prepend(...given) {
    this.nodes.unshift(...this.taken(given));
  }
  replaceChildren(...given) {
    for (const node of this.nodes) node.parent = null;
    this.nodes = [];
    this.append(...given);
    this.page.lookForFocus();
  }
  before(...given) {
    const parent = this.parent;
    const nodes = parent.taken(given);
    parent.nodes.splice(parent.nodes.indexOf(this), 0, ...nodes);
  }
  replaceWith(...given) {
    this.before(...given);
    this.remove();
    this.page.lookForFocus();
  }
  get classList() {
    const names = () => (this.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
    const put = (all) => this.setAttribute("class", all.join(" "));
    return {
      contains: (name) => this.attributes.has("class") && names().includes(name),
      add: (name) => names().includes(name) || put([...names(), name]),
      remove: (name) => names().includes(name) && put(names().filter((each) => each !== name)),
      toggle(name, on = !names().includes(name)) {
        this[on ? "add" : "remove"](name);
        return on;
      },
    };
  }
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? 0);
  }
  set tabIndex(value) {
    this.setAttribute("tabindex", value);
  }
  matches(selector) {
    return selectors(selector).some((parts) => fits(this, parts, parts.length - 1));
  }
  closest(selector) {
    for (let one = this; one; one = one.parent) if (one.matches?.(selector)) return one;
    return null;
  }
  /** All elements in it, in the order of the page. */
  all(found = []) {
    for (const node of this.nodes) {
      if (!(node instanceof Element_)) continue;
      found.push(node);
      node.all(found);
    }
    return found;
  }
  querySelectorAll(selector) {
    const all = selectors(selector);
    return this.all().filter((each) => all.some((parts) => fits(each, parts, parts.length - 1)));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  get isSeen() {
    for (let one = this; one; one = one.parent) if (one.hidden) return false;
    return true;
  }
  focus() {
    if (!this.isConnected || !this.isSeen || this.disabled) return;
    this.page.moveFocus(this);
  }
  blur() {
    if (this.page.focus === this) this.page.moveFocus(null);
  }
  click() {
    if (this.disabled) return;
    this.page.fire(this, "click");
    this.onclick?.();
    if (this.tag === "a" && this.download) this.page.tell(`saves ${this.download}`, this.href);
  }
  /** Where it lies is counted by its place among others, so that no two lie alike. */
  get place() {
    if (!this.parent) return 0;
    return this.parent.place + 1 + 7 * this.parent.nodes.indexOf(this);
  }
  getBoundingClientRect() {
    return { x: this.place, y: 2 * this.place, width: 20, height: 10 };
  }
  get offsetLeft() {
    return this.place;
  }
  get offsetTop() {
    return 3 * this.place;
  }
  get clientWidth() {
    return 120;
  }
  get clientHeight() {
    return 50;
  }
  scrollTo(...how) {
    this.page.tell(`scrolls #${this.id}`, JSON.stringify(how));
  }
  scrollIntoView() {}
  decode() {
    return Promise.resolve();
  }
  animate(frames, timing) {
    const way = frames.map(({ transform }) => transform).join(" > ");
    this.page.tell(`flies ${way}`, JSON.stringify(timing));
    return { finished: Promise.resolve() };
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  // --- forms
  get options() {
    return this.querySelectorAll("option");
  }
  get selectedOptions() {
    const { options } = this;
    const at = this.chosen ?? Math.max(0, options.findIndex((one) => one.defaultSelected));
    return options[at] ? [options[at]] : [];
  }
  get defaultSelected() {
    return this.hasAttribute("selected");
  }
  get defaultValue() {
    return this.getAttribute("value") ?? "";
  }
  get value() {
    if (this.tag === "select") return this.selectedOptions[0]?.value ?? "";
    if (this.tag === "option") return this.getAttribute("value") ?? this.text;
    if (this.tag === "textarea") return this.written ?? this.textContent;
    return this.written ?? this.defaultValue;
  }
  set value(value) {
    if (this.tag === "option") this.setAttribute("value", value);
    else if (this.tag === "select") {
      this.chosen = this.options.findIndex((one) => one.value === String(value));
    } else this.written = String(value);
  }
  get checked() {
    return this.ticked ?? this.hasAttribute("checked");
  }
  set checked(on) {
    this.ticked = on;
  }
  reportValidity() {
    if (this.value === "") return !this.required;
    if (this.type !== "number") return true;
    const value = Number(this.value);
    const least = this.min === "" ? -Infinity : Number(this.min);
    const most = this.max === "" ? Infinity : Number(this.max);
    return Number.isInteger(value) && value >= least && value <= most;
  }
  select() {}
  get elements() {
    const named = (name) => this.querySelector(`[name="${name}"]`);
    return new Proxy({}, { get: (_, name) => named(name) });
  }
  reset() {
    for (const each of this.all()) {
      delete each.written;
      delete each.chosen;
      delete each.ticked;
    }
  }
  requestSubmit() {
    this.page.fire(this, "submit");
  }
}
for (const [name, attribute] of Object.entries(REFLECTED)) {
  Object.defineProperty(Element_.prototype, name, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });
}
for (const name of SWITCHES) {
  Object.defineProperty(Element_.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(on) {
      const before = this.hasAttribute(name);
      if (on) this.setAttribute(name, "");
      else this.removeAttribute(name);
      if (name === "open" && before !== Boolean(on) && this.tag === "details") {
        this.page.fire(this, "toggle");
      }
    },
  });
}

const dataName = (name) => {
  return `data-${String(name).replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
};

// --- selectors

const PART = /([#.]?[\w-]+|\*)|\[([\w-]+)(?:=(?:"([^"]*)"|([^\]]*)))?\]|:not\(([^)]*)\)/g;
const KNOWN = new Map();

/** The ways to fit a selector, each as the parts that follow each other inwards. */
function selectors(text) {
  if (!KNOWN.has(text)) {
    const all = text.split(",").map((each) => each.trim().split(/\s+/));
    KNOWN.set(text, all.map((parts) => parts.map((part) => [...part.matchAll(PART)])));
  }
  return KNOWN.get(text);
}

function fits(element, parts, at) {
  if (!fitsPart(element, parts[at])) return false;
  if (!at) return true;
  for (let one = element.parent; one; one = one.parent) if (fits(one, parts, at - 1)) return true;
  return false;
}

function fitsPart(element, part) {
  return part.every(([, word, name, quoted, bare, not]) => {
    if (not !== undefined) return !element.matches(not);
    if (name !== undefined) {
      const value = quoted ?? bare;
      if (!element.hasAttribute(name)) return false;
      return value === undefined || element.getAttribute(name) === value;
    }
    if (word === "*") return true;
    if (word[0] === "#") return element.id === word.slice(1);
    return word[0] === "." ? element.classList.contains(word.slice(1)) : element.tag === word;
  });
}

// --- HTML

const TOKEN = new RegExp(
  "<!--[^]*?-->|<!doctype[^>]*>"
    + "|<(\\/?)([a-z][\\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|[^<]+|<",
  "gi",
);
const ATTRIBUTE = /([^\s=\/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function parsed(html, page) {
  const top = new Element_("top", page);
  const open = [top];
  let raw = "";
  for (const [whole, end, tag, rest] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    if (raw && !(end && name === raw)) {
      open.at(-1).nodes.push(...open.at(-1).taken([new Text_(whole)]));
    } else if (!tag) {
      if (!whole.startsWith("<!")) open.at(-1).append(new Text_(decoded(whole)));
    } else if (end) {
      raw = "";
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
    } else {
      const made = new Element_(tag, page);
      for (const [, key, one, other, bare] of rest.matchAll(ATTRIBUTE)) {
        made.attributes.set(key, decoded(one ?? other ?? bare ?? ""));
      }
      open.at(-1).append(made);
      if (!VOID.has(tag) && !rest.endsWith("/")) open.push(made);
      if (tag === "script" || tag === "style") raw = tag;
    }
  }
  const nodes = [...top.nodes];
  for (const node of nodes) node.parent = null;
  return nodes;
}

// --- a window

/** Let promises go on, and what comes from outside Node. */
export async function settle(rounds = 12) {
  for (let round = 0; round < rounds; round += 1) await new Promise((done) => setImmediate(done));
}

const store = () => {
  const kept = {};
  const hide = (name, value) => {
    Object.defineProperty(kept, name, { value, configurable: true });
  };
  hide("getItem", (key) => (Object.hasOwn(kept, key) ? kept[key] : null));
  hide("setItem", (key, text) => {
    kept[key] = String(text);
  });
  hide("removeItem", (key) => delete kept[key]);
  return kept;
};

/** What the windows of one browser share. */
export class Browser {
  constructor() {
    this.localStorage = store();
    this.base = new Map();
    this.windows = [];
  }

  /** Tell the other windows that one has kept something. */
  tellOthers(window, key, newValue) {
    for (const other of this.windows) {
      if (other !== window) other.fire(other.top, "storage", { key, newValue });
    }
  }
}

export class Window_ {
  /**
   * Open a page: read its HTML, and run its scripts that are no data.
   * @param {Browser} browser
   * @param {string} html
   * @param {string} address
   * @param {Record<string, any>} [more] what its scripts find beside all that
   */
  constructor(browser, html, address, more = {}) {
    this.browser = browser;
    this.told = [];
    this.timers = [];
    this.now = 1_000;
    this.lastTimer = 0;
    this.top = new Target();
    this.focus = null;
    this.sessionStorage = store();
    this.root = new Element_("html", this);
    this.address = new URL(address);
    this.state = null;
    this.known = new Map();
    const [document_] = parsed(html, this).filter((node) => node.tag === "html");
    this.root = document_;
    this.body = document_.querySelector("body") ?? document_;
    this.title = document_.querySelector("title")?.textContent ?? "";
    this.more = more;
    this.answers = {};
    browser.windows.push(this);
  }

  byId(id) {
    const known = this.known.get(id);
    if (known?.id === id && known.isConnected) return known;
    for (const each of this.root.all()) if (each.id) this.known.set(each.id, each);
    const found = this.known.get(id);
    return found?.id === id && found.isConnected ? found : null;
  }

  /** Run scripts with this window as theirs. */
  run(code) {
    const globals = this.globals();
    return new Function(...Object.keys(globals), `"use strict";${code}`)(...Object.values(globals));
  }

  /** Run the last script of the page, which is not data. */
  runItsScript() {
    const scripts = this.root.querySelectorAll("script");
    const own = scripts.filter((each) => !each.type.startsWith("application/"));
    this.run(own.at(-1).textContent);
  }

  tell(...words) {
    this.told.push(rounded(words.filter((word) => word !== undefined && word !== "").join(" ")));
  }

  moveFocus(to) {
    const from = this.focus;
    if (from === to) return;
    this.focus = to;
    if (from?.isConnected) {
      from.hear(this.event(from, "blur"), false);
      this.fire(from, "focusout");
    }
  }

  lookForFocus() {
    if (this.focus && !this.focus.isConnected) this.focus = null;
  }

  event(target, type, more = {}) {
    const event = { type, target, altKey: false, ctrlKey: false, metaKey: false, ...more };
    event.preventDefault = () => {
      event.defaultPrevented = true;
    };
    return event;
  }

  /** Let something happen to a part of the page. */
  fire(target, type, more = {}) {
    const event = this.event(target, type, more);
    const path = [];
    for (let one = target; one && one !== this.top; one = one.parent) path.push(one);
    if (target !== this.top) path.push(this.documentTarget);
    path.push(this.top);
    for (const each of [...path].reverse()) each.hear(event, true);
    for (const each of path) each.hear(event, false);
    return event;
  }

  /** Let the clock run, and do what is due. */
  async pass(milliseconds) {
    const until = this.now + milliseconds;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= until);
      due.sort((one, other) => one.at - other.at);
      if (!due.length) break;
      const [timer] = due;
      this.timers.splice(this.timers.indexOf(timer), 1);
      this.now = Math.max(this.now, timer.at);
      timer.work();
      await settle();
    }
    this.now = Math.max(this.now, until);
  }

  later(kind, work, wait) {
    const number = ++this.lastTimer;
    this.tell(`${kind} ${wait} ms`);
    this.timers.push({ number, work, at: this.now + wait });
    return number;
  }

  globals() {
    const { browser } = this;
    const { keeps = false, lacks = [], window = {}, ...found } = this.more;
    const listen = (...how) => this.top.addEventListener(...how);
    const page = this;
    const document = {
      get documentElement() { return page.root; },
      get body() { return page.body; },
      get activeElement() { return page.focus ?? page.body; },
      get title() { return page.title; },
      set title(text) { page.title = text; },
      hidden: false,
      getElementById: (id) => page.byId(id),
      querySelector: (selector) => page.root.querySelector(selector),
      querySelectorAll: (selector) => page.root.querySelectorAll(selector),
      createElement: (tag) => new Element_(tag, page),
      createElementNS: (_, tag) => new Element_(tag, page),
      execCommand: (name) => page.tell(`commands ${name}`),
      addEventListener: (...how) => page.documentTarget.addEventListener(...how),
    };
    this.documentTarget = new Target();
    this.document = document;
    const setItem = browser.localStorage.setItem;
    const localStorage = new Proxy(browser.localStorage, {
      get: (all, name) => {
        if (name !== "setItem") return all[name];
        return (key, text) => {
          if (this.full?.(key)) throw new Error("full");
          setItem(key, text);
          browser.tellOthers(this, key, text);
        };
      },
    });
    const location = {
      get href() { return page.address.href; },
      get hash() { return page.address.hash; },
      get pathname() { return page.address.pathname; },
      get search() { return page.address.search; },
      assign: (to) => page.tell(`opens ${to}`),
      replace: (to) => page.tell(`opens in place ${to}`),
      reload: () => page.tell("reloads"),
    };
    const history = {
      get state() { return page.state; },
      replaceState: (state, _, address) => {
        page.state = state;
        if (address) {
          page.address = new URL(address, page.address);
          page.tell(`address ${page.address.href.slice(0, 300)}`);
        }
      },
    };
    let names = 0;
    const Math_ = Object.create(Math, { random: { value: () => (++names % 97) / 97 } });
    class Date_ extends Date {
      constructor(...given) {
        super(...(given.length ? given : [Date_.now()]));
      }
      static now() {
        return 1_800_000_000_000 + page.now;
      }
    }
    class Address extends URL {
      static createObjectURL(blob) {
        page.tell(`file ${blob.type}`);
        page.made = blob;
        return "blob:made";
      }
      static revokeObjectURL(url) {
        page.tell(`frees ${url}`);
      }
    }
    class FormData_ {
      constructor(form) {
        this.form = form;
      }
      *[Symbol.iterator]() {
        for (const each of this.form.all()) {
          const isField = FIELDS.has(each.tag) && each.name && !each.disabled;
          const isLeft = ["checkbox", "radio"].includes(each.type) && !each.checked;
          if (!isField || isLeft || each.type === "file") continue;
          const value = each.type === "checkbox" && !each.hasAttribute("value") ? "on" : each.value;
          yield [each.name, value];
        }
      }
    }
    const isOne = (one, tags) => {
      return one instanceof Element_ && (!tags.length || tags.includes(one.tag));
    };
    const kindOf = (...tags) => Object.defineProperty(function () {}, Symbol.hasInstance, {
      value: (one) => isOne(one, tags),
    });
    const request = (work) => {
      const asked = {};
      queueMicrotask(() => {
        if (page.broken === "opens") return asked.onerror();
        asked.result = work(asked);
        asked.onsuccess?.();
      });
      return asked;
    };
    const { base } = browser;
    const indexedDB = {
      open: (name) => request((asked) => {
        asked.result = {
          createObjectStore: () => {},
          close: () => {},
          transaction: (_, mode = "readonly", how = {}) => {
            const work = {
              objectStore: (kept) => ({
                put: (value, key) => {
                  page.tell(`writes safely ${mode} ${JSON.stringify(how)} ${name}/${kept} ${key}`);
                  if (page.broken === "writes") return queueMicrotask(() => work.onabort());
                  base.set(key, value);
                  queueMicrotask(() => work.oncomplete());
                },
                get: (key) => request(() => base.get(key)),
              }),
            };
            return work;
          },
        };
        asked.onupgradeneeded?.();
        return asked.result;
      }),
    };
    const given = {
      document,
      location,
      history,
      localStorage,
      sessionStorage: this.sessionStorage,
      indexedDB,
      addEventListener: listen,
      setTimeout: (work, wait = 0) => this.later("waits", work, wait),
      setInterval: (work, wait) => {
        const again = () => {
          work();
          this.timers.push({ number: 0, work: again, at: this.now + wait });
        };
        return this.later("looks again each", again, wait);
      },
      clearTimeout: (number) => {
        this.timers = this.timers.filter((timer) => timer.number !== number);
      },
      requestAnimationFrame: (work) => this.later("next picture", work, 16),
      performance: { now: () => this.now++ },
      matchMedia: () => ({ matches: false }),
      crypto: { getRandomValues: (numbers) => numbers.fill(1) },
      navigator: { languages: ["en"] },
      Math: Math_,
      Date: Date_,
      URL: Address,
      FormData: FormData_,
      ResizeObserver: class {
        constructor(work) {
          page.resized = work;
        }
        observe() {}
      },
      DOMParser: class {
        parseFromString(text) {
          const nodes = parsed(text.replace(/<\?[^>]*\?>/, ""), page);
          return { documentElement: nodes.find((node) => node instanceof Element_) };
        }
      },
      Option: function (text, value) {
        const made = new Element_("option", page);
        made.textContent = text;
        made.value = value;
        return made;
      },
      CSS: { escape: (text) => text },
      Element: kindOf(),
      HTMLInputElement: kindOf("input"),
      HTMLSelectElement: kindOf("select"),
      HTMLImageElement: kindOf("img"),
      visualViewport: { scale: 1 },
      confirm: (text) => {
        this.tell(`asks ${text}`);
        return true;
      },
      scrollTo: (...to) => this.tell(`scrolls to ${to}`),
      fetch: async (address, how = {}) => this.fetched(String(address), how),
      Worker: this.workers(),
      ...found,
    };
    const print = () => this.tell("prints");
    const own = { structuredClone, DecompressionStream, WebAssembly };
    if (keeps) Object.assign(given, this.keeping(given));
    given.window = { ...given, print, ...own, ...window };
    for (const name of lacks) delete given.window[name];
    return given;
  }

  /** What a browser has that keeps pages for times without a network; steps say what it does. */
  keeping({ navigator }) {
    const page = this;
    const serviceWorker = new Target();
    serviceWorker.kept = new Target();
    serviceWorker.ready = Promise.resolve();
    serviceWorker.register = async (address) => {
      page.tell(`registers ${address}`);
      return serviceWorker.kept;
    };
    this.serviceWorker = serviceWorker;
    const caches = {
      open: async (name) => ({
        put: async (address, answer) => {
          const type = answer.headers.get("content-type");
          page.tell(`keeps in ${name} ${address} ${type}`, await answer.text());
        },
      }),
    };
    return { navigator: { ...navigator, serviceWorker }, caches };
  }

  /** Let the service worker answer for this page, or let there be a new one. */
  keeper(what) {
    const { serviceWorker } = this;
    const { kept } = serviceWorker;
    if (what === "answers") {
      serviceWorker.controller = {};
      serviceWorker.hear(this.event(serviceWorker, "controllerchange"), false);
    } else {
      kept.installing = new Target();
      kept.hear(this.event(kept, "updatefound"), false);
      kept.waiting = { postMessage: (text) => this.tell(`tells the new one ${text}`) };
      kept.installing.hear(this.event(kept.installing, "statechange"), false);
    }
  }

  /**
   * Answer a request by what a test has laid out: for the longest part of the address that it
   * names, the next of its answers, of which the last one stays.
   */
  async fetched(address, how) {
    const body = how.body instanceof Blob ? await how.body.text() : how.body;
    this.tell(`fetches ${how.method ?? "GET"} ${address}`, body);
    const named = Object.keys(this.answers).filter((part) => address.includes(part));
    const [part] = named.sort((one, other) => other.length - one.length);
    if (part === undefined) throw new Error("no network");
    const all = this.answers[part];
    const answer = all.length > 1 ? all.shift() : all[0];
    const { status = 200, text = "", lines = null, waits = false } = answer;
    const said = lines ? lines.map((line) => `${JSON.stringify(line)}\n`).join("") : text;
    if (waits) return new Response(this.unfinished(said, how.signal));
    return new Response(status === 204 ? null : said, { status });
  }

  /** The beginning of an answer that goes on until nobody waits for it any more. */
  unfinished(said, signal) {
    return new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode(said));
        signal.addEventListener("abort", () => {
          this.tell("stops waiting");
          stream.error(new Error("stopped"));
        });
      },
    });
  }

  /** Make the worker that does nothing by itself: a test says what it answers. */
  workers() {
    const page = this;
    return class extends Target {
      constructor(address, how) {
        super();
        page.worker = this;
        page.tell(`starts a worker ${address} ${JSON.stringify(how)}`);
      }
      postMessage(message, files) {
        page.tell(`asks the worker ${JSON.stringify(message)} with ${files.length}`);
      }
      terminate() {
        page.tell("ends the worker");
      }
      answer(data) {
        this.hear(page.event(this, "message", { data }), false);
      }
    };
  }

  // --- what a visitor does

  find(words) {
    const [, selector, place = "0"] = /^(.*?)(?: @(\d+))?$/.exec(words);
    const found = this.root.querySelectorAll(selector)[Number(place)];
    if (!found) throw new Error(`there is no ${words}`);
    return found;
  }

  /** Make a move of the list below the board, or the last one. */
  move(number) {
    const moves = this.find("#moves").children;
    if (!moves.length) this.tell("there is nothing to choose");
    moves[Math.min(number, moves.length - 1)]?.click();
  }

  /** Do what a line says, such as `press #play` or `set #pace 0`. */
  async do(line) {
    const [, what, rest] = /^(\S+) ?(.*)$/.exec(line);
    const [, which, value] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
    if (what === "press") {
      const found = this.find(rest);
      this.fire(found, "pointerdown");
      if (found.isSeen) found.click();
      if (found.tag === "button" && found.closest("form") && found.type !== "button") {
        found.closest("form").requestSubmit();
      }
    } else if (what === "set") {
      const field = this.find(which);
      field.value = value;
      this.fire(field, "input");
      this.fire(field, "change");
    } else if (what === "tick") {
      const field = this.find(rest);
      field.checked = !field.checked;
      this.fire(field, "change");
    } else if (what === "move") {
      this.move(Number(rest));
    } else if (what === "finish") {
      const isOver = () => this.find("#play").classList.contains("main");
      while (!isOver() && this.find("#moves").children.length) {
        this.move(Number(rest));
        await settle();
      }
    } else if (what === "fold") {
      this.find(rest).open = true;
    } else if (what === "focus") {
      this.find(rest).focus();
    } else if (what === "key") {
      const ctrlKey = rest.startsWith("ctrl+");
      const key = rest.replace("ctrl+", "").replace("Space", " ");
      this.fire(this.focus ?? this.body, "keydown", { key, ctrlKey });
    } else if (what === "type") {
      for (const key of rest) this.fire(this.focus ?? this.body, "keydown", { key });
    } else if (what === "wait") {
      await this.pass(Number(rest));
    } else if (what === "happens") {
      this.fire(value ? this.find(value) : this.top, which);
    } else if (what === "file") {
      const [name, ...text] = value.split(" ");
      const file = new File([text.join(" ").replaceAll("\\n", "\n")], name);
      this.find(which).files = [file];
      this.fire(this.find(which), "change");
    } else if (what === "drop") {
      const files = value.split(" ; ").filter(Boolean).map((each) => {
        const [name, ...text] = each.split(" ");
        return new File([text.join(" ").replaceAll("\\n", "\n")], name);
      });
      this.fire(this.find(which), "drop", { dataTransfer: { files } });
    } else if (what === "keeper") {
      this.keeper(rest);
    } else if (what === "address") {
      this.address = new URL(rest, this.address);
      this.fire(this.top, "hashchange");
    } else if (what === "answer") {
      this.worker.answer(JSON.parse(rest));
    } else {
      throw new Error(`nobody can ${what}`);
    }
    await settle();
    await this.pass(0);
    await this.tellWhatIsSaved();
  }

  /** Tell what is in a file that was saved, each line as far as it is short. */
  async tellWhatIsSaved() {
    const lines = (await this.made?.text())?.split("\n") ?? [];
    for (const line of lines) if (line) this.tell(`| ${line.slice(0, MAX_LETTERS)}`);
    this.made = null;
  }

  // --- what is there

  /** The page as lines, each with the id that it lies in; the other lists what was told since. */
  seen() {
    const lines = [`title ${this.title}`, `focus ${this.focus ? nameOf(this.focus) : "-"}`];
    write(this.root, "", lines);
    const told = this.told;
    this.told = [];
    return { told, lines };
  }
}

const nameOf = (element) => {
  const classes = (element.getAttribute("class") ?? "").trim().replace(/\s+/g, ".");
  return element.tag + (element.id && `#${element.id}`) + (classes && `.${classes}`);
};
/** What is not listed: it says nothing to a visitor, or is a drawing's stock of shapes. */
const LEFT_OUT = new Set(["script", "style", "meta", "link", "title", "noscript", "defs", "head"]);
const SHOWN = new Set(["id", "class"]);

/** A text whose numbers have three decimals at most. */
const rounded = (text) => {
  return text.replace(/-?\d+\.\d{4,}/g, (all) => String(Number(Number(all).toFixed(3))));
};

/** A drawing on one line. */
function drawing(element) {
  return element.all().map((each) => {
    const all = [...each.attributes].map(([name, value]) => (
      each.tag === "use" && name !== "href" ? value : `${name}=${value}`
    ));
    const style = Object.entries(each.style).map(([name, value]) => `${name}:${value}`);
    const own = each.nodes.filter((node) => node instanceof Text_).map((node) => node.text);
    return [each.tag, ...all, ...style, ...own].join(" ").replace("use href=#", "").trim();
  }).map(rounded).join(" | ");
}

function write(element, inside, lines) {
  if (LEFT_OUT.has(element.tag) || element.classList.contains("shapes")) return;
  const attributes = [...element.attributes].filter(([name]) => !SHOWN.has(name));
  const parts = attributes.map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  const style = Object.entries(element.style).map(([name, value]) => `${name}:${value}`);
  if (style.length) parts.push(rounded(`{${style.join(" ")}}`));
  if (FIELDS.has(element.tag)) parts.push(`value=${element.value}`);
  if (element.tag === "progress" && element.written) parts.push(`value=${element.written}`);
  if (element.checked) parts.push("checked");
  const own = element.nodes.filter((node) => node instanceof Text_).map((node) => node.text.trim());
  const text = own.filter(Boolean).join(" … ");
  const drawn = element.tag === "svg" ? drawing(element) : "";
  if (text) parts.push(`: ${text}`);
  if (drawn) parts.push(`: ${drawn}`);
  lines.push([`${inside}${nameOf(element)}`, ...parts].join(" "));
  if (drawn) return;
  const next = element.id ? `#${element.id} ` : inside;
  for (const child of element.children) write(child, next, lines);
}

/**
 * Do what lines say in a window, and tell after each what has changed. `2: …` does it in a second
 * window of the same browser, `reload` opens the page anew as a reload does; after `nothing opens`
 * or `nothing writes` the safe store does so no longer.
 * @param {object} job
 * @param {string} job.html
 * @param {string} job.address
 * @param {string[]} job.steps
 * @param {Record<string, string>} [job.kept] what the browser has kept before
 * @param {string} [job.ready] the part of the page that has something in it once it is there
 * @param {string} [job.script] the page's script, where it is no part of it
 * @param {Record<string, any[]>} [job.answers] see `Window_.fetched`
 * @param {Record<string, any>} [job.more] what its scripts find otherwise than usual; `keeps` says
 *     that pages can be kept, `lacks` what a window does not have
 */
export async function visit(job) {
  const { html, address, steps, kept = {}, ready = "#said", answers = {} } = job;
  const browser = new Browser();
  for (const [key, text] of Object.entries(kept)) browser.localStorage.setItem(key, text);
  const open = async (before = null) => {
    const window = new Window_(browser, html, before?.address ?? address, job.more);
    if (before) {
      window.sessionStorage = before.sessionStorage;
      window.state = before.state;
    }
    window.answers = structuredClone(answers);
    if (job.script) window.run(job.script);
    else window.runItsScript();
    for (let round = 0; round < 500 && !window.find(ready).textContent; round += 1) {
      await new Promise((done) => setTimeout(done, 1));
    }
    await settle();
    return window;
  };
  const windows = { 1: await open() };
  const found = [{ step: "open", ...windows[1].seen() }];
  for (const step of steps) {
    const [, number = "1", line] = /^(?:(\d): )?(.*)$/.exec(step);
    if (line === "reload") {
      const old = windows[number];
      browser.windows.splice(browser.windows.indexOf(old), 1);
      windows[number] = await open(old);
    } else if (line === "open") {
      windows[number] = await open();
    } else if (line.startsWith("nothing ")) {
      windows[number].broken = line.slice("nothing ".length);
    } else if (line === "fill up") {
      windows[number].full = () => true;
    } else {
      await windows[number].do(line);
    }
    found.push({ step, window: number, ...windows[number].seen() });
  }
  return found;
}
