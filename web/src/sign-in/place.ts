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

/** Moves to another screen of this document, at its top. For an address of another document use `location.assign`. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
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
