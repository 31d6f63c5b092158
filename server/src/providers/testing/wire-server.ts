import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { type BreakerRules, neverOpenRules } from "../circuit-breaker.ts";
import { ProviderClient, type ProviderLog, providerMetrics } from "../provider-client.ts";
import { openHttpClient, type HttpClient, type HttpClientLimits } from "../http-client.ts";

/** A request that the server received. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: unknown;
};

export type Behaviour = (response: ServerResponse, reached: ReceivedRequest) => void;

export type WireServer = {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Sets the behaviour for the next calls. */
  respondWith(how: Behaviour): void;
  close(): Promise<void>;
};

function bodyOf(type: string | undefined, text: string): unknown {
  if (text === "") return undefined;
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text));
  return JSON.parse(text);
}

/** Starts a provider on loopback that behaves as a test scripts. */
export async function startWireServer(): Promise<WireServer> {
  let how: Behaviour = respondJson(404, {});
  const reached: ReceivedRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void buffer(request).then((bytes) => {
      const text = bytes.toString();
      const call = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        raw: bytes,
        body: bodyOf(request.headers["content-type"], text),
      };
      reached.push(call);
      how(response, call);
    });
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: reached,
    respondWith: (next) => void (how = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Responds with JSON; a text is sent unchanged, so that a sample keeps every byte. */
export function respondJson(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => void response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** The text of a recorded sample beside a test. */
export function readSample(testUrl: string, name: string): string {
  return readFileSync(new URL(`./samples/${name}`, testUrl), "utf8");
}

/**
 * A provider's client for a test.
 * @param given.mostMs shortens an adapter's timeouts
 */
export function createTestClient(
  name: string,
  given: {
    readonly limits?: Partial<HttpClientLimits>;
    readonly rules?: BreakerRules;
    readonly clock?: Clock;
    readonly mostMs?: number;
    readonly log?: ProviderLog;
  } = {},
) {
  const registry = new Registry();
  const real = openHttpClient(given.limits);
  const { mostMs } = given;
  const httpClient: HttpClient =
    mostMs === undefined
      ? real
      : {
          ...real,
          request: (question) => real.request({ ...question, totalMs: Math.min(mostMs, question.totalMs ?? mostMs) }),
        };
  const metrics = providerMetrics(registry);
  const line = new ProviderClient(name, {
    httpClient: httpClient,
    metrics,
    clock: given.clock ?? systemClock,
    breakerRules: given.rules ?? neverOpenRules,
    log: given.log,
  });
  return { line, outside: httpClient, registry };
}

/** A clock that a test moves. */
export function createManualClock(start = "2026-03-04T10:51:05.000Z"): Clock & { pass(ms: number): void } {
  let now = Date.parse(start);
  return { now: () => new Date(now), pass: (ms) => void (now += ms) };
}
