// Drawing that waits for the screen, so that what comes meanwhile is not delayed by it.

/** @returns a function that has `draw` called before the next frame of the screen is painted, however often it is called before */
export function onceAFrame(draw) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  };
}
