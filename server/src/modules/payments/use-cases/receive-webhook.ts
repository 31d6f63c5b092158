import { Batcher } from "../../../database/batcher.ts";
import type { PaymentDeps } from "../deps.ts";
import { enqueueSettlements } from "../store.ts";

/** Maximum batch size; a larger batch would delay its first members. */
const maxBatchSize = 500;

/**
 * Queues the settlement of a payment. When the promise resolves, the job is durable. Webhooks that arrive during a
 * write are batched into the next one.
 */
export function receiveWebhook({ db }: Pick<PaymentDeps, "db">): (reference: string) => Promise<unknown> {
  const write = async (references: readonly string[]) => {
    await enqueueSettlements(db.single, references);
    return references;
  };
  const batcher = new Batcher<string, string>(write, maxBatchSize);
  return (reference) => batcher.submit(reference);
}
