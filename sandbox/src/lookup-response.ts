import type { FastifyReply, FastifyRequest } from "fastify";
import { hangConnection, slowResponseMs, abortOnClose } from "./faults/connections.ts";
import { garble } from "./faults/inject-faults.ts";
import { otherPersonNumber } from "./prembly/person.ts";
import type { Behaviour } from "./reserved-endings.ts";
import type { SandboxContext } from "./sandbox-context.ts";

/** A source's response in one situation. */
export type LookupResponse = { readonly status: number; readonly body: unknown; readonly billed: boolean };

export type LookupScenario = {
  /** Its name in the counts. */
  readonly product: string;
  readonly value: string;
  /** The product's own id of its request, where the wire has one. */
  readonly customerReference?: string | undefined;
  /** The behaviour of the value's ending. */
  readonly behaviour: Behaviour | undefined;
  /** The record of a value, which differs from the requested one if it is another person's. */
  found(value: string, behaviour: Behaviour | undefined): LookupResponse;
  /** Another value of the same kind. A number by default. */
  another?(value: string): string;
  readonly noRecord: LookupResponse;
  /** "Not billed, try again". */
  readonly tryAgain: LookupResponse;
  readonly accountEmpty: LookupResponse;
  readonly wentWrong: LookupResponse;
};

const retriesBeforeSuccess = 2;

/** Responds to a lookup as its value's ending says, and counts whether it was billed. */
export async function sendLookupResponse(
  { clock, lookups }: SandboxContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  scenario: LookupScenario,
) {
  const { product, value, behaviour } = scenario;
  const count = (status: number | undefined, billed: boolean) => {
    const responseCode = status === undefined ? undefined : String(status);
    lookups.record({ product, number: value, customerReference: scenario.customerReference, responseCode, billed });
  };
  const send = ({ status, body, billed }: LookupResponse) => {
    count(status, billed);
    return reply.code(status).send(body);
  };
  const found = () => {
    const other = behaviour === "other_person" || request.fault === "wrong_person";
    return other
      ? scenario.found((scenario.another ?? otherPersonNumber)(value), undefined)
      : scenario.found(value, behaviour);
  };

  switch (behaviour) {
    case "no_record":
      return send(scenario.noRecord);
    case "error_500":
      return send(scenario.wentWrong);
    case "never_answers":
      count(undefined, true); // the source has done its work, but the response is lost
      return hangConnection(request, reply, clock);
    case "garbled": {
      const { status, body, billed } = found();
      count(status, billed);
      return reply
        .code(status)
        .type("application/json")
        .send(garble(JSON.stringify(body)));
    }
    case "slow":
      await clock.sleep(slowResponseMs, abortOnClose(reply));
      return send(found());
    case "try_again_twice":
      return send(lookups.countRejectedAttempt(product, value, retriesBeforeSuccess) ? scenario.tryAgain : found());
    case "quota":
      return send(scenario.accountEmpty);
    default:
      return send(found());
  }
}
