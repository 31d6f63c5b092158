import { type ConsoleOperation, consoleBase, csrfHeader } from "@idanimo/contract/console/operation";
import { hasRight } from "@idanimo/contract/console/rights";
import type { InputOf, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import type { Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { isCrossSiteSubresource, isJsonRequest, isSameOrigin } from "../http/guards.ts";
import { bodyHashOf, claimKey, isIdempotencyKey, releaseKey, storeResponse } from "../http/idempotency.ts";
import { parseInput } from "../http/input.ts";
import { problemOf, sendProblem, setRetryAfter } from "../http/problem-response.ts";
import { type StoredResponse, storedResponseOf } from "../http/stored-response.ts";
import { userAgentOf } from "../http/user-agent.ts";
import { secretsEqual, type Vault } from "../kernel/vault.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import { clearOperatorCookie, operatorCookieName, setOperatorCookie } from "./cookie.ts";

/** What a handler may know of the request besides its input. */
export type ConsoleContext = {
  readonly ip: string;
  readonly userAgent: string;
  /** Of the page that sent a changing call; it was checked. */
  readonly origin: string;
  readonly csrfToken: string;
  /** Sets the session cookie; undefined clears it. */
  readonly setToken: (token: string | undefined) => void;
};

type OperatorOf<Op extends ConsoleOperation> = Op["access"] extends "signed_in" ? SignedInOperator : undefined;

/** A use case of the console. It has been checked that the operator has the operation's right. */
export type ConsoleHandler<Op extends ConsoleOperation> = (
  input: InputOf<Op>,
  operator: OperatorOf<Op>,
  context: ConsoleContext,
) => Promise<Result<OutputOf<Op>, ProblemCodeOf<Op>>>;

export type ConsoleMountDeps = {
  readonly db: Database;
  readonly vault: Vault;
  readonly identify: (
    token: string,
    by: { readonly userAgent: string; readonly isActivity: boolean },
  ) => Promise<SignedInOperator | undefined>;
  readonly origins: readonly string[];
};

export type ConsoleMount = <Op extends ConsoleOperation>(operation: Op, handler: ConsoleHandler<Op>) => void;

export const consoleRoute = (operation: ConsoleOperation) => consoleBase + operation.path.replace(/\{(\w+)\}/g, ":$1");

/** The token that a page of the console sends with changing calls; no page of another origin can read it. */
export const csrfTokenOf = (vault: Vault, signInId: string) =>
  vault.codeHash("console_csrf", signInId, "").toString("base64url");

/**
 * Creates the function that mounts the console's handlers: the one place that checks origin, sign-in, right, CSRF
 * token and Idempotency-Key of every call. [OC-02 OC-18]
 */
export function createConsoleMount(app: FastifyInstance, deps: ConsoleMountDeps): ConsoleMount {
  const call = async <Op extends ConsoleOperation>(
    operation: Op,
    handler: ConsoleHandler<Op>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const token = request.cookies[operatorCookieName];
    const isRead = operation.method === "GET";
    const isOurs = isRead ? !isCrossSiteSubresource(request) : isSameOrigin(request, deps.origins, true);
    if (!isOurs) return sendProblem(reply, problemOf("cross_site"));
    if (!isRead && !isJsonRequest(request)) return sendProblem(reply, problemOf("unsupported_media"));
    const userAgent = userAgentOf(request);
    let operator: SignedInOperator | undefined;
    let csrfToken = "";
    if (operation.access === "signed_in") {
      operator =
        token === undefined ? undefined : await deps.identify(token, { userAgent, isActivity: !operation.passive });
      if (!operator) return sendProblem(reply, problemOf("not_signed_in"));
      if (operation.operatorRight !== null && !hasRight(operator.roles, operation.operatorRight))
        return sendProblem(reply, problemOf("operator_right_missing"));
      csrfToken = csrfTokenOf(deps.vault, operator.signInId);
      const sent = request.headers[csrfHeader];
      if (!isRead && !(typeof sent === "string" && secretsEqual(sent, csrfToken)))
        return sendProblem(reply, problemOf("cross_site"));
    }
    const input = parseInput(operation, request);
    if (!input.ok) return sendProblem(reply, input.problem);
    const run = async (): Promise<StoredResponse> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this operation's schema, and signed in if it says so
      const result = await handler(input.value as InputOf<Op>, operator as OperatorOf<Op>, {
        ip: request.ip,
        userAgent,
        origin: request.headers.origin ?? "",
        csrfToken,
        setToken: (to) => (to === undefined ? clearOperatorCookie(reply) : setOperatorCookie(reply, to)),
      });
      return storedResponseOf(operation, result);
    };
    if (!operation.acceptsIdempotencyKey || !operator) return send(reply, await run());
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || !isIdempotencyKey(key))
      return sendProblem(reply, problemOf("bad_input", { fields: { "Idempotency-Key": texts.idempotencyKeyInvalid } }));
    const route = consoleRoute(operation);
    const named = { key, bodyHash: bodyHashOf(deps.vault, [request.params, request.body]) };
    const claim = await claimKey(deps.db, operator.id, route, named);
    if (claim.kind === "refused") return sendProblem(reply, claim.problem);
    if (claim.kind === "replay") return send(reply, claim.answer);
    let response: StoredResponse;
    try {
      response = await run();
    } catch (error) {
      // claimable again after a minute otherwise; the handler's error matters more
      await releaseKey(deps.db, operator.id, route, key).catch(() => undefined);
      throw error;
    }
    await storeResponse(deps.db, operator.id, route, key, response);
    return send(reply, response);
  };
  return (operation, handler) => {
    app.route({
      method: operation.method,
      url: consoleRoute(operation),
      handler: (request, reply) => call(operation, handler, request, reply),
    });
  };
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: StoredResponse): string {
  setRetryAfter(reply, status, retryAfterSeconds);
  reply.code(status).type(`application/${status < 400 ? "json" : "problem+json"}; charset=utf-8`);
  return body;
}
