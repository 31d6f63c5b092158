import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { answerLookUp } from "../look-up.ts";
import { type Behaviour, behaviourOf } from "../reserved.ts";
import {
  bureaus,
  type CreditBureau,
  creditOf,
  figuresOf,
  headOf,
  missingBureau,
  tablesOf,
} from "../smartcomply/credit.ts";
import type { World } from "../world.ts";

const names = {
  crc: { source: "CRC", status: "crc" },
  first_central: { source: "FIRST_CENTRAL", status: "firstCentral" },
  credit_registry: { source: "CREDIT_REGISTRY", status: "creditRegistry" },
} as const satisfies Record<CreditBureau, { readonly source: string; readonly status: string }>;

const said = (status: number, error: string) => ({ status, body: { error }, billed: false });

/** `GET /api/v1/credit_bureau?bvn=`: all three bureaus in one answer, billed whole. Source: providers 2.4. */
export function dojahCreditRoutes(app: FastifyInstance, world: World): void {
  app.get("/api/v1/credit_bureau", async (request, reply) => {
    const bvn = textIn(request.query, "bvn") ?? "";
    if (!/^\d{11}$/.test(bvn)) return reply.code(400).send({ error: "BVN is not valid" });
    return answerLookUp(
      world,
      { request, reply },
      {
        product: "dojah_credit",
        value: bvn,
        behaviour: behaviourOf(bvn),
        found: (about, behaviour) => ({
          status: 200,
          body: { entity: entityOf(about, behaviour, world.clock.now()) },
          billed: true,
        }),
        noRecord: said(404, "BVN not found"),
        tryAgain: said(429, "Too many requests"),
        accountEmpty: said(402, "Your balance is low, please top up"),
        wentWrong: said(500, "Something went wrong"),
      },
    );
  });
}

function entityOf(bvn: string, behaviour: Behaviour | undefined, now: number) {
  const known = bureaus
    .filter((bureau) => behaviour !== "bureau_missing" || bureau !== missingBureau)
    .map((bureau) => ({ bureau, credit: creditOf(bvn, bureau, behaviour, now) }));
  const fields = new Map<string, { source: string; value: unknown }[]>();
  for (const { bureau, credit } of known)
    for (const [name, value] of Object.entries({ ...figuresOf(credit), ...tablesOf(credit) }))
      fields.set(name, [...(fields.get(name) ?? []), { source: names[bureau].source, value }]);
  const [first] = known;
  return {
    ...(first && headOf(bvn, first.credit)),
    score: {
      ...Object.fromEntries(fields),
      bureauStatus: Object.fromEntries(
        bureaus.map((bureau) => [
          names[bureau].status,
          known.some((one) => one.bureau === bureau) ? "success" : "no_record",
        ]),
      ),
    },
  };
}
