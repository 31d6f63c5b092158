import formbody from "@fastify/formbody";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import { comesFromUs } from "../../http/guards.ts";
import { rawBodyOf, withRawBody } from "../../http/raw-body.ts";
import { plain, refuse } from "../../http/refuse.ts";
import { sendPage, serveStyles } from "../../pages/document.ts";
import { noteDelivery } from "../notifications/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { consentPage, subjectStyles, unknownLinkPage } from "./page.ts";
import { answerLink, openLink } from "./use-cases/link.ts";
import { takeReply } from "./use-cases/take-reply.ts";

const actions = ["grant", "deny", "withdraw"] as const;

type Counter = { inc(): void };

/**
 * The subject's pages and the SMS gateway's notices.
 * @param unsigned counts inbound notices without a valid signature: nothing else is kept of them
 */
export function consentRoutes(
  app: FastifyInstance,
  deps: ConsentDeps,
  origins: readonly string[],
  unsigned: Counter,
): void {
  void app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 1024 });

    serveStyles(pages, subjectStyles);

    pages.get<{ Params: { token: string } }>("/consent/:token", async (request, reply) => {
      const allowed = await deps.limits.take("inbound_address", request.ip);
      if (!allowed.ok) return refuse(reply, allowed.problem);
      const { token } = request.params;
      const open = await openLink(deps, token);
      if (!open) return sendPage(reply, 404, unknownLinkPage(deps.brandName));
      return sendPage(reply, 200, consentPage(deps.brandName, token, open.consent, open.note));
    });

    for (const action of actions) {
      pages.post<{ Params: { token: string } }>(`/consent/:token/${action}`, async (request, reply) => {
        // the token is the subject's only credential; no cookie counts here
        if (!comesFromUs(request, origins, false)) return refuse(reply, plain("cross_site"));
        const allowed = await deps.limits.take("inbound_address", request.ip);
        if (!allowed.ok) return refuse(reply, allowed.problem);
        const { token } = request.params;
        if (await answerLink(deps, token, action)) return reply.redirect(`/consent/${token}`, 303);
        const open = await openLink(deps, token);
        if (!open) return sendPage(reply, 404, unknownLinkPage(deps.brandName));
        return sendPage(reply, 409, consentPage(deps.brandName, token, open.consent, open.note));
      });
    }
  });

  withRawBody(app, (machine) => {
    machine.post(`${apiBase}/sms/receive`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind === "inbound") await takeReply(deps, notice);
      else unsigned.inc();
      return reply.send({ result: "received" });
    });
    machine.post(`${apiBase}/sms/status/${deps.sms.name}`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind !== "delivery") {
        unsigned.inc();
        return reply.send({ result: "received" });
      }
      const noted = await deps.db.transaction("system", (tx) =>
        noteDelivery(tx, deps.sms.name, notice.messageId, notice.delivered),
      );
      // it may have overtaken our own note of the sending: the gateway repeats what is not taken
      return reply.code(noted === "unknown" ? 503 : 200).send({ result: noted === "unknown" ? "again" : "received" });
    });
  });
  // the source's address form carries no signature, so it decides nothing (T-40)
  app.get(`${apiBase}/sms/receive`, (_request, reply) => {
    unsigned.inc();
    return reply.send({ result: "received" });
  });
}
