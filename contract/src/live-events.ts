import * as z from "zod/mini";

/** Path of the event stream, relative to the API base. */
export const eventsPath = "/events";

/** Last event of a stream that the server closes because the account has too many; its page must not reconnect. */
export const streamReplaced = "replaced";

/** An event sent to an open page. It has only ids: the page then reads from the API [T-70]. */
export const liveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("consent_changed"), requestId: z.string() }),
  z.object({ type: z.literal("item_closed"), requestId: z.string() }),
  z.object({ type: z.literal("payment_settled"), reference: z.string() }),
  z.object({ type: z.literal("refund_initiated"), requestId: z.string() }),
  z.object({ type: z.literal("notice"), noticeId: z.string() }),
  // the caller's rights in an organisation changed or ended: the page drops what it shows [TM-02]
  z.object({ type: z.literal("rights_changed"), organisationId: z.string() }),
  z.object({ type: z.literal("approval_changed"), approvalId: z.string() }),
]);
export type LiveEvent = z.output<typeof liveEvent>;
