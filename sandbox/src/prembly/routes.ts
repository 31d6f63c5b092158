import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hangConnection, slowResponseMs, abortOnClose } from "../faults/connections.ts";
import { garble } from "../faults/inject-faults.ts";
import { textIn } from "../kernel/fields.ts";
import { behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { bvnByPhoneLookup, bvnLookup } from "./bvn.ts";
import { ninFaceLookup } from "./nin-face.ts";
import { ninLookup } from "./nin.ts";
import { otherPersonNumber } from "./person.ts";
import { phoneLookup } from "./phone.ts";
import { plateLookup } from "./plate.ts";
import { errorBody, isCharged, type RejectionCode, notVerifiedBody, verifiedBody } from "./wire.ts";

const handlers: readonly LookupHandler[] = [
  ninLookup,
  phoneLookup,
  bvnLookup,
  bvnByPhoneLookup,
  ninFaceLookup,
  plateLookup,
];
const retriesBeforeSuccess = 2;

/** The identity source's API. */
export function premblyRoutes(app: FastifyInstance, world: SandboxContext): void {
  const { keys } = world.settings;

  app.addHook("preHandler", async (request, reply) => {
    const { "x-api-key": apiKey, "app-id": appId } = request.headers;
    if (apiKey === keys.premblyApiKey && appId === keys.premblyAppId) return;
    await reply.code(401).send(errorBody("Invalid API key or app id"));
  });

  for (const handler of handlers)
    app.post(`/verification${handler.path}`, (request, reply) => sendVerification(world, handler, request, reply));

  app.get("/verification/:reference/status", async (request, reply) => {
    const reference = textIn(request.params, "reference") ?? "";
    const found = world.lookups.byReference(reference);
    if (!found) return reply.code(404).send(errorBody("Verification not found"));
    return {
      verification_status: found.responseCode === "00" ? "VERIFIED" : "NOT-VERIFIED",
      billing_status: found.billed ? "BILLED" : "NOT-BILLED",
      reference,
      response_code: found.responseCode ?? null,
    };
  });

  app.get("/api/v1/wallet", async () => ({
    status: true,
    detail: "Wallet fetched",
    data: { balance: "1000000.00", currency: "NGN" },
  }));
}

async function sendVerification(
  world: SandboxContext,
  handler: LookupHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { clock, lookups } = world;
  const number = handler.readNumber(request.body);
  if (number === undefined) return reply.code(400).send(errorBody("The number is not valid"));
  const behaviour = behaviourOf(number);

  const record = (responseCode: string | undefined, billed: boolean) =>
    lookups.record({
      product: handler.product,
      number,
      customerReference: textIn(request.body, "customer_reference"),
      responseCode,
      billed,
    });
  const rejectedBody = (code: RejectionCode) => notVerifiedBody(code, record(code, isCharged(code)), handler.price);
  const verify = () => {
    const other = behaviour === "other_person" || request.fault === "wrong_person";
    const another = handler.otherNumber ?? otherPersonNumber;
    const found = handler.record(other ? another(number) : number, other ? undefined : behaviour, clock.now());
    const drifted = request.fault === "schema_drift";
    const verified = verifiedBody({
      reference: record("00", true),
      payloadKey: drifted ? "data" : handler.payloadKey,
      record: drifted ? applySchemaDrift(found) : found,
      price: handler.price,
    });
    return { ...verified, ...handler.extraFields?.(number, behaviour) };
  };

  switch (behaviour) {
    case "no_record":
      return rejectedBody("01");
    case "error_500":
      record(undefined, false);
      return reply.code(500).send(errorBody("Something went wrong"));
    case "never_answers":
      record(undefined, true); // the source has done its work, but the response is lost
      return hangConnection(request, reply, clock);
    case "garbled":
      return reply.type("application/json").send(garble(JSON.stringify(verify())));
    case "slow":
      await clock.sleep(slowResponseMs, abortOnClose(reply));
      return verify();
    case "try_again_twice":
      return lookups.countRejectedAttempt(handler.product, number, retriesBeforeSuccess)
        ? rejectedBody("02")
        : verify();
    case "quota":
      return rejectedBody("03");
    default:
      return verify();
  }
}

/**
 * The record as a new version of the source might send it: without every third key, and with "null" for every fifth
 * text.
 */
function applySchemaDrift(record: Record<string, unknown>): Record<string, unknown> {
  const stored = Object.entries(record).filter((_entry, at) => at % 3 !== 2);
  return Object.fromEntries(stored.map(([key, value], at) => [key, at % 5 === 4 ? "null" : value]));
}
