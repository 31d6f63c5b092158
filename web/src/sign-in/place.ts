import { useSyncExternalStore } from "react";

/**
 * Where the reader is in the sign-in document. Its few screens need no more of a router than this; the application's own would
 * weigh half of React again on the first page a newcomer waits for (G-F2).
 */
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
if (typeof window !== "undefined") addEventListener("popstate", tell);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** What a screen tells the next one: a sentence to show there. Kept with the place in the history, so no link can make it appear. */
export const notices = ["reset_sent", "reset_done"] as const;
export type NoticeName = (typeof notices)[number];

/** Moves to another screen of this document, at its top. For an address of another document use `location.assign`. */
export function go(address: string, how: "push" | "replace" = "push", notice?: NoticeName): void {
  const state = notice ? { notice } : null;
  if (how === "push") history.pushState(state, "", address);
  else history.replaceState(state, "", address);
  tell();
  scrollTo(0, 0);
}

/** The part of the address after the host, query included, e.g. `/verify-otp?id=1`. Changes as the reader moves. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}

/** A value of the address's query; empty without it. */
export function useQueryValue(name: string): string {
  return new URL(useAddress(), location.origin).searchParams.get(name) ?? "";
}

/** What the screen before wanted to be shown here. */
export function arrivalNotice(): NoticeName | undefined {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null || !("notice" in state)) return undefined;
  const { notice } = state;
  return notices.find((known) => known === notice);
}

/** The value of a secret or a word that must not stay in the address: the address goes on without it, nothing else moves. */
export function cleanAddress(address: string): void {
  history.replaceState(history.state, "", address);
}
