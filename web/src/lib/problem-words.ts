import * as texts from "@idanimo/contract/texts";
import type { Problem } from "./call.ts";

const notPaid = "Nothing was charged. Try again in a moment.";
/**
 * What is said after a text that the specification fixes and that leaves out whether money moved or what to do now. The other
 * texts of `contract/src/texts.ts` are ours and say it themselves.
 */
const saidAfter: Readonly<Record<string, string>> = {
  [texts.noResponse]: "See that you are connected, then try again.",
  [texts.requestNotBuilt]: "Load the page again, then try once more.",
  [texts.paymentNotStarted]: notPaid,
  [texts.paymentWithoutLink]: notPaid,
  [texts.currencyMismatch]: "Nothing was charged.",
};

/** A text as it stands, and our sentence after it where it needs one. */
export function inFull(text: string): string {
  const after = saidAfter[text];
  if (after === undefined) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${after}`;
}

/** The words of a refusal where something was only looked at: what was paid for before is not said to be free. */
export function wordsOfLook(problem: Problem): string {
  return problem.message === texts.unavailable ? texts.unavailableToLook : wordsOf(problem);
}

/** A refusal's words, and what to do now where the words fixed by the specification leave that out. */
export function wordsOf(problem: Problem): string {
  return inFull(problem.message);
}
