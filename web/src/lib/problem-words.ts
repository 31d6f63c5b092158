import type { Problem } from "./call.ts";

/** A refusal's words, and what to do now where the words fixed by the specification leave that out. */
export function wordsOf(problem: Problem): string {
  const { code, message } = problem;
  if (code === "no_response") return `${message}. See that you are connected, then try again.`;
  if (code === "request_not_built") return `${message}. Load the page again, then try once more.`;
  return message;
}
