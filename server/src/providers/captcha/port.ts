/** A captcha somebody else hosts. Where one is configured it takes the place of our own proof of work. */
export type HostedCaptcha = {
  readonly kind: "turnstile";
  /** Public; the page draws the check with it. */
  readonly siteKey: string;
  readonly scriptUrl: string;
  /**
   * Whether a check was passed for this form on one of our own pages. It counts once; nobody answering means no.
   * @param action the form it was drawn for
   */
  passes(token: string, action: string): Promise<boolean>;
};
