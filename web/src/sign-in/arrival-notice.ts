import { readHistoryState } from "../lib/router.ts";
import { storedSignOutNotice } from "../lib/storage.ts";

/** Notices that one screen passes to the next. */
export const noticeNames = ["reset_sent", "reset_done", "idle", "ended"] as const;
export type NoticeName = (typeof noticeNames)[number];

/** The notice that the previous screen passed. */
export function readArrivalNotice(): NoticeName | undefined {
  const name = readHistoryState() ?? storedSignOutNotice.get()?.why;
  return noticeNames.find((known) => known === name);
}
