import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";

export type LoginError = {
  /** The organisation whose own sign-in must be used. */
  readonly organisation?: { readonly name: string; readonly startUrl: string };
  readonly title: string;
  readonly text?: string;
};

/** The error of a failed sign-in, with the specification's titles [ERR-05 ERR-06 ERR-07]. */
export function loginErrorOf(problem: Problem): LoginError {
  if (problem.code === "incorrect_credentials")
    return {
      title: texts.incorrectCredentials,
      text: "Check your email and password and try again.",
    };
  if (problem.code === "ip_address_missing") return { title: texts.ipAddressMissing };
  const organisationId = problem.details?.["organisationId"];
  const name = problem.details?.["organisation"];
  if (problem.code === "sso_required" && organisationId && name)
    return {
      title: problemMessage(problem),
      organisation: { name, startUrl: `/api/v2/sso/${organisationId}/start` },
    };
  return { title: texts.loginFailed, text: problemMessage(problem) };
}
