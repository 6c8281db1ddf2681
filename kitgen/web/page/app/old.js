// For a browser that is too old for the other script: says so, and shows what lies ready-made.

// @ts-check
if (!("structuredClone" in window)) {
  ["old", "ready", "state"].forEach(function (id) {
    var part = document.getElementById(id);
    if (part) part.hidden = id === "state";
  });
}
