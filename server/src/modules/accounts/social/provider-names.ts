import type { SocialProvider } from "@idanimo/contract/social";

export const providerNames = { google: "Google", facebook: "Facebook" } as const satisfies Record<
  SocialProvider,
  string
>;
