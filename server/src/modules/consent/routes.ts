import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import { rawBodyOf, withRawBody } from "../../http/raw-body.ts";
import type { SmsNotice } from "../../providers/sms/port.ts";
import type { ConsentDeps } from "./deps.ts";
import { linkPages } from "./page/routes.ts";
import { takeDeliveries } from "./use-cases/climb.ts";
import { takeReply } from "./use-cases/take-reply.ts";

type NoticeMeters = {
  /** Notices without a valid signature: nothing else is kept of them. */
  readonly unsigned: () => void;
  /** Authentic ones that are of no use here. */
  readonly ignored: (provider: string) => void;
};

/** The subject's pages and the SMS gateway's notices. */
export function consentRoutes(
  app: FastifyInstance,
  deps: ConsentDeps,
  origins: readonly string[],
  meters: NoticeMeters,
): void {
  linkPages(app, deps, origins);
  const takeDelivery = takeDeliveries(deps);
  /** A notice of no use is answered with 200 like every other, so that the gateway does not repeat it. */
  const count = (notice: SmsNotice | undefined) => (notice ? meters.ignored(deps.sms.name) : meters.unsigned());
  withRawBody(app, (machine) => {
    machine.post(`${apiBase}/sms/receive`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind === "inbound") await takeReply(deps, notice);
      else count(notice);
      return reply.send({ result: "received" });
    });
    machine.post(`${apiBase}/sms/status/${deps.sms.name}`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind !== "delivery") {
        count(notice);
        return reply.send({ result: "received" });
      }
      const isTaken = await takeDelivery(notice);
      // it may have overtaken our own note of the sending: the gateway repeats what is not taken
      return reply.code(isTaken ? 200 : 503).send({ result: isTaken ? "received" : "again" });
    });
  });
  // the source's address form carries no signature, so it decides nothing (T-40)
  app.get(`${apiBase}/sms/receive`, (_request, reply) => {
    meters.unsigned();
    return reply.send({ result: "received" });
  });
}
