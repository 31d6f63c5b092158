import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { disclosureForAnyPurpose, partsOfRule, type RecordPart } from "@idanimo/contract/record-parts";
import * as z from "zod/mini";
import { retryTransient } from "../../database/retry-transient.ts";
import { adoptRequestId } from "../../kernel/request-context.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { subject } from "../../providers/source.ts";
import { isSameContact } from "../consent/index.ts";
import { keepParts } from "../results/index.ts";
import { type Attempt, finishAttempt } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { openPartResults, sealPartRecord } from "./stored-part-results.ts";
import type { BoundSource, LookupOutcome, LookupPart, LookupScope, PartResult } from "./lookup-plan.ts";
import { RetryLater } from "./retry-later.ts";
import { outcomeOf, type SearchValues } from "./rules.ts";
import { openSearchValues } from "./search-values.ts";
import { finishUnaskedRequest, type LookupDeps, type PartOutcome, settleLookup } from "./settle-lookup.ts";
import type { GetProviderHealth } from "./provider-health.ts";
import type { LookupRequest } from "./store.ts";

/** How long a source may refuse to accept a request before the item is refunded. */
const giveUpAfterSeconds = 600;
/** Longer than the two calls of 30 s that a part may take: an older open attempt was left by a killed process. */
const deadAttemptSeconds = 75;

type OpenedPart = { readonly part: LookupPart; readonly attemptId: string; readonly source: BoundSource };

/**
 * Runs one paid item from `looking_up` to its next state, step by step. Each part sends at most one paid request
 * per charge: its attempt is durable before the call. An attempt that a killed process left open is never repeated;
 * the item is refunded, or continues without the part if that is optional. Results are durable before the
 * next step, so that another process can continue.
 * @throws {RetryLater} while another process runs it or its sources are not available
 */
export async function runLookup(deps: LookupDeps, itemId: string): Promise<void> {
  const progress = await deps.batches.readProgress(itemId);
  if (progress === "not_found" || progress.item.state !== "looking_up") return;
  const { item, request, attempts, httpRequestId } = progress;
  if (httpRequestId !== undefined) adoptRequestId(httpRequestId);
  const key = await deps.keys.find(itemId);
  const plan = deps.lookupPlans[request.searchType];
  const fail = (why: string, outcomes: readonly PartOutcome[] = []) =>
    settleLookup(deps, progress, key, { kind: "failed", why }, outcomes);
  if (!key || !request.searchSealed || !plan) return fail("nothing to ask with");
  const open = attempts.filter(({ result }) => result === "sent");
  if (open.some(({ ageSeconds }) => ageSeconds < deadAttemptSeconds))
    throw new RetryLater(`item ${itemId} is being looked up`);
  const isOptional = ({ part }: Attempt) => plan.optionalParts?.includes(part) ?? false;
  if (!open.every(isOptional)) return fail("an attempt has no end");
  if (open.length > 0 && !(await abandonAttempts(deps, open))) return;
  let partResults = openPartResults(
    key,
    attempts.map((one) => (open.includes(one) ? { ...one, result: "not_found" as const } : one)),
  );
  if (!partResults) return fail("an attempt ended without an answer");

  const values = openSearchValues(key, itemId, request.searchSealed);
  const needsConsent = catalogueRowOf(request.searchType).consent;
  const scope = scopeOf(request);
  const sealFor = plan.isInMemory ? undefined : key;
  let ends: readonly PartOutcome[] = []; // results not yet stored
  for (;;) {
    const step = plan.nextStep(values, request.options, partResults, scope);
    if (step.kind === "end") return settleLookup(deps, progress, key, step.answer, ends);
    const earlyOutcome: LookupOutcome | null = step.subject && {
      kind: "found",
      record: { record: {}, subject: step.subject },
    };
    if (earlyOutcome && typeof outcomeOf(earlyOutcome, needsConsent, request.now) === "object")
      return settleLookup(deps, progress, key, earlyOutcome, ends);
    if (ends.length > 0 && !(await storePartOutcomes(deps, sealFor, request, ends))) return;
    if (ends.length > 0) failpoint("source_answers_kept");

    if (partResults.size === 0 && !(await claimOrBlock(deps, request, values))) return;
    const notTaken = (part: string) =>
      attempts.filter((one) => one.part === part && one.result === "not_accepted").length;
    const isFirst: boolean = partResults.size === 0;
    const results: readonly PartOutcome[] | "ended" | "no_source" = await deps.batches.limitOpenRequests(() =>
      callSources(deps, request, step.parts, notTaken, isFirst),
    );
    if (results === "ended") return;
    if (results === "no_source") {
      if (item.sinceSeconds >= giveUpAfterSeconds) return fail("sources_down");
      throw new RetryLater(`item ${itemId} waits for its sources`);
    }
    const failed = results.find(({ answer: result }) => result.kind === "failed");
    if (failed) return fail("a part failed", results);
    const notTakenPart = results.find(({ answer: result }) => result.kind === "not_accepted");
    if (notTakenPart && item.sinceSeconds >= giveUpAfterSeconds) return fail("never taken", results);
    if (notTakenPart) {
      await storePartOutcomes(deps, sealFor, request, results);
      throw new RetryLater(`item ${itemId} was not taken`);
    }
    partResults = new Map<string, PartResult>([...partResults, ...results.flatMap(partResultOf)]);
    ends = results;
  }
}

/** Ends a request whose question the account asked before; nothing is queried, and the money is returned [AO-07]. */
async function claimOrBlock(deps: LookupDeps, request: LookupRequest, values: SearchValues): Promise<boolean> {
  if (!catalogueRowOf(request.searchType).question?.once) return true;
  const question = { type: request.searchType, values, requestId: request.id };
  return deps.db.transaction("system", async (tx) => {
    const isFirst = await deps.subjectLimits.claimQuestion(deps, tx, request.ownerId, question);
    if (!isFirst) await finishUnaskedRequest(deps, tx, request, { outcome: "BLOCKED", consent: "blocked" });
    return isFirst;
  });
}

/** Calls the sources of all parts of a step, or none, so that no part is paid for while another has no source. */
async function callSources(
  deps: LookupDeps,
  request: LookupRequest,
  parts: readonly LookupPart[],
  notTaken: (part: string) => number,
  isFirst: boolean,
): Promise<readonly PartOutcome[] | "ended" | "no_source"> {
  const health = await deps.providerHealth.current();
  const chosen = parts.map((part) => ({ part, source: chooseSource(part, health, notTaken(part.name)) }));
  if (!chosen.every(hasSource)) return "no_source";
  const asked = await openStepAttempts(deps, request, chosen, isFirst);
  if (asked === "ended") return asked;
  failpoint("attempt_opened");
  const results = await Promise.all(asked.map(callSource)); // outside any transaction
  failpoint("source_answered");
  return results;
}

/** Returns the first source that is not down, rotating past those that did not accept the request. */
function chooseSource(part: LookupPart, health: GetProviderHealth, notTaken: number): BoundSource | undefined {
  const up = part.sources.filter((source) => health(source).state !== "down");
  return up[notTaken % Math.max(up.length, 1)];
}

type ChosenPart = { readonly part: LookupPart; readonly source: BoundSource };
const hasSource = (one: { readonly part: LookupPart; readonly source: BoundSource | undefined }): one is ChosenPart =>
  one.source !== undefined;

/** Makes the attempts of a step durable. `ended`: the person was already asked today, so the item is closed. */
async function openStepAttempts(
  deps: LookupDeps,
  request: LookupRequest,
  chosen: readonly ChosenPart[],
  isFirst: boolean,
): Promise<readonly OpenedPart[] | "ended"> {
  const asked = chosen.map((one) => ({ ...one, attemptId: deps.ids.rowId() }));
  const made = asked.map(({ attemptId, part, source }) => ({
    id: attemptId,
    requestId: request.id,
    part: part.name,
    provider: source.provider,
  }));
  const { id: requestId, ownerId, valueHash } = request;
  const isOnce = isFirst && catalogueRowOf(request.searchType).consent && valueHash !== null;
  const once = isOnce ? { requestId, ownerId, valueHash } : undefined;
  switch (await deps.batches.openStep({ attempts: made, duplicateCheck: once })) {
    case "opened":
      return asked;
    case "open already":
      throw new RetryLater(`item ${requestId} is being looked up`);
    case "twice":
      await deps.db.transaction("system", (tx) =>
        finishUnaskedRequest(deps, tx, request, { outcome: "BLOCKED", consent: "blocked" }),
      );
      return "ended";
  }
}

async function callSource({ part, attemptId, source: asking }: OpenedPart): Promise<PartOutcome> {
  return { part: part.name, attemptId, answer: await asking.ask(attemptId) };
}

const scopeOf = ({ disclosure, ownContact, now }: LookupRequest): LookupScope => ({
  parts: partsOfRule(disclosure),
  now,
  isOwn: ({ contact }) => isSameContact(ownContact, contact),
});

const recordOfPerson = z.object({ subject });

/** The parts that may be stored while a lookup continues: all if one of the records is the requester's own. */
function storableParts(request: LookupRequest, results: readonly PartOutcome[]): readonly RecordPart[] {
  const { parts, isOwn } = scopeOf(request);
  const isOwnRecord = results.some(({ answer: result }) => {
    const person = result.kind === "found" ? recordOfPerson.safeParse(result.record) : undefined;
    return person?.success && isOwn(person.data.subject);
  });
  return isOwnRecord ? partsOfRule(disclosureForAnyPurpose(request.searchType)) : parts;
}

const partResultOf = ({ part, answer: result }: PartOutcome): readonly (readonly [string, PartResult])[] =>
  result.kind === "found" || result.kind === "not_found" ? [[part, result]] : [];

/** Finishes attempts of optional parts that a killed process left open; false if another process did. */
async function abandonAttempts(deps: VerificationDeps, open: readonly Attempt[]): Promise<boolean> {
  return deps.db.transaction("system", async (tx) => {
    let isStanding = true;
    for (const { id } of open) isStanding = (await finishAttempt(tx, { id, result: "not_found" })) && isStanding;
    return isStanding;
  });
}

/**
 * Stores the results of a step while the item continues, without the values that the request cannot show [T-46].
 * @param key undefined: stores that the parts were found, and nothing of their records
 * @returns false if the attempts were considered dead meanwhile
 */
async function storePartOutcomes(
  deps: VerificationDeps,
  key: Buffer | undefined,
  request: LookupRequest,
  ends: readonly PartOutcome[],
): Promise<boolean> {
  const parts = storableParts(request, ends);
  const seal = (attemptId: string, record: unknown) =>
    key && sealPartRecord(key, attemptId, keepParts(request.searchType, record, parts));
  return retryTransient(() =>
    deps.db.transaction("system", async (tx) => {
      let isStanding = true;
      for (const { attemptId: id, answer: result } of ends) {
        const answerSealed = result.kind === "found" ? (seal(id, result.record) ?? null) : null;
        isStanding = (await finishAttempt(tx, { id, result: result.kind }, answerSealed)) && isStanding;
      }
      return isStanding;
    }),
  );
}
