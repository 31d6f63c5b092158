import type { FastifyInstance } from "fastify";
import { fieldsOf, textIn } from "../kernel/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { isExampleDomain } from "./domain-texts.ts";

/** Sets TXT records, as the owner of a domain does at their registrar. */
export function dnsRoutes(app: FastifyInstance, { domainTexts }: Pick<SandboxContext, "domainTexts">): void {
  app.post("/__sandbox/dns", async (request, reply) => {
    const domain = textIn(request.body, "domain")?.toLowerCase() ?? "";
    const { texts } = fieldsOf(request.body);
    if (!isExampleDomain(domain)) return reply.code(400).send({ error: "domain must end in .example." });
    if (!Array.isArray(texts) || !texts.every((text): text is string => typeof text === "string"))
      return reply.code(400).send({ error: "texts must be a list of texts." });
    domainTexts.set(domain, texts);
    return { domain, texts };
  });
}
