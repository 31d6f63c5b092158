import { readHistoryState } from "../lib/router.ts";
import { storedSignOutNotice } from "../lib/storage.ts";

/** What a screen tells the next one: a sentence to show there. */
export const noticeNames = ["reset_sent", "reset_done", "idle", "ended"] as const;
export type NoticeName = (typeof noticeNames)[number];

/** What the screen before wanted to be shown here. */
export function readArrivalNotice(): NoticeName | undefined {
  const name = readHistoryState() ?? storedSignOutNotice.get()?.why;
  return noticeNames.find((known) => known === name);
}
