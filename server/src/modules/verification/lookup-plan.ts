import type { SearchType } from "@idanimo/contract/catalogue";
import type { ProviderHealth } from "../../providers/circuit-breaker.ts";
import type { LookupResult, Subject } from "../../providers/source.ts";
import type { ResultFile, SourceRecord } from "../results/index.ts";
import type { SearchValues } from "./rules.ts";

/** What a look-up found, whom it is about where that is a person, and the files that came with it. */
export type LookupFinding = {
  readonly record: SourceRecord;
  readonly subject: Subject | null;
  readonly files?: readonly ResultFile[];
};

/** Somebody who answers, as far as how they are doing goes. */
export type MonitoredProvider = { readonly provider: string; health(): ProviderHealth };

/** One source of a part, bound to what it is asked. */
export type BoundSource = MonitoredProvider & { ask(attemptId: string): Promise<LookupResult<unknown>> };

/** One paid question of a look-up. The first of its sources that is not down is asked, once for a charge. */
export type LookupPart = { readonly name: string; readonly sources: readonly BoundSource[] };

/** What a part was answered, as it may have been kept in between: a record is JSON and is read again by its shape. */
export type PartResult = { readonly kind: "found"; readonly record: unknown } | { readonly kind: "not_found" };
export type PartResults = ReadonlyMap<string, PartResult>;

/** How the whole ended. Any part that may have been billed without an answer fails it: it is sold whole, so it goes back whole. */
export type LookupOutcome = Exclude<LookupResult<LookupFinding>, { readonly kind: "not_taken" }>;

/**
 * What comes next. The parts of one step are asked at the same time. A `subject` that is known already is looked at before
 * anybody is asked further: no bureau is paid for a minor.
 */
export type LookupStep =
  | { readonly kind: "ask"; readonly parts: readonly LookupPart[]; readonly subject: Subject | null }
  | { readonly kind: "end"; readonly answer: LookupOutcome };

/** One search type's way to its sources. Each lives in a file of its own under `look-ups/`. */
export type LookupPlan = {
  /** Who answers, in words for the result page. */
  readonly sourceLabel: string;
  /** Whom a search with these ticks needs: step by step, for each part those who can be asked. */
  sourcesByStep(options: readonly string[]): readonly (readonly (readonly MonitoredProvider[])[])[];
  /** Names of parts that are only good to have: one that a killed process left open counts as not there. */
  readonly optionalParts?: readonly string[];
  /** Decides from what was answered so far. Pure, so that it can go on in another process. */
  nextStep(values: SearchValues, options: readonly string[], answered: PartResults): LookupStep;
};

/** The search types that can be asked here, each with its way to its sources. */
export type LookupPlans = { readonly [Type in SearchType]?: LookupPlan };

export const queryParts = (parts: readonly LookupPart[], subject: Subject | null = null): LookupStep => ({
  kind: "ask",
  parts,
  subject,
});
export const endWithoutRecord: LookupStep = { kind: "end", answer: { kind: "not_found" } };
export const endWithRecord = (
  record: SourceRecord,
  subject: Subject | null = null,
  files: readonly ResultFile[] = [],
): LookupStep => ({
  kind: "end",
  answer: { kind: "found", record: { record, subject, files } },
});
