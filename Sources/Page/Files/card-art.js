// The cards without a folder of pictures: twelve posters of simple shapes, 300 by 400.
import { text } from "./texts.js";

const namespace = "http://www.w3.org/2000/svg";
const range = (count) => [...Array(count).keys()];
const circle = (cx, cy, r, fill) => ["circle", { cx, cy, r, fill }];
const ring = (cx, cy, r, stroke, width) => ["circle", { cx, cy, r, fill: "none", stroke, "stroke-width": width }];
const rect = (x, y, width, height, fill) => ["rect", { x, y, width, height, fill }];
const path = (d, fill) => ["path", { d, fill }];
const stroke = (d, color, width) => ["path", { d, fill: "none", stroke: color, "stroke-width": width, "stroke-linecap": "round" }];
/** A band below a wave. */
const wave = (y, height, fill) => path(`M0 ${y} q75 ${-height} 150 0 t150 0 V400 H0 Z`, fill);
/** A quarter of a disc in a square tile; `turn` counts quarter turns. */
const quarter = (x, y, side, turn, fill) => {
  const corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
  const [[ax, ay], [bx, by], , [dx, dy]] = range(4).map((index) => corners[(index + turn) % 4]);
  return path(`M${ax} ${ay} L${bx} ${by} A${side} ${side} 0 0 1 ${dx} ${dy} Z`, fill);
};

const posters = [
  ["sunrise", "#ffd9a0", () => [
    circle(150, 220, 92, "#f4511e"), ...range(5).map((i) => rect(0, 240 + 34 * i, 300, 12 + 5 * i, "#7a2e1d"))]],
  ["tide", "#dff1f2", () => [
    circle(218, 96, 44, "#ffb300"), wave(190, 60, "#66b6c2"), wave(250, 60, "#2f8a9d"), wave(312, 60, "#0f5468")]],
  ["orbit", "#14203c", () => [
    ...range(4).map((i) => ring(150, 190, 50 + 38 * i, "#4c6199", 2)), circle(150, 190, 30, "#ffca55"),
    circle(238, 190, 11, "#ff6f61"), circle(73, 93, 15, "#7fd1ae"), circle(252, 294, 9, "#f2f2f2")]],
  ["hills", "#f7e7c6", () => [
    circle(82, 110, 40, "#e4572e"), path("M-20 400 L110 170 L240 400 Z", "#2f5d50"), path("M90 400 L215 130 L340 400 Z", "#17413a"),
    path("M215 130 L178 210 L206 196 L222 216 L240 192 L254 214 Z", "#ffffff")]],
  ["tiles", "#f3efe6", () => range(12).map((i) =>
    quarter(100 * (i % 3), 100 * Math.floor(i / 3), 100, (i * 7 + 3 * (i % 4)) % 4, ["#1d3557", "#e63946", "#f4a261", "#2a9d8f"][(i * 5) % 4]))],
  ["rain", "#33415c", () => [
    ...range(36).map((i) => stroke(`M${20 + 52 * (i % 6)} ${30 + 62 * Math.floor(i / 6) + 22 * (i % 3)} l-10 30`, "#9db4d6", 4)),
    path("M70 250 a80 80 0 0 1 160 0 Z", "#f94144"), stroke("M150 250 v84 a18 18 0 0 1 -36 0", "#f3e9d2", 8)]],
  ["leaves", "#e9f0d9", () => [
    stroke("M150 380 V70", "#31572c", 6),
    ...range(8).map((i) => {
      const [y, side] = [330 - 32 * i, i % 2 ? 1 : -1];
      return path(`M150 ${y} q${side * 20} -60 ${side * 96} -64 q${side * -6} 60 ${side * -96} 64 Z`, i % 3 ? "#4f772d" : "#90a955");
    })]],
  ["night", "#0d1b2a", () => [
    circle(200, 110, 58, "#f6e7b4"), circle(176, 96, 52, "#0d1b2a"),
    ...range(26).map((i) => circle((i * 83) % 300, (i * 47) % 240, 1 + (i % 3), "#e0e1dd")),
    ...range(6).map((i) => rect(50 * i, 290 - 34 * ((i * 5) % 4), 50, 220, i % 2 ? "#1b263b" : "#22304a")),
    ...range(14).map((i) => rect(12 + 50 * (i % 6) + 16 * (i % 2), 312 + 26 * Math.floor(i / 6), 9, 12, "#ffca55"))]],
  ["harbor", "#cfe8ef", () => [
    path("M140 70 L140 270 L40 270 Z", "#ee6c4d"), path("M156 110 L156 270 L250 270 Z", "#fefae0"),
    path("M40 286 H262 L226 336 H78 Z", "#293241"), wave(338, 26, "#3d9ab3"), wave(366, 26, "#1c6e8c")]],
  ["stones", "#ebe4da", () => [
    ["ellipse", { cx: 150, cy: 340, rx: 112, ry: 34, fill: "#495057" }], ["ellipse", { cx: 144, cy: 278, rx: 86, ry: 30, fill: "#7b8086" }],
    ["ellipse", { cx: 156, cy: 224, rx: 62, ry: 26, fill: "#a98467" }], ["ellipse", { cx: 150, cy: 178, rx: 40, ry: 21, fill: "#6c584c" }],
    ["ellipse", { cx: 152, cy: 143, rx: 23, ry: 15, fill: "#343a40" }]]],
  ["kites", "#fdf0d5", () => [
    ...[[90, 110, "#c1121f"], [210, 80, "#003049"], [170, 220, "#669bbc"]].flatMap(([x, y, color]) => [
      path(`M${x} ${y - 52} l38 52 l-38 62 l-38 -62 Z`, color), path(`M${x} ${y - 52} v114 l-38 -62 Z`, "#00000030"),
      stroke(`M${x} ${y + 62} q22 40 -8 80 t4 ${200 - y / 2}`, color, 3)])]],
  ["spiral", "#f1faee", () => range(9).map((i) => ring(150 + 7 * i, 200 - 6 * i, 176 - 20 * i, i % 2 ? "#a8dadc" : "#457b9d", 11))],
];

/** The titles of the posters. */
export const titles = posters.map(([name]) => text(`poster.${name}`));

/** Draws a poster. */
export function poster(index) {
  const [, background, shapes] = posters[index];
  const picture = document.createElementNS(namespace, "svg");
  picture.setAttribute("viewBox", "0 0 300 400");
  picture.setAttribute("preserveAspectRatio", "xMidYMid slice");
  picture.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of [rect(0, 0, 300, 400, background), ...shapes()]) {
    const shape = picture.appendChild(document.createElementNS(namespace, tag));
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  }
  return picture;
}
