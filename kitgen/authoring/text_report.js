// Saves the remarks of a reader.

/** The remarks as text: for each text with one its key, the text and the remark. */
function remarks() {
  const lines = [];
  for (const section of document.querySelectorAll("section")) {
    const remark = section.querySelector(".remark").textContent.trim();
    if (!remark) continue;
    const own = section.querySelector(".own").textContent;
    lines.push(section.dataset.key, own, `→ ${remark}`, "");
  }
  return lines.join("\n");
}

document.querySelector("button").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([remarks()], { type: "text/plain" }));
  link.download = `remarks-${document.documentElement.lang}.txt`;
  link.click();
});
