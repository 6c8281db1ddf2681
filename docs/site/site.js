// @ts-check
/**
 * Says to screen readers and keyboards what the theme leaves unsaid: what the search is, which list
 * of pages is which, and that a table that is wider than its page can be scrolled. The theme adds
 * some of it late, so that this looks again.
 */

/** Lists of pages whose arrow has no name yet. */
const UNNAMED_ARROWS = ".md-nav__container > label:not(:has(.unseen))";
/** Tables and blocks of code that may be wider than the page. */
const MAYBE_WIDE = ".md-typeset__scrollwrap, pre > code:not([tabindex])";

/** Give names to what has none. */
function mend() {
  const search = document.querySelector(".md-search");
  const label = search?.querySelector("input")?.getAttribute("aria-label");
  if (label) search?.setAttribute("aria-label", label);
  // The arrow that opens a list of pages gives it its name, and has none where the list has a page
  // of its own.
  for (const arrow of document.querySelectorAll(UNNAMED_ARROWS)) {
    const name = document.createElement("span");
    name.className = "unseen";
    name.textContent = arrow.previousElementSibling?.textContent?.trim() ?? "";
    arrow.append(name);
  }
  // A button beside a block of code is no list of links.
  for (const buttons of document.querySelectorAll("nav.md-code__nav")) {
    buttons.setAttribute("role", "presentation");
  }
  for (const wide of document.querySelectorAll(MAYBE_WIDE)) {
    if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0");
  }
}

// The theme would ask for a map of the site beside the page in each language, where there is none.
for (const other of document.querySelectorAll("link[rel=alternate]")) other.remove();
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
