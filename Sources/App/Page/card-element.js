// What a card looks like: one of the page's own posters, or a picture of the user's folder.
import { poster } from "./card-art.js";
import { showMessage } from "./message.js";

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
  card.setAttribute("aria-roledescription", "slide");
  card.setAttribute("aria-label", `${index + 1} of ${count}: ${title}`);
  card.append(isPhoto ? photo(index, title) : poster(index), caption(title), stamp("Keep", "right"), stamp("Reject", "left"));
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
  load(index).then(async (file) => {
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

async function load(index) {
  const response = await fetch(`/deck/${index}`);
  if (!response.ok) throw new Error((await response.json()).error);
  return response.blob();
}
