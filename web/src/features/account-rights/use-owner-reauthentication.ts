import { closeConfirmationWord } from "@idanimo/contract/account-rights";
import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { minLength, object, optional, regex, string } from "zod/mini";
import type { CallResult, Problem } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { useProblem } from "../../ui/Problems.tsx";

/** The credentials that an account requires for reauthentication. */
export type RequiredCredentials = { readonly hasPassword: boolean; readonly totp: boolean };
export type OwnerReauthentication = ReturnType<typeof useOwnerReauthentication>;

/**
 * The reauthentication fields and the handling of problems: a wrong credential marks its field, an old sign-in
 * opens the dialog to sign in again, and any other problem is returned in `problem`.
 * @param needsConfirmWord whether the user must also type the word that confirms closing the account
 */
export function useOwnerReauthentication({ hasPassword, totp }: RequiredCredentials, needsConfirmWord: boolean) {
  const showProblem = useProblem();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [schema] = useState(() =>
    object({
      password: hasPassword ? string().check(minLength(1, texts.passwordRequired)) : optional(string()),
      code: totp ? string().check(minLength(1, texts.secondFactorWrong)) : optional(string()),
      confirm: needsConfirmWord
        ? string().check(regex(new RegExp(`^\\s*${closeConfirmationWord}\\s*$`), texts.closeWordWrong))
        : optional(string()),
    }),
  );
  const form = useForm(schema, () => ({ password: "", code: "", confirm: "" }));
  const { password, code } = form.values;

  /**
   * Calls the server. @returns the value of the response, or undefined after a problem, which is then on the screen
   */
  async function submit<Value>(act: () => Promise<CallResult<Value>>): Promise<Value | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    const result = await act();
    setBusy(false);
    if (result.ok) return result.value;
    const problem = result.problem;
    if (problem.code === "incorrect_old_password")
      form.showMessages({ password: problem.fields?.["password"] ?? problem.message });
    else if (problem.code === "second_factor_wrong") form.showMessages({ code: problem.message });
    else if (problem.code === "sign_in_again") showProblem(problem);
    else setProblem(problem);
    return undefined;
  }

  return {
    bind: form.formProps,
    text: form.textProps,
    busy,
    problem,
    dismiss: () => setProblem(undefined),
    ask: submit,
    /** The credentials for the request body. */
    credentials: { ...(hasPassword && { password }), ...(totp && { code }) },
  };
}
