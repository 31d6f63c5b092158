import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import type { Authenticate } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { PaymentDeps } from "../deps.ts";
import { downloadReceipt } from "./download-receipt.ts";

const receiptFileName = /^(EA[0-9]{14})\.pdf$/;

/** Routes to download receipts. */
export function receiptRoutes(app: FastifyInstance, identify: Authenticate, deps: PaymentDeps): void {
  app.get<{ Params: { file: string } }>(`${apiBase}/user/receipts/:file`, (request, reply) =>
    sendDownload(
      { identify, limits: deps.limits },
      request,
      reply,
      { right: nonJsonCalls.receipt.right, limit: "receipt_account" },
      async (caller) => {
        const reference = receiptFileName.exec(request.params.file)?.[1];
        const body = reference === undefined ? undefined : await downloadReceipt(deps, caller, reference);
        if (!body) return fail("not_found", {});
        return ok({ name: `${brand.name}-${reference}.pdf`, type: "application/pdf", body });
      },
    ),
  );
}
