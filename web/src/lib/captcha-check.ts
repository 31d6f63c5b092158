import type { ReactNode } from "react";

/** The state of a form's captcha. */
export type CaptchaCheck = {
  /** The solution to send with the form; valid once. Undefined while it is computed, and after it failed. */
  readonly solution: string | undefined;
  /** Describes the progress of the check, with a retry button after a failure. */
  readonly statusLine: ReactNode;
  /** `id` of the status line, for `aria-describedby`. */
  readonly statusLineId: string;
  /** Computes a new solution; call it after every request that used the old one, whatever the response. */
  readonly renew: () => void;
};
