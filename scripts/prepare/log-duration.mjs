/**
 * Says what begins, does it, and says how long it took.
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
