import { cancelRequest as cancelOperation, remindSubject as remindOperation } from "@idanimo/contract/pending-request";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import { rawBodyOf, withRawBody } from "../../http/raw-body.ts";
import type { SmsNotice } from "../../providers/sms/port.ts";
import type { ConsentDeps } from "./deps.ts";
import { cancelRequest } from "./use-cases/cancel-request.ts";
import { createReceiptRecorder } from "./use-cases/escalate.ts";
import { receiveSmsReply } from "./use-cases/receive-sms-reply.ts";
import { remindSubject } from "./use-cases/remind-subject.ts";

type NoticeMetrics = {
  /** Counts notices without a valid signature; nothing else of them is stored. */
  readonly unsigned: () => void;
  /** Counts authentic notices that we do not use. */
  readonly ignored: (provider: string) => void;
};

/** What a requester does with a pending request, and the SMS gateway's webhooks. */
export function consentRoutes(app: FastifyInstance, mount: Mount, deps: ConsentDeps, metrics: NoticeMetrics): void {
  mount(app, cancelOperation, cancelRequest(deps));
  mount(app, remindOperation, remindSubject(deps));
  const recordReceipt = createReceiptRecorder(deps);
  /** Counts an unusable notice. The response is still 200, so that the gateway does not repeat it. */
  const countUnusable = (notice: SmsNotice | undefined) =>
    notice ? metrics.ignored(deps.sms.name) : metrics.unsigned();
  withRawBody(app, (scope) => {
    scope.post(`${apiBase}/sms/receive`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind === "inbound") await receiveSmsReply(deps, notice);
      else countUnusable(notice);
      return reply.send({ result: "received" });
    });
    scope.post(`${apiBase}/sms/status/${deps.sms.name}`, async (request, reply) => {
      const notice = deps.sms.readNotice(request.headers, rawBodyOf(request));
      if (notice?.kind !== "delivery") {
        countUnusable(notice);
        return reply.send({ result: "received" });
      }
      const isTaken = await recordReceipt(notice);
      // the notice may arrive before we recorded the sending: on a 503 the gateway repeats it
      return reply.code(isTaken ? 200 : 503).send({ result: isTaken ? "received" : "again" });
    });
  });
  // the GET form has no signature, so it decides nothing [T-40]
  app.get(`${apiBase}/sms/receive`, (_request, reply) => {
    metrics.unsigned();
    return reply.send({ result: "received" });
  });
}
