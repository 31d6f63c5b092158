import type { ReactNode } from "react";

/** What has just been paid for. */
export type JustPaid = {
  /** Requests, newest first; one notice shows their status. */
  readonly paidRequestIds: readonly string[];
  /** The page of a bulk file. */
  readonly paidFileAddress: string | undefined;
  readonly onDismissPaid: () => void;
  /** Shown in the notice while a request waits for consent. */
  readonly whileWaiting?: ReactNode;
};
