import type { Clock } from "./kernel/clock.ts";
import { type Database, intOf, type Row, textOf } from "./kernel/database.ts";

/**
 * What a provider tells the product by itself: a payment's end, a delivery, an inbound SMS.
 * Notices are rows, so that one that waits survives a restart of the sandbox.
 */
export type Webhooks = {
  /** Sends a notice `delayMs` from now. Returns its number. */
  send(notice: Webhook): number;
  /** Waits until the first try of a notice is over, at most `limitMs`. Answers the state it has then. */
  waitForFirstAttempt(id: number, limitMs: number): Promise<WebhookState>;
  /** Sends again whatever was waiting when the sandbox last ended. */
  resume(): void;
  close(): void;
};

export type Webhook = {
  readonly provider: WebhookSender;
  /** Below the product's address. */
  readonly path: string;
  readonly body: string;
  readonly delayMs?: number;
  /** Whether it carries the provider's true mark or a wrong one. */
  readonly signed?: "right" | "wrong";
};

export type WebhookSender = "flutterwave" | "termii";
type WebhookState = "waiting" | "taken" | "given_up";

/** How a provider marks and repeats its notices. */
export type WebhookSenderRules = {
  /** Headers that show who sent it; `secret` is a wrong one where the mark shall not fit. */
  signatureHeaders(body: string, secret: string): Record<string, string>;
  readonly secret: string;
  /** Whether the product's HTTP status counts as taken. */
  accepts(status: number): boolean;
};

/** Waits before the second, third and fourth try. In life the card provider waits 30 minutes each time. */
const retryAfterMs = [2_000, 10_000, 60_000] as const;
/** The card provider's published limit for an answer. */
const responseTimeoutMs = 60_000;

type WebhookDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly productUrl: string;
  readonly senders: Readonly<Record<WebhookSender, WebhookSenderRules>>;
};

export function createWebhooks({ database, clock, productUrl, senders }: WebhookDeps): Webhooks {
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
      const answer = await fetch(productUrl + textOf(row, "path"), {
        method: "POST",
        headers: { "content-type": "application/json", ...rules.signatureHeaders(body, secret) },
        body,
        redirect: "manual",
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await answer.body?.cancel();
      return rules.accepts(answer.status);
    } catch {
      return false; // no answer is a refusal like any other: the next try follows
    }
  }

  function save(id: number, state: WebhookState, attempts: number, dueAt: number): void {
    database.run("update notices set state = ?, attempts = ?, due_at = ? where id = ?", state, attempts, dueAt, id);
    if (state !== "waiting") database.run("update notices set body = '' where id = ?", id); // a long campaign sends many
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
