// Gestures that came near a swipe and made none.

/** A swipe comes at most this long after the last frame that had a reason against it. */
const swipeMs = 100;

/**
 * Finds the near misses: runs of samples with a reason, unless a swipe follows.
 *
 * @param {{ms: number, reason: ?string}[]} samples - oldest first
 * @param {{ms: number}[]} swipes
 * @returns the samples of each near miss
 */
export function nearMisses(samples, swipes) {
  const runs = [];
  for (const [index, sample] of samples.entries()) {
    if (!sample.reason) continue;
    if (samples[index - 1]?.reason) runs.at(-1).push(sample);
    else runs.push([sample]);
  }
  return runs.filter((run) => {
    const end = run.at(-1).ms;
    return !swipes.some((swipe) => swipe.ms > end && swipe.ms - end < swipeMs);
  });
}
