import { fail, ok, type Result } from "@idanimo/contract/problems";

/** A long paper takes seconds of one core, and all of it is held until its last page is known: they are made one after another. */

/** How many wait behind the one that is made; whoever comes then is asked to come again. */
const maxWaiting = 2;
let inside = 0;
let last: Promise<unknown> = Promise.resolve();

/** Does the work of a long paper, its reading included, once those before it are done. */
export async function queueLongDocument<Made>(work: () => Promise<Made>): Promise<Result<Made, "unavailable">> {
  if (inside > maxWaiting) return fail("unavailable", {});
  inside += 1;
  const made = last.then(work);
  last = made.catch(() => undefined); // whoever waits behind it is not to blame
  try {
    return ok(await made);
  } finally {
    inside -= 1;
  }
}
