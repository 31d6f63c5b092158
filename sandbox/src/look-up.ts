import type { FastifyReply, FastifyRequest } from "fastify";
import { holdOpen, slowMs, whenGone } from "./faults/hold.ts";
import { garble } from "./faults/inject.ts";
import { somebodyElse } from "./prembly/person.ts";
import type { Behaviour } from "./reserved.ts";
import type { World } from "./world.ts";

/** What a source says in one situation, in its own words. */
export type Said = { readonly status: number; readonly body: unknown; readonly billed: boolean };

export type Question = {
  /** Its name in the counts. */
  readonly product: string;
  readonly value: string;
  /** The product's own name for its request, where the wire has one. */
  readonly customerReference?: string | undefined;
  /** What the value's ending asks for. */
  readonly behaviour: Behaviour | undefined;
  /** The record of a value, which is another value than the asked one where it is somebody else's. */
  found(value: string, behaviour: Behaviour | undefined): Said;
  /** Another value of the same kind. A number by default. */
  another?(value: string): string;
  readonly noRecord: Said;
  /** "Not billed, try again". */
  readonly tryAgain: Said;
  readonly accountEmpty: Said;
  readonly wentWrong: Said;
};

const refusalsBeforeAnswer = 2;

/** Answers a look-up as its value's ending asks, and counts whether it was billed. */
export async function answerLookUp(
  { clock, lookups }: World,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  question: Question,
) {
  const { product, value, behaviour } = question;
  const count = (status: number | undefined, billed: boolean) => {
    const responseCode = status === undefined ? undefined : String(status);
    lookups.record({ product, number: value, customerReference: question.customerReference, responseCode, billed });
  };
  const say = ({ status, body, billed }: Said) => {
    count(status, billed);
    return reply.code(status).send(body);
  };
  const found = () => {
    const other = behaviour === "somebody_else" || request.fault === "wrong_person";
    return other
      ? question.found((question.another ?? somebodyElse)(value), undefined)
      : question.found(value, behaviour);
  };

  switch (behaviour) {
    case "no_record":
      return say(question.noRecord);
    case "error_500":
      return say(question.wentWrong);
    case "never_answers":
      count(undefined, true); // the source has done its work: only nobody hears of it
      return holdOpen(request, reply, clock);
    case "garbled": {
      const { status, body, billed } = found();
      count(status, billed);
      return reply
        .code(status)
        .type("application/json")
        .send(garble(JSON.stringify(body)));
    }
    case "slow":
      await clock.sleep(slowMs, whenGone(reply));
      return say(found());
    case "try_again_twice":
      return say(lookups.refusedYet(product, value, refusalsBeforeAnswer) ? question.tryAgain : found());
    case "quota":
      return say(question.accountEmpty);
    default:
      return say(found());
  }
}
