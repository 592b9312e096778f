// What a card looks like: one of the page's own posters, or a picture of the user's folder.
import { poster } from "./card-art.js";
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
  const card = document.createElement("figure");
  card.className = isPhoto ? "card photo" : "card";
  card.setAttribute("role", "group");
  card.setAttribute("aria-roledescription", text("cards.slide"));
  card.setAttribute("aria-label", text("cards.label", { number: index + 1, count, title }));
  card.append(isPhoto ? photo(index, title) : poster(index), caption(title), stamp(text("cards.keep"), "right"), stamp(text("cards.reject"), "left"));
  return card;
}

function caption(title) {
  const element = document.createElement("figcaption");
  element.textContent = title;
  return element;
}

/** The word that appears while a card is on its way out. */
function stamp(word, side) {
  const element = document.createElement("span");
  element.className = `stamp ${side}`;
  element.textContent = word;
  element.setAttribute("aria-hidden", "true");
  return element;
}

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
    const reason = document.createElement("p");
    showMessage(reason, error.message);
    image.replaceWith(reason);
  });
  return image;
}
