import { wordsOf } from "../../lib/problem-words.ts";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Asked, Proof } from "./use-owner-proof.ts";

/** The password once more, the code of an authenticator where there is one, and why nothing happened. */
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
      {proof.problem && (
        <Notice
          tone="problem"
          announce
          title={proof.problem.code === "no_response" ? "No answer came" : "Nothing was changed"}
        >
          {wordsOf(proof.problem)}
        </Notice>
      )}
    </>
  );
}
