import { codeLength } from "@idanimo/contract/limits";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { LimitKey } from "../../http/rate-limits.ts";
import { accountCodeMessage, knownEmailMessage, queueMessage } from "../notifications/index.ts";
import { type AccountDeps, limitKey } from "./deps.ts";
import { canReceiveSms } from "./rules.ts";
import type { CodeHashes } from "./store.ts";

type MessageDeps = Pick<AccountDeps, "ids" | "vault" | "limits" | "publicUrl">;

/** The recipient of a sign-up's messages, and the key that seals them until they are sent. */
export type SignUpRecipient = {
  readonly registrationId: string;
  readonly key: Buffer;
  readonly email: string;
  /** Null: no SMS, because the number was not given, is not one that can receive it, or reached a limit. */
  readonly phone: string | null;
  /** The address has an account: its owner gets a notice and no code. */
  readonly known: boolean;
};

/** The codes of one sending, and the keyed hashes of them that are stored. */
export type ActivationCodes = {
  readonly mail: string;
  readonly sms: string;
  readonly hashes: CodeHashes;
};

/**
 * Creates two different codes: a person who reads only the phone does not own the email address. [T-15]
 * @param isSmsSent whether an SMS is sent; without one its code is not valid
 */
export function createActivationCodes(deps: MessageDeps, registrationId: string, isSmsSent: boolean): ActivationCodes {
  const mail = deps.ids.digits(codeLength);
  let sms = deps.ids.digits(codeLength);
  while (sms === mail) sms = deps.ids.digits(codeLength);
  const hash = (code: string) => hashActivationCode(deps, registrationId, code);
  return { mail, sms, hashes: { mail: hash(mail), sms: isSmsSent ? hash(sms) : null } };
}

/** Hashes a code for storage. Bound to its sign-up, so it is not valid for any other. [T-01] */
export function hashActivationCode(deps: Pick<MessageDeps, "vault">, registrationId: string, code: string): Buffer {
  return deps.vault.codeHash("activation", registrationId, code);
}

/** The rate limits that an SMS with a code counts against: that of its number, and that of all numbers together. */
export const smsLimits = (deps: Pick<MessageDeps, "vault">, phone: string): readonly LimitKey[] => [
  ["code_destination", limitKey(deps.vault, phone)],
  ["code_texts", "everybody"],
];

/**
 * Returns the number if an SMS may be sent to it now, and counts the SMS against its limits. Above the limit of all
 * codes, someone is running up costs, and codes go by email alone. [T-05]
 */
export async function reserveSms(deps: MessageDeps, phone: string | null): Promise<string | null> {
  if (phone === null || !canReceiveSms(phone)) return null;
  const allowed = await deps.limits.consumeAll(smsLimits(deps, phone));
  return allowed.ok ? phone : null;
}

/**
 * Queues a sign-up's messages: its code, or for a known address a notice that it has an account. A known address
 * costs the same statements, including an SMS that is removed again, so that timing does not reveal accounts.
 * [T-04]
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
