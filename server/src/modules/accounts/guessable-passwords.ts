import { brand } from "@idanimo/contract/brand";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads some 49,000 common passwords on first use, so that a process that never needs them saves the memory. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
}

/** Removes the digits and signs before and after a word. */
const trimNonLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
const stripNonLetters = (text: string) => text.replace(/[^\p{L}]+/gu, "");

/** Words that an attacker guesses for this account: the email's local part, its parts, and the product's name. */
function contextWordsOf(email: string): readonly string[] {
  const name = (email.split("@")[0] ?? "").toLowerCase();
  const parts = [brand.name.toLowerCase(), ...name.split(/[^\p{L}]+/u), stripNonLetters(name)];
  return [...new Set(parts)].filter((word) => word.length >= 4).sort((one, other) => other.length - one.length);
}

/**
 * Whether a password is a common one, also with digits or signs around it, or consists only of words of this
 * context.
 * @param email the account's email address
 */
export async function isGuessablePassword(password: string, email: string): Promise<boolean> {
  const known = await loadCommonPasswords();
  const small = password.toLowerCase();
  if (known.has(small) || known.has(trimNonLetters(small))) return true;
  let rest = stripNonLetters(small);
  const whole = rest;
  for (const word of contextWordsOf(email)) rest = rest.replaceAll(word, "");
  return rest !== whole && (rest === "" || known.has(rest));
}

/** Rejects a guessable password at the field it was typed in. [T-06] */
export async function rejectGuessablePassword(
  password: string,
  email: string,
  field: "password" | "newPassword",
): Promise<Result<void, "bad_input">> {
  if (!(await isGuessablePassword(password, email))) return ok(undefined);
  return fail("bad_input", {}, { fields: { [field]: texts.passwordLeaked } });
}
