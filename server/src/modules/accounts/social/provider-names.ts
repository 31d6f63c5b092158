import type { SocialProvider } from "@idanimo/contract/social";

/** As a person knows them. */
export const providerNames = { google: "Google", facebook: "Facebook" } as const satisfies Record<
  SocialProvider,
  string
>;
