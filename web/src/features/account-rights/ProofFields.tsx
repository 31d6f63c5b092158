import type { ReactNode } from "react";
import { wordsOf } from "../../lib/problem-words.ts";
import { GiveWay } from "../../ui/GiveWay.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Asked, Proof } from "./use-owner-proof.ts";

/** What is about to happen, or why nothing happened. */
export function ProofWords({ proof: { problem }, children }: { readonly proof: Proof; readonly children: ReactNode }) {
  const title = problem?.code === "no_response" ? "No answer came" : "Nothing was changed";
  return (
    <GiveWay title={title} problem={problem && wordsOf(problem)}>
      <p>{children}</p>
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
