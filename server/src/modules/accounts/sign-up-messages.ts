import { codeLength } from "@idanimo/contract/limits";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { LimitKey } from "../../http/rate-limits.ts";
import { accountCodeMessage, knownEmailMessage, queueMessage } from "../notifications/index.ts";
import { type AccountDeps, limitKey } from "./deps.ts";
import { canReceiveSms } from "./rules.ts";
import type { CodeHashes } from "./store.ts";

type MessageDeps = Pick<AccountDeps, "ids" | "vault" | "limits" | "publicUrl">;

/** Whom a sign-up's messages go to, and the key that seals them until then. */
export type SignUpRecipient = {
  readonly registrationId: string;
  readonly key: Buffer;
  readonly email: string;
  /** Null: no text message, by the form, by the country or by a limit. */
  readonly phone: string | null;
  /** The mailbox has an account: its owner is told so and gets no code. */
  readonly known: boolean;
};

/** The codes of one sending, and the keyed hashes of them that are kept. */
export type ActivationCodes = {
  readonly mail: string;
  readonly sms: string;
  readonly hashes: CodeHashes;
};

/**
 * Two codes that differ: whoever reads only the phone does not own the mailbox (T-15).
 * @param texted whether an SMS goes out; without one its code is worth nothing
 */
export function createActivationCodes(deps: MessageDeps, registrationId: string, texted: boolean): ActivationCodes {
  const mail = deps.ids.digits(codeLength);
  let sms = deps.ids.digits(codeLength);
  while (sms === mail) sms = deps.ids.digits(codeLength);
  const hash = (code: string) => hashActivationCode(deps, registrationId, code);
  return { mail, sms, hashes: { mail: hash(mail), sms: texted ? hash(sms) : null } };
}

/** What a code is kept as: bound to the sign-up it was made for, so it is worth nothing with any other (T-01). */
export function hashActivationCode(deps: Pick<MessageDeps, "vault">, registrationId: string, code: string): Buffer {
  return deps.vault.codeHash("activation", registrationId, code);
}

/** What an SMS with a code counts against: its number's day, and the day of all codes together. */
export const smsLimits = (deps: Pick<MessageDeps, "vault">, phone: string): readonly LimitKey[] => [
  ["code_destination", limitKey(deps.vault, phone)],
  ["code_texts", "everybody"],
];

/**
 * The number if a text message may go to it now. Counts one message of the number's day, and of the day of all codes together: past
 * that, somebody is running up the bill, and codes go by mail alone. Source: T-05.
 */
export async function reserveSms(deps: MessageDeps, phone: string | null): Promise<string | null> {
  if (phone === null || !canReceiveSms(phone)) return null;
  const allowed = await deps.limits.consumeAll(smsLimits(deps, phone));
  return allowed.ok ? phone : null;
}

/**
 * Puts a sign-up's messages into the queue: its code, or to a known mailbox that it has an account. A known mailbox costs the
 * same statements, a text message included, which is then taken back: time must not tell who has an account (T-04).
 */
export async function queueSignUpMessages(
  tx: Tx,
  deps: MessageDeps,
  to: SignUpRecipient,
  codes: ActivationCodes,
): Promise<void> {
  const sealedBy = { keyId: to.registrationId, key: to.key, requestId: null };
  const links = { signIn: `${deps.publicUrl}/login`, newPassword: `${deps.publicUrl}/forgot-password` };
  const words = accountCodeMessage(codes, new URL(deps.publicUrl).hostname);
  const mail = to.known
    ? ({ kind: "known_email", ...knownEmailMessage(links) } as const)
    : ({ kind: "account_code", ...words.mail } as const);
  await queueMessage(tx, { ...sealedBy, channel: "mail", to: to.email, ...mail }, deps.ids);
  if (to.phone === null) return;
  await sql`savepoint text_message`.execute(tx);
  const sms = { ...sealedBy, channel: "sms", kind: "account_code", to: to.phone, text: words.sms } as const;
  await queueMessage(tx, sms, deps.ids);
  await (to.known ? sql`rollback to text_message` : sql`release text_message`).execute(tx);
}
