import type { loginResponse, signedInUser } from "@idanimo/contract/accounts";
import type { output } from "zod/mini";

/** The signed-in user, without the token: the browser has it as a cookie that no script can read [T-09]. */
export type SignedInUser = Omit<output<typeof signedInUser>, "jwtToken">;

/** The outcome of any sign-in method: signed in, or a second step is required. */
export type SignInResult =
  | { readonly step: "done"; readonly user: SignedInUser }
  /** Identifies the pending sign-in; held in memory only. */
  | { readonly step: "second"; readonly ticket: string };

/** Parses a sign-in response and drops its copy of the token. */
export function readSignInResult(response: output<typeof loginResponse>): SignInResult {
  if ("secondFactor" in response) return { step: "second", ticket: response.ticket };
  const { jwtToken: _dropped, ...user } = response;
  return { step: "done", user };
}
