import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse } from "../lookup-response.ts";
import { type Behaviour, behaviourOf } from "../reserved-endings.ts";
import {
  bureaus,
  type CreditBureau,
  creditHistoryOf,
  figuresOf,
  personalDataOf,
  missingBureau,
  tablesOf,
} from "../smartcomply/credit-history.ts";
import type { SandboxContext } from "../sandbox-context.ts";

const bureauNames = {
  crc: { source: "CRC", status: "crc" },
  first_central: { source: "FIRST_CENTRAL", status: "firstCentral" },
  credit_registry: { source: "CREDIT_REGISTRY", status: "creditRegistry" },
} as const satisfies Record<CreditBureau, { readonly source: string; readonly status: string }>;

const errorResponse = (status: number, error: string) => ({ status, body: { error }, billed: false });

/** `GET /api/v1/credit_bureau?bvn=`: all three bureaus in one response, billed once. */
export function dojahCreditRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get("/api/v1/credit_bureau", async (request, reply) => {
    const bvn = textIn(request.query, "bvn") ?? "";
    if (!/^\d{11}$/.test(bvn)) return reply.code(400).send({ error: "BVN is not valid" });
    return sendLookupResponse(
      context,
      { request, reply },
      {
        product: "dojah_credit",
        value: bvn,
        behaviour: behaviourOf(bvn),
        found: (about, behaviour) => ({
          status: 200,
          body: { entity: creditEntity(about, behaviour, context.clock.now()) },
          billed: true,
        }),
        noRecord: errorResponse(404, "BVN not found"),
        tryAgain: errorResponse(429, "Too many requests"),
        accountEmpty: errorResponse(402, "Your balance is low, please top up"),
        wentWrong: errorResponse(500, "Something went wrong"),
      },
    );
  });
}

function creditEntity(bvn: string, behaviour: Behaviour | undefined, now: number) {
  const known = bureaus
    .filter((bureau) => behaviour !== "bureau_missing" || bureau !== missingBureau)
    .map((bureau) => ({ bureau, credit: creditHistoryOf(bvn, bureau, behaviour, now) }));
  const fields = new Map<string, { source: string; value: unknown }[]>();
  for (const { bureau, credit } of known)
    for (const [name, value] of Object.entries({ ...figuresOf(credit), ...tablesOf(credit) }))
      fields.set(name, [...(fields.get(name) ?? []), { source: bureauNames[bureau].source, value }]);
  const [first] = known;
  return {
    ...(first && personalDataOf(bvn, first.credit)),
    score: {
      ...Object.fromEntries(fields),
      bureauStatus: Object.fromEntries(
        bureaus.map((bureau) => [
          bureauNames[bureau].status,
          known.some((one) => one.bureau === bureau) ? "success" : "no_record",
        ]),
      ),
    },
  };
}
