import type { ReactNode } from "react";
import { problemMessage } from "../../lib/problem-message.ts";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { RequiredCredentials, OwnerReauthentication } from "./use-owner-reauthentication.ts";

/** The text and fields of a dialog, or the problem that stopped it. */
export function ReauthenticationContent({
  proof,
  children,
}: {
  readonly proof: OwnerReauthentication;
  readonly children: ReactNode;
}) {
  const { problem, dismiss } = proof;
  const title = problem?.code === "no_response" ? "No answer came" : "Nothing was changed";
  return (
    <ContentOrProblem title={title} problem={problem && problemMessage(problem)} onDismiss={dismiss}>
      {children}
    </ContentOrProblem>
  );
}

/** The password, and the authenticator code if the account has one. */
export function ReauthenticationFields({
  proof,
  required,
}: {
  readonly proof: OwnerReauthentication;
  readonly required: RequiredCredentials;
}) {
  return (
    <>
      {required.hasPassword && (
        <PasswordInput
          label="Your password"
          hint="Confirm your password to continue."
          autoComplete="current-password"
          {...proof.text("password")}
        />
      )}
      {required.totp && (
        <TextInput
          label="Code"
          hint="The six digits in your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...proof.text("code")}
        />
      )}
    </>
  );
}
