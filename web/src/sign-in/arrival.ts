import { saidHere } from "../lib/place.ts";
import { storedSignedOut } from "../lib/storage.ts";

/** What a screen tells the next one: a sentence to show there. */
export const notices = ["reset_sent", "reset_done", "idle", "ended"] as const;
export type NoticeName = (typeof notices)[number];

/** What the screen before wanted to be shown here. */
export function arrivalNotice(): NoticeName | undefined {
  const said = saidHere() ?? storedSignedOut.get()?.why;
  return notices.find((known) => known === said);
}
