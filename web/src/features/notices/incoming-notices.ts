import { profile } from "@idanimo/contract/accounts";
import { notices } from "@idanimo/contract/notices";
import { paymentHistory } from "@idanimo/contract/wallet";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { readRecentRequestIds } from "../../lib/recent-requests.ts";
import { onLocationChange, readHistoryState } from "../../lib/router.ts";
import type { ToastMessage } from "../../ui/Toast.tsx";
import { isPushPressed, parsePushedKind, noticeToneOf } from "./rules.ts";
import { playNoticeSound } from "./notice-sound.ts";

function invalidatePaths(client: QueryClient, ...paths: readonly string[]): void {
  for (const path of paths) void client.invalidateQueries({ queryKey: [path] });
}

type NoticeToast = { readonly toast: (message: ToastMessage) => void; readonly open: () => void };

/** A notice has arrived: it sounds, the list is read again, and where nobody has the list before them its title is said. */
export async function announceNotice(
  client: QueryClient,
  id: string,
  noticeToast: NoticeToast | undefined,
): Promise<void> {
  void playNoticeSound();
  invalidatePaths(client, notices.path);
  if (!noticeToast || document.visibilityState === "hidden") return;
  const answer = await call(notices, { size: 5 });
  const notice = answer.ok ? answer.value.notices.find((one) => one.id === id) : undefined;
  if (!notice || notice.read || isOnScreen(notice.link)) return;
  noticeToast.toast({
    tone: noticeToneOf(notice) === "success" ? "success" : "info",
    text: notice.title,
    ...(notice.link !== null && { until: abortWhenOnScreen(notice.link) }),
    action: { label: "Read", onPress: noticeToast.open },
  });
}

/**
 * Whether a person has before them what a notice leads to: a result, the wait for it, a file, or on the dashboard the words about a
 * request that was just paid for. Every other request is one row of many there.
 */
function isOnScreen(link: string | null): boolean {
  const { pathname, search } = location;
  const subjectId = link?.split(/[/=]/).at(-1);
  if (!subjectId) return false;
  if (pathname === "/main-dashboard") return readRecentRequestIds(readHistoryState()).includes(subjectId);
  const shown = pathname === "/consent" ? new URLSearchParams(search).get("request") : pathname.split("/").at(-1);
  return subjectId === shown;
}

/** Ends what is said once the reader has come to what it leads to: the same words stand there. */
function abortWhenOnScreen(link: string): AbortSignal {
  const over = new AbortController();
  const stop = onLocationChange(() => {
    if (!isOnScreen(link)) return;
    stop();
    over.abort();
  });
  return over.signal;
}

/** What the push worker says: that something was pushed, or that a person pressed it. Nothing in it is believed. Source: T-70. */
export function receivePushMessage(
  client: QueryClient,
  { data, ports }: MessageEvent<unknown>,
  open: () => void,
): void {
  if (isPushPressed(data)) {
    open();
    ports[0]?.postMessage("opened");
    return;
  }
  const kind = parsePushedKind(data);
  if (kind === undefined) return;
  void playNoticeSound();
  invalidatePaths(client, notices.path, profile.path);
  if (kind === "REFUND_INITIATED") invalidatePaths(client, paymentHistory.path);
}
