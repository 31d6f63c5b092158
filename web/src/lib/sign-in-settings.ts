import type { OutputOf } from "@idanimo/contract/operation";
import { signInSettings } from "@idanimo/contract/social";
import { call } from "./call.ts";

export type SignInSettings = OutputOf<typeof signInSettings>;

let pending: Promise<SignInSettings | undefined> | undefined;

/** Asks once which ways to sign in are on here. Undefined when nobody answers: mail and password are always there. Never fails. */
export function fetchSignInSettings(): Promise<SignInSettings | undefined> {
  pending ??= call(signInSettings, {}).then((answer) => {
    if (answer.ok) return answer.value;
    pending = undefined;
    return undefined;
  });
  return pending;
}

/** The nonce of one-tap is good once (T-14): who asks next gets a new one. */
export function clearSignInSettings(): void {
  pending = undefined;
}
