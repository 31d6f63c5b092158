import type { Operation, OutputOf, SentInputOf } from "@idanimo/contract/operation";
import type { Chance } from "../../chance.ts";
import { type Client, Refused, send } from "../../client.ts";

export type Answers = {
  /** What was answered first to each key. */
  readonly byKey: Map<string, string>;
  /** Every other answer to one. */
  readonly differing: string[];
  /** Answers of 500, which no program may give whatever happens around it. */
  readonly faults: string[];
};
export const noAnswers = (): Answers => ({ byKey: new Map(), differing: [], faults: [] });

const asText = (answer: unknown) =>
  JSON.stringify(answer, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Refusals that decide nothing: the same call may be answered otherwise in a moment. */
const isPassing = ({ status, code }: Refused) => status >= 500 || code === "same_key_in_flight";

/** Asks again now and then though it was answered: a second answer to one key must be the first one. */
const askAgain = 0.3;

/**
 * A client that goes with each call to any of the programs, so that what one of them did not answer is repeated at another.
 * Throws as `send` does.
 */
export function roaming(urls: readonly [string, ...string[]], token: string, chance: Chance, answers: Answers): Client {
  const once = async <Op extends Operation>(
    operation: Op,
    input: SentInputOf<Op>,
    key?: string,
  ): Promise<OutputOf<Op>> => {
    const note = (said: string) => {
      if (key === undefined) return;
      const before = answers.byKey.get(key);
      if (before === undefined) answers.byKey.set(key, said);
      else if (before !== said) answers.differing.push(`${operation.path}: first ${before}, then ${said}`);
    };
    try {
      const answer = await send(chance.one(urls), operation, input, token, key);
      note(asText(answer));
      return answer;
    } catch (error) {
      if (error instanceof Refused && !isPassing(error)) note(error.code);
      if (error instanceof Refused && error.status === 500) answers.faults.push(`${operation.path}: ${error.message}`);
      throw error;
    }
  };
  return {
    token,
    call: async (operation, input, key) => {
      const answer = await once(operation, input, key);
      if (key !== undefined && chance.next() < askAgain) await once(operation, input, key).catch(ignore);
      return answer;
    },
  };
}

const ignore = (): undefined => undefined; // what it said was noted
