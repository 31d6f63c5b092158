import { webhookEndpoints, webhookDeliveries } from "@idanimo/contract/developers/webhooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallResult, Problem } from "../../lib/call.ts";
import { cancelAndInvalidate } from "../../lib/query.ts";

/** A call that changes an endpoint or its deliveries, which are fetched again afterwards. */
export function useWebhookCall() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /**
   * @param refetch false if the screen is left: fetches only what the next screen shows
   * @returns the value; undefined after a problem, or while another call runs
   */
  async function run<Value>(send: () => Promise<CallResult<Value>>, refetch = true): Promise<Value | undefined> {
    if (isBusy) return undefined;
    setBusy(true);
    const result = await send();
    setBusy(false);
    setProblem(result.ok ? undefined : result.problem);
    if (!result.ok) return undefined;
    if (refetch) {
      await cancelAndInvalidate(client, [webhookEndpoints.path]);
      await cancelAndInvalidate(client, [webhookDeliveries.path]);
    } else await client.invalidateQueries({ queryKey: [webhookEndpoints.path], refetchType: "none" });
    return result.value;
  }
  return { isBusy, problem, dismiss: () => setProblem(undefined), run };
}
