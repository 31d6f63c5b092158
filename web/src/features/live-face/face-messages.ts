import { faceMessage, faceReference } from "@idanimo/contract/live-face";
import * as z from "zod/mini";

/** Which pages may be framed and which messages are accepted [O-42 T-50]. */

/**
 * Whether the capture page may be framed: it must be at its ticket's origin and not at ours, where its script could
 * access this page.
 * @param ownOrigin this page's own origin
 */
export function isFrameable(
  { address, origin }: { readonly address: string; readonly origin: string },
  ownOrigin: string,
) {
  const page = URL.parse(address);
  return page !== null && /^https?:$/.test(page.protocol) && page.origin === origin && origin !== ownOrigin;
}

type ReceivedMessage = { readonly origin: string; readonly source: unknown; readonly data: unknown };

/** The reference in a message of the capture page; undefined for other senders and other messages. */
export function parseCapturedReference(message: ReceivedMessage, origin: string, frame: unknown): string | undefined {
  if (message.origin !== origin || !frame || message.source !== frame) return undefined;
  const read = z.safeParse(faceMessage, message.data);
  return read.success ? read.data.reference : undefined;
}

/** Messages between the tabs of one browser: a capture on offer, and its acceptance. Never stored. */
const tabMessage = z.object({ type: z.enum(["offered", "taken"]), reference: faceReference });
export type TabMessage = z.output<typeof tabMessage>;
export const tabChannel = "idanimo:face";

export function parseTabMessage(data: unknown): TabMessage | undefined {
  const read = z.safeParse(tabMessage, data);
  return read.success ? read.data : undefined;
}
