import type { Source } from "../../providers/source.ts";
import type { PartResults, LookupPlan, LookupPart, LookupStep } from "./lookup-plan.ts";
import { queryParts, endWithoutRecord } from "./lookup-plan.ts";
import type { SearchValues } from "./rules.ts";

/** Parses a stored record; throws if its shape is wrong. */
type ResultSchema<Found> = { parse(data: unknown): Found };

export type PartDefinition<Asked, Found> = {
  readonly sources: readonly Source<Asked, Found>[];
  /** Binds the part to its input. */
  bind(asked: Asked): LookupPart;
  /** The result of the part: undefined before its response, null without a record. */
  readResult(answered: PartResults): Found | null | undefined;
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
  isAbout: (record: Found, asked: Asked) => boolean,
): PartDefinition<Asked, Found> {
  return {
    sources,
    bind: (asked) => ({
      name,
      sources: sources.map((source) => ({
        provider: source.provider,
        health: () => source.health(),
        ask: async (attemptId) => {
          const answer = await source.query(asked, attemptId);
          const isOther = answer.kind === "found" && !isAbout(answer.record, asked);
          return isOther ? { kind: "failed", why: "wrong_subject" } : answer;
        },
      })),
    }),
    readResult(answered) {
      const answer = answered.get(name);
      return answer && (answer.kind === "found" ? shape.parse(answer.record) : null);
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
  async query(asked, attemptId) {
    const answer = await source.query(asked, attemptId);
    return answer.kind === "found" ? answer : { kind: "not_found" };
  },
});

/** A lookup with a single part. */
export function singlePartPlan<Asked, Answer>(made: {
  readonly sourceLabel: string;
  readonly part: PartDefinition<Asked, Answer>;
  readonly inputOf: (values: SearchValues) => Asked;
  readonly endWith: (answer: Answer) => LookupStep;
}): LookupPlan {
  return {
    sourceLabel: made.sourceLabel,
    sourcesByStep: () => [[made.part.sources]],
    nextStep(values, _options, answered) {
      const answer = made.part.readResult(answered);
      if (answer === undefined) return queryParts([made.part.bind(made.inputOf(values))]);
      return answer === null ? endWithoutRecord : made.endWith(answer);
    },
  };
}
