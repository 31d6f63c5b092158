import type { ReactNode } from "react";
import { wordsOf } from "../../lib/problem-words.ts";
import { GiveWay } from "../../ui/GiveWay.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Asked, Proof } from "./use-owner-proof.ts";

/** The words and fields of a dialog, or why nothing happened. */
export function ProofContent({ proof, children }: { readonly proof: Proof; readonly children: ReactNode }) {
  const { problem, dismiss } = proof;
  const title = problem?.code === "no_response" ? "No answer came" : "Nothing was changed";
  return (
    <GiveWay title={title} problem={problem && wordsOf(problem)} onDismiss={dismiss}>
      {children}
    </GiveWay>
  );
}

/** The password once more, and the code of an authenticator where there is one. */
export function ProofFields({ proof, asked }: { readonly proof: Proof; readonly asked: Asked }) {
  return (
    <>
      {asked.hasPassword && (
        <PasswordInput
          label="Your password"
          hint="Once more, so that nobody else does this."
          autoComplete="current-password"
          {...proof.text("password")}
        />
      )}
      {asked.totp && (
        <TextInput
          label="Code"
          hint="The six digits your authenticator shows now, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...proof.text("code")}
        />
      )}
    </>
  );
}
