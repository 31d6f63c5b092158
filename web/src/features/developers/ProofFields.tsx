import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { KeyProof } from "./use-key-proof.ts";

/** The password, and the authenticator's code if the account has one. */
export function ProofFields({ proof }: { readonly proof: KeyProof }) {
  const { methods, problem } = proof;
  return (
    <>
      {methods?.hasPassword && (
        <PasswordInput
          label="Your password"
          hint="Confirm your password to continue."
          autoComplete="current-password"
          value={proof.password}
          error={
            problem?.code === "incorrect_old_password" ? (problem.fields?.["password"] ?? problem.message) : undefined
          }
          onChange={({ currentTarget }) => proof.setPassword(currentTarget.value)}
        />
      )}
      {methods?.totp && (
        <TextInput
          label="Code"
          hint="The six digits in your authenticator app, or a recovery code. Not needed with a passkey."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={proof.code}
          error={problem?.code === "second_factor_wrong" ? problem.message : undefined}
          onChange={({ currentTarget }) => proof.setCode(currentTarget.value)}
        />
      )}
    </>
  );
}
