import { requestRetentionDays, webhookRetentionDays } from "@idanimo/contract/developers/limits";
import type { RowRetentionRule } from "../../database/row-retention.ts";

const lives = `${webhookRetentionDays} days`;

/** Deliveries and attempts are deleted with their event. */
export const developerRetentionRules = [
  {
    what: "that an organisation had an API key, after it expired",
    table: "api_keys",
    since: "expires_at",
    lives: "30 days",
  },
  {
    what: "events that an organisation's webhooks reported: ids, codes and amounts, and what its server responded",
    table: "webhook_events",
    since: "created_at",
    lives,
  },
  {
    what: "number of attempts of an organisation's webhooks in a day",
    table: "webhook_days",
    since: "day",
    lives,
  },
  {
    what: "calls of an organisation's API keys: time, route, status and network, nothing of their bodies and queries",
    table: "api_requests",
    since: "at",
    lives: `${requestRetentionDays} days`,
  },
] as const satisfies readonly RowRetentionRule[];
