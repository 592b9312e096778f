// The Pictures view: finds the hands in a photo and draws them on it.
import { announce } from "./announcer.js";
import { download } from "./download.js";
import { drawSkeleton, ink, joints, projection } from "./skeleton.js";
import { makeUpright } from "./upright.js";

/** Lines and dots are drawn for a picture of this size, and scaled to the real one. */
const designSide = 900;
/** Thinner lines would be lost between the pixels of a small picture. */
const leastSize = 0.5;
const byID = (id) => document.getElementById(id);

export function makePictures() {
  const canvas = byID("picture");
  /** The photo that is shown: its name, the picture, and what the server found in it. */
  let shown = null;

  async function open(file) {
    say(`Looking for hands in ${file.name}…`);
    try {
      const { picture, upload } = await makeUpright(file);
      shown = { name: file.name, picture, found: await findHands(upload) };
    } catch (error) {
      say(error.message, true);
      return;
    }
    const { hands } = shown.found;
    say(hands.length === 1 ? "One hand" : hands.length ? `${hands.length} hands` : "No hand found");
    draw();
    byID("points").replaceChildren(...hands.map(table));
    byID("points").hidden = !hands.length;
    byID("save-png").disabled = byID("save-json").disabled = false;
  }

  function say(text, isProblem = false) {
    byID("found").textContent = text;
    byID("found").classList.toggle("problem", isProblem);
    announce(text);
  }

  function draw() {
    if (!shown) return;
    const { picture, found } = shown;
    canvas.width = found.width;
    canvas.height = found.height;
    canvas.hidden = false;
    byID("drop").classList.add("filled");
    const context = canvas.getContext("2d");
    if (byID("gray").checked) {
      context.fillStyle = "#6b6f76";
      context.fillRect(0, 0, canvas.width, canvas.height);
    } else {
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    }
    const size = Math.max(leastSize, Math.max(canvas.width, canvas.height) / designSide);
    const at = projection(found, canvas, { isMirrored: false });
    for (const hand of found.hands) {
      drawSkeleton(context, hand, at, { lines: ink.bone, dots: ink.joint, width: 3 * size, radius: 4.5 * size });
    }
  }

  const baseName = () => shown.name.replace(/\.[^.]*$/, "");
  const drop = byID("drop");
  for (const event of ["dragenter", "dragover"]) {
    drop.addEventListener(event, (dragged) => {
      dragged.preventDefault();
      drop.classList.add("over");
    });
  }
  for (const event of ["dragleave", "drop"]) drop.addEventListener(event, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
  byID("file").addEventListener("change", ({ target }) => {
    if (target.files.length) open(target.files[0]);
    // The same file can be chosen again.
    target.value = "";
  });
  byID("gray").addEventListener("change", draw);
  byID("save-png").addEventListener("click", () => canvas.toBlob((file) => download(`${baseName()}.hands.png`, file)));
  byID("save-json").addEventListener("click", () => {
    const text = JSON.stringify({ file: shown.name, ...shown.found }, null, 2);
    download(`${baseName()}.hands.json`, new Blob([text], { type: "application/json" }));
  });

  return { topics: [], show() {}, hide() {} };
}

async function findHands(file) {
  let response;
  try {
    response = await fetch("/pictures", { method: "POST", body: file });
  } catch {
    throw new Error("The server has ended; run swipectl demo again");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The points of a hand as a table. */
function table(hand, index) {
  const element = document.createElement("table");
  element.createCaption().textContent = `Hand ${index + 1}: ${hand.chirality}, confidence ${hand.confidence.toFixed(2)}`;
  const header = element.createTHead().insertRow();
  for (const title of ["Point", "x", "y", "Confidence"]) {
    const cell = header.appendChild(document.createElement("th"));
    cell.scope = "col";
    cell.textContent = title;
  }
  const body = element.createTBody();
  for (const name of joints) {
    const { x, y, confidence } = hand.points[name];
    const row = body.insertRow();
    const cell = row.appendChild(document.createElement("th"));
    cell.scope = "row";
    cell.textContent = name;
    for (const text of [x.toFixed(1), y.toFixed(1), confidence.toFixed(2)]) row.insertCell().textContent = text;
  }
  return element;
}
