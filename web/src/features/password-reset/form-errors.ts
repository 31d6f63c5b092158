import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";

export type FormError = { readonly title: string; readonly text: string };

/** What somebody reads when no mail was sent. Source: A§8, O-19, ERR-24, ERR-25. */
export function forgotPasswordError(problem: Problem): FormError {
  const isClientFailure = problem.code === "no_response" || problem.code === "request_not_built";
  return { title: isClientFailure ? texts.forgotFailedTryAgain : texts.forgotFailed, text: problemMessage(problem) };
}

/** What somebody reads whose new password was not taken; undefined when the link itself is at its end. Source: A§8, O-19, ERR-27. */
export function resetPasswordError(problem: Problem): FormError | undefined {
  if (problem.code === "invalid_reset_link") return undefined;
  return { title: texts.resetFailed, text: problemMessage(problem) };
}
