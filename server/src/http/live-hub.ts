import { liveEvent, type LiveEvent } from "@idanimo/contract/live-events";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { liveEventsChannel } from "../database/live-events.ts";

const notificationSchema = z.union([
  z.object({ ownerId: z.string(), event: liveEvent }),
  z.object({ ownerId: z.string(), signInsEnded: z.literal(true) }),
]);
type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  /** A session of this user ended, perhaps the listener's own: check it again. */
  readonly onSessionsEnded: () => void;
  /** The connection was interrupted. Events of that time, perhaps a withdrawn consent, are not sent again. */
  readonly onReconnected: () => void;
};

/** Parses a notification. Every database client can write to the channel, so invalid JSON is ignored. */
function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

const reconnectDelayMs = 500;
/** How often a condition is checked in case no event arrives. */
const pollIntervalMs = 2_000;

/**
 * Receives every process's events over one database connection and forwards them to this process's listeners.
 * Notifies listeners that may have missed an event. [T-48]
 */
export class LiveHub {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: pg.Client | undefined;
  #closed = false;
  #isEnding = false;
  readonly #waiting = new Set<() => void>();

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Starts to listen, and reconnects after an interruption.
   * @throws if the first connection fails
   */
  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "idanimo-live",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on("notification", (message) => this.#hear(message.payload ?? ""));
    client.on("error", () => undefined); // followed by `end`
    try {
      await client.connect();
      await client.query(`listen ${liveEventsChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined); // the connection was not established
      throw error;
    }
    if (this.#closed) return client.end(); // closed while connecting
    this.#client = client;
    client.once("end", () => void this.#again());
  }

  /** Reconnects, one attempt at a time. */
  async #again(): Promise<void> {
    while (!this.#closed) {
      await sleep(reconnectDelayMs, undefined, { ref: false });
      if (this.#closed) return;
      const isOpen = await this.connect().then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      for (const listeners of this.#listeners.values()) for (const { onReconnected: missed } of listeners) missed(); // a listener may delete itself meanwhile
      return;
    }
  }

  #hear(payload: string): void {
    const parsed = z.safeParse(notificationSchema, parseJson(payload));
    if (!parsed.success) return;
    for (const listener of this.#listeners.get(parsed.data.ownerId) ?? [])
      if ("event" in parsed.data) listener.onEvent(parsed.data.event);
      else listener.onSessionsEnded();
  }

  /**
   * Registers a listener for the events of one user.
   * @returns a function that removes it
   */
  subscribe(
    ownerId: string,
    onEvent: Listener["onEvent"],
    onSessionsEnded = () => {},
    onReconnected = () => {},
  ): () => void {
    const listener = { onEvent, onSessionsEnded, onReconnected };
    const listeners = this.#listeners.get(ownerId) ?? new Set<Listener>();
    listeners.add(listener);
    this.#listeners.set(ownerId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(ownerId);
    };
  }

  /**
   * Checks a condition of a user at once, at each of their events and every 2 s, until it is met, the time is over
   * or the process stops.
   * @returns the last value
   */
  async waitUntil<Seen>(
    ownerId: string,
    mostMs: number,
    look: () => Promise<Seen>,
    isSettled: (seen: Seen) => boolean,
  ): Promise<Seen> {
    const deadline = Date.now() + mostMs;
    for (;;) {
      // subscribe before checking, so that no event in between is missed
      const heard = this.#next(ownerId, Math.min(pollIntervalMs, Math.max(0, deadline - Date.now())));
      const seen = await look();
      if (isSettled(seen) || this.#isEnding || Date.now() >= deadline) return seen;
      await heard;
    }
  }

  /** Resolves at the next event of a user, or after `waitMs`. */
  #next(ownerId: string, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.subscribe(ownerId, () => done());
      const timer = setTimeout(() => done(), waitMs);
      const done = () => {
        clearTimeout(timer);
        stop();
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
    });
  }

  /** Makes every waiter check once more and return, because the process stops. */
  wakeWaiters(): void {
    this.#isEnding = true;
    for (const wake of this.#waiting) wake(); // a waiter deletes itself meanwhile
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined); // the connection is already broken
  }
}
