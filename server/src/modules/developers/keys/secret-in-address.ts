import { keyInText } from "@idanimo/contract/developers/key-format";
import type { FastifyInstance } from "fastify";
import { noteSecret } from "../../../http/key-calls.ts";
import { problemOf, sendProblem } from "../../../http/problem-response.ts";
import type { DeveloperDeps } from "../deps.ts";
import { endLeakedKeys } from "./use-cases.ts";

/**
 * Rejects every call with a key in its address and ends the key, because proxies and browsers store addresses.
 * [DP-05]
 */
export function rejectSecretsInAddress(app: FastifyInstance, deps: DeveloperDeps): void {
  app.addHook("onRequest", async (request, reply) => {
    const found = request.originalUrl.match(keyInText);
    if (!found) return undefined;
    const [first] = found;
    if (first !== undefined) noteSecret(request, first); // for the log of API calls
    await endLeakedKeys(deps, found, "in_address");
    return sendProblem(reply, problemOf("secret_in_address"));
  });
}
