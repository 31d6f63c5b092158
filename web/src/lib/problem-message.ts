import * as texts from "@idanimo/contract/texts";
import type { Problem } from "./call.ts";

const notChargedRetry = "Nothing was charged. Try again in a moment.";
/**
 * Sentences to append to texts of the specification that do not say whether money moved or what to do next. Our own
 * texts in `contract/src/texts.ts` say it themselves.
 */
const nextSteps: Readonly<Record<string, string>> = {
  [texts.noResponse]: "Check your connection and try again.",
  [texts.requestNotBuilt]: "Reload the page and try again.",
  [texts.paymentNotStarted]: notChargedRetry,
  [texts.paymentWithoutLink]: notChargedRetry,
  [texts.currencyMismatch]: "Nothing was charged.",
};

/** The text unchanged, followed by our sentence if it needs one. */
export function withNextStep(text: string): string {
  const nextStep = nextSteps[text];
  if (nextStep === undefined) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${nextStep}`;
}

/**
 * The message of a problem while viewing: it does not say that nothing was charged, since the result was paid for
 * before.
 */
export function viewProblemMessage(problem: Problem): string {
  return problem.message === texts.unavailable ? texts.unavailableTryAgain : problemMessage(problem);
}

/** The message of a problem, and the next step if the specification's text has none. */
export function problemMessage(problem: Problem): string {
  return withNextStep(problem.message);
}
