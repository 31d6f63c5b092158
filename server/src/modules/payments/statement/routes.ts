import { apiBase } from "@idanimo/contract/operation";
import { statementQuery } from "@idanimo/contract/non-json-calls";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import type { Authenticate } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import { parseInput } from "../../../http/input.ts";
import type { PaymentDeps } from "../deps.ts";
import { downloadStatement } from "./download-statement.ts";

/** Route to download statements: `?currency=NGN&from=2026-11-01&to=2026-11-30`, both days included. */
export function statementRoutes(app: FastifyInstance, identify: Authenticate, deps: PaymentDeps): void {
  app.get(`${apiBase}/user/statement.pdf`, (request, reply) =>
    sendDownload(
      { identify, limits: deps.limits },
      request,
      reply,
      { right: nonJsonCalls.statement.right, limit: "statement_account" },
      async (caller) => {
        const input = parseInput({ method: "GET", input: statementQuery }, request);
        if (!input.ok) return input;
        return downloadStatement(deps, caller, input.value.currency, input.value);
      },
    ),
  );
}
