import { Batcher } from "../../../database/batcher.ts";
import type { PaymentDeps } from "../deps.ts";
import { enqueueSettlements } from "../payment-store.ts";

/** What comes in a burst goes out together; more at once would keep the first of them waiting. */
const maxBatchSize = 500;

/**
 * Takes the provider's word that something became of a payment: once it is over, the wish to ask is durable. Notices that come while
 * one is being written down are written down together. Source: R-28.
 */
export function receiveWebhook({ db }: Pick<PaymentDeps, "db">): (reference: string) => Promise<unknown> {
  const write = async (references: readonly string[]) => {
    await enqueueSettlements(db.single, references);
    return references;
  };
  const batcher = new Batcher<string, string>(write, maxBatchSize);
  return (reference) => batcher.submit(reference);
}
