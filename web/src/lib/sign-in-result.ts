import type { loginResponse, signedInUser } from "@idanimo/contract/accounts";
import type { output } from "zod/mini";

/** Who signed in, without the token: a browser has it as a cookie that no script can read. Source: T-09. */
export type SignedInUser = Omit<output<typeof signedInUser>, "jwtToken">;

/** What a good answer of any way to sign in leads to: the person is in, or a second step is wanted first. */
export type SignInResult =
  | { readonly step: "done"; readonly user: SignedInUser }
  /** The ticket names the half-done sign-in; it stays in memory. */
  | { readonly step: "second"; readonly ticket: string };

/** Reads an answer and drops its copy of the token. */
export function readSignInResult(answer: output<typeof loginResponse>): SignInResult {
  if ("secondFactor" in answer) return { step: "second", ticket: answer.ticket };
  const { jwtToken: _dropped, ...user } = answer;
  return { step: "done", user };
}
