import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse } from "../lookup-response.ts";
import { behaviourOf } from "../reserved-endings.ts";
import { anotherVin, isStolen } from "../vinaudit/vehicles.ts";
import type { SandboxContext } from "../sandbox-context.ts";

export const errorBody = (error: string) => ({ error });

/** A register of stolen vehicles, with the product's own API. See docs/sandbox.md. */
export function stolenRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${context.settings.keys.stolenKey}`) return;
    await reply.code(401).send(errorBody("unauthorized"));
  });

  app.get("/v1/stolen", async (request, reply) => {
    const chassis = textIn(request.query, "chassis")?.toUpperCase();
    if (chassis === undefined || !/^[A-Z0-9]{1,20}$/.test(chassis)) return reply.code(400).send(errorBody("chassis"));
    const word = (about: string, stolen: boolean | null) => ({
      status: 200,
      body: { chasisNumber: about, stolen, report: stolen ? [reportOf(about)] : [] },
      billed: stolen !== null,
    });
    return sendLookupResponse(
      context,
      { request, reply },
      {
        product: "stolen",
        value: chassis,
        behaviour: behaviourOf(chassis),
        found: (about) => word(about, isStolen(about)),
        another: anotherVin,
        noRecord: word(chassis, false), // a register of stolen vehicles has no others
        tryAgain: word(chassis, null),
        accountEmpty: { status: 402, body: errorBody("account_empty"), billed: false },
        wentWrong: { status: 500, body: errorBody("went_wrong"), billed: false },
      },
    );
  });
}

const reportOf = (chassis: string) => ({
  date: "2025-08-14",
  agency: "Lagos State Command",
  reference: `LSC/2025/${chassis.slice(-6)}`,
});
