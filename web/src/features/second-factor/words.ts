import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";

export type Kind = "authenticator" | "recovery";

const wrong: Readonly<Record<Kind, string>> = {
  authenticator: texts.secondFactorWrong,
  recovery: "That is not one of your recovery codes, or it was used already.",
};

/** What stands under the field after a code that is no code, or not the right one; undefined for a refusal of another kind. */
export function messageOf(problem: Problem | undefined, kind: Kind): string | undefined {
  const aboutTheCode = !problem || problem.code === "second_factor_wrong" || problem.fields?.["code"] !== undefined;
  return aboutTheCode ? wrong[kind] : undefined;
}
