import { apiBase, type InputOf, isOrganisationPath, type Operation, type OutputOf } from "@idanimo/contract/operation";
import { type ResponseTransform, responseTransforms } from "@idanimo/contract/developers/version-changes";
import type { ProblemCode } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import type { Vault } from "../kernel/vault.ts";
import { commitUnknown } from "../database/commit-unknown.ts";
import { failpoint } from "../kernel/failpoints.ts";
import { authorise, versionOf } from "./authorise.ts";
import type { Caller, CallContext, CallerOf, Handler, Authenticate } from "./call.ts";
import { credentialKindOf, sessionTokenOf } from "./cookies.ts";
import {
  type IdempotencyKey,
  type StoredResponse,
  storedResponseOf,
  type IdempotentHandler,
} from "./stored-response.ts";
import { isSameOrigin, isCrossSiteSubresource, isJsonRequest } from "./guards.ts";
import { bodyHashOf, claimKey, releaseKey, isIdempotencyKey, storeResponse } from "./idempotency.ts";
import { parseInput } from "./input.ts";
import { problemOf, sendProblem, setRetryAfter } from "./problem-response.ts";
import { userAgentOf } from "./user-agent.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The problem that replaces `unavailable` for this operation. */
    readonly unavailableAs?: ProblemCode;
  }
}

export type MountDeps = {
  readonly db: Database;
  readonly vault: Vault;
  readonly identify: Authenticate;
  readonly origins: readonly string[];
};

/** Changes a successful response before it is sent, for example by setting a cookie. */
type ResponseHook<Op extends Operation> = (value: OutputOf<Op>, reply: FastifyReply) => void;

export type Mount = <Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handler: Handler<Op>,
  options?: {
    readonly after?: ResponseHook<Op>;
    readonly bodyLimit?: number;
    /** Handles calls that have an Idempotency-Key. */
    readonly keyed?: IdempotentHandler<Op>;
  },
) => void;

/** The route of an operation; a test compares the mounted ones with the API description. [T-66] */
export const routePath = (operation: Operation) => apiBase + operation.path.replace(/\{(\w+)\}/g, ":$1");

/**
 * Creates the function that mounts a handler: checks the request's origin and caller, parses the input, applies the
 * Idempotency-Key where the operation accepts one, sends problems with their status, and validates the output.
 */
export function createMount(deps: MountDeps): Mount {
  return (app, operation, handler, options = {}) => {
    const transforms = responseTransforms(operation);
    app.route({
      method: operation.method,
      url: routePath(operation),
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      config: operation.unavailableAs ? { unavailableAs: operation.unavailableAs } : {},
      handler: async (request, reply) => {
        const { token, kind } = sessionTokenOf(request);
        const hasCookie = kind === "cookie" && token !== undefined;
        const isOurs =
          operation.method === "GET"
            ? !isCrossSiteSubresource(request)
            : isSameOrigin(request, deps.origins, hasCookie);
        if (!isOurs) return sendProblem(reply, problemOf("cross_site"));
        if (operation.method === "POST" && !isJsonRequest(request))
          return sendProblem(reply, problemOf("unsupported_media"));

        let caller: Caller | null = null;
        if (operation.access === "signed_in") {
          const found = await authorise(deps.identify, request, operation.right, {
            active: operation.passive !== true,
            reads: operation.preloads,
            forOrganisation: isOrganisationPath(operation.path),
          });
          if (!found.ok) return sendProblem(reply, found.problem);
          caller = found.value;
          if (operation.requiresConfirmedEmail && !caller.emailConfirmed)
            return sendProblem(reply, problemOf("email_not_confirmed"));
          if (operation.refusedWhileSuspended && caller.isSuspended)
            return sendProblem(reply, problemOf("account_suspended"));
        }
        const version = versionOf(request);
        const transform = version && transforms.get(version);
        const input = parseInput(operation, request);
        if (!input.ok) return sendProblem(reply, input.problem);

        const acceptsKey = operation.acceptsIdempotencyKey;
        const name = acceptsKey && caller ? idempotencyKeyOf(request) : undefined;
        if (name !== undefined && !isIdempotencyKey(name))
          return sendProblem(
            reply,
            problemOf("bad_input", { fields: { "Idempotency-Key": texts.idempotencyKeyInvalid } }),
          );
        const key: IdempotencyKey | undefined =
          name === undefined ? undefined : { key: name, bodyHash: bodyHashOf(deps.vault, request.body) };
        if (key !== undefined && caller) {
          const done = await options.keyed?.(...typedArguments(operation, input.value, caller), key);
          if (done) return sendStoredResponse(reply, done, transform);
          const claim = await claimKey(deps.db, caller.userId, operation.path, key);
          if (claim.kind === "refused") return sendProblem(reply, claim.problem);
          if (claim.kind === "replay") return sendStoredResponse(reply, claim.answer, transform);
          failpoint("call_key_claimed");
        }

        const context: CallContext = {
          requestId: request.id,
          ip: request.ip,
          device: userAgentOf(request),
          token,
          kind: credentialKindOf(request),
          cookies: request.cookies,
        };
        let response: StoredResponse;
        try {
          const result = await handler(...typedArguments(operation, input.value, caller), context);
          if (result.ok) options.after?.(result.value, reply);
          response = storedResponseOf(operation, result);
        } catch (error) {
          // a key that cannot be released now can be claimed again after a minute; the handler's error matters more
          if (key !== undefined && caller)
            await releaseKey(deps.db, caller.userId, operation.path, key.key).catch(() => undefined);
          throw error;
        }
        if (key !== undefined && caller) {
          await storeResponse(deps.db, caller.userId, operation.path, key.key, response).catch((error: unknown) => {
            throw commitUnknown(error); // the work is done, and a repeated request must get the same response
          });
          failpoint("call_answer_kept");
        }
        return sendStoredResponse(reply, response, transform);
      },
    });
  };
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return Array.isArray(header) ? header[0] : header;
}

/** Returns the body for Fastify to send, in the version of the call. Responses are stored in the first version. */
function sendStoredResponse(
  reply: FastifyReply,
  { status, body, retryAfterSeconds }: StoredResponse,
  transform: ResponseTransform | undefined,
): string {
  setRetryAfter(reply, status, retryAfterSeconds);
  reply.code(status).type(status < 400 ? contentTypes.value : contentTypes.problem);
  return transform && status < 400 ? JSON.stringify(transform(JSON.parse(body))) : body;
}

const contentTypes = { value: "application/json; charset=utf-8", problem: "application/problem+json; charset=utf-8" };

/** Narrows the types: `parseInput` used this operation's schema, and a signed-in operation has its caller. */
function typedArguments<Op extends Operation>(
  _operation: Op,
  input: Record<string, unknown>,
  caller: Caller | null,
): [InputOf<Op>, CallerOf<Op>] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked before, where the operation was still at hand
  return [input as InputOf<Op>, caller as CallerOf<Op>];
}
