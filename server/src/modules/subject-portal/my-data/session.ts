import { codeLength, codeLifetimeMinutes, codeMaxAttempts } from "@idanimo/contract/limits";
import type { Problem } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import type { LimitKey } from "../../../http/rate-limits.ts";
import { seal, tokenHash, tokenKey, unseal } from "../../../kernel/vault.ts";
import { limitKey } from "../../accounts/index.ts";
import { queueMessage, subjectCodeMessage } from "../../notifications/index.ts";
import {
  type Contact,
  selectContact,
  openDeliveryDetails,
  type ConsentDeps,
  findConsentByToken,
  type VerifiedContact,
  findContactOfRequest,
} from "../../consent/index.ts";
import { formText } from "../../../http/form.ts";
import { parseContact, type ParsedContact } from "./parse-contact.ts";
import { isLinkSignInAllowed, isUuid, sessionMinutes } from "./rules.ts";
import { consumeAttempt, deleteCode, deleteSession, findSession, insertCode, insertSession } from "./session-store.ts";

/** Sign-in to "my data": with a link from our message, or with a code sent to the visitor's phone or email. */

/** A visitor who verified a phone number or email address. */
export type SubjectSession = VerifiedContact & {
  /** Where an answer to them goes; empty if it is no longer known. Only the browser's token decrypts it. */
  readonly contact: Contact;
  readonly endsAt: Date;
};

const unknownContact: Contact = { phone: null, mail: null };
const contactShape = z.object({ phone: z.nullable(z.string()), mail: z.nullable(z.string()) });
const sealContextOf = (hash: Buffer) => ({
  table: "subject_sessions",
  id: hash.toString("hex"),
  field: "contact_sealed",
});
const sessionTokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const hashContact = (deps: Pick<ConsentDeps, "vault">, { kind, value }: ParsedContact): Buffer =>
  deps.vault.indexHash(kind, value);

/** Finds the session of a cookie's token; undefined if it does not exist or has expired. */
export async function findSubjectSession(
  deps: ConsentDeps,
  token: string | undefined,
): Promise<SubjectSession | undefined> {
  if (token === undefined || !sessionTokenPattern.test(token)) return undefined;
  const hash = tokenHash(token);
  const session = await deps.db.transaction("system", (tx) => findSession(tx, hash));
  if (!session) return undefined;
  const { contactSealed, ...proven } = session;
  const contact = contactSealed
    ? contactShape.parse(JSON.parse(unseal(tokenKey(token), contactSealed, sealContextOf(hash)).toString()))
    : unknownContact;
  return { ...proven, contact };
}

/** Creates a session's token, and the row that stores it. */
function prepareSession(deps: ConsentDeps, proven: VerifiedContact, contact: Contact, way: "link" | "code") {
  const token = deps.ids.token();
  const hash = tokenHash(token);
  const isKnown = contact.phone !== null || contact.mail !== null;
  const contactSealed = isKnown
    ? seal(tokenKey(token), Buffer.from(JSON.stringify(contact)), sealContextOf(hash))
    : null;
  return { token, row: { ...proven, tokenHash: hash, way, contactSealed, minutes: sessionMinutes } };
}

/** Signed in, with the cookie's token, or a code is required. */
export type LinkSignIn = { readonly kind: "in"; readonly token: string } | { readonly kind: "code" };

/**
 * Signs in with a message's link while its consent is pending or granted. The session covers the one contact that
 * received the link. Later a code is required, because phone numbers change owners and old messages stay readable.
 * @returns undefined for an unknown link
 */
export async function signInByLink(deps: ConsentDeps, linkToken: string): Promise<LinkSignIn | undefined> {
  if (!sessionTokenPattern.test(linkToken)) return undefined;
  const found = await deps.db.transaction("system", async (tx) => {
    const consent = await findConsentByToken(tx, linkToken);
    return consent && { consent, proven: await findContactOfRequest(tx, consent.requestId, consent.over) };
  });
  if (!found) return undefined;
  const { consent, proven } = found;
  if (!proven || !isLinkSignInAllowed(consent, consent.now)) return { kind: "code" };
  const { requestId, contactSealed } = consent;
  const key = contactSealed ? await deps.keys.find(requestId) : undefined;
  const contact =
    key && contactSealed
      ? selectContact(openDeliveryDetails(key, requestId, contactSealed), consent.over)
      : unknownContact;
  const { token, row } = prepareSession(deps, proven, contact, "link");
  await deps.db.transaction("system", (tx) => insertSession(tx, row));
  return { kind: "in", token };
}

/** The rate limit was reached: how long to wait, as text and in seconds. */
export type RateLimited = {
  readonly kind: "wait";
  readonly wait: string;
  readonly retryAfterSeconds: number | undefined;
};

export const toRateLimited = ({ facts, retryAfterSeconds }: Problem): RateLimited => ({
  kind: "wait",
  wait: facts["wait"] ?? "",
  retryAfterSeconds,
});

export type SendCodeOutcome =
  | { readonly kind: "sent"; readonly id: string; readonly to: ParsedContact }
  | { readonly kind: "unreadable" }
  | RateLimited;

/**
 * Sends a code to a phone number or email address. Response, timing and message are the same whether or not we know
 * the contact. Nigerian numbers only. [T-04 T-05]
 */
export async function sendCode(deps: ConsentDeps, address: string, typed: unknown): Promise<SendCodeOutcome> {
  const to = parseContact(typed);
  if (!to) return { kind: "unreadable" };
  const byAddress = await deps.limits.consume("subject_code_address", address);
  if (!byAddress.ok) return toRateLimited(byAddress.problem);
  const destination = limitKey(deps.vault, to.value);
  const keys: LimitKey[] = [
    ["subject_code_pause", destination],
    ["code_destination", destination],
    ...(to.kind === "phone" ? [["code_texts", "everybody"] as const] : []),
  ];
  const allowed = await deps.limits.consumeAll(keys);
  if (!allowed.ok) return toRateLimited(allowed.problem);
  const id = deps.ids.publicId();
  const code = deps.ids.digits(codeLength);
  const messageId = deps.ids.rowId();
  const key = await deps.keys.create(messageId);
  const words = subjectCodeMessage(code, new URL(deps.publicUrl).hostname);
  const message = {
    id: messageId,
    kind: "subject_code",
    keyId: messageId,
    key,
    requestId: null,
    to: to.value,
  } as const;
  await deps.db.transaction("system", async (tx) => {
    await insertCode(tx, {
      id,
      contactHash: hashContact(deps, to),
      kind: to.kind,
      codeHash: deps.vault.codeHash("subject", id, code),
      tries: codeMaxAttempts,
      minutes: codeLifetimeMinutes,
    });
    await (to.kind === "phone"
      ? queueMessage(tx, { ...message, channel: "sms", text: words.sms }, deps.ids)
      : queueMessage(tx, { ...message, channel: "mail", ...words.mail }, deps.ids));
  });
  return { kind: "sent", id, to };
}

export type CodeSignIn =
  | { readonly kind: "in"; readonly token: string }
  /** Wrong, with attempts left. */
  | { readonly kind: "wrong"; readonly triesLeft: number }
  /** The code has expired, or does not exist. */
  | { readonly kind: "over" }
  | RateLimited;

/** Signs in with a code. Each wrong code uses one attempt. [T-02] */
export async function signInByCode(
  deps: ConsentDeps,
  address: string,
  input: { readonly id: unknown; readonly contact: unknown; readonly code: unknown },
): Promise<CodeSignIn> {
  const allowed = await deps.limits.consume("subject_try_address", address);
  if (!allowed.ok) return toRateLimited(allowed.problem);
  const to = parseContact(input.contact);
  const { id } = input;
  if (!to || typeof id !== "string" || !isUuid(id)) return { kind: "over" };
  const code = formText(input.code).replaceAll(/[\s-]/g, "");
  const hash = hashContact(deps, to);
  const proven = {
    phoneHash: to.kind === "phone" ? hash : null,
    mailHash: to.kind === "mail" ? hash : null,
  };
  const contact = { ...unknownContact, [to.kind]: to.value };
  const { token, row } = prepareSession(deps, proven, contact, "code");
  return deps.db.transaction("system", async (tx) => {
    const tried = await consumeAttempt(tx, id, hash);
    if (!tried) return { kind: "over" };
    if (!deps.vault.codeHash("subject", id, code).equals(tried.codeHash))
      return tried.triesLeft > 0 ? { kind: "wrong", triesLeft: tried.triesLeft } : { kind: "over" };
    await deleteCode(tx, id);
    await insertSession(tx, row);
    return { kind: "in", token };
  });
}

export async function endSubjectSession(deps: ConsentDeps, token: string | undefined): Promise<void> {
  if (token !== undefined) await deps.db.transaction("system", (tx) => deleteSession(tx, tokenHash(token)));
}
