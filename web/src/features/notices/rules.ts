import type { Notice, NoticeKind } from "@idanimo/contract/notices";

/** The tone of each kind of notice, for its icon and colour. */
const tones = {
  refund_initiated: "info",
  payment_received: "success",
  late_payment_received: "success",
  consent_granted: "success",
  consent_denied: "problem",
  result_ready: "success",
  bulk_completed: "success",
  request_ended: "info",
  free_request_ended: "info",
  new_sign_in: "info",
  approval_requested: "info",
  approval_decided: "info",
  organisation_closing: "problem",
  organisation_stays_open: "info",
  organisation_closed: "info",
  password_changed: "info",
  member_invited: "info",
  member_joined: "info",
  member_removed: "info",
  membership_ended: "info",
  member_suspended: "info",
  member_reactivated: "success",
  role_changed: "info",
  sso_changed: "info",
  sso_exemption_used: "info",
  records_opened_to_member: "info",
  directory_added_member: "info",
  scim_token_ending: "info",
  key_network_new: "info",
  key_address_refused: "problem",
  key_leaked: "problem",
  key_ending: "info",
  key_transferred: "info",
  webhook_disabled: "problem",
  support_viewed: "info",
  support_signed_out: "info",
  support_unlocked: "info",
  support_resent: "info",
  support_phone_requested: "problem",
  support_phone_removed: "info",
  support_suspended: "info",
  support_suspension_ended: "success",
} as const satisfies Record<NoticeKind, NoticeTone>;
type NoticeTone = "info" | "success" | "problem";

/** The tone of a notice; `info` for a kind that only a newer server knows. */
export function noticeToneOf({ kind }: Pick<Notice, "kind">): NoticeTone {
  const known: Readonly<Record<string, NoticeTone>> = tones;
  return known[kind] ?? "info";
}

/** Where a notice links to within this application; undefined for any other address. */
export function ownLinkOf({ link }: Pick<Notice, "link">): string | undefined {
  return link !== null && /^\/(?![/\\])/.test(link) ? link : undefined;
}

/** The number at the bell, at most `99+`. */
export function formatUnreadCount(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}

export function bellLabel(unread: number): string {
  return unread === 0 ? "Notices" : `Notices, ${unread} unread`;
}

const pushMessageType = "idanimo:push";

/**
 * The kind in a message of our push worker; undefined for any other message. It only says what to refetch; nothing
 * else in the message is read [T-70].
 */
export function parsePushedKind(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("type" in data) || !("kind" in data)) return undefined;
  return data.type === pushMessageType && typeof data.kind === "string" ? data.kind : undefined;
}

/** Whether a message of our push worker says that the user pressed the push. */
export function isPushPressed(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === "idanimo:push-pressed";
}
