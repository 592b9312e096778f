// The Pictures view: finds hands, bodies and faces in a photo and draws them on it.
import { announce } from "./announcer.js";
import { download } from "./download.js";
import { byID, make, tableParts } from "./element.js";
import { showMessage } from "./message.js";
import { scaled } from "./photo-scale.js";
import { preparePhoto } from "./photo.js";
import { post } from "./server.js";
import { drawDot, drawLine, ink, joints, projection } from "./skeleton.js";
import { number, plural, text } from "./texts.js";

/** Lines and dots are drawn for a picture of this size, and scaled to the real one. */
const designSide = 900;
/** Thinner lines would be lost between the pixels of a small picture. */
const leastSize = 0.5;
/** How each part is drawn; the points of a face are close together. */
const styles = {
  hand: { lines: ink.bone, dots: ink.joint, width: 3, radius: 4.5 },
  body: { lines: ink.limb, dots: ink.bodyJoint, width: 3, radius: 4.5 },
  face: { lines: ink.face, dots: ink.joint, width: 1.5, radius: 2.5 },
};

export function makePictures() {
  const canvas = byID("picture");
  /** The photo that is shown: its name, the picture, what the server found in it, and how that is drawn. */
  let shown = null;
  /** The file that was chosen last: the answer about an earlier one may come later. */
  let newest = null;

  async function open(file) {
    newest = file;
    say(text("pictures.searching", { file: file.name }));
    let opened = null;
    let problem = null;
    try {
      const { picture, upload, width, height } = await preparePhoto(file);
      const { found, drawing } = await post("/pictures", upload);
      const own = width === found.width ? found : { ...scaled(found, width / found.width), width, height };
      opened = { name: file.name, picture, found, drawing, own };
    } catch (error) {
      problem = error.message;
    }
    if (newest !== file) return;
    shown = opened;
    const tables = shown ? tablesOf(shown.own) : [];
    say(problem ?? summary(shown.found), problem !== null);
    draw();
    byID("points").replaceChildren(...tables);
    byID("coordinates").hidden = !tables.length;
    const isSmaller = shown !== null && shown.own !== shown.found;
    byID("searched").hidden = !isSmaller;
    byID("searched").textContent = isSmaller ? text("pictures.smaller", { ...sizeOf(shown.own), ...sizeOf(shown.found, "searched_") }) : "";
    byID("save-png").disabled = byID("save-json").disabled = !shown;
  }

  function say(message, isProblem = false) {
    showMessage(byID("found"), message);
    byID("found").classList.toggle("problem", isProblem);
    announce(message);
  }

  function draw() {
    canvas.hidden = !shown;
    byID("picture-legend").hidden = !shown;
    byID("drop").classList.toggle("filled", shown !== null);
    if (!shown) return;
    const { picture, found, drawing } = shown;
    canvas.width = found.width;
    canvas.height = found.height;
    const context = canvas.getContext("2d");
    if (byID("gray").checked) {
      context.fillStyle = "#6b6f76";
      context.fillRect(0, 0, canvas.width, canvas.height);
    } else {
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    }
    const size = Math.max(leastSize, Math.max(canvas.width, canvas.height) / designSide);
    const at = projection(found, canvas, { isMirrored: false });
    for (const { part, points, is_closed: isClosed } of drawing) {
      const { lines, dots, width, radius } = styles[part];
      const places = points.map(([x, y]) => at.place({ x, y }));
      if (places.length === 1) drawDot(context, places[0], { color: dots, radius: radius * size });
      else drawLine(context, places, { color: lines, width: width * size, isClosed });
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
  byID("save-png").addEventListener("click", () => canvas.toBlob((file) => download(`${baseName()}.landmarks.png`, file)));
  byID("save-json").addEventListener("click", () => {
    const content = JSON.stringify({ file: shown.name, ...shown.own }, null, 2);
    download(`${baseName()}.landmarks.json`, new Blob([content], { type: "application/json" }));
  });

  return { topics: [], show() {}, hide() {} };
}

const sizeOf = ({ width, height }, prefix = "") => ({ [`${prefix}width`]: width, [`${prefix}height`]: height });

/** What was found, in words. Bodies and faces are missing where their models are not installed. */
function summary({ hands, bodies, faces }) {
  const kinds = Object.entries({ hands, bodies, faces }).filter(([, all]) => all);
  const found = kinds.filter(([, all]) => all.length).map(([kind, all]) => plural(`pictures.${kind}`, all.length));
  const missing = () => text("pictures.none_found", { kinds: kinds.map(([kind]) => text(`pictures.no_${kind}`)).join(", ") });
  const words = found.length ? found.join(", ") : missing();
  return words[0].toUpperCase() + words.slice(1);
}

/** A table of the points of each hand, body and face. */
function tablesOf({ hands, bodies = [], faces = [] }) {
  const values = ({ confidence }, index) => ({ number: index + 1, confidence: number(confidence, 2) });
  const captionOfHand = (hand, index) => text("pictures.hand", { ...values(hand, index), chirality: text(`hand.${hand.chirality}`) });
  return [
    ...hands.map((hand, index) => table(captionOfHand(hand, index), joints.map((name) => [name, hand.points[name]]))),
    ...bodies.map((body, index) => table(text("pictures.body", values(body, index)), Object.entries(body.points))),
    ...faces.map((face, index) => table(text("pictures.face", values(face, index)), pointsOf(face))),
  ];
}

/** The points of a face's regions, each with a name and a number. */
function pointsOf(face) {
  const regions = Object.entries(face.regions).flatMap(([name, points]) => points.map((point, index) => [`${name} ${index + 1}`, point]));
  return [...regions, ["leftPupil", face.left_pupil], ["rightPupil", face.right_pupil]];
}

/** A table of points with their names; those of a face have no confidence of their own. */
function table(caption, points) {
  const columns = [text("pictures.landmark"), "x", "y", text("pictures.confidence")];
  return make("table", {}, ...tableParts(caption, columns, points.map(([name, { x, y, confidence }]) => {
    const certainty = confidence === undefined ? "–" : number(confidence, 2);
    const values = [number(x, 1), number(y, 1), certainty];
    return make("tr", {}, make("th", { scope: "row", lang: "en" }, name), ...values.map((value) => make("td", {}, value)));
  })));
}
