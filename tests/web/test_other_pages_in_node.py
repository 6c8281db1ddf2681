"""Whole visits to the board of a class and to the app in Node, without a browser, as
``test_page_in_node.py`` visits the page of a machine. What an engine or a server answers is laid
out here: that they answer rightly is tried with them.
"""

import json

from browsers import in_node
from command_answers import run
from jobs import TEXTS, kit_of
from test_page_in_node import VISIT, as_text

from kitgen.journal.class_board import BoardFolder
from kitgen.web.app_page import app_body, app_files, service_worker
from kitgen.web.board_page import board_data, build_board_page, build_own_board

#: What is noted at first in the browser by a window of the board's page.
OWN = [
    "type 1l",
    "wait 2499",
    "wait 1",
    "type 2 w",
    "type 3l",
    "type 3w1l",
    "key ctrl+z",
    "type u",
    "type 7l",
    "type 1x",
    "type 12",
    "key Backspace",
    "key Escape",
    "type x",
    "type 2 Space",
    "key Escape",
    "press .tile button @1",
    "set input.name  Owls and other birds of the night, and more ",
    "happens blur .tile input",
    "type 2l",
    "press .tile button @1",
    "set input.name ",
    "key Enter",
    "type 1",
    "key ctrl+a",
    "key Escape",
    "type 1234567",
    "drop #tiles",
    ('drop #tiles class-1.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":2,"result":"W"}\\n{"game":1,"result":"L"}\\n'),
    ('drop #tiles class-1.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":1,"result":"W"}\\n'),
    'drop #tiles class13.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n',
    ('drop .tile class13.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":1,"result":"L"}\\n{"game":2,"result":"W"}\\n{"game":3,"result":"L"}\\n'),
    "drop #tiles games.csv game,A ; photo.jpg x ; b.kitgen SQLite format 3",
    "drop #tiles my games.kitgen SQLite format 3",
    "drop #tiles my&games.kitgen SQLite format 3",
    ('drop #tiles 2.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":1,"result":"W"}\\n{"game":2,"result":"L"}\\n{"game":3,"result":"L"}\\n'
    ' ; 3.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":1,"result":"L"}\\n{"game":2,"result":"W"}\\n ; a.jsonl {} ; b.jsonl {}'),
    'drop #tiles 2.jsonl {"schema":"kitgen/journal@1","kit_hash":"HASH"}\\n',
    ('drop #tiles 2.jsonl {"schema":"kitgen/journal@2","kit_hash":"HASH"}\\n'
    '{"game":1,"result":"W"}\\n{"game":1,"result":"W"}\\n'),
    "2: open",
    "2: type 1w",
    "1: type 1w",
    "fill up",
    "type 1w",
    "press #clear",
    "type u",
]  # fmt: skip


def visited(html, address, steps, ready, **more):
    job = {"html": html, "address": address, "steps": steps, "ready": ready, **more}
    [found] = in_node(VISIT, [job])
    return found


def test_a_board_that_keeps_itself_answers_as_before(golden):
    kit = kit_of("her")
    html = build_own_board(kit, 3, TEXTS["en"])
    steps = [step.replace("HASH", kit.hash) for step in OWN]
    found = visited(html, "file:///class/board.html", steps, "#tiles")
    golden("page/board-own", as_text(found, whole=True).replace(kit.hash, "HASH"))


#: What somebody does at the board of a server.
LIVE = [
    "type 1l",
    "wait 999",
    "wait 1",
    "wait 1500",
    "type 9l",
    "wait 1000",
    "type u",
    "drop .tile a.jsonl one line",
    "drop #tiles a.jsonl one ; b.csv two",
    "type 1",
    "key Escape",
    "wait 1000",
    "wait 1000",
]


def test_a_board_of_a_server_sends_what_is_typed_and_shows_what_comes_back(
    golden, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run("print", "her", "--parts", "board", "-o", "kit").exit_code == 0
    assert run("journal", "new", "kit", "--groups", "2", "-o", "class3b").exit_code == 0
    folder = BoardFolder(tmp_path / "class3b")
    texts = TEXTS["en"]
    html = build_board_page(folder.board(), texts, "class3b", live=True)
    first = board_data(folder.board(), texts)
    folder.press("1l")
    after = board_data(folder.board(), texts)
    answers = {
        "keys": [
            {"lines": [{"board": after, "said": "Group 1, game 1: lost", "number": 1}]},
            {"lines": [{"refused": "There is no group 9"}]},
            {"text": "a proxy says something else"},
        ],
        "file?": [{"lines": [{"said": "noted", "number": 2}]}, {"lines": [{"refused": "none"}]}],
        "state?": [{"status": 204}, {"lines": [{"board": first}]}, {"text": "?"}, {"status": 204}],
    }
    found = visited(html, "http://127.0.0.1:8000/", LIVE, "#tiles", answers=answers)
    text = as_text(found)
    for board in (first, after):
        text = text.replace(board["version"], "VERSION")
    golden("page/board-live", text)


PICTURES = {
    "shapes": ['<path d="M0 0h9"/>', "<circle r='3'/>"],
    "size": [20, 10],
    "cell": [10, 10],
    "centres": [[5, 5], [15, 5]],
    "ground": [[0, 0, 0]],
    "parts": {"0:1": [[1, 5, 5]], "1:1": [[1, 15, 5]]},
}
SET_UP = {
    "pictures": PICTURES,
    "names": ["a1", ""],
    "contents": ["01", "012"],
    "pieces": {"1": "pawn"},
    "sides": ["White", "Black"],
    "start": "10",
}
GAME = {
    "text": 'name = "Mine"\n',
    "file": "mine.toml",
    "controls": '<details id="game.more"><input id="game.size" name="size" value="3">'
    '<input type="checkbox" name="draws" value="yes"></details>'
    '<svg><g data-square="a1"></g></svg>',
    "refusal": "",
    "kit": "kit=told%3A%7B%22name%22%3A%22Mine%22%7D",
}
LOOK = {"card": "c.svg", "sheet": "s.svg", "kit": "kit=her&language=en", "code": "data:qr"}
#: What a server answers, by a part of the address.
ANSWERS = {
    "task/look": [
        {"lines": [LOOK]},
        {"lines": [LOOK]},
        {"lines": [LOOK | {"kit": "kit=ladder&language=en", "code": ""}]},
        {"lines": [{"refusal": "<p>no such paper</p>"}]},
        {"lines": [LOOK]},
    ],
    "task/figures": [
        {"lines": [{"place": "You are the second."}, {"shown": "<p>24 boxes</p>"}]},
        {"lines": [{"shown": "<p>19 boxes</p>"}]},
        {"lines": [{"refusal": "<p>too large</p>"}]},
        {"lines": [{"shown": "<p>9 boxes</p>"}]},
    ],
    "task/set-up": [{"lines": [SET_UP]}],
    "task/find": [{"lines": [{"shown": "<p>Box B4</p>"}]}],
    "task/try": [{"lines": [{"refusal": "<p>too many games</p>"}]}],
    "task/verify": [{"lines": [{"shown": "<p>as printed</p>"}]}],
    "task/pdf": [{"lines": [{"path": "kit/x/her.pdf", "name": "her.pdf", "media": "a/pdf"}]}],
    "task/zip": [{"lines": [{"refusal": "<p>no room</p>"}]}],
    "kit/x/her.pdf": [{"text": "PDF of her"}, {"status": 404}],
    "task/invent": [{"lines": [GAME]}, {"lines": [GAME]}, {"lines": [GAME]},
                    {"lines": [GAME | {"controls": ""}]}, {"lines": [GAME]}, {"lines": [GAME]},
                    {"lines": [GAME | {"refusal": "<p>line 1</p>", "kit": ""}]},
                    {"lines": [GAME]}, {"lines": [{"refusal": "<p>no text</p>"}]}],
    "task/trial": [
        {"lines": [{"shown": "<p>5 boxes</p>", "summary": "good", "more": True}]},
        {"lines": [{"shown": "<p data-print='first'>print</p><p data-play='second'>play</p>",
                    "summary": "very good"}]},
    ],
}  # fmt: skip
SITE = [
    "press [data-place=shelf]",
    "press [data-kit] @1",
    "set #kit ladder",
    "set #page letter",
    "press #mend",
    "press #change-do",
    "happens toggle #change",
    "tick [name=parts]",
    "press [data-made=pdf]",
    "press [data-made=pdf]",
    "press [data-made=zip]",
    "press #kit-copy",
    "wait 2999",
    "wait 1",
    "press [data-place=find]",
    "press #cells button @1",
    "press #cells button @1",
    "press #cells button",
    "press #find-form button @3",
    "set #position a3 b3",
    "press #find-form button @3",
    "press #cells button",
    "press #from-start",
    "press [data-place=try]",
    "press #try-form button",
    "press [data-place=verify]",
    "press #verify-form button",
    "happens dragover #drop",
    "happens dragleave #drop",
    "file #file kit.pdf some bytes",
    "press #verify-form button",
    "drop #drop other.pdf other bytes",
    "press [data-place=invent]",
    "press #begin-do",
    "press [data-square]",
    "focus [id=game.size]",
    "fold [id=game.more]",
    "happens input [id=game.size]",
    "set [id=game.size] 4",
    "happens input [id=game.size]",
    "happens focusout [id=game.size]",
    "happens focusout [id=game.size]",
    "file #game-open mine.toml name = 2",
    "tick #game [type=checkbox]",
    "tick #game [type=checkbox]",
    "tick #game [type=checkbox]",
    "tick #game [type=checkbox]",
    "set #game-text name = 1",
    "wait 399",
    "wait 1",
    "press #game-save",
    "press #game-copy",
    "press #game-copy-play",
    "press [data-play]",
    "press [data-print]",
    "press #play",
    "happens error #card",
    "address #kit=ladder",
    "address #top",
    "set #own 50x70",
    "wait 250",
    "set #language fr",
    "press [data-language=it]",
    "press #cancel",
]
ENGINE = [
    'answer {"ready":true}',
    'answer {"id":1,"done":1,"all":4}',
    f"answer {json.dumps({'id': 1, 'answer': LOOK})}",
    'answer {"id":7,"answer":{"shown":"not asked"}}',
    'answer {"id":2,"answer":{"shown":"<p>24 boxes</p>"}}',
    "press [data-made=pdf]",
    "press [data-made=zip]",
    "press [data-made=zip]",
    'answer {"id":3,"answer":{"name":"her.pdf","media":"a/pdf"},"made":"PDF"}',
    "press #cancel",
    'answer {"ready":true}',
    "press [data-place=find]",
    'answer {"id":6,"broken":"out of memory"}',
    "press [data-place=make]",
    "press #play",
    'answer {"ready":true}',
    'answer {"id":7,"answer":{"name":"her.html","media":"text/html"},"made":"page"}',
    "wait 63000",
    'answer {"broken":"Memory is full"}',
    "press [data-made=kit]",
    "press [data-made=pdf]",
]


def app(engine):
    """Return the app's page and its script."""
    files = app_files("app-1", engine, ["her-en-a4", "her-it-a4"])
    return files["index.html"], files["app-1/app.js"]


def test_the_site_asks_its_server_and_shows_the_answers_as_before(golden):
    html, script = app("")
    answers = ANSWERS | {"it.html": [{"text": app_body("it", "app-1")}]}
    found = visited(
        html,
        "https://host/site/?kit=her&own=7&colour=red&stock=J8160&parts=cards",
        SITE,
        ".about",
        script=script,
        answers=answers,
    )
    golden("page/app-site", as_text(found))


def test_the_app_asks_its_engine_and_goes_on_after_it_broke(golden):
    html, script = app("engine-1")
    ready = {
        "ready/her-en-a4/figures.html": [{"text": "<p>ready</p>"}],
        "ready/her-en-a4/kit.pdf": [{"text": "ready PDF"}, {"status": 204}],
    }
    found = visited(
        html, "https://host/app/#kit=her&page=a4", ENGINE, ".about", script=script, answers=ready
    )
    golden("page/app-engine", as_text(found))


#: What is done while a server is slow, and after the page of a game was opened anew.
SLOW = [
    "address #kit=her&language=en",
    "set #kit ladder",
    "wait 250",
    "press #cancel",
    "press [data-place=invent]",
    "press #begin-do",
    "reload",
    "press [data-place=invent]",
]


def test_a_request_that_waits_in_a_queue_can_be_given_up(golden):
    html, script = app("")
    waiting = {"lines": [{"place": "You are the second."}], "waits": True}
    answers = ANSWERS | {"task/figures": [ANSWERS["task/figures"][1], waiting]}
    found = visited(html, "https://host/site/", SLOW, ".about", script=script, answers=answers)
    golden("page/app-slow", as_text(found))


def test_what_waits_for_the_engine_gives_way_to_what_is_asked_later(golden):
    html, script = app("engine-1")
    steps = ["set #kit ladder", "wait 250", 'answer {"ready":true}']
    found = visited(html, "https://host/app/#kit=her", steps, ".about", script=script)
    golden("page/app-replaced", as_text(found))


#: What an address chooses, and what the form makes of it.
ADDRESSES = [
    "?kit=hexapawn:4x3",
    "?kit=hexapawn,3x3",
    "?kit=nothing:4x3",
    '?kit=told:{"name":"Mine","names":{"en":"My own","it":"Mio"}}',
    '?kit=told:{"name":"Mine"}',
    "?kit=told:{",
    "?kit=her&page=LETTER&language=en",
    "?kit=her&parts=cards&parts=labels&strange=1&board=no&express=no&express=yes",
    "?kit=her&stock=99x99",
    "?language=xx",
    "?view=play&kit=her",
    "?other=1",
    "?kit=her&economy=no",
]


def test_an_address_fills_the_form_in_and_says_what_it_has_no_place_for(golden):
    html, script = app("")
    jobs = []
    for letters, address in enumerate(ADDRESSES, 173):
        # Of an address that is longer than another one by a letter the end is not shown.
        look = LOOK | {"kit": f"kit={'x' * letters}"}
        answers = {"task/look": [{"lines": [look]}], "task/figures": [{"lines": [{"shown": "-"}]}]}
        job = {"html": html, "script": script, "steps": [], "ready": ".about", "answers": answers}
        jobs.append(job | {"address": f"https://host/site/{address}"})
    shown = ("p#unread", "details", "value=told:{", "a#kit-link")
    lines = []
    for address, [found] in zip(ADDRESSES, in_node(VISIT, jobs), strict=True):
        lines += [f"== {address}", *found["told"]]
        lines += [line for line in found["lines"] if any(part in line for part in shown)]
    golden("page/app-addresses", "\n".join(lines))


#: What a browser has otherwise than usual, or does not have, or how it is set.
BROWSERS = {
    "no workers": {"window": {"Worker": None}},
    "no WebAssembly": {"window": {"WebAssembly": {}}},
    "no streams": {"lacks": ["DecompressionStream"]},
    "no clones": {"lacks": ["structuredClone"]},
    "little memory": {"navigator": {"languages": ["en"], "deviceMemory": 0.25}},
    "enough memory": {"navigator": {"languages": ["en"], "deviceMemory": 0.5}},
    "keeps pages": {"keeps": True},
    "likes German": {"navigator": {"languages": ["xx", "de-AT", "it"]}},
}


def test_a_browser_that_cannot_run_kitgen_is_told_why(golden):
    html, script = app("engine-1")
    answers = {"de.html": [{"text": app_body("de", "app-1")}]}
    job = {"html": html, "script": script, "steps": [], "ready": ".about", "answers": answers}
    jobs = [job | {"address": "https://host/app/", "more": more} for more in BROWSERS.values()]
    lines = []
    for name, [found] in zip(BROWSERS, in_node(VISIT, jobs), strict=True):
        lines += [f"== {name}", *found["told"]]
        lines += [line for line in found["lines"] if "#state" in line or "#ready" in line]
    golden("page/app-browsers", "\n".join(lines))


#: What somebody does in an app that its browser keeps.
KEPT = [
    'answer {"ready":true}',
    f"answer {json.dumps({'id': 1, 'answer': LOOK})}",
    'answer {"id":2,"answer":{"shown":"<p>24 boxes</p>"}}',
    "press #play",
    'answer {"id":3,"answer":{"name":"her.html","media":"text/html"},"made":"page"}',
    "wait 2999",
    "wait 1",
    "press #play",
    'answer {"id":4,"answer":{"name":"her.html","media":"text/html"},"made":"page"}',
    "keeper answers",
    "keeper renews",
    "press #renew",
    "keeper answers",
    "press #play",
    'answer {"id":5,"answer":{"refusal":"<p>no room</p>"}}',
]


def test_an_app_that_is_kept_plays_on_without_a_network_and_offers_its_next_version(golden):
    html, script = app("engine-1")
    found = visited(
        html, "https://host/app/#kit=her", KEPT, ".about", script=script, more={"keeps": True}
    )
    golden("page/app-kept", as_text(found))


# --- what has no page: the service worker and the engine's worker

SERVICE = """async (job) => {
const heard = {};
const told = [];
const stores = new Map(Object.entries(job.stores).map(([name, urls]) => [name, new Map(urls)]));
const addressOf = (asked) => asked.url ?? asked;
const keepIn = (all) => ({
  put: async (asked, answer) => {
    all.set(addressOf(asked), await answer.text());
  },
  add: async (asked) => {
    told.push(`adds ${asked.url} ${asked.cache}`);
    all.set(asked.url, "fetched");
  },
  match: async (asked) => answerFrom(all, asked),
});
const answerFrom = (all, asked, { ignoreSearch = false } = {}) => {
  const address = addressOf(asked);
  const found = all.get(ignoreSearch ? address.split("?")[0] : address);
  return found === undefined ? undefined : new Response(found);
};
const caches = {
  open: async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    return keepIn(stores.get(name));
  },
  keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name),
  match: async (asked, how = {}) => {
    const all = how.cacheName ? [stores.get(how.cacheName) ?? new Map()] : stores.values();
    for (const one of all) {
      const found = answerFrom(one, asked, how);
      if (found) return found;
    }
  },
};
const host = {
  addEventListener: (kind, work) => (heard[kind] = work),
  registration: { scope: "https://host/app/" },
  clients: { claim: async () => told.push("claims") },
  skipWaiting: () => told.push("takes over"),
};
const Request = function (url, how) { Object.assign(this, { url, ...how }); };
const fetch = async (asked) => {
  told.push(`fetches ${addressOf(asked)}`);
  const status = job.network[addressOf(asked)];
  if (!status) throw new Error("no network");
  return new Response(status === 204 ? null : `from the network: ${status}`, { status });
};
new Function("globalThis", "caches", "Request", "fetch", job.code)(host, caches, Request, fetch);
for (const [kind, ...what] of job.events) {
  let work;
  const [url, method, mode] = what;
  const asked = { url, method, mode };
  const waitUntil = (given) => (work = given);
  const event = { data: what[0], request: asked, waitUntil, respondWith: waitUntil };
  heard[kind](event);
  try {
    const answer = await work;
    told.push(`${kind} ${what}: ${answer ? `${answer.status} ${await answer.text()}` : "-"}`);
  } catch (error) {
    told.push(`${kind} ${what}: ${error.message}`);
  }
}
const kept = [...stores].map(([name, all]) => [name, Object.fromEntries(all)]);
return [told, Object.fromEntries(kept)];
}"""
HOME = "https://host/app/"
NEW_FILES = ["app-2/app.js", "app-1/same.js", "index.html"]


def served(events, stores=(), network=()):
    """Return what a service worker told of some events, and what is kept after them."""
    job = {
        "code": service_worker("2", NEW_FILES),
        "events": events,
        "stores": {name: list(urls.items()) for name, urls in dict(stores).items()},
        "network": dict(network),
    }
    [(told, kept)] = in_node(SERVICE, [job])
    return told, kept


def test_a_new_version_keeps_its_files_and_takes_the_place_of_the_old_one():
    stores = {
        "kitgen 1": {"app-1/same.js": "same", "index.html": "old"},
        "kitgen-play": {"play/a.html": "game"},
        "others": {},
    }
    told, kept = served([["install"], ["activate"], ["message", "x"], ["message", "renew"]], stores)
    assert told == [
        "adds index.html no-cache",
        "adds app-2/app.js default",
        "install : -",
        "claims",
        "activate : -",
        "message x: -",
        "takes over",
        "message renew: -",
    ]
    assert kept == {
        "kitgen-play": {"play/a.html": "game"},
        "others": {},
        "kitgen 2": {
            "app-1/same.js": "same",
            "app-2/app.js": "fetched",
            "index.html": "fetched",
        },
    }


def test_what_is_kept_is_answered_and_what_lies_ready_is_kept_once_it_was_looked_at():
    stores = {
        "kitgen 2": {"index.html": "the app", f"{HOME}app-2/app.js": "script"},
        "kitgen-play": {f"{HOME}play/her.html": "the page"},
    }
    ready = f"{HOME}ready/her-en-a4/card.svg"
    missing = f"{HOME}ready/him-en-a4/card.svg"
    events = [
        ["fetch", f"{HOME}app-2/app.js", "GET", "cors"],
        ["fetch", f"{HOME}", "GET", "navigate"],
        ["fetch", f"{HOME}play/her.html?x=1", "GET", "navigate"],
        ["fetch", f"{HOME}play/him.html", "GET", "navigate"],
        ["fetch", ready, "GET", "cors"],
        ["fetch", ready, "GET", "cors"],
        ["fetch", missing, "GET", "cors"],
        ["fetch", f"{HOME}ready/none.svg", "GET", "cors"],
        ["fetch", f"{HOME}other.txt", "GET", "cors"],
        ["fetch", f"{HOME}gone.txt", "GET", "cors"],
        ["fetch", f"{HOME}app-2/app.js", "POST", "cors"],
        ["fetch", "https://elsewhere/app.js", "GET", "cors"],
    ]
    network = {ready: 200, missing: 404, f"{HOME}other.txt": 200}
    told, kept = served(events, stores, network)
    assert told == [
        f"fetch {HOME}app-2/app.js,GET,cors: 200 script",
        f"fetch {HOME},GET,navigate: 200 the app",
        f"fetch {HOME}play/her.html?x=1,GET,navigate: 200 the page",
        f"fetch {HOME}play/him.html,GET,navigate: 200 the app",
        f"fetches {ready}",
        f"fetch {ready},GET,cors: 200 from the network: 200",
        f"fetch {ready},GET,cors: 200 from the network: 200",
        f"fetches {missing}",
        f"fetch {missing},GET,cors: 404 from the network: 404",
        f"fetches {HOME}ready/none.svg",
        f"fetch {HOME}ready/none.svg,GET,cors: 204 ",
        f"fetches {HOME}other.txt",
        f"fetch {HOME}other.txt,GET,cors: 200 from the network: 200",
        f"fetches {HOME}gone.txt",
        f"fetch {HOME}gone.txt,GET,cors: no network",
        f"fetch {HOME}app-2/app.js,POST,cors: -",
        "fetch https://elsewhere/app.js,GET,cors: -",
    ]
    stores["kitgen 2"][ready] = "from the network: 200"
    assert kept == stores


WORKER = """async (job) => {
const told = [];
let hear;
const files = {
  mkdirTree: (path) => told.push(`folder ${path}`),
  writeFile: (path, bytes) => told.push(`writes ${path} ${new TextDecoder().decode(bytes)}`),
  readFile: (path) => {
    told.push(`reads ${path}`);
    return new TextEncoder().encode("made");
  },
};
const python = {
  FS: files,
  runPython: (code) => told.push(`runs ${code}`),
  pyimport: (name) => {
    told.push(`imports ${name}`);
    return {
      answer: (request, tell) => {
        tell(1, 2);
        if (request === "breaks") throw new Error("out of memory");
        return request;
      },
    };
  },
};
const given = {
  globalThis: { ENGINE: "https://host/engine/" },
  postMessage: (message, how) => {
    const made = message.made ? new TextDecoder().decode(message.made) : undefined;
    told.push(`says ${JSON.stringify({ ...message, made })} ${how ? how.transfer.length : ""}`);
  },
  addEventListener: (kind, work) => (hear = work),
  fetch: async (address) => {
    told.push(`fetches ${address}`);
    return { ok: job.status === 200, status: job.status, url: address, arrayBuffer: async () =>
      new TextEncoder().encode("packed").buffer };
  },
  load: async (address) => {
    told.push(`loads ${address}`);
    return { loadPyodide: async (how) => (told.push(JSON.stringify(how)), python) };
  },
};
const code = job.code.replace(/\\bimport\\(/g, "load(");
new Function(...Object.keys(given), code)(...Object.values(given));
await new Promise((done) => setTimeout(done, 1));
for (const data of job.messages) {
  const file = data.file && new TextEncoder().encode(data.file).buffer;
  await hear({ data: { ...data, file } });
}
return told;
}"""


def test_the_worker_starts_python_answers_and_says_how_far_it_is():
    made = json.dumps({"media": "a/pdf", "name": "her.pdf"})
    messages = [
        {"id": 1, "request": '{"shown":"text"}'},
        {"id": 2, "request": made, "file": "kit"},
        {"id": 3, "request": "breaks"},
    ]
    code = app_files("app-1", "engine-1", [])["app-1/worker.js"]
    whole, failed = in_node(
        WORKER,
        [
            {"code": code, "status": 200, "messages": messages},
            {"code": code, "status": 404, "messages": []},
        ],
    )
    assert whole[:2] == [
        "fetches https://host/engine/kitgen.tar.xz",
        "loads https://host/engine/pyodide.mjs",
    ]
    how = json.loads(whole[2])
    assert how.pop("lockFileContents")["packages"] == {}
    assert how == {
        "indexURL": "https://host/engine/",
        "stdLibURL": "https://host/engine/python.zip",
        "env": {"HOME": "/home/visitor", "KITGEN_TEMPLATES": ""},
    }
    site = "/lib/python3.14/site-packages"
    assert whole[3:] == [
        "folder /bench",
        "writes /kitgen.tar.xz packed",
        (
            "runs import sys, tarfile, os\n"
            f'tarfile.open("/kitgen.tar.xz").extractall("{site}", filter="fully_trusted")\n'
            'os.unlink("/kitgen.tar.xz")\n'
            f'sys.path.append("{site}/lib")'
        ),
        "imports kitgen.web.engine",
        'says {"ready":true} ',
        'says {"id":1,"done":1,"all":2} ',
        'says {"id":1,"answer":{"shown":"text"}} ',
        "writes /bench/file kit",
        'says {"id":2,"done":1,"all":2} ',
        "reads /bench/made",
        f'says {{"id":2,"answer":{made.replace(": ", ":").replace(", ", ",")},"made":"made"}} 1',
        'says {"id":3,"done":1,"all":2} ',
        'says {"id":3,"broken":"out of memory"} ',
    ]
    assert failed[-1] == 'says {"broken":"https://host/engine/kitgen.tar.xz: 404"} '
