import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";

export type Refusal = { readonly title: string; readonly text: string };

/** What somebody reads when no mail was sent. Source: A§8, O-19, ERR-24, ERR-25. */
export function forgotRefusal(problem: Problem): Refusal {
  const thrown = problem.code === "no_response" || problem.code === "request_not_built";
  return { title: thrown ? texts.forgotFailedTryAgain : texts.forgotFailed, text: wordsOf(problem) };
}

/** What somebody reads whose new password was not taken; undefined when the link itself is at its end. Source: A§8, O-19, ERR-27. */
export function resetRefusal(problem: Problem): Refusal | undefined {
  if (problem.code === "invalid_reset_link") return undefined;
  return { title: texts.resetFailed, text: wordsOf(problem) };
}
