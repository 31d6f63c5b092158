import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";

export type FormError = { readonly title: string; readonly text: string };

/** The error when no email was sent [O-19 ERR-24 ERR-25]. */
export function forgotPasswordError(problem: Problem): FormError {
  const isClientFailure = problem.code === "no_response" || problem.code === "request_not_built";
  return { title: isClientFailure ? texts.forgotFailedTryAgain : texts.forgotFailed, text: problemMessage(problem) };
}

/** The error when the new password was rejected; undefined when the link itself has expired [O-19 ERR-27]. */
export function resetPasswordError(problem: Problem): FormError | undefined {
  if (problem.code === "invalid_reset_link") return undefined;
  return { title: texts.resetFailed, text: problemMessage(problem) };
}
