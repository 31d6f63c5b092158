import type { Source } from "../../providers/source.ts";
import type { Answered, LookUp, Part, Step } from "./look-up.ts";
import { ask, noData } from "./look-up.ts";
import type { SearchValues } from "./rules.ts";

/** Reads what was kept; throws where it has another shape. */
type Shape<Found> = { parse(data: unknown): Found };

export type Question<Asked, Found> = {
  readonly sources: readonly Source<Asked, Found>[];
  /** The part that asks this. */
  of(asked: Asked): Part;
  /** What it was answered: undefined while nobody was asked, null where there is no such record. */
  read(answered: Answered): Found | null | undefined;
};

/**
 * A part of a look-up by its name, unique within it.
 * @param isAbout whether a record is about what was asked; one about something else is a failure (T-62)
 */
export function question<Asked, Found>(
  name: string,
  sources: readonly Source<Asked, Found>[],
  shape: Shape<Found>,
  isAbout: (record: Found, asked: Asked) => boolean,
): Question<Asked, Found> {
  return {
    sources,
    of: (asked) => ({
      name,
      sources: sources.map((source) => ({
        provider: source.provider,
        standing: () => source.standing(),
        ask: async (attemptId) => {
          const answer = await source.ask(asked, attemptId);
          const isOther = answer.kind === "found" && !isAbout(answer.record, asked);
          return isOther ? { kind: "failed", why: "wrong_subject" } : answer;
        },
      })),
    }),
    read(answered) {
      const answer = answered.get(name);
      return answer && (answer.kind === "found" ? shape.parse(answer.record) : null);
    },
  };
}

/**
 * A source of something that is good to have: where it has no answer, for whatever reason, the look-up goes on without. It is asked
 * also while it is known to be down, so it stands in nobody's way.
 */
export const goodToHave = <Asked, Found>(source: Source<Asked, Found>): Source<Asked, Found> => ({
  provider: source.provider,
  standing: () => ({ state: "up", usualSeconds: null }),
  async ask(asked, attemptId) {
    const answer = await source.ask(asked, attemptId);
    return answer.kind === "found" ? answer : { kind: "not_found" };
  },
});

/** A look-up that asks one question and shows its answer. */
export function oneQuestion<Asked, Answer>(made: {
  readonly source: string;
  readonly question: Question<Asked, Answer>;
  readonly asked: (values: SearchValues) => Asked;
  readonly end: (answer: Answer) => Step;
}): LookUp {
  return {
    source: made.source,
    needs: () => [[made.question.sources]],
    next(values, _options, answered) {
      const answer = made.question.read(answered);
      if (answer === undefined) return ask([made.question.of(made.asked(values))]);
      return answer === null ? noData : made.end(answer);
    },
  };
}
