/** A screen for developers. */
export type Section = { readonly title: string; readonly address: string };

export const sections = {
  testData: { title: "Test data", address: "/developers/test-data" },
  inbox: { title: "Inbox", address: "/developers/inbox" },
} as const satisfies Record<string, Section>;
