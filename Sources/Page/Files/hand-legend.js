// What the lines of a drawn hand mean.
import { make } from "./element.js";
import { text } from "./texts.js";

/** The marks of each kind of drawing. */
const legends = {
  joints: ["bone", "joint", "thumb"],
  zones: ["bone", "joint", "thumb", "zone"],
  fingers: ["bone", "joint", "thumb", "finger"],
  people: ["hand", "body", "face"],
};

/** Fills each place of the page that is for a legend. */
export function fillLegends() {
  for (const list of document.querySelectorAll("[data-hand-legend]")) {
    list.replaceChildren(...legends[list.dataset.handLegend].map((mark) => make(`li.${mark}-mark`, {}, text(`legend.${mark}`))));
  }
}
