import type { Source } from "../../providers/source.ts";
import type { PartResults, LookupPlan, LookupPart, LookupStep } from "./lookup-plan.ts";
import { queryParts, endWithoutRecord } from "./lookup-plan.ts";
import type { SearchValues } from "./rules.ts";

/** Reads what was kept; throws where it has another shape. */
type ResultSchema<Found> = { parse(data: unknown): Found };

export type PartDefinition<Asked, Found> = {
  readonly sources: readonly Source<Asked, Found>[];
  /** The part that asks this. */
  bind(asked: Asked): LookupPart;
  /** What it was answered: undefined while nobody was asked, null where there is no such record. */
  readResult(answered: PartResults): Found | null | undefined;
};

/**
 * A part of a look-up by its name, unique within it.
 * @param isAbout whether a record is about what was asked; one about something else is a failure (T-62)
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
 * A source of something that is good to have: where it has no answer, for whatever reason, the look-up goes on without. It is asked
 * also while it is known to be down, so it stands in nobody's way.
 */
export const makeOptional = <Asked, Found>(source: Source<Asked, Found>): Source<Asked, Found> => ({
  provider: source.provider,
  health: () => ({ state: "up", usualSeconds: null }),
  async query(asked, attemptId) {
    const answer = await source.query(asked, attemptId);
    return answer.kind === "found" ? answer : { kind: "not_found" };
  },
});

/** A look-up that asks one question and shows its answer. */
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
