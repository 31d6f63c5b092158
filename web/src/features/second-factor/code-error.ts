import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";

export type CodeKind = "authenticator" | "recovery";

const wrongCodeMessages: Readonly<Record<CodeKind, string>> = {
  authenticator: texts.secondFactorWrong,
  recovery: "That is not one of your recovery codes, or it was used already.",
};

/** What stands under the field after a code that is no code, or not the right one; undefined for a refusal of another kind. */
export function codeErrorMessage(problem: Problem | undefined, kind: CodeKind): string | undefined {
  const aboutTheCode = !problem || problem.code === "second_factor_wrong" || problem.fields?.["code"] !== undefined;
  return aboutTheCode ? wrongCodeMessages[kind] : undefined;
}
