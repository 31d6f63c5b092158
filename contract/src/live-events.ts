import * as z from "zod/mini";

/** Where the event stream is, relative to the API base. */
export const eventsPath = "/events";

/** The named event of a stream that ends for a newer one: its page does not open another one on its own. */
export const streamReplaced = "replaced";

/** What the server tells an open page. Ids only: the page then asks. Source: design 3, T-70. */
export const liveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("consent_changed"), requestId: z.string() }),
  z.object({ type: z.literal("item_closed"), requestId: z.string() }),
  z.object({ type: z.literal("payment_settled"), reference: z.string() }),
  z.object({ type: z.literal("refund_initiated"), requestId: z.string() }),
  z.object({ type: z.literal("notice"), noticeId: z.string() }),
]);
export type LiveEvent = z.output<typeof liveEvent>;
