import { apiKeys } from "@idanimo/contract/developers/keys";
import { changesPath } from "@idanimo/contract/developers/changes";
import { apiRequests } from "@idanimo/contract/developers/requests";
import { webhookEndpoints } from "@idanimo/contract/developers/webhooks";
import type { RequiredRight } from "@idanimo/contract/operation";

/** A screen for developers, with the right that its data needs, if any. */
export type Section = { readonly title: string; readonly address: string; readonly right?: RequiredRight };

export const sections = {
  keys: { title: "Keys", address: "/developers/keys", right: apiKeys.right },
  webhooks: { title: "Webhooks", address: "/developers/webhooks", right: webhookEndpoints.right },
  requests: { title: "Requests", address: "/developers/requests", right: apiRequests.right },
  testData: { title: "Test data", address: "/developers/test-data" },
  inbox: { title: "Inbox", address: "/developers/inbox" },
  // documents of their own, which everybody may read
  documentation: { title: "Documentation", address: "/developers/docs" },
  changes: { title: "Changes", address: changesPath },
} as const satisfies Record<string, Section>;
