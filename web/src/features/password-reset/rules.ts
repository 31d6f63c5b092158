import { email } from "@idanimo/contract/fields";
import { texts } from "@idanimo/contract/texts";
import { object, pipe, refine, safeParse, string, transform } from "zod/mini";
import type { Problem } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";

/** One sentence for a mail left out and for one mistyped, as this form says it. Source: A§5, PASSWORD-02. */
export const forgotFields = object({
  email: pipe(
    string().check(refine((typed) => safeParse(email, typed).success, texts.validEmailRequired)),
    transform((typed) => typed.trim()),
  ),
});

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
