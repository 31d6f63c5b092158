import { changesPath } from "@idanimo/contract/developers/changes";

/** What the bar links to, and on phones the list of guides. The keys belong to the application, which needs a sign-in. */
export const pages = [
  { label: "Documentation", address: "/developers/docs" },
  { label: "Changes", address: changesPath },
  { label: "API keys", address: "/developers/keys" },
] as const;
