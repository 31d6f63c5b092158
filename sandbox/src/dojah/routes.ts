import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse } from "../lookup-response.ts";
import { type Behaviour, behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { dojahCreditRoutes } from "./credit.ts";
import { bvnEntity, applySchemaDrift, ninEntity, phoneEntity } from "./entities.ts";

/** The body of every error. Its exact wording is not published. */
export const errorBody = (error: string) => ({ error });

type LookupEndpoint = {
  readonly path: string;
  readonly product: string;
  /** The query parameter of the number, and its name in error messages. */
  readonly query: string;
  readonly word: string;
  readonly wellFormed: RegExp;
  entity(number: string, behaviour: Behaviour | undefined, now: number): Readonly<Record<string, unknown>>;
};

const lookupEndpoints: readonly LookupEndpoint[] = [
  { path: "nin/advance", product: "dojah_nin", query: "nin", word: "NIN", wellFormed: /^\d{11}$/, entity: ninEntity },
  { path: "bvn/advance", product: "dojah_bvn", query: "bvn", word: "BVN", wellFormed: /^\d{11}$/, entity: bvnEntity },
  {
    path: "phone_number",
    product: "dojah_phone",
    query: "phone_number",
    word: "Phone number",
    wellFormed: /^0\d{10}$/,
    entity: phoneEntity,
  },
];

/** The second identity source's API; every lookup is a GET. */
export function dojahRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { keys } = context.settings;
  const refusal = (status: number, error: string) => ({ status, body: errorBody(error), billed: false });

  app.addHook("preHandler", async (request, reply) => {
    const { appid: appId, authorization } = request.headers;
    if (appId === keys.dojahAppId && authorization === keys.dojahSecretKey) return;
    await reply.code(401).send(errorBody("Your secret key or app id is not valid"));
  });

  for (const { path, product, query, word, wellFormed, entity } of lookupEndpoints)
    app.get(`/api/v1/kyc/${path}`, async (request, reply) => {
      const number = textIn(request.query, query) ?? "";
      if (!wellFormed.test(number)) return reply.code(400).send(errorBody(`${word} is not valid`));
      return sendLookupResponse(
        context,
        { request, reply },
        {
          product,
          value: number,
          behaviour: behaviourOf(number),
          found(about, behaviour) {
            const record = entity(about, behaviour, context.clock.now());
            const body = { entity: request.fault === "schema_drift" ? applySchemaDrift(record) : record };
            return { status: 200, body, billed: true };
          },
          // the real source uses both: 400 for one register, 404 for the others
          noRecord: refusal(query === "bvn" ? 400 : 404, `${word} not found`),
          tryAgain: refusal(429, "Too many requests"),
          accountEmpty: refusal(402, "Your balance is low, please top up"),
          wentWrong: refusal(500, "Something went wrong"),
        },
      );
    });
  dojahCreditRoutes(app, context);
}
