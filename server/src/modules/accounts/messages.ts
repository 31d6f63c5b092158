import { codeLength } from "@idanimo/contract/limits";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { accountCodeWords, knownEmailWords, queueMessage } from "../notifications/index.ts";
import { type AccountDeps, limitKey } from "./deps.ts";
import { mayText } from "./rules.ts";

type MessageDeps = Pick<AccountDeps, "ids" | "vault" | "limits" | "publicUrl">;

/** Whom a sign-up's messages go to, and the key that seals them until then. */
export type Addressee = {
  readonly registrationId: string;
  readonly key: Buffer;
  readonly email: string;
  /** Null: no text message, by the form, by the country or by a limit. */
  readonly phone: string | null;
  /** The mailbox has an account: its owner is told so and gets no code. */
  readonly known: boolean;
};

/** A new code and the keyed hash of it that is kept. */
export function newCode(deps: MessageDeps, registrationId: string): { readonly code: string; readonly hash: Buffer } {
  const code = deps.ids.digits(codeLength);
  return { code, hash: activationHash(deps, registrationId, code) };
}

/** What a code is kept as: bound to the sign-up it was made for, so it is worth nothing with any other (T-01). */
export function activationHash(deps: Pick<MessageDeps, "vault">, registrationId: string, code: string): Buffer {
  return deps.vault.codeHash("activation", registrationId, code);
}

/** The number if a text message may go to it now. Counts one message of the number's day. Source: T-05. */
export async function textable(deps: MessageDeps, phone: string | null): Promise<string | null> {
  if (phone === null || !mayText(phone)) return null;
  const allowed = await deps.limits.take("code_destination", limitKey(deps.vault, phone));
  return allowed.ok ? phone : null;
}

/**
 * Puts a sign-up's messages into the queue: its code, or to a known mailbox that it has an account. A known mailbox costs the
 * same statements, a text message included, which is then taken back: time must not tell who has an account (T-04).
 */
export async function sendSignUpWords(tx: Tx, deps: MessageDeps, to: Addressee, code: string): Promise<void> {
  const sealedBy = { keyId: to.registrationId, key: to.key, requestId: null };
  const links = { signIn: `${deps.publicUrl}/login`, newPassword: `${deps.publicUrl}/forgot-password` };
  const words = accountCodeWords(code);
  const mail = to.known
    ? ({ kind: "known_email", ...knownEmailWords(links) } as const)
    : ({ kind: "account_code", ...words.mail } as const);
  await queueMessage(tx, { ...sealedBy, channel: "mail", to: to.email, ...mail }, deps.ids);
  if (to.phone === null) return;
  await sql`savepoint text_message`.execute(tx);
  const sms = { ...sealedBy, channel: "sms", kind: "account_code", to: to.phone, text: words.sms } as const;
  await queueMessage(tx, sms, deps.ids);
  await (to.known ? sql`rollback to text_message` : sql`release text_message`).execute(tx);
}
