import type { Answer, NamePart } from "@idanimo/contract/answers";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { RecordPart } from "@idanimo/contract/record-parts";
import type { ProviderHealth } from "../../providers/circuit-breaker.ts";
import type { LookupResult, Subject } from "../../providers/source.ts";
import type { ResultFile, SourceRecord } from "../results/index.ts";
import type { FieldAgreement } from "./comparisons/compare-vehicles.ts";
import type { SearchValues } from "./rules.ts";

/** A subject as rules see it. `isAgeUnrecorded`: the register has no birth dates, so that none is missing. */
export type LookupSubject = Subject & { readonly isAgeUnrecorded?: true };

/** The result of a lookup: the record, its subject if it is a person, and files of the source. */
export type LookupFinding = {
  readonly record: SourceRecord;
  readonly subject: LookupSubject | null;
  readonly files?: readonly ResultFile[];
  /** The answer of a lookup for one question. */
  readonly answer?: Answer;
  /** The answer needs no consent if the subject is a minor: it discloses no more than that [AO-08]. */
  readonly isAnsweredForMinors?: boolean;
};

/** A provider with its current health. */
export type MonitoredProvider = { readonly provider: string; health(): ProviderHealth };

/** A source of a part, bound to its input. */
export type BoundSource = MonitoredProvider & { ask(attemptId: string): Promise<LookupResult<unknown>> };

/** A paid request within a lookup. Asks the first source that is not down, once per charge. */
export type LookupPart = { readonly name: string; readonly sources: readonly BoundSource[] };

/** The result of a part, which may be stored between steps; its record is JSON and is parsed again. */
export type PartResult = { readonly kind: "found"; readonly record: unknown } | { readonly kind: "not_found" };
export type PartResults = ReadonlyMap<string, PartResult>;

/**
 * The outcome of a lookup. If any part may have been billed without a response, the lookup fails and is refunded
 * completely.
 */
export type LookupOutcome = Exclude<LookupResult<LookupFinding>, { readonly kind: "not_accepted" }>;

/**
 * The next step. Its parts are asked in parallel. A known `subject` is checked first, so that no bureau is paid for
 * a minor.
 */
export type LookupStep =
  | { readonly kind: "ask"; readonly parts: readonly LookupPart[]; readonly subject: LookupSubject | null }
  | { readonly kind: "end"; readonly answer: LookupOutcome };

/** What a lookup may show. A source whose record cannot be shown is not queried. */
export type LookupScope = {
  /** The parts that the purpose can show; none for a type without consent. */
  readonly parts: readonly RecordPart[];
  /** Whether the subject is the requester, to whom every part can be shown. */
  readonly isOwn: (subject: Subject) => boolean;
  /** The database's time of the lookup. */
  readonly now: Date;
};

/** How one search type is looked up. Each plan has a file of its own under `lookups/`. */
export type LookupPlan = {
  /** Name of the source on the result page. */
  readonly sourceLabel: string;
  /**
   * The providers that a search with these options needs: by step and part, those that can be asked.
   * @param shown the parts that the purpose can show; all by default
   */
  sourcesByStep(
    options: readonly string[],
    shown?: readonly RecordPart[],
  ): readonly (readonly (readonly MonitoredProvider[])[])[];
  /** Names of optional parts: an attempt that a killed process left open counts as no record. */
  readonly optionalParts?: readonly string[];
  /** Nothing of a source's record is stored, not even between steps: a lookup that was interrupted is refunded. */
  readonly isInMemory?: true;
  /** Decides the next step from the results so far. Pure, so that another process can continue. */
  nextStep(values: SearchValues, options: readonly string[], results: PartResults, scope: LookupScope): LookupStep;
};

/** Plans of the search types offered here. */
export type LookupPlans = { readonly [Type in SearchType]?: LookupPlan };

export const queryParts = (parts: readonly LookupPart[], subject: LookupSubject | null = null): LookupStep => ({
  kind: "ask",
  parts,
  subject,
});
export const endWithoutRecord: LookupStep = { kind: "end", answer: { kind: "not_found" } };
export const endWithRecord = (
  record: SourceRecord,
  subject: LookupSubject | null = null,
  files: readonly ResultFile[] = [],
): LookupStep => ({
  kind: "end",
  answer: { kind: "found", record: { record, subject, files } },
});

/** What a comparison found, and for the subject which typed parts differ. */
type AnswerFound = {
  readonly answer: Answer;
  readonly differing?: readonly NamePart[];
  readonly fields?: readonly FieldAgreement[];
  readonly isAnsweredForMinors?: boolean;
};

/** Ends with an answer. The record contains it, and nothing of what the sources returned [AO-02]. */
export const endWithAnswer = (
  { answer, differing = [], fields, isAnsweredForMinors = false }: AnswerFound,
  subject: LookupSubject | null,
  { now }: LookupScope,
): LookupStep => {
  const record = {
    answer,
    askedAt: now.toISOString(),
    ...(differing.length > 0 && { differing: differing.join(" ") }),
    ...(fields && { fields }),
  };
  return { kind: "end", answer: { kind: "found", record: { record, subject, answer, isAnsweredForMinors } } };
};
