// What the lines of a drawn hand mean.
import { make } from "./element.js";
import { text } from "./texts.js";

/** Fills each place of the page that is for a legend. */
export function fillLegends() {
  for (const list of document.querySelectorAll("[data-hand-legend]")) {
    const marks = ["bone", "joint", "thumb", ...(list.dataset.handLegend === "zones" ? ["zone"] : [])];
    list.replaceChildren(...marks.map((mark) => make(`li.${mark}-mark`, {}, text(`legend.${mark}`))));
  }
}
