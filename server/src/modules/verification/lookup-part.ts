import type { Source } from "../../providers/source.ts";
import type { PartResults, LookupPlan, LookupPart, LookupStep } from "./lookup-plan.ts";
import { queryParts, endWithoutRecord } from "./lookup-plan.ts";
import type { SearchValues } from "./rules.ts";

/** Parses a stored record; throws if its shape is wrong. */
type ResultSchema<Found> = { parse(data: unknown): Found };

export type PartDefinition<Asked, Found> = {
  readonly sources: readonly Source<Asked, Found>[];
  /** Binds the part to its input. */
  bind(query: Asked): LookupPart;
  /** The result of the part: undefined before its response, null without a record. */
  readResult(results: PartResults): Found | null | undefined;
};

/**
 * Defines a part of a lookup.
 * @param name    unique within the lookup
 * @param isAbout whether a record is about the input; a record about something else is a failure [T-62]
 */
export function definePart<Asked, Found>(
  name: string,
  sources: readonly Source<Asked, Found>[],
  shape: ResultSchema<Found>,
  isAbout: (record: Found, query: Asked) => boolean,
): PartDefinition<Asked, Found> {
  return {
    sources,
    bind: (query) => ({
      name,
      sources: sources.map((source) => ({
        provider: source.provider,
        health: () => source.health(),
        ask: async (attemptId) => {
          const result = await source.query(query, attemptId);
          const isOther = result.kind === "found" && !isAbout(result.record, query);
          return isOther ? { kind: "failed", why: "wrong_subject" } : result;
        },
      })),
    }),
    readResult(results) {
      const result = results.get(name);
      return result && (result.kind === "found" ? shape.parse(result.record) : null);
    },
  };
}

/**
 * Makes a source optional: without a response, for whatever reason, the lookup continues without it. It always
 * reports `up`, so that it never holds up a lookup.
 */
export const makeOptional = <Asked, Found>(source: Source<Asked, Found>): Source<Asked, Found> => ({
  provider: source.provider,
  health: () => ({ state: "up", usualSeconds: null }),
  async query(query, attemptId) {
    const result = await source.query(query, attemptId);
    return result.kind === "found" ? result : { kind: "not_found" };
  },
});

/** A lookup with a single part. */
export function singlePartPlan<Asked, Answer>(made: {
  readonly sourceLabel: string;
  readonly part: PartDefinition<Asked, Answer>;
  readonly inputOf: (values: SearchValues) => Asked;
  readonly endWith: (response: Answer) => LookupStep;
}): LookupPlan {
  return {
    sourceLabel: made.sourceLabel,
    sourcesByStep: () => [[made.part.sources]],
    nextStep(values, _options, results) {
      const response = made.part.readResult(results);
      if (response === undefined) return queryParts([made.part.bind(made.inputOf(values))]);
      return response === null ? endWithoutRecord : made.endWith(response);
    },
  };
}
