import { apiBase, type Operation, type OutputOf } from "@idanimo/contract/operation";
import { bodyOf, type Refusal } from "@idanimo/contract/problems";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Database } from "../database/database.ts";
import type { Caller, CallContext, CallerOf, Handler, Identify } from "./call.ts";
import { kindOf, tokenOf } from "./cookies.ts";
import { comesFromUs, isAskedBehindBack, isJson } from "./guards.ts";
import { claimKey, freeKey, isKey, keepAnswer } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { plain, refuse } from "./refuse.ts";

export type MountDeps = {
  readonly db: Database;
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
  options?: { readonly after?: After<Op>; readonly bodyLimit?: number },
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
      handler: async (request, reply) => {
        const { token, kind } = tokenOf(request);
        const hasCookie = kind === "cookie" && token !== undefined;
        const isOurs =
          operation.method === "GET" ? !isAskedBehindBack(request) : comesFromUs(request, deps.origins, hasCookie);
        if (!isOurs) return refuse(reply, plain("cross_site"));
        if (operation.method === "POST" && !isJson(request)) return refuse(reply, plain("unsupported_media"));

        let caller: Caller | undefined;
        if (operation.access === "signed_in") {
          caller = token === undefined ? undefined : await deps.identify(token, operation.passive !== true);
          if (!caller) return refuse(reply, plain("not_signed_in"));
          if (operation.confirmedEmail && !caller.emailProved) return refuse(reply, plain("email_not_confirmed"));
        }
        const input = readInput(operation, request);
        if (!input.ok) return refuse(reply, input.problem);

        const key = operation.movesMoney && caller ? keyOf(request) : undefined;
        if (key !== undefined && !isKey(key))
          return refuse(reply, plain("bad_input", { fields: { "Idempotency-Key": "1 to 200 characters" } }));
        if (key !== undefined && caller) {
          const claim = await claimKey(deps.db, caller.userId, operation.path, key, request.body);
          if (claim.kind === "refused") return refuse(reply, claim.problem);
          if (claim.kind === "replay") return send(reply, claim.answer.status, claim.answer.body);
        }

        const context: CallContext = {
          requestId: request.id,
          ip: request.ip,
          device: (request.headers["user-agent"] ?? "").slice(0, 200),
          token,
          kind: kindOf(request),
          cookies: request.cookies,
        };
        const work = () =>
          answerOf(operation, handler, input.value, caller, context, (value) => options.after?.(value, reply));
        const answer = await work().catch(async (error: unknown) => {
          if (key !== undefined && caller) await freeKey(deps.db, caller.userId, operation.path, key);
          throw error;
        });
        if (key !== undefined && caller) await keepAnswer(deps.db, caller.userId, operation.path, key, answer);
        return send(reply, answer.status, answer.body);
      },
    });
  };
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return Array.isArray(header) ? header[0] : header;
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  if (status === 503) reply.header("retry-after", "2");
  const type = status < 400 ? "application/json" : "application/problem+json";
  return reply.code(status).type(`${type}; charset=utf-8`).send(body);
}

async function answerOf<Op extends Operation>(
  operation: Op,
  handler: Handler<Op>,
  input: Record<string, unknown>,
  caller: Caller | undefined,
  context: CallContext,
  after: (value: OutputOf<Op>) => void,
): Promise<{ status: number; body: string }> {
  // readInput checked the input by this very operation's schema, and a signed-in operation has its caller by now
  /* oxlint-disable typescript/no-unsafe-type-assertion -- checked above, where the operation is still at hand */
  const result = await handler(input as Parameters<Handler<Op>>[0], caller as CallerOf<Op>, context);
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  if (!result.ok) {
    const refusal: Refusal = result.problem;
    const body = bodyOf(refusal);
    return { status: body.status, body: JSON.stringify(body) };
  }
  after(result.value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's own answer
  const status = operation.statusOf?.(result.value as never) ?? 200;
  return { status, body: JSON.stringify(z.encode(operation.output, result.value)) };
}
