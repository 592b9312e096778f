// Where the daemon's frames come from, as the status names it. The name of a camera never begins like these.
const others = [[/^synthetic(:|$)/, "synthetic"], [/^y4m:/, "y4m"], [/^trace:/, "trace"]];

/** The kind of a source that is no camera, such as "synthetic" for the rendered hand; null for a camera. */
export function otherThanCamera(source) {
  return others.find(([pattern]) => pattern.test(source))?.[1] ?? null;
}
