import { secondFactorCode } from "@idanimo/contract/second-factor";
import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { minLength, object, optional, string } from "zod/mini";
import type { CallResult, Problem } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { useProblem } from "../../ui/Problems.tsx";

type RequiredFields = {
  /** False if the account has no password: then the server requires a recent sign-in. */
  readonly password: boolean;
  readonly code?: boolean;
  readonly name?: string;
};

/**
 * The reauthentication before a change of a sign-in method, and the handling of problems: a wrong credential marks
 * its field, an old sign-in opens the dialog to sign in again, and any other problem is in `problem` until it is
 * dismissed.
 */
export function useReauthentication(required: RequiredFields) {
  const showProblem = useProblem();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [schema] = useState(() =>
    object({
      password: required.password ? string().check(minLength(1, texts.passwordRequired)) : optional(string()),
      code: required.code ? secondFactorCode : optional(string()),
      name:
        required.name === undefined
          ? optional(string())
          : string().check(minLength(1, "Enter a name to recognise it by.")),
    }),
  );
  const form = useForm(schema, () => ({
    ...(required.password && { password: "" }),
    ...(required.code && { code: "" }),
    ...(required.name !== undefined && { name: required.name }),
  }));

  /**
   * Calls the server. @returns the value of the response, or undefined after a problem, which is then on the screen
   */
  async function ask<Value>(act: () => Promise<CallResult<Value>>): Promise<Value | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    const result = await act();
    setBusy(false);
    if (result.ok) return result.value;
    showFailure(result.problem);
    return undefined;
  }

  function showFailure(rejected: Problem) {
    switch (rejected.code) {
      case "incorrect_old_password":
        return form.showMessages({ password: rejected.fields?.["password"] ?? rejected.message });
      case "second_factor_wrong":
        return form.showMessages({ code: rejected.message });
      case "sign_in_again":
        return showProblem(rejected);
      default:
        if (Object.keys(rejected.fields ?? {}).some((name) => name in form.values))
          return form.showMessages(rejected.fields ?? {});
        return setProblem(rejected);
    }
  }

  const text = (name: "password" | "code" | "name") => ({
    name,
    value: form.values[name] ?? "",
    error: form.messages[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => form.set(name, currentTarget.value),
  });
  return { bind: form.formProps, text, values: form.values, busy, problem, dismiss: () => setProblem(undefined), ask };
}
