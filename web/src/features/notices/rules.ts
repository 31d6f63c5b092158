import type { Notice, NoticeKind } from "@idanimo/contract/notices";

/** What a notice means, for its icon and colour. Its words stand beside them. */
const tones = {
  refund_initiated: "info",
  payment_received: "success",
  late_payment_received: "success",
  consent_granted: "success",
  consent_denied: "problem",
  result_ready: "success",
  bulk_completed: "success",
  request_ended: "info",
  new_sign_in: "info",
  password_changed: "info",
} as const satisfies Record<NoticeKind, NoticeTone>;
type NoticeTone = "info" | "success" | "problem";

/** The tone of a notice; one of a kind that only a newer server knows is plain. */
export function noticeToneOf({ kind }: Pick<Notice, "kind">): NoticeTone {
  const known: Readonly<Record<string, NoticeTone>> = tones;
  return known[kind] ?? "info";
}

/** Where a notice leads within this application, or undefined: an address of somebody else's is none. */
export function ownLinkOf({ link }: Pick<Notice, "link">): string | undefined {
  return link !== null && /^\/(?![/\\])/.test(link) ? link : undefined;
}

/** The number at the bell; beyond two figures it is no longer counted. */
export function formatUnreadCount(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}

/** What the bell is called. */
export function bellLabel(unread: number): string {
  return unread === 0 ? "Notices" : `Notices, ${unread} unread`;
}

const pushMessageType = "idanimo:push";

/**
 * The kind that a message of our push worker names, or undefined for any other message. It only says what may be worth reading
 * again; nothing else in it is looked at. Source: T-70.
 */
export function parsePushedKind(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("type" in data) || !("kind" in data)) return undefined;
  return data.type === pushMessageType && typeof data.kind === "string" ? data.kind : undefined;
}

/** Whether a message of our push worker says that a person has pressed what the device showed. */
export function isPushPressed(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === "idanimo:push-pressed";
}
