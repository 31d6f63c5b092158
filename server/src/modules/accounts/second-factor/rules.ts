/** Characters of a recovery code, without ambiguous ones. Twelve of them have 59 bits. */
export const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
export const recoveryCodeLength = 12;

/** Formats a recovery code: `k7dm-29xp-q4tw`. */
export const formatRecoveryCode = (letters: string) => (letters.match(/.{1,4}/g) ?? []).join("-");

export type TypedCode = { readonly kind: "totp" | "recovery"; readonly code: string };

/** Parses a typed code. Spaces, dashes and case are ignored. */
export function parseTypedCode(typed: string): TypedCode {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return { kind: /^[0-9]{6}$/.test(code) ? "totp" : "recovery", code };
}

/** The user handle of a passkey: the bytes of the user id, so no personal data reaches an authenticator's cloud. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");
