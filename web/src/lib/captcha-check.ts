import type { ReactNode } from "react";

/** What a form needs to know of the check that a person fills it in. */
export type CaptchaCheck = {
  /** The answer to send with the form; good once. Undefined while it is being worked out, and after it failed. */
  readonly solution: string | undefined;
  /** Says in words how far the check is, and offers what can be done. */
  readonly statusLine: ReactNode;
  /** `id` of that line, for what waits for the check. */
  readonly statusLineId: string;
  /** Works out a new answer; after every call that carried the old one, whatever came back. */
  readonly renew: () => void;
};
