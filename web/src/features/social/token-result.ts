/**
 * The result of a token request: a token, `no-window` if the popup or script did not open, or `left` if the user
 * cancelled.
 */
export type TokenResult =
  | { readonly end: "token"; readonly token: string }
  | { readonly end: "no-window" }
  | { readonly end: "left" };

/** How long a click waits for a provider's script. After that, a redirect is faster. */
export const scriptTimeoutMs = 1_500;
