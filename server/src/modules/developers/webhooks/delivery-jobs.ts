import { enqueueAll, type Tx } from "../../../database/database.ts";
import { currentRequestId } from "../../../kernel/request-context.ts";

/** The jobs of deliveries. Endpoints that fail have a task with slots of their own, so that they delay no other [DP-12]. */
export const deliveryTasks = { prompt: "deliver_webhook", slow: "deliver_slow_webhook" } as const;
export type DeliveryTask = keyof typeof deliveryTasks;

export type QueuedDelivery = {
  readonly id: string;
  readonly task: DeliveryTask;
  readonly inSeconds?: number;
  /** The request that caused it; that of this call if absent. */
  readonly call?: string | undefined;
};

/** Queues deliveries; replaces a job of theirs that waits. */
export async function queueDeliveries(tx: Tx, deliveries: readonly QueuedDelivery[]): Promise<void> {
  for (const [task, its] of Map.groupBy(deliveries, (one) => one.task))
    await enqueueAll(
      tx,
      deliveryTasks[task],
      its.map(({ id: deliveryId, inSeconds, call = currentRequestId() }) => ({
        payload: { deliveryId },
        key: `webhook:${deliveryId}`,
        call,
        runInSeconds: inSeconds,
      })),
    );
}
