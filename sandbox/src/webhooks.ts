import type { Clock } from "./kernel/clock.ts";
import { type Database, intOf, type Row, textOf } from "./kernel/database.ts";

/**
 * Webhooks from a provider to the product: a payment's end, a delivery report, an inbound SMS.
 * They are stored as rows, so that a pending one survives a restart of the sandbox.
 */
export type Webhooks = {
  /** Sends a webhook `delayMs` from now. Returns its id. */
  send(notice: Webhook): number;
  /** Waits until the first attempt of a webhook is over, at most `limitMs`. Returns its state then. */
  waitForFirstAttempt(id: number, limitMs: number): Promise<WebhookState>;
  /** Sends the webhooks that were pending when the sandbox last ended. */
  resume(): void;
  close(): void;
};

export type Webhook = {
  readonly provider: WebhookSender;
  /** Below the product's address. */
  readonly path: string;
  readonly body: string;
  readonly delayMs?: number;
  /** Whether its signature is the provider's or a wrong one. */
  readonly signed?: "right" | "wrong";
};

export type WebhookSender = "flutterwave" | "termii";
type WebhookState = "waiting" | "taken" | "given_up";

/** How a provider signs and repeats its webhooks. */
export type WebhookSenderRules = {
  /** Headers that authenticate the sender; `secret` is a wrong one if the signature must not match. */
  signatureHeaders(body: string, secret: string): Record<string, string>;
  readonly secret: string;
  /** Whether the product's HTTP status counts as accepted. */
  accepts(status: number): boolean;
};

/** Waits before the second, third and fourth attempt. The real card provider waits 30 minutes each time. */
const retryAfterMs = [2_000, 10_000, 60_000] as const;
/** The card provider's published response timeout. */
const responseTimeoutMs = 60_000;

type WebhookDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly productUrl: string;
  /** Headers of every webhook, besides those of its sender. */
  readonly productHeaders: Readonly<Record<string, string>>;
  readonly senders: Readonly<Record<WebhookSender, WebhookSenderRules>>;
};

export function createWebhooks({ database, clock, productUrl, productHeaders, senders }: WebhookDeps): Webhooks {
  const ended = new AbortController();
  const listeners = new Set<(id: number) => void>();

  async function attempt(id: number): Promise<void> {
    const row = database.one("select * from notices where id = ? and state = 'waiting'", id);
    if (!row || ended.signal.aborted) return;
    const accepted = await post(row);
    if (ended.signal.aborted) return;
    const attempts = intOf(row, "attempts") + 1;
    const wait = retryAfterMs[attempts - 1];
    if (accepted) save(id, "taken", attempts, clock.now());
    else if (wait === undefined) save(id, "given_up", attempts, clock.now());
    else {
      save(id, "waiting", attempts, clock.now() + wait);
      schedule(id, clock.now() + wait);
    }
    for (const listener of listeners) listener(id);
  }

  async function post(row: Row): Promise<boolean> {
    const rules = senders[textOf(row, "provider") === "flutterwave" ? "flutterwave" : "termii"];
    const body = textOf(row, "body");
    const secret = textOf(row, "signed") === "wrong" ? `not-${rules.secret}` : rules.secret;
    try {
      const response = await fetch(productUrl + textOf(row, "path"), {
        method: "POST",
        headers: { "content-type": "application/json", ...productHeaders, ...rules.signatureHeaders(body, secret) },
        body,
        redirect: "manual",
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await response.body?.cancel();
      return rules.accepts(response.status);
    } catch {
      return false; // no response counts as a rejection: the next attempt follows
    }
  }

  function save(id: number, state: WebhookState, attempts: number, dueAt: number): void {
    database.run("update notices set state = ?, attempts = ?, due_at = ? where id = ?", state, attempts, dueAt, id);
    if (state !== "waiting") database.run("update notices set body = '' where id = ?", id); // saves space in a long chaos run
  }

  function schedule(id: number, dueAt: number): void {
    clock.at(dueAt, () => void attempt(id));
  }

  function stateOf(id: number): WebhookState {
    const state = textOf(database.one("select state from notices where id = ?", id), "state");
    return state === "taken" || state === "given_up" ? state : "waiting";
  }

  return {
    send({ provider, path, body, delayMs = 0, signed = "right" }) {
      const dueAt = clock.now() + delayMs;
      const row = { provider, path, body, signed, due_at: dueAt, attempts: 0, state: "waiting" };
      const id = database.insert("notices", row);
      schedule(id, dueAt);
      return id;
    },
    waitForFirstAttempt: (id, limitMs) =>
      new Promise((resolve) => {
        const stop = () => {
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(ended.signal.aborted ? "waiting" : stateOf(id));
        };
        const timer = setTimeout(stop, limitMs);
        const listener = (tried: number) => {
          if (tried === id) stop();
        };
        listeners.add(listener);
      }),
    resume() {
      const waiting = database.all("select id, due_at from notices where state = 'waiting'");
      for (const row of waiting) schedule(intOf(row, "id"), intOf(row, "due_at"));
    },
    close: () => ended.abort(),
  };
}
