import * as texts from "@idanimo/contract/texts";
import type { Problem } from "./call.ts";

const notChargedRetry = "Nothing was charged. Try again in a moment.";
/**
 * What is said after a text that the specification fixes and that leaves out whether money moved or what to do now. The other
 * texts of `contract/src/texts.ts` are ours and say it themselves.
 */
const nextSteps: Readonly<Record<string, string>> = {
  [texts.noResponse]: "See that you are connected, then try again.",
  [texts.requestNotBuilt]: "Load the page again, then try once more.",
  [texts.paymentNotStarted]: notChargedRetry,
  [texts.paymentWithoutLink]: notChargedRetry,
  [texts.currencyMismatch]: "Nothing was charged.",
};

/** A text as it stands, and our sentence after it where it needs one. */
export function withNextStep(text: string): string {
  const nextStep = nextSteps[text];
  if (nextStep === undefined) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${nextStep}`;
}

/** The words of a refusal where something was only looked at: what was paid for before is not said to be free. */
export function viewProblemMessage(problem: Problem): string {
  return problem.message === texts.unavailable ? texts.unavailableTryAgain : problemMessage(problem);
}

/** A refusal's words, and what to do now where the words fixed by the specification leave that out. */
export function problemMessage(problem: Problem): string {
  return withNextStep(problem.message);
}
