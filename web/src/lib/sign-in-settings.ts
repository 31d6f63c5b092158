import type { OutputOf } from "@idanimo/contract/operation";
import { signInSettings } from "@idanimo/contract/social";
import { call } from "./call.ts";

export type SignInSettings = OutputOf<typeof signInSettings>;

let pending: Promise<SignInSettings | undefined> | undefined;

/** Fetches the enabled sign-in methods once. Undefined on failure: email and password always work. Never fails. */
export function fetchSignInSettings(): Promise<SignInSettings | undefined> {
  pending ??= call(signInSettings, {}).then((result) => {
    if (result.ok) return result.value;
    pending = undefined;
    return undefined;
  });
  return pending;
}

/** The nonce of Google One Tap is valid once [T-14]: the next caller gets a new one. */
export function clearSignInSettings(): void {
  pending = undefined;
}
