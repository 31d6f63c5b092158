import { consentCodeLength, unambiguousAlphabet } from "@idanimo/contract/consent";
import { consentDeadline } from "@idanimo/contract/request-status";
import type { DisclosureRule } from "@idanimo/contract/record-parts";
import type { Tx } from "../../../database/database.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { findAccountEmails } from "../../accounts/index.ts";
import { insertEvidence } from "../evidence-store.ts";
import { hashRequesterMailbox } from "../closed-requesters.ts";
import { writeAudit } from "../../audit/index.ts";
import { consentTextVersion, queueMessages, type SmsLanguage, smsLanguageOf } from "../../notifications/index.ts";
import { type Contact, hashContacts, sealDeliveryDetails } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { earlierDate } from "../rules.ts";
import { type Consent, findConsents, transitionConsent, markRequestsSent } from "../store.ts";
import {
  type RequestContacts,
  lockSubjects,
  indexSubjects,
  type SubjectQuota,
  findSubjectQuotas,
} from "../subject-store.ts";
import { composeAttempt } from "./escalate.ts";

type RequestConsentsDeps = Pick<ConsentDeps, "ids" | "vault" | "publicUrl" | "requestsADay">;

export type ConsentRequest = {
  readonly requestId: string;
  readonly key: Buffer;
  readonly contact: Contact;
  /** The contact is one that the requester's account confirmed, so that every part is available to them. */
  readonly isSelf: boolean;
  /** What a grant may show; the record is stored by these parts only. */
  readonly disclosure: DisclosureRule;
  /** Id of the API call that caused the request, for the logs. */
  readonly httpRequestId: string | undefined;
};

/**
 * `blocked` if the subject blocks it or reached the daily limit; the requester cannot tell which. `over` if the
 * request was already sent or has ended. Otherwise the deadline.
 */
export type ConsentRequestOutcome = "blocked" | "over" | { readonly until: Date };

type PreparedRequest = ConsentRequest &
  RequestContacts & { readonly consent: Consent; readonly mailbox: Buffer | null };

/**
 * Requests consent from subjects, each only over the contact in the agency's record and one channel at a time.
 * Creates the links' tokens and the reply code, and stores their hashes. Runs in the caller's transaction, which
 * moves the items. Records the request for the subject's own page even if it is blocked. [T-38 T-39 T-45]
 * @returns by request; a missing one is `over`
 */
export async function requestConsents(
  deps: RequestConsentsDeps,
  tx: Tx,
  all: readonly ConsentRequest[],
): Promise<ReadonlyMap<string, ConsentRequestOutcome>> {
  const consents = await findConsents(
    tx,
    all.map(({ requestId }) => requestId),
  );
  const found = all.flatMap((one) => {
    const consent = consents.get(one.requestId);
    return consent?.state === "initiate" ? [{ ...one, consent, hashes: hashContacts(deps.vault, one.contact) }] : [];
  });
  await lockSubjects(
    tx,
    found.flatMap(({ hashes }) => hashes),
  );
  const owners = await findAccountEmails(
    tx,
    found.map(({ consent }) => consent.ownerId),
  );
  const prepared = found.map((one): PreparedRequest => {
    const mail = owners.get(one.consent.ownerId);
    return { ...one, mailbox: mail === undefined ? null : hashRequesterMailbox(deps.vault, mail) };
  });
  const quotas = await findSubjectQuotas(
    tx,
    prepared.map((one) => ({ ...one, ownerId: one.consent.ownerId })),
  );
  const { free, refused } = splitByQuota(prepared, quotas, deps.requestsADay);
  const sent = await sendRequests(deps, tx, free);
  const blockedOutcomes = await blockRequests(deps, tx, refused);
  return new Map<string, ConsentRequestOutcome>([...sent, ...blockedOutcomes]);
}

const unusedQuota: SubjectQuota = { isBlocked: false, askedToday: 0, language: null };
type AllowedRequest = PreparedRequest & { readonly language: SmsLanguage };

/** Splits requests into allowed and blocked. Earlier requests about the same subject count for later ones. Pure. */
function splitByQuota(
  about: readonly PreparedRequest[],
  standings: ReadonlyMap<string, SubjectQuota>,
  requestsPerDay: number,
) {
  const free: AllowedRequest[] = [];
  const refused: (PreparedRequest & { readonly reason: string })[] = [];
  const names = ({ hashes }: RequestContacts) => hashes.map(({ hash }) => hash.toString("hex"));
  for (const one of about) {
    const { isBlocked, askedToday, language } = standings.get(one.requestId) ?? unusedQuota;
    const own = new Set(names(one));
    const before = free.filter((other) => names(other).some((name) => own.has(name))).length;
    if (isBlocked) refused.push({ ...one, reason: "the person blocks it" });
    else if (askedToday + before >= requestsPerDay) refused.push({ ...one, reason: "asked too often today" });
    else free.push({ ...one, language: smsLanguageOf(language) });
  }
  return { free, refused };
}

async function sendRequests(
  deps: RequestConsentsDeps,
  tx: Tx,
  free: readonly AllowedRequest[],
): Promise<[string, ConsentRequestOutcome][]> {
  const made = free.map((one) => {
    const { requestId, key, contact, isSelf, disclosure, httpRequestId, consent, hashes } = one;
    const deadline = earlierDate(consentDeadline(consent.retention, consent.now), consent.endsBy);
    if (!deadline) throw new Error(`${consent.searchType} needs no consent`);
    const [token, mailToken] = [deps.ids.token(), deps.ids.token()];
    const deliveryDetails = {
      ...contact,
      token,
      mailToken,
      code: deps.ids.letters(consentCodeLength, unambiguousAlphabet),
    };
    const asked = { ...consent, isSelf, disclosure, deadline };
    const { message, evidence, nextAt } = composeAttempt(deps, asked, key, deliveryDetails, one.language, 0);
    const sent = {
      requestId,
      contactSealed: sealDeliveryDetails(key, requestId, deliveryDetails),
      phoneHash: hashes.find(({ kind }) => kind === "phone")?.hash ?? null,
      tokenHash: contact.phone === null ? null : tokenHash(token),
      mailTokenHash: contact.mail === null ? null : tokenHash(mailToken),
      codeHash: deps.vault.codeHash("consent", requestId, deliveryDetails.code),
      isSelf,
      disclosure,
      askedAt: consent.now,
      deadline,
      nextStepAt: nextAt,
    };
    return { requestId, hashes, sent, message: { ...message, call: httpRequestId }, evidence };
  });
  const moved = await markRequestsSent(
    tx,
    consentTextVersion,
    made.map(({ sent }) => sent),
  );
  const asked = made.filter(({ requestId }) => moved.has(requestId));
  await indexSubjects(tx, asked);
  await queueMessages(
    tx,
    asked.map(({ message }) => message),
    deps.ids,
  );
  await insertEvidence(tx, ...asked.map(({ evidence }) => evidence));
  return asked.map(({ requestId, sent }) => [requestId, { until: sent.deadline }]);
}

async function blockRequests(
  deps: RequestConsentsDeps,
  tx: Tx,
  refused: readonly (PreparedRequest & { readonly reason: string })[],
): Promise<[string, ConsentRequestOutcome][]> {
  const done: [string, ConsentRequestOutcome][] = [];
  for (const { requestId, hashes, reason } of refused) {
    if (!(await transitionConsent(tx, requestId, "initiate", "blocked"))) continue;
    await indexSubjects(tx, [{ requestId, hashes }]);
    await writeAudit(tx, deps.ids, { actorKind: "system", action: "consent_blocked", objectId: requestId, reason });
    done.push([requestId, "blocked"]);
  }
  return done;
}
