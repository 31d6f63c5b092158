import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { whileBusy } from "../../database/while-busy.ts";
import { goOnFor } from "../../kernel/calls.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import { askedForOnly } from "../results/index.ts";
import { type Attempt, endAttempt } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { answersIn, sealAnswer } from "./kept-answers.ts";
import type { Asking, Ended, Part, PartAnswer } from "./look-up.ts";
import { NotYet } from "./not-yet.ts";
import { outcomeOf } from "./rules.ts";
import { openValues } from "./search-values.ts";
import { end, type LookUpDeps, type PartEnd, settle } from "./settle.ts";
import type { StandingOf } from "./source-weather.ts";
import type { LookUpRequest } from "./store.ts";

/** A source that keeps saying "not taken" gets this long; then the money goes back. */
const giveUpAfterSeconds = 600;
/** Longer than a part may take, which is two calls of 30 s: an attempt without an end is then the trace of a killed process. */
const deadAttemptSeconds = 75;

type AskedPart = { readonly part: Part; readonly attemptId: string; readonly asking: Asking };

/**
 * Carries one paid item from `looking_up` to its next state, step by step. Each part is put to a paid source at most once for a
 * charge: its attempt is durable before the call, and one that a killed process left open is never repeated, the item is
 * refunded, unless that part is only good to have: then it goes on without. What a step found is durable before the next step, so that another process can go on from there.
 */
export async function lookUp(deps: LookUpDeps, itemId: string): Promise<void> {
  const begun = await deps.together.read(itemId);
  if (begun === "nobody's" || begun.item.state !== "looking_up") return;
  const { item, request, attempts, call } = begun;
  if (call !== undefined) goOnFor(call);
  const key = await deps.keys.find(itemId);
  const plan = deps.lookUps[request.searchType];
  const fail = (why: string, ends: readonly PartEnd[] = []) => settle(deps, begun, key, { kind: "failed", why }, ends);
  if (!key || !request.searchSealed || !plan) return fail("nothing to ask with");
  const open = attempts.filter(({ result }) => result === "sent");
  if (open.some(({ ageSeconds }) => ageSeconds < deadAttemptSeconds))
    throw new NotYet(`item ${itemId} is being looked up`);
  const isSpare = ({ part }: Attempt) => plan.goodToHave?.includes(part) ?? false;
  if (!open.every(isSpare)) return fail("an attempt has no end");
  if (open.length > 0 && !(await giveUp(deps, open))) return;
  let answered = answersIn(
    key,
    attempts.map((one) => (open.includes(one) ? { ...one, result: "not_found" as const } : one)),
  );
  if (!answered) return fail("an attempt ended without an answer");

  const values = openValues(key, itemId, request.searchSealed);
  const needsConsent = rowOf(request.searchType).consent;
  let ends: readonly PartEnd[] = []; // answers that are not written down yet
  for (;;) {
    const step = plan.next(values, request.options, answered);
    if (step.kind === "end") return settle(deps, begun, key, step.answer, ends);
    const early: Ended | null = step.subject && { kind: "found", record: { record: {}, subject: step.subject } };
    if (early && typeof outcomeOf(early, needsConsent, request.now) === "object")
      return settle(deps, begun, key, early, ends);
    if (ends.length > 0 && !(await keep(deps, key, ends))) return;
    if (ends.length > 0) crashPoint("source_answers_kept");

    const notTaken = (part: string) => attempts.filter((one) => one.part === part && one.result === "not_taken").length;
    const isFirst: boolean = answered.size === 0;
    const answers: readonly PartEnd[] | "ended" | "nobody" = await deps.together.gate.pass(() =>
      answersOf(deps, request, step.parts, notTaken, isFirst),
    );
    if (answers === "ended") return;
    if (answers === "nobody") {
      if (item.sinceSeconds >= giveUpAfterSeconds) return fail("sources_down");
      throw new NotYet(`item ${itemId} waits for its sources`);
    }
    const failed = answers.find(({ answer }) => answer.kind === "failed");
    if (failed) return fail("a part failed", answers);
    const waits = answers.find(({ answer }) => answer.kind === "not_taken");
    if (waits && item.sinceSeconds >= giveUpAfterSeconds) return fail("never taken", answers);
    if (waits) {
      await keep(deps, key, answers);
      throw new NotYet(`item ${itemId} was not taken`);
    }
    answered = new Map<string, PartAnswer>([...answered, ...answers.flatMap(keptOf)]);
    ends = answers;
  }
}

/** Puts the parts of one step to their sources: all of them or none, so that no part is paid for while another one has nobody to ask. */
async function answersOf(
  deps: LookUpDeps,
  request: LookUpRequest,
  parts: readonly Part[],
  notTaken: (part: string) => number,
  isFirst: boolean,
): Promise<readonly PartEnd[] | "ended" | "nobody"> {
  const standing = await deps.weather.read();
  const chosen = parts.map((part) => ({ part, asking: sourceOf(part, standing, notTaken(part.name)) }));
  if (!chosen.every(isChosen)) return "nobody";
  const asked = await begin(deps, request, chosen, isFirst);
  if (asked === "ended") return asked;
  crashPoint("attempt_opened");
  const answers = await Promise.all(asked.map((one) => answerOf(request.searchType, one))); // outside any transaction
  crashPoint("source_answered");
  return answers;
}

/** The first source that is not down. One that has proved that it did not take the question steps behind the others. */
function sourceOf(part: Part, standing: StandingOf, notTaken: number): Asking | undefined {
  const up = part.sources.filter((source) => standing(source).state !== "down");
  return up[notTaken % Math.max(up.length, 1)];
}

type Chosen = { readonly part: Part; readonly asking: Asking };
const isChosen = (one: { readonly part: Part; readonly asking: Asking | undefined }): one is Chosen =>
  one.asking !== undefined;

/** Makes the attempts of a step durable. `ended`: the same person was asked about already, so the item is over. */
async function begin(
  deps: LookUpDeps,
  request: LookUpRequest,
  chosen: readonly Chosen[],
  isFirst: boolean,
): Promise<readonly AskedPart[] | "ended"> {
  const asked = chosen.map((one) => ({ ...one, attemptId: deps.ids.row() }));
  const made = asked.map(({ attemptId, part, asking }) => ({
    id: attemptId,
    requestId: request.id,
    part: part.name,
    provider: asking.provider,
  }));
  const { id: requestId, ownerId, valueHash } = request;
  const isOnce = isFirst && rowOf(request.searchType).consent && valueHash !== null;
  const once = isOnce ? { requestId, ownerId, valueHash } : undefined;
  switch (await deps.together.openStep({ attempts: made, once })) {
    case "opened":
      return asked;
    case "open already":
      throw new NotYet(`item ${requestId} is being looked up`);
    case "twice":
      await deps.db.transaction("system", (tx) => end(deps, tx, request, { outcome: "BLOCKED", consent: "blocked" }));
      return "ended";
  }
}

/** Asks, and keeps of the answer only what the person will be asked for (T-46). */
async function answerOf(type: SearchType, { part, attemptId, asking }: AskedPart): Promise<PartEnd> {
  const answer = await asking.ask(attemptId);
  const kept = answer.kind === "found" ? { ...answer, record: askedForOnly(type, answer.record) } : answer;
  return { part: part.name, attemptId, answer: kept };
}

const keptOf = ({ part, answer }: PartEnd): readonly (readonly [string, PartAnswer])[] =>
  answer.kind === "found" || answer.kind === "not_found" ? [[part, answer]] : [];

/** Ends what a killed process left open of parts that are only good to have; false when another process did. */
async function giveUp(deps: VerificationDeps, open: readonly Attempt[]): Promise<boolean> {
  return deps.db.transaction("system", async (tx) => {
    let isStanding = true;
    for (const { id } of open) isStanding = (await endAttempt(tx, { id, result: "not_found" })) && isStanding;
    return isStanding;
  });
}

/** Writes the answers of a step down while the item goes on; false when the attempts were taken for dead meanwhile. */
async function keep(deps: VerificationDeps, key: Buffer, ends: readonly PartEnd[]): Promise<boolean> {
  return whileBusy(() =>
    deps.db.transaction("system", async (tx) => {
      let isStanding = true;
      for (const { attemptId: id, answer } of ends) {
        const answerSealed = answer.kind === "found" ? sealAnswer(key, id, answer.record) : null;
        isStanding = (await endAttempt(tx, { id, result: answer.kind }, answerSealed)) && isStanding;
      }
      return isStanding;
    }),
  );
}
