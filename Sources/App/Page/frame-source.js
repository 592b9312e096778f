// Where the daemon's frames come from, as the status names it. The name of a camera never begins like these.
const others = [[/^synthetic(:|$)/, "the rendered hand"], [/^y4m:/, "a video"], [/^trace:/, "a trace"]];

/** What the frames show if they come from no camera, in words; null for a camera. */
export function otherThanCamera(source) {
  return others.find(([pattern]) => pattern.test(source))?.[1] ?? null;
}
