// The search of the Settings view.
import { announce } from "./announcer.js";
import { byID } from "./element.js";
import { plural, textOfCode } from "./texts.js";

/** Shows the settings that have all words of the search in their name, their sentence, the title of their group or other words for them. */
export function search() {
  const words = byID("settings-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of document.querySelectorAll("#settings-groups > .group")) {
    const title = group.querySelector("h2").textContent.toLowerCase();
    let shown = 0;
    for (const part of group.querySelectorAll(".setting, [data-part]")) {
      const other = part.dataset.option ?? part.dataset.part;
      const own = `${part.textContent} ${other ?? ""} ${textOfCode(`settings.words.${other}`, "")}`.toLowerCase();
      const isFound = words.every((word) => title.includes(word) || own.includes(word));
      part.classList.toggle("unfound", !isFound);
      if (isFound) shown += 1;
    }
    group.classList.toggle("unfound", !shown);
    found += shown;
  }
  const line = byID("settings-found");
  line.textContent = words.length ? plural("settings.found", found) : "";
  announce(line.textContent);
}
