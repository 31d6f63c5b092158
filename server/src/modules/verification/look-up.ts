import type { SearchType } from "@idanimo/contract/catalogue";
import type { Standing } from "../../providers/breaker.ts";
import type { LookupAnswer, Subject } from "../../providers/source.ts";
import type { FoundFile, FoundRecord } from "../results/index.ts";
import type { SearchValues } from "./rules.ts";

/** What a look-up found, whom it is about where that is a person, and the files that came with it. */
export type Found = {
  readonly record: FoundRecord;
  readonly subject: Subject | null;
  readonly files?: readonly FoundFile[];
};

/** Somebody who answers, as far as how they are doing goes. */
export type Provider = { readonly provider: string; standing(): Standing };

/** One source of a part, bound to what it is asked. */
export type Asking = Provider & { ask(attemptId: string): Promise<LookupAnswer<unknown>> };

/** One paid question of a look-up. The first of its sources that is not down is asked, once for a charge. */
export type Part = { readonly name: string; readonly sources: readonly Asking[] };

/** What a part was answered, as it may have been kept in between: a record is JSON and is read again by its shape. */
export type PartAnswer = { readonly kind: "found"; readonly record: unknown } | { readonly kind: "not_found" };
export type Answered = ReadonlyMap<string, PartAnswer>;

/** How the whole ended. Any part that may have been billed without an answer fails it: it is sold whole, so it goes back whole. */
export type Ended = Exclude<LookupAnswer<Found>, { readonly kind: "not_taken" }>;

/**
 * What comes next. The parts of one step are asked at the same time. A `subject` that is known already is looked at before
 * anybody is asked further: no bureau is paid for a minor.
 */
export type Step =
  | { readonly kind: "ask"; readonly parts: readonly Part[]; readonly subject: Subject | null }
  | { readonly kind: "end"; readonly answer: Ended };

/** One search type's way to its sources. Each lives in a file of its own under `look-ups/`. */
export type LookUp = {
  /** Who answers, in words for the result page. */
  readonly source: string;
  /** Whom a search with these ticks needs: step by step, for each part those who can be asked. */
  needs(options: readonly string[]): readonly (readonly (readonly Provider[])[])[];
  /** Names of parts that are only good to have: one that a killed process left open counts as not there. */
  readonly goodToHave?: readonly string[];
  /** Decides from what was answered so far. Pure, so that it can go on in another process. */
  next(values: SearchValues, options: readonly string[], answered: Answered): Step;
};

/** The search types that can be asked here, each with its way to its sources. */
export type LookUps = { readonly [Type in SearchType]?: LookUp };

export const ask = (parts: readonly Part[], subject: Subject | null = null): Step => ({ kind: "ask", parts, subject });
export const noData: Step = { kind: "end", answer: { kind: "not_found" } };
export const found = (record: FoundRecord, subject: Subject | null = null, files: readonly FoundFile[] = []): Step => ({
  kind: "end",
  answer: { kind: "found", record: { record, subject, files } },
});
