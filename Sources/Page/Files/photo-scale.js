// What was found in a smaller copy of a photo, in pixels of the photo.

/**
 * The same with the places of a photo that is so many times as large. Pure.
 *
 * @param {*} found - of the server; each object with `x` and `y` is a place, with its size and depth if it has some
 */
export function scaled(found, factor) {
  if (Array.isArray(found)) return found.map((each) => scaled(each, factor));
  if (found === null || typeof found !== "object") return found;
  const isPlace = typeof found.x === "number" && typeof found.y === "number";
  return Object.fromEntries(Object.entries(found).map(([name, value]) => {
    const isLength = isPlace && ["x", "y", "z", "width", "height"].includes(name) && typeof value === "number";
    return [name, isLength ? Math.round(value * factor * 100) / 100 : scaled(value, factor)];
  }));
}
