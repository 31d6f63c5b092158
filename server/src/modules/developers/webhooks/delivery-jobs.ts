import { enqueue, enqueueAll, type Tx } from "../../../database/database.ts";
import { currentRequestId } from "../../../kernel/request-context.ts";

/**
 * The jobs of deliveries. Endpoints that fail or are slow have a task with slots of their own, so that they delay no
 * other endpoint [DP-12].
 */
export const deliveryTasks = { prompt: "deliver_webhook", slow: "deliver_slow_webhook" } as const;
export type DeliveryTask = keyof typeof deliveryTasks;

const keyOf = (deliveryId: string) => `webhook:${deliveryId}`;

/** Queues one delivery; replaces its job that waits. */
export const queueDelivery = (tx: Tx, deliveryId: string, task: DeliveryTask, inSeconds: number): Promise<void> =>
  enqueue(tx, deliveryTasks[task], { deliveryId }, keyOf(deliveryId), { runInSeconds: inSeconds });

/** Queues deliveries that are due now. */
export async function queueDeliveries(
  tx: Tx,
  deliveries: readonly { readonly id: string; readonly task: DeliveryTask }[],
): Promise<void> {
  const call = currentRequestId();
  for (const task of ["prompt", "slow"] as const)
    await enqueueAll(
      tx,
      deliveryTasks[task],
      deliveries
        .filter((one) => one.task === task)
        .map(({ id: deliveryId }) => ({ payload: { deliveryId }, key: keyOf(deliveryId), call })),
    );
}
