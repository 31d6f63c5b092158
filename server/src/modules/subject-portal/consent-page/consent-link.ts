import type { ExpectedName } from "@idanimo/contract/expected-name";
import { partsOfRule, selectRecordParts } from "@idanimo/contract/record-parts";
import {
  findClosedRequesterNames,
  openExpectedName,
  openNote,
  type ConsentDeps,
  type Language,
  type Consent,
  findConsentByToken,
  type LinkedConsent,
  decideConsent,
  destroyUnsentReceiptKeys,
  prepareReceipt,
  withdrawConsent,
  endForWrongPerson,
  questionOf,
  type SubjectAnswer,
} from "../../consent/index.ts";
import { findLinkFacts, type LinkFacts } from "./store.ts";

/** A link's token: 256 bits in base64url. */
const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Finds the request of a link's token; undefined for any invalid or unknown token. */
export const findLinkedConsent = (deps: Pick<ConsentDeps, "db">, token: string): Promise<LinkedConsent | undefined> =>
  linkTokenPattern.test(token)
    ? deps.db.transaction("system", (tx) => findConsentByToken(tx, token))
    : Promise.resolve(undefined);

/** A question with the values for its placeholders; none after they were deleted. */
export type AskedQuestion = NonNullable<ReturnType<typeof questionOf>>;

/** What a link shows. */
export type LinkView = {
  readonly consent: Consent;
  readonly facts: LinkFacts;
  /** The requester's note. */
  readonly note: string | undefined;
  /** The one question of a check, with what the requester typed for it; undefined for a record. */
  readonly question: AskedQuestion | undefined;
  /** The name that the requester was given. */
  readonly expectedName: ExpectedName | undefined;
};

/** Opens a link without deciding anything; undefined for an unknown link. [T-39] */
export async function openLink(deps: ConsentDeps, token: string): Promise<LinkView | undefined> {
  const found = await findLinkedConsent(deps, token);
  if (!found) return undefined;
  const names = await findClosedRequesterNames(deps, [found.ownerId]);
  const consent = {
    ...found,
    requester: { ...found.requester, name: names.get(found.ownerId) ?? found.requester.name },
  };
  const facts = await deps.db.transaction("system", (tx) => findLinkFacts(tx, consent));
  const { requestId, noteSealed, expectedNameSealed, questionSealed } = consent;
  const key = noteSealed || expectedNameSealed || questionSealed ? await deps.keys.find(requestId) : undefined;
  return {
    consent,
    facts,
    note: key && noteSealed ? openNote(key, requestId, noteSealed) : undefined,
    expectedName: key && expectedNameSealed ? openExpectedName(key, requestId, expectedNameSealed) : undefined,
    question: (key && questionOf(consent, key)) ?? undefined,
  };
}

/** The answer before the subject decides; undefined unless the question is pending. Decides nothing [AO-04]. */
export async function previewAnswer(
  { readAnswers }: Pick<ConsentDeps, "readAnswers">,
  { consent }: LinkView,
): Promise<SubjectAnswer | undefined> {
  if (consent.state !== "pending" || consent.questionSealed === null) return undefined;
  return (await readAnswers([consent.requestId])).get(consent.requestId);
}

export const linkActions = ["grant", "deny", "withdraw", "wrong-person"] as const;
export type LinkAction = (typeof linkActions)[number];

/** `done`; `over` for an unknown link or an ended request; `not_offered` for a part that the request cannot show. */
export type LinkOutcome = "done" | "over" | "not_offered";

/**
 * Applies a decision of the link's holder.
 * @param parts the parts that the form sent; one that was not offered rejects the form [CL-03]
 */
export async function applyLinkAction(
  deps: ConsentDeps,
  token: string,
  action: LinkAction,
  language: Language,
  parts: readonly string[] = [],
): Promise<LinkOutcome> {
  const consent = await findLinkedConsent(deps, token);
  if (!consent) return "over";
  const { requestId, over } = consent;
  const source = { channel: "page", language } as const;
  const outcomeOf = (isDone: boolean): LinkOutcome => (isDone ? "done" : "over");
  if (action === "withdraw")
    return outcomeOf(await deps.db.transaction("system", (tx) => withdrawConsent(deps, tx, requestId, source)));
  if (action === "wrong-person")
    return outcomeOf(
      await deps.db.transaction("system", (tx) => endForWrongPerson(deps, tx, requestId, over, language)),
    );
  if (consent.state !== "pending") return "over";
  const offered: readonly string[] = partsOfRule(consent.disclosure);
  if (action === "grant" && !parts.every((part) => offered.includes(part))) return "not_offered";
  const answer =
    action === "grant" ? ({ granted: true, added: selectRecordParts(parts) } as const) : ({ granted: false } as const);
  const receipt = await prepareReceipt(deps, requestId, over);
  try {
    return outcomeOf(
      await deps.db.transaction("system", (tx) => decideConsent(deps, tx, requestId, answer, source, receipt)),
    );
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}
