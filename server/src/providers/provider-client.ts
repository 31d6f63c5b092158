import { Counter, Histogram, type Registry } from "prom-client";
import { currentRequestId } from "../kernel/request-context.ts";
import type { Clock } from "../kernel/clock.ts";
import { CircuitBreaker, type BreakerRules, type ProviderHealth } from "./circuit-breaker.ts";
import type { HttpResponse, HttpOutcome, HttpClient, HttpRequest } from "./http-client.ts";

/** Metrics of external calls: only provider and outcome, never values. */
export type ProviderMetrics = {
  recordCall(provider: string, outcome: string, seconds: number): void;
};

/** The usual outcomes; a provider's adapter may add more. */
const defaultOutcomes = [
  "good",
  "breaker_open",
  "refused_connection",
  "timeout",
  "broken",
  "thrown",
  "server_error",
  "rate_limited",
  "auth",
  "quota",
  "unreadable",
];

/**
 * Registers the two metrics, once per registry; `begin` initialises each provider's series before its first call.
 */
export function providerMetrics(registry: Registry): ProviderMetrics & { begin(provider: string): void } {
  const calls = new Counter({
    name: "idanimo_provider_calls_total",
    help: "Calls to outside providers by how they ended",
    labelNames: ["provider", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "idanimo_provider_seconds",
    help: "How long outside providers took, failures included",
    labelNames: ["provider"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30],
    registers: [registry],
  });
  return {
    begin(provider) {
      for (const outcome of defaultOutcomes) calls.inc({ provider, outcome }, 0);
      seconds.zero({ provider });
    },
    recordCall(provider, outcome, took) {
      calls.inc({ provider, outcome });
      if (outcome !== "breaker_open") seconds.observe({ provider }, took);
    },
  };
}

/**
 * Providers that receive our request id, for support: those that do paid work and ignore unknown headers. Not push
 * services, sign-in providers and IP lookups, which have no use for it.
 */
const providersWithRequestId = [
  "flutterwave",
  "prembly",
  "dojah",
  "smartcomply",
  "mono",
  "vinaudit",
  "match",
  "stolen",
  "live-face",
  "termii",
];
/** Clients of their own for one kind of call, such as `vinaudit-file`, belong to the provider. */
const sendsRequestId = (client: string) =>
  providersWithRequestId.some((name) => client === name || client.startsWith(`${name}-`));

/**
 * `good`: the provider works, whatever it returned. Anything else is the code of a failure, which is counted and
 * logged.
 */
export type GuardedResult<Value> = {
  readonly value: Value;
  readonly outcome: string;
  /** The failure may concern a single recipient, so the breaker does not count it. */
  readonly isAboutOneRequest?: boolean;
};

/** What is wrong with a complete response. */
export type Fault = string | { readonly outcome: string; readonly isAboutOneRequest: true };

/** The part of a logger that is needed here. */
export type ProviderLog = { warn(facts: object, words: string): void };

export type ProviderClientDeps = {
  readonly httpClient: HttpClient;
  readonly clock: Clock;
  readonly metrics: ProviderMetrics;
  readonly breakerRules?: BreakerRules;
  readonly log?: ProviderLog | undefined;
};

/** The client of one provider: every call passes its breaker and is counted. */
export class ProviderClient {
  readonly name: string;
  readonly #needs: ProviderClientDeps;
  readonly #breaker: CircuitBreaker;

  constructor(name: string, needs: ProviderClientDeps) {
    this.name = name;
    this.#needs = needs;
    this.#breaker = new CircuitBreaker(needs.clock, needs.breakerRules);
  }

  /**
   * Sends an HTTP request.
   * @param fault returns what is wrong with a complete response; undefined if the provider works. By default:
   * server errors, and rejections of us as a client
   */
  request(
    question: HttpRequest,
    fault: (response: HttpResponse) => Fault | undefined = defaultFault,
  ): Promise<HttpOutcome> {
    const rejection = { kind: "refused_connection", why: "breaker_open" } as const;
    return this.guard(rejection, async () => {
      const call = sendsRequestId(this.name) ? currentRequestId() : undefined;
      const headers = { ...question.headers, ...(call !== undefined && { "x-request-id": call }) };
      const end = await this.#needs.httpClient.request({ ...question, headers });
      const found = end.kind === "response" ? (fault(end) ?? "good") : end.kind;
      return { value: end, ...(typeof found === "string" ? { outcome: found } : found) };
    });
  }

  /** Runs any other kind of call behind the breaker, or returns `whenOpen` without calling. */
  async guard<Value>(whenOpen: Value, work: () => Promise<GuardedResult<Value>>): Promise<Value> {
    const { clock, metrics, log } = this.#needs;
    if (!this.#breaker.start()) {
      metrics.recordCall(this.name, "breaker_open", 0);
      return whenOpen;
    }
    const began = clock.now().getTime();
    let [outcome, isAboutOne] = ["thrown", false];
    try {
      const judged = await work();
      [outcome, isAboutOne] = [judged.outcome, judged.isAboutOneRequest === true];
      return judged.value;
    } finally {
      const ms = clock.now().getTime() - began;
      this.#breaker.end(outcome === "good" || isAboutOne, ms);
      metrics.recordCall(this.name, outcome, ms / 1_000);
      if (outcome !== "good")
        log?.warn({ provider: this.name, outcome, ms, call: currentRequestId() }, "a call to a provider failed");
    }
  }

  health(): ProviderHealth {
    return this.#breaker.health();
  }

  /** Whether its breaker is open; also while one call may try, until a call ends well. */
  get isOpen(): boolean {
    return this.#breaker.isOpen;
  }
}

export function defaultFault({ status, json }: HttpResponse): string | undefined {
  if (status >= 500) return "server_error";
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  return status < 400 && json === undefined ? "unreadable" : undefined;
}

/** Joins a base URL and a path, with or without slashes. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
