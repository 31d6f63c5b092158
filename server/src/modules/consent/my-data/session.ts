import { codeLength, codeLifetimeMinutes, codeMaxAttempts } from "@idanimo/contract/limits";
import type { Problem } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import type { LimitKey } from "../../../http/rate-limits.ts";
import { seal, tokenHash, tokenKey, unseal } from "../../../kernel/vault.ts";
import { limitKey } from "../../accounts/index.ts";
import { queueMessage, subjectCodeMessage } from "../../notifications/index.ts";
import { type Contact, selectContact, openDeliveryDetails } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { findConsentByToken } from "../store.ts";
import { formText } from "../../../http/form.ts";
import { parseContact, type ParsedContact } from "./parse-contact.ts";
import { isLinkSignInAllowed, isUuid, sessionMinutes } from "./rules.ts";
import {
  consumeAttempt,
  findContactOfRequest,
  deleteCode,
  deleteSession,
  findSession,
  insertCode,
  insertSession,
  type VerifiedContact,
} from "./session-store.ts";

/** Ways onto the page of one's own data: a link of ours, or a code to one's own phone or mail. Source: design 3, "/my-data". */

/** Somebody who proved a phone number or mail address. */
export type SubjectSession = VerifiedContact & {
  /** Where an answer to them goes; empty where nobody knows it any more. It is open to their browser's token alone. */
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
/** 256 bits in base64url. */
const sessionTokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const hashContact = (deps: Pick<ConsentDeps, "vault">, { kind, value }: ParsedContact): Buffer =>
  deps.vault.indexHash(kind, value);

/** Who a cookie's token belongs to; undefined where it is none, or its half hour is over. */
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

/** A new session's token, and the row it is kept as. */
function prepareSession(deps: ConsentDeps, proven: VerifiedContact, contact: Contact, way: "link" | "code") {
  const token = deps.ids.token();
  const hash = tokenHash(token);
  const isKnown = contact.phone !== null || contact.mail !== null;
  const contactSealed = isKnown
    ? seal(tokenKey(token), Buffer.from(JSON.stringify(contact)), sealContextOf(hash))
    : null;
  return { token, row: { ...proven, tokenHash: hash, way, contactSealed, minutes: sessionMinutes } };
}

/** In, with the cookie's token; or a code has to be asked for. */
export type LinkSignIn = { readonly kind: "in"; readonly token: string } | { readonly kind: "code" };

/**
 * Lets in the holder of a link of ours while its question is open or its yes stands: they see what was asked over the one contact
 * that the link went to. Later a number may have another owner, and old messages lie about: a code proves it anew.
 * @returns undefined for a link that leads nowhere
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

/** Tried too often: how long to wait, in words and in seconds. */
export type RateLimited = {
  readonly kind: "wait";
  readonly wait: string;
  readonly retryAfterSeconds: number | undefined;
};

/** What a page says of a limit that was reached. */
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
 * Sends a code to a phone number or mail address, whether or not anybody ever asked about its owner: the answer, its time and
 * the message are the same for all. Nigerian numbers only. Source: T-04, T-05.
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
  /** Wrong, with so many tries left. */
  | { readonly kind: "wrong"; readonly triesLeft: number }
  /** There is no such code any more, or there never was. */
  | { readonly kind: "over" }
  | RateLimited;

/** Lets in whoever has the code that went to a contact. Each wrong one costs a try. Source: T-02. */
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

/** Ends a session at once. */
export async function endSubjectSession(deps: ConsentDeps, token: string | undefined): Promise<void> {
  if (token !== undefined) await deps.db.transaction("system", (tx) => deleteSession(tx, tokenHash(token)));
}
