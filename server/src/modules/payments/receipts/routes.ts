import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import type { Identify } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { PaymentDeps } from "../deps.ts";
import { readReceipt } from "./read-receipt.ts";

const fileName = /^(EA[0-9]{14})\.pdf$/;

/** Receipts to keep. */
export function receiptRoutes(app: FastifyInstance, identify: Identify, deps: PaymentDeps): void {
  app.get<{ Params: { file: string } }>(`${apiBase}/user/receipts/:file`, (request, reply) =>
    sendDownload({ identify, limits: deps.limits }, request, reply, "receipt_account", async (caller) => {
      const reference = fileName.exec(request.params.file)?.[1];
      const body = reference === undefined ? undefined : await readReceipt(deps, caller.userId, reference);
      if (!body) return fail("not_found", {});
      return ok({ name: `${brand.name}-${reference}.pdf`, type: "application/pdf", body });
    }),
  );
}
