import { fail, ok, type Result } from "@idanimo/contract/problems";

/**
 * A long document takes seconds of one core and is held in memory until its last page, so one is drawn at a time.
 */

/** Documents that may wait behind the one being drawn. */
const maxWaiting = 2;
let inside = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the work of a long document, queries included, after the earlier ones. @returns `unavailable` if the queue
 * is full
 */
export async function queueLongDocument<Made>(work: () => Promise<Made>): Promise<Result<Made, "unavailable">> {
  if (inside > maxWaiting) return fail("unavailable", {});
  inside += 1;
  const made = last.then(work);
  last = made.catch(() => undefined); // a failure must not reject the next one
  try {
    return ok(await made);
  } finally {
    inside -= 1;
  }
}
