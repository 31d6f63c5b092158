/** Letters of a recovery code: none that is read as another. Twelve of them are 59 bits. */
export const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
export const recoveryCodeLength = 12;

/** How a recovery code is shown: `k7dm-29xp-q4tw`. */
export const formatRecoveryCode = (letters: string) => (letters.match(/.{1,4}/g) ?? []).join("-");

export type TypedCode = { readonly kind: "totp" | "recovery"; readonly code: string };

/** Which code somebody typed. Blanks, dashes and capitals do not count. */
export function parseTypedCode(typed: string): TypedCode {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return { kind: /^[0-9]{6}$/.test(code) ? "totp" : "recovery", code };
}

/** The handle a passkey keeps of its owner: the id's bytes, so nothing personal leaves for an authenticator's cloud. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");
