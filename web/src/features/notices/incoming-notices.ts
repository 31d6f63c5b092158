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

/**
 * Handles a new notice: plays the sound, refetches the list, and shows its title unless the list or its subject is
 * on the screen.
 */
export async function announceNotice(
  client: QueryClient,
  id: string,
  noticeToast: NoticeToast | undefined,
): Promise<void> {
  void playNoticeSound();
  invalidatePaths(client, notices.path);
  if (!noticeToast || document.visibilityState === "hidden") return;
  const result = await call(notices, { size: 5 });
  const notice = result.ok ? result.value.notices.find((one) => one.id === id) : undefined;
  // the banner about a suspension is part of the user
  if (notice?.kind.startsWith("support_suspen")) invalidatePaths(client, profile.path);
  if (!notice || notice.read || isOnScreen(notice.link)) return;
  noticeToast.toast({
    tone: noticeToneOf(notice) === "success" ? "success" : "info",
    text: notice.title,
    ...(notice.link !== null && { until: abortWhenOnScreen(notice.link) }),
    action: { label: "Read", onPress: noticeToast.open },
  });
}

/**
 * Whether the subject of a notice is on the screen: a result, the wait for it, a bulk file, or on the dashboard the
 * notice of a request that was just paid for. Any other request is only one row there.
 */
function isOnScreen(link: string | null): boolean {
  const { pathname, search } = location;
  const subjectId = link?.split(/[/=]/).at(-1);
  if (!subjectId) return false;
  if (pathname === "/main-dashboard") return readRecentRequestIds(readHistoryState()).includes(subjectId);
  const shown = pathname === "/consent" ? new URLSearchParams(search).get("request") : pathname.split("/").at(-1);
  return subjectId === shown;
}

/** Aborts the toast when the user opens its subject, which shows the same text. */
function abortWhenOnScreen(link: string): AbortSignal {
  const over = new AbortController();
  const stop = onLocationChange(() => {
    if (!isOnScreen(link)) return;
    stop();
    over.abort();
  });
  return over.signal;
}

/**
 * Handles a message of the push worker: a push arrived, or the user pressed one. Its content is never trusted
 * [T-70].
 */
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
