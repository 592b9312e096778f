// What a card looks like: one of the page's own posters, or a picture of the user's folder.
import { poster } from "./card-art.js";
import { make } from "./element.js";
import { showMessage } from "./message.js";
import { askForFile } from "./server.js";
import { text } from "./texts.js";

/**
 * Makes a card.
 *
 * @param {string} title - the poster's title, or the name of the photo's file
 * @param {boolean} isPhoto - whether the server has it as a photo
 */
export function makeCard(index, count, title, isPhoto) {
  return make(
    isPhoto ? "figure.card.photo" : "figure.card",
    { role: "group", "aria-roledescription": text("cards.slide"), "aria-label": text("cards.label", { number: index + 1, count, title }) },
    isPhoto ? photo(index, title) : poster(index), make("figcaption", {}, title), stamp(text("cards.keep"), "right"), stamp(text("cards.reject"), "left"));
}

/** The word that appears while a card is on its way out. */
const stamp = (word, side) => make(`span.stamp.${side}`, { "aria-hidden": "true" }, word);

/** Loads a photo. One that cannot be shown is replaced by the reason. */
function photo(index, name) {
  const image = new Image();
  image.alt = name;
  image.draggable = false;
  askForFile(`/deck/${index}`).then(async (file) => {
    image.src = URL.createObjectURL(file);
    await image.decode();
    URL.revokeObjectURL(image.src);
  }).catch((error) => {
    const reason = make("p");
    showMessage(reason, error.message);
    image.replaceWith(reason);
    reason.closest(".card")?.setAttribute("data-failed", "");
  });
  return image;
}
