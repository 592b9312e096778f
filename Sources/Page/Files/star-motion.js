// How stars fall and bounce. Knows nothing of the page.

/** Lengths in CSS pixels, times in seconds. */
const gravity = 1800;
const bounciness = 0.55;
/** Below this speed, a star that touches the ground stays there. */
const restSpeed = 90;

/**
 * Stars above the picture, each in a column of its own.
 *
 * @param {{width: number, height: number}} box
 * @param {() => number} random - from 0 to below 1
 */
export function makeStars(count, box, random = Math.random) {
  const column = box.width / count;
  const radius = Math.min(column * 0.4, box.height * 0.12);
  return Array.from({ length: count }, (_, index) => ({
    x: column * (index + 0.5), y: -radius * (1 + 4 * random()), radius,
    speed: 0, angle: random() * 2 * Math.PI, turn: (random() - 0.5) * 6, isResting: false,
  }));
}

/** Puts stars on the ground, for people who do not want motion. */
export function landed(stars, box) {
  return stars.map((star) => ({ ...star, y: box.height - star.radius, angle: 0, isResting: true }));
}

/** Where the stars are `seconds` later. */
export function step(stars, seconds, box) {
  return stars.map((star) => (star.isResting ? star : stepOne(star, seconds, box.height - star.radius)));
}

function stepOne(star, seconds, ground) {
  const speed = star.speed + gravity * seconds;
  const y = star.y + speed * seconds;
  const angle = star.angle + star.turn * seconds;
  if (y < ground) return { ...star, y, speed, angle };
  const rebound = speed * bounciness;
  if (rebound < restSpeed) return { ...star, y: ground, speed: 0, angle, isResting: true };
  return { ...star, y: ground, speed: -rebound, angle, turn: star.turn * bounciness };
}
