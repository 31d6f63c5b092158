import { isProblemCode, type ProblemCode } from "@idanimo/contract/problems";
import { versionHeader } from "@idanimo/contract/developers/versions";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { operations } from "@idanimo/contract/operations";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { shapeOf } from "./authorise.ts";
import { keySecretOf } from "./cookies.ts";
import { isIdempotencyKey } from "./idempotency.ts";

/** An API call that was made with a key, without anything of its body or query. [DP-13] */
export type KeyCall = {
  /** The `x-request-id`. */
  readonly id: string;
  readonly secret: string;
  /** When it arrived, by `performance.now()`. */
  readonly startedAtMs: number;
  readonly method: string;
  /** The pattern of the contract: `/verification/session/{sessionCode}`; null for an address without a route. */
  readonly route: string | null;
  readonly status: number;
  readonly code: ProblemCode | null;
  readonly ms: number;
  /** The dated version of the response; null if it has none. */
  readonly version: string | null;
  readonly idempotencyKey: string | undefined;
  readonly address: string;
};

export type RecordKeyCall = (call: KeyCall) => void;

const sentSecret = Symbol("the secret of a request that is not in its header");
const problemCode = Symbol("the code of the problem that was sent");
const isRecorded = Symbol("the call was recorded");
declare module "fastify" {
  interface FastifyRequest {
    [sentSecret]?: string;
    [isRecorded]?: true;
  }
  interface FastifyReply {
    [problemCode]?: ProblemCode | undefined;
    /** Records the call of an open stream now, because its response ends much later. */
    recordKeyCall?(): void;
  }
}

/** Notes the secret of a call that is not in the Authorization header. */
export function noteSecret(request: FastifyRequest, secret: string): void {
  request[sentSecret] = secret;
}

/**
 * Reports every API call with a key once its response was sent, also of one that was rejected before its handler or
 * that no route has.
 */
export function recordKeyCalls(app: FastifyInstance, record: RecordKeyCall): void {
  const patterns = new Map<string, string>();
  app.addHook("onRoute", ({ url }) => {
    const path = url.startsWith(apiBase) ? paths.get(shapeOf(url.slice(apiBase.length))) : undefined;
    if (path !== undefined) patterns.set(url, path);
  });
  const recordCall = (request: FastifyRequest, reply: FastifyReply) => {
    const secret = secretOf(request);
    if (secret === undefined || request[isRecorded] || !request.originalUrl.startsWith("/api/")) return;
    request[isRecorded] = true;
    record({
      id: request.id,
      secret,
      startedAtMs: performance.now() - reply.elapsedTime,
      method: request.method,
      route: request.routeOptions.url === undefined ? null : (patterns.get(request.routeOptions.url) ?? null),
      status: reply.statusCode,
      code: reply[problemCode] ?? null,
      ms: Math.round(reply.elapsedTime),
      version: versionOf(reply),
      idempotencyKey: idempotencyKeyOf(request),
      address: request.ip,
    });
  };
  app.decorateReply("recordKeyCall", function (this: FastifyReply) {
    recordCall(this.request, this);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (secretOf(request) !== undefined) {
      if (reply.statusCode >= 400) reply[problemCode] = codeIn(payload);
      // a response never finishes if its client has left or leaves now
      if (reply.raw.destroyed) recordCall(request, reply);
      else reply.raw.once("close", () => recordCall(request, reply));
    }
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    recordCall(request, reply);
    done();
  });
}

/** Paths of the contract by their shape; the names of parameters differ in some routes. */
const paths = new Map(
  [...Object.values(operations), ...Object.values(nonJsonCalls)].map(({ path }) => [shapeOf(path), path]),
);

/** The header is compared first, so that a request without a key costs no more. */
const secretOf = (request: FastifyRequest): string | undefined =>
  request[sentSecret] ?? (request.headers.authorization === undefined ? undefined : keySecretOf(request));

function versionOf(reply: FastifyReply): string | null {
  const version = reply.getHeader(versionHeader);
  return typeof version === "string" ? version : null;
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  return typeof key === "string" && isIdempotencyKey(key) ? key : undefined;
}

function codeIn(payload: unknown): ProblemCode | undefined {
  if (typeof payload !== "string") return undefined;
  const code = /"code":"([a-z0-9_]{1,60})"/.exec(payload)?.[1];
  return code !== undefined && isProblemCode(code) ? code : undefined;
}
