/** A captcha hosted by another provider. If one is configured, it replaces our own proof of work. */
export type HostedCaptcha = {
  readonly kind: "turnstile";
  /** Public; the page shows the check with it. */
  readonly siteKey: string;
  readonly scriptUrl: string;
  /**
   * Whether a check was passed for this form on one of our own pages. Each token is valid once; no response means
   * false. @param action the form it was shown for
   */
  passes(token: string, action: string): Promise<boolean>;
};
