// A hand's joints and bones, and how they are drawn.

const fingers = [
  ["thumbCMC", "thumbMP", "thumbIP", "thumbTip"],
  ["indexMCP", "indexPIP", "indexDIP", "indexTip"],
  ["middleMCP", "middlePIP", "middleDIP", "middleTip"],
  ["ringMCP", "ringPIP", "ringDIP", "ringTip"],
  ["littleMCP", "littlePIP", "littleDIP", "littleTip"],
];
/** The names of the 21 joints. */
export const joints = ["wrist", ...fingers.flat()];
/** The outline of the palm is a closed path; each finger is an open one. */
const paths = [
  { joints: ["wrist", "indexMCP", "middleMCP", "ringMCP", "littleMCP"], isClosed: true },
  ...fingers.map((finger) => ({ joints: ["wrist", ...finger], isClosed: false })),
];
/** The joints that decide about swipes are drawn larger, as in the daemon's previews. */
const deciding = ["wrist", "thumbTip"];

/**
 * Where an image is drawn in a box: its whole height and width (`contain`) or filling the box (`cover`), centered.
 *
 * @param {{width: number, height: number}} image
 * @param {{width: number, height: number}} box
 * @param {{fit?: "contain" | "cover", isMirrored?: boolean}} options
 */
export function projection(image, box, { fit = "contain", isMirrored = true } = {}) {
  const choose = fit === "cover" ? Math.max : Math.min;
  const scale = choose(box.width / image.width, box.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  const left = (box.width - width) / 2;
  const top = (box.height - height) / 2;
  /** A point in image pixels as [x, y] in the box. */
  const place = ({ x, y }) => [isMirrored ? left + width - x * scale : left + x * scale, top + y * scale];
  return { left, top, width, height, isMirrored, place };
}

/** Draws a picture where its points are drawn. */
export function drawPicture(context, picture, at) {
  context.save();
  if (at.isMirrored) {
    context.translate(2 * at.left + at.width, 0);
    context.scale(-1, 1);
  }
  context.drawImage(picture, at.left, at.top, at.width, at.height);
  context.restore();
}

/** Draws a line through points of a box. */
export function drawLine(context, points, { color, width, isClosed = false }) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  if (isClosed) context.closePath();
  Object.assign(context, { strokeStyle: color, lineWidth: width, lineCap: "round", lineJoin: "round" });
  context.stroke();
}

/** Draws a filled circle. */
export function drawDot(context, [x, y], { color, radius }) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

/** Draws the bones and joints of a hand. */
export function drawSkeleton(context, hand, at, { lines, dots, width = 3, radius = 5 }) {
  const place = (name) => at.place(hand.points[name]);
  for (const path of paths) drawLine(context, path.joints.map(place), { color: lines, width, isClosed: path.isClosed });
  if (!dots) return;
  for (const name of joints) drawDot(context, place(name), { color: dots, radius: deciding.includes(name) ? 1.8 * radius : radius });
}

/**
 * Makes the pixels of a canvas those of the screen.
 *
 * @returns the context, whose unit is a CSS pixel, and the size in CSS pixels.
 */
export function fitCanvas(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const density = devicePixelRatio;
  if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
  }
  const context = canvas.getContext("2d");
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, box: { width, height } };
}

/** The colors of the drawings, the same in dark and light: they are drawn on pictures. */
export const ink = {
  line: "#2ee66b", bone: "#2f7dff", joint: "#ff3b30", fingertip: "#ff9500", limb: "#30d158", bodyJoint: "#ffffff", face: "#ffd60a",
};
