import type { FastifyInstance, FastifyRequest } from "fastify";
import { type SeededRandom, seededRandom } from "../kernel/seeded-random.ts";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse, type LookupResponse } from "../lookup-response.ts";
import { ninLookup } from "../prembly/nin.ts";
import { personOf } from "../prembly/person.ts";
import { behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";

export const errorBody = (error: string) => ({ error });

const errorResponse = (status: number, error: string): LookupResponse => ({
  status,
  body: errorBody(error),
  billed: false,
});
const commonResponses = {
  noRecord: { status: 200, body: { match: false }, billed: true },
  tryAgain: errorResponse(503, "source_away"),
  accountEmpty: errorResponse(402, "account_empty"),
  wentWrong: errorResponse(500, "went_wrong"),
} as const;

/** A matcher of fingerprints and of names with a birth date, with the product's own API. See docs/sandbox.md. */
export function matchRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${context.settings.keys.matchKey}`) return;
    await reply.code(401).send(errorBody("unauthorized"));
  });
  const customerReference = ({ body }: FastifyRequest) => textIn(body, "reference");
  const matched = (product: string, record: Record<string, unknown>): LookupResponse => ({
    status: 200,
    body: { match: true, reference: `${product}-${String(record["centralID"])}`, record },
    billed: true,
  });

  app.post("/v1/fingerprint", async (request, reply) => {
    const nin = textIn(request.body, "nin") ?? "";
    if (!/^\d{11}$/.test(nin)) return reply.code(400).send(errorBody("nin"));
    if (textIn(request.body, "finger") === undefined) return reply.code(400).send(errorBody("finger"));
    return sendLookupResponse(
      context,
      { request, reply },
      {
        ...commonResponses,
        product: "fingerprint",
        value: nin,
        customerReference: customerReference(request),
        behaviour: behaviourOf(nin),
        found: (about, behaviour) => matched("fingerprint", ninLookup.record(about, behaviour, context.clock.now())),
      },
    );
  });

  app.post("/v1/demographics", async (request, reply) => {
    const firstname = textIn(request.body, "firstname")?.toUpperCase() ?? "";
    const lastname = textIn(request.body, "lastname")?.toUpperCase() ?? "";
    const born = /^(\d{4})-(\d\d)-(\d\d)$/.exec(textIn(request.body, "dateOfBirth") ?? "");
    const gender = textIn(request.body, "gender") ?? "";
    if (firstname === "" || lastname === "") return reply.code(400).send(errorBody("firstname and lastname"));
    if (!born) return reply.code(400).send(errorBody("dateOfBirth"));
    if (gender !== "m" && gender !== "f") return reply.code(400).send(errorBody("gender"));
    const [, year, month, day] = born;
    return sendLookupResponse(
      context,
      { request, reply },
      {
        ...commonResponses,
        product: "demographics",
        value: `${firstname} ${lastname}`,
        customerReference: customerReference(request),
        behaviour: behaviourOf(lastname),
        another: (names) => `another ${names}`,
        found(about, behaviour) {
          const chance = seededRandom(`demographics:${about}:${born[0]}:${gender}`);
          const record = ninLookup.record(ninOfGender(chance, gender), behaviour, context.clock.now());
          const isAsked = about === `${firstname} ${lastname}` && behaviour !== "minor";
          const asked = { firstname, surname: lastname, gender, birthdate: `${day}-${month}-${year}` };
          return matched("demographics", isAsked ? { ...record, ...asked } : record);
        },
      },
    );
  });
}

/** A NIN for a gender, without a reserved ending. */
function ninOfGender(chance: SeededRandom, gender: "m" | "f"): string {
  const nin = `${chance.between(1, 9)}${chance.digits(6)}${chance.between(1000, 9999)}`;
  return personOf(nin, undefined, 0).woman === (gender === "f") ? nin : ninOfGender(chance, gender);
}
