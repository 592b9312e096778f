// Drawing that waits for the screen, so that what comes meanwhile is not delayed by it.

/**
 * @param {() => boolean} isShown - whether what is drawn can be seen: for what cannot, the screen is not made to paint a frame
 * @returns a function that has `draw` called before the next frame of the screen is painted, however often it is called before
 */
export function onceAFrame(isShown, draw) {
  let isWaiting = false;
  return () => {
    if (isWaiting || !isShown()) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      if (isShown()) draw();
    });
  };
}
