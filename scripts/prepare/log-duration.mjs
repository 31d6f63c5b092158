/**
 * Prints a message, does the work, and prints how long it took.
 * @param {string} begins
 * @param {string} done
 * @param {() => void} work
 */
export function timed(begins, done, work) {
  const from = Date.now();
  console.log(begins);
  work();
  console.log(`${done} in ${((Date.now() - from) / 1000).toFixed(1)} s.`);
}
