import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";

export type CodeKind = "authenticator" | "recovery";

const wrongCodeMessages: Readonly<Record<CodeKind, string>> = {
  authenticator: texts.secondFactorWrong,
  recovery: "This recovery code is wrong or was already used.",
};

/** The error below the field for a malformed or wrong code; undefined for any other problem. */
export function codeErrorMessage(problem: Problem | undefined, kind: CodeKind): string | undefined {
  const aboutTheCode = !problem || problem.code === "second_factor_wrong" || problem.fields?.["code"] !== undefined;
  return aboutTheCode ? wrongCodeMessages[kind] : undefined;
}
