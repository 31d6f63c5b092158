import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { cutLine, holdOpen, slowMs, whenGone } from "./hold.ts";
import type { Faults } from "./faults.ts";
import type { FaultKind, Target } from "./kinds.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The fault this call was struck by; a handler looks at it only where the fault is about what it says. */
    fault?: FaultKind | undefined;
  }
}

/** The error body of a provider, so that a made-up failure looks like one of its own. */
export type ErrorBody = (message: string) => Record<string, unknown>;

type Needs = {
  readonly target: Target;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly errorBody: ErrorBody;
  /** Counts a call that reached this provider, struck or not. */
  readonly countCall: (target: Target) => void;
};

const retryAfterSeconds = 30;
const hugeBytes = 64 * 1024 * 1024;
const dripPieces = 24;
const dripPauseMs = 500;
const gatewayPage = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** Lets the faults strike every route of this Fastify scope: before the handler, or on its answer. */
export function injectFaults(scope: FastifyInstance, needs: Needs): void {
  scope.addHook("onRequest", async (request, reply) => {
    needs.countCall(needs.target);
    request.fault = needs.faults.forCall(needs.target, request.url);
    if (request.fault) await beforeHandler(request.fault, request, reply, needs);
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    const { fault } = request;
    // an answer without a body can be lost, and no more
    const body = fault === "answer_lost" ? (payload ?? "") : payload;
    return fault && typeof body === "string" ? onAnswer(fault, { request, reply, body, clock: needs.clock }) : payload;
  });
}

async function beforeHandler(fault: FaultKind, request: FastifyRequest, reply: FastifyReply, needs: Needs) {
  const { errorBody, clock } = needs;
  switch (fault) {
    case "refuse":
      return cutLine(request, reply);
    case "hang":
      return holdOpen(request, reply, clock);
    case "slow_first_byte":
      return clock.sleep(slowMs, whenGone(reply));
    case "http_500":
    case "flapping":
      return reply.code(500).send(errorBody("Something went wrong, please try again"));
    case "http_502_html":
      return reply.code(502).type("text/html").send(gatewayPage);
    case "http_429":
      return reply.code(429).header("retry-after", String(retryAfterSeconds)).send(errorBody("Too many requests"));
    case "http_401":
      return reply.code(401).send(errorBody("Unauthorized"));
    case "ok_with_error":
      return reply.code(200).send(errorBody("An error occurred. Please contact support"));
    default:
      return undefined; // strikes the answer, not the call
  }
}

type Answer = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: string;
  readonly clock: Clock;
};

function onAnswer(fault: FaultKind, { request, reply, body, clock }: Answer): unknown {
  const half = Math.ceil(body.length / 2);
  switch (fault) {
    case "answer_lost":
      cutLine(request, reply);
      return body;
    case "cut_mid_body":
      return withoutLength(reply, Readable.from(halfThenCut(body.slice(0, half), request)));
    case "slow_drip":
      return withoutLength(reply, Readable.from(drip(body, clock, whenGone(reply))));
    case "garbled_json":
      return garble(body);
    case "bad_utf8":
      return Buffer.concat([
        Buffer.from(body.slice(0, half)),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from(body.slice(half)),
      ]);
    case "huge_body":
      return withoutLength(reply, Readable.from(followedByBlanks(body)));
    case "gzip_bomb":
      reply.header("content-encoding", "gzip");
      return Buffer.concat([gzipSync(body), packedBlanks()]); // packed files may stand behind one another
    default:
      return body;
  }
}

/** A body that begins like the true one and ends as noise. */
export function garble(body: string): string {
  return `${body.slice(0, Math.ceil(body.length / 3))}\u0000{]~~ \uFFFD`;
}

function withoutLength(reply: FastifyReply, stream: Readable): Readable {
  reply.removeHeader("content-length");
  return stream;
}

async function* halfThenCut(half: string, request: FastifyRequest) {
  yield half;
  await new Promise((resolve) => setTimeout(resolve, 20)); // the half must have left before the line is cut
  request.raw.socket.destroy();
}

async function* drip(body: string, clock: Clock, gone: AbortSignal) {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces));
  for (let start = 0; start < bytes.length && !gone.aborted; start += size) {
    yield bytes.subarray(start, start + size);
    await clock.sleep(dripPauseMs, gone);
  }
}

let packed: Buffer | undefined;
/** Packed once: it takes most of a second. */
function packedBlanks(): Buffer {
  packed ??= gzipSync(Buffer.alloc(hugeBytes, " "), { level: 9 });
  return packed;
}

function* followedByBlanks(body: string) {
  yield Buffer.from(body);
  const blanks = Buffer.alloc(1024 * 1024, " ");
  for (let sent = 0; sent < hugeBytes; sent += blanks.length) yield blanks;
}
