/** What asking a provider ended with: a token, nothing because its window or script did not open, or a person who left. */
export type TokenResult =
  { readonly end: "token"; readonly token: string } | { readonly end: "no-window" } | { readonly end: "left" };

/** How long a press of a button waits for a provider's script. After that the provider's own page is quicker. */
export const scriptTimeoutMs = 1_500;
