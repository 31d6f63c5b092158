import { formatCount } from "@idanimo/contract/date-format";
import { webhookTimeoutSeconds } from "@idanimo/contract/developers/limits";
import type { WebhookDelivery, WebhookDeliveryState, WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import type { Tone } from "../../ui/tone.ts";

type Label = { readonly tone: Tone; readonly label: string };

/** The state of an endpoint; an enabled one of which every attempt fails is "Failing". */
export function endpointLabel({
  state,
  disabledReason,
  failingSince,
}: Pick<WebhookEndpoint, "state" | "disabledReason" | "failingSince">): Label {
  if (state === "disabled") return { tone: disabledReason === "member" ? "info" : "problem", label: "Disabled" };
  return failingSince === null ? { tone: "success", label: "Enabled" } : { tone: "waiting", label: "Failing" };
}

/** The share of attempts that succeeded, rounded away from 0% and 100%, which mean none and all. */
export function describeSuccess({ succeeded, failed }: WebhookEndpoint["attempts"]): string {
  const all = succeeded + failed;
  if (all === 0) return "No attempts yet";
  const percent = Math.round((succeeded / all) * 100);
  const shown = succeeded === 0 ? 0 : failed === 0 ? 100 : Math.min(99, Math.max(1, percent));
  return `${shown}% of ${formatCount(all)} ${all === 1 ? "attempt" : "attempts"}`;
}

export const deliveryLabels = {
  pending: { tone: "waiting", label: "Pending" },
  delivered: { tone: "success", label: "Delivered" },
  failed: { tone: "problem", label: "Failed" },
} as const satisfies Record<WebhookDeliveryState, Label>;

const errorTexts: Readonly<Record<string, string>> = {
  too_late: `No response within ${webhookTimeoutSeconds} seconds`,
  connect_too_late: "No connection in time",
  not_public: "The address is not public",
  econnrefused: "The connection was refused",
  enotfound: "The host name does not exist",
  cut: "The connection closed too early",
  redirect: "A redirect, which we do not follow",
};

/** How an attempt ended: the status, or why there was no response. */
export function attemptLabel({ status, error }: Pick<WebhookDelivery["attempts"][number], "status" | "error">): Label {
  if (status !== null) return { tone: status >= 200 && status < 300 ? "success" : "problem", label: String(status) };
  const code = error ?? "unknown";
  return { tone: "problem", label: errorTexts[code] ?? `No response (${code})` };
}

const soonMs = 15_000;
/** How soon to fetch the deliveries again: shortly if an attempt is due. */
export function refetchMs(deliveries: readonly Pick<WebhookDelivery, "nextAttemptAt">[], nowMs: number): number {
  const isDue = deliveries.some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < nowMs + soonMs,
  );
  return isDue ? 2_000 : soonMs;
}
