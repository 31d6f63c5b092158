import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import type { Identify } from "../../../http/call.ts";
import { tokenOf } from "../../../http/cookies.ts";
import { plain, refuse } from "../../../http/refuse.ts";
import type { PaymentDeps } from "../deps.ts";
import { readReceipt } from "./read-receipt.ts";

const fileName = /^(EA[0-9]{14})\.pdf$/;

/** Receipts to keep. Their addresses stand in mails, so whoever follows one signed out is led to the sign-in. */
export function receiptRoutes(app: FastifyInstance, identify: Identify, { db, limits }: PaymentDeps): void {
  app.get<{ Params: { file: string } }>(`${apiBase}/user/receipts/:file`, async (request, reply) => {
    const { token } = tokenOf(request);
    const caller = token === undefined ? undefined : await identify(token, true);
    if (!caller) {
      const isPage = (request.headers.accept ?? "").includes("text/html");
      return isPage ? reply.redirect("/login", 303) : refuse(reply, plain("not_signed_in"));
    }
    const reference = fileName.exec(request.params.file)?.[1];
    if (reference === undefined) return refuse(reply, plain("not_found"));
    const allowed = await limits.take("receipt_account", caller.userId);
    if (!allowed.ok) return refuse(reply, allowed.problem);
    const pdf = await readReceipt(db, caller.userId, reference);
    if (!pdf) return refuse(reply, plain("not_found"));
    return reply
      .type("application/pdf")
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${brand.name}-${reference}.pdf"`)
      .send(pdf);
  });
}
