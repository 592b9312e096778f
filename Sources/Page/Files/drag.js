// Dragging the card on top with a mouse, a finger or a pen.
import { outcome, pose, pull, springBack } from "./card-motion.js";

/** The speed of the pointer is measured over this time. */
const speedMs = 100;

/**
 * Lets the card on top be dragged.
 *
 * @param {(side: -1 | 1, from: {dx: number, dy: number}) => void} throwOut - is called for a card that is dragged or thrown out
 */
export function makeDraggable(stack, throwOut) {
  /** The drag in progress: the card, its pointer, where it began, how far it is, and the latest places. */
  let drag = null;

  stack.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    if (drag || card?.dataset.depth !== "0" || event.button !== 0) return;
    for (const animation of card.getAnimations()) animation.cancel();
    card.setPointerCapture(event.pointerId);
    card.classList.add("dragged");
    drag = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, dy: 0, places: [] };
    note(event);
  });

  stack.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    note(event);
    const { card, dx, dy } = drag;
    card.style.transform = pose(dx, dy, card.offsetWidth);
    card.style.setProperty("--pull", pull(dx, card.offsetWidth));
  });

  for (const end of ["pointerup", "pointercancel"]) {
    stack.addEventListener(end, (event) => {
      if (drag?.pointer !== event.pointerId) return;
      note(event);
      const speed = end === "pointerup" ? currentSpeed(drag.places) : 0;
      const { card } = drag;
      const from = release();
      const side = end === "pointerup" ? outcome(from.dx, speed, card.offsetWidth) : 0;
      if (side) throwOut(side, from);
      else springBack(card, from.dx, from.dy);
    });
  }

  function note(event) {
    drag.dx = event.clientX - drag.x;
    drag.dy = event.clientY - drag.y;
    drag.places.push({ x: event.clientX, ms: event.timeStamp });
    while (event.timeStamp - drag.places[0].ms > speedMs) drag.places.shift();
  }

  /** Ends the drag in progress, and returns how far the card was. */
  function release() {
    if (!drag) return { dx: 0, dy: 0 };
    const { card, dx, dy } = drag;
    card.classList.remove("dragged");
    card.style.removeProperty("transform");
    card.style.removeProperty("--pull");
    drag = null;
    return { dx, dy };
  }

  return { release };
}

/** The mean speed along x, in CSS pixels per ms. */
function currentSpeed(places) {
  const [first, last] = [places[0], places.at(-1)];
  return last.ms > first.ms ? (last.x - first.x) / (last.ms - first.ms) : 0;
}
