import { profile } from "@idanimo/contract/accounts";
import { notices } from "@idanimo/contract/notices";
import { paymentHistory } from "@idanimo/contract/wallet";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { askedIn } from "../../lib/just-asked.ts";
import { onPlace, saidHere } from "../../lib/place.ts";
import type { ToastMessage } from "../../ui/Toast.tsx";
import { isPushPressed, pushedKind, toneOf } from "./rules.ts";
import { soundNotice } from "./sound.ts";

function readAgain(client: QueryClient, ...paths: readonly string[]): void {
  for (const path of paths) void client.invalidateQueries({ queryKey: [path] });
}

type Say = { readonly toast: (message: ToastMessage) => void; readonly open: () => void };

/** A notice has arrived: it sounds, the list is read again, and where nobody has the list before them its title is said. */
export async function tellNotice(client: QueryClient, id: string, say: Say | undefined): Promise<void> {
  void soundNotice();
  readAgain(client, notices.path);
  if (!say || document.visibilityState === "hidden") return;
  const answer = await call(notices, { size: 5 });
  const notice = answer.ok ? answer.value.notices.find((one) => one.id === id) : undefined;
  if (!notice || notice.read || isBefore(notice.link)) return;
  say.toast({
    tone: toneOf(notice) === "success" ? "success" : "info",
    text: notice.title,
    ...(notice.link !== null && { until: whenBefore(notice.link) }),
    action: { label: "Read", onPress: say.open },
  });
}

/**
 * Whether a person has before them what a notice leads to: a result, the wait for it, a file, or on the dashboard the words about a
 * request that was just paid for. Every other request is one row of many there.
 */
function isBefore(link: string | null): boolean {
  const { pathname, search } = location;
  const about = link?.split(/[/=]/).at(-1);
  if (!about) return false;
  if (pathname === "/main-dashboard") return askedIn(saidHere()).includes(about);
  const shown = pathname === "/consent" ? new URLSearchParams(search).get("request") : pathname.split("/").at(-1);
  return about === shown;
}

/** Ends what is said once the reader has come to what it leads to: the same words stand there. */
function whenBefore(link: string): AbortSignal {
  const over = new AbortController();
  const stop = onPlace(() => {
    if (!isBefore(link)) return;
    stop();
    over.abort();
  });
  return over.signal;
}

/** What the push worker says: that something was pushed, or that a person pressed it. Nothing in it is believed. Source: T-70. */
export function readPushed(client: QueryClient, { data, ports }: MessageEvent<unknown>, open: () => void): void {
  if (isPushPressed(data)) {
    open();
    ports[0]?.postMessage("opened");
    return;
  }
  const kind = pushedKind(data);
  if (kind === undefined) return;
  void soundNotice();
  readAgain(client, notices.path, profile.path);
  if (kind === "REFUND_INITIATED") readAgain(client, paymentHistory.path);
}
