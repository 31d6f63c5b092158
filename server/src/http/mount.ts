import { apiBase, type InputOf, type Operation, type OutputOf } from "@idanimo/contract/operation";
import type { ProblemCode } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import type { Vault } from "../kernel/vault.ts";
import { unconfirmed } from "../database/unconfirmed.ts";
import { crashPoint } from "../kernel/crash-points.ts";
import type { Caller, CallContext, CallerOf, Handler, Identify } from "./call.ts";
import { kindOf, tokenOf } from "./cookies.ts";
import { type CallKey, type FirstAnswer, firstAnswerOf, type KeyedHandler } from "./first-answer.ts";
import { comesFromUs, isAskedBehindBack, isJson } from "./guards.ts";
import { bodyHashOf, claimKey, freeKey, isKey, keepAnswer } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { plain, refuse, sayWhenToRetry } from "./refuse.ts";
import { userAgentOf } from "./user-agent.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation's own words for `unavailable`. */
    readonly unavailableAs?: ProblemCode;
    /** What the operation reads together with others' calls; nothing else is done for one. */
    readonly readsAlong?: "profile";
  }
}

export type MountDeps = {
  readonly db: Database;
  readonly vault: Vault;
  readonly identify: Identify;
  /** This product's own origins. */
  readonly origins: readonly string[];
};

/** What a route may still do with a good answer before it leaves: set a cookie, mostly. */
type After<Op extends Operation> = (value: OutputOf<Op>, reply: FastifyReply) => void;

export type Mount = <Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handler: Handler<Op>,
  options?: {
    readonly after?: After<Op>;
    readonly bodyLimit?: number;
    /** Takes over calls that carry an Idempotency-Key. */
    readonly keyed?: KeyedHandler<Op>;
  },
) => void;

/** Paths of every mounted route, for the test that compares them with the API description (T-66). */
export const routePath = (operation: Operation) => apiBase + operation.path.replace(/\{(\w+)\}/g, ":$1");

/**
 * Makes the one function that puts a handler behind an operation: checks where the call comes from, who calls, parses the
 * input, honours an Idempotency-Key where money moves, answers a refusal with its status, and checks and encodes the output.
 */
export function mounter(deps: MountDeps): Mount {
  return (app, operation, handler, options = {}) => {
    app.route({
      method: operation.method,
      url: routePath(operation),
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      config: {
        ...(operation.unavailableAs && { unavailableAs: operation.unavailableAs }),
        ...(operation.readsAlong && { readsAlong: operation.readsAlong }),
      },
      handler: async (request, reply) => {
        const { token, kind } = tokenOf(request);
        const hasCookie = kind === "cookie" && token !== undefined;
        const isOurs =
          operation.method === "GET" ? !isAskedBehindBack(request) : comesFromUs(request, deps.origins, hasCookie);
        if (!isOurs) return refuse(reply, plain("cross_site"));
        if (operation.method === "POST" && !isJson(request)) return refuse(reply, plain("unsupported_media"));

        let caller: Caller | null = null;
        if (operation.access === "signed_in") {
          caller =
            token === undefined ? null : await deps.identify(token, operation.passive !== true, operation.readsAlong);
          if (!caller) return refuse(reply, plain("not_signed_in"));
          if (operation.confirmedEmail && !caller.emailProved) return refuse(reply, plain("email_not_confirmed"));
        }
        const input = readInput(operation, request);
        if (!input.ok) return refuse(reply, input.problem);

        const name = operation.movesMoney && caller ? keyOf(request) : undefined;
        if (name !== undefined && !isKey(name))
          return refuse(reply, plain("bad_input", { fields: { "Idempotency-Key": texts.idempotencyKeyInvalid } }));
        const key: CallKey | undefined =
          name === undefined ? undefined : { key: name, bodyHash: bodyHashOf(deps.vault, request.body) };
        if (key !== undefined && caller) {
          const done = await options.keyed?.(...checked(operation, input.value, caller), key);
          if (done) return said(reply, done);
          const claim = await claimKey(deps.db, caller.userId, operation.path, key);
          if (claim.kind === "refused") return refuse(reply, claim.problem);
          if (claim.kind === "replay") return said(reply, claim.answer);
          crashPoint("call_key_claimed");
        }

        const context: CallContext = {
          requestId: request.id,
          ip: request.ip,
          device: userAgentOf(request),
          token,
          kind: kindOf(request),
          cookies: request.cookies,
        };
        let answer: FirstAnswer;
        try {
          const result = await handler(...checked(operation, input.value, caller), context);
          if (result.ok) options.after?.(result.value, reply);
          answer = firstAnswerOf(operation, result);
        } catch (error) {
          // a key that cannot be freed now is free after a minute; what is told is why the work failed
          if (key !== undefined && caller)
            await freeKey(deps.db, caller.userId, operation.path, key.key).catch(() => undefined);
          throw error;
        }
        if (key !== undefined && caller) {
          await keepAnswer(deps.db, caller.userId, operation.path, key.key, answer).catch((error: unknown) => {
            throw unconfirmed(error); // it is done, and whoever repeats it must be told the same
          });
          crashPoint("call_answer_kept");
        }
        return said(reply, answer);
      },
    });
  };
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return Array.isArray(header) ? header[0] : header;
}

/** The words of an answer, for Fastify to send: one that is sent here is waited for once more. */
function said(reply: FastifyReply, { status, body, retryAfterSeconds }: FirstAnswer): string {
  sayWhenToRetry(reply, status, retryAfterSeconds);
  reply.code(status).type(status < 400 ? types.value : types.problem);
  return body;
}

const types = { value: "application/json; charset=utf-8", problem: "application/problem+json; charset=utf-8" };

/** `readInput` checked the input by this very operation's schema, and a signed-in operation has its caller by now. */
function checked<Op extends Operation>(
  _operation: Op,
  input: Record<string, unknown>,
  caller: Caller | null,
): [InputOf<Op>, CallerOf<Op>] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked before, where the operation was still at hand
  return [input as InputOf<Op>, caller as CallerOf<Op>];
}
