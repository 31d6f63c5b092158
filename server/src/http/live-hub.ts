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
  /** Sign-ins of this user ended, perhaps the listener's own: ask again. */
  readonly onSessionsEnded: () => void;
  /** The connection was away: what was told meanwhile, perhaps that a yes was taken back, nobody tells again. */
  readonly onReconnected: () => void;
};

/** Anybody connected to the database may say anything on the channel; what is no JSON is nothing, and ends nothing. */
function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** How long to wait before listening again after the connection broke. */
const reconnectDelayMs = 500;
/** What is waited for is looked at this often, should no event come through. */
const pollIntervalMs = 2_000;

/**
 * Hears what every process tells over the database, on one connection, and passes it to this process's open pages. Those that may have
 * missed an event are told so, and ask. Source: T-48.
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

  /** Begins to listen; answers once it does, and goes on by itself should the connection break. */
  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "idanimo-live",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on("notification", (message) => this.#hear(message.payload ?? ""));
    client.on("error", () => undefined); // `end` follows
    try {
      await client.connect();
      await client.query(`listen ${liveEventsChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined); // it never stood
      throw error;
    }
    if (this.#closed) return client.end(); // closed while it was connecting
    this.#client = client;
    client.once("end", () => void this.#again());
  }

  /** Tries until it listens again: one try at a time. */
  async #again(): Promise<void> {
    while (!this.#closed) {
      await sleep(reconnectDelayMs, undefined, { ref: false });
      if (this.#closed) return;
      const isOpen = await this.connect().then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      for (const listeners of this.#listeners.values()) for (const { onReconnected: missed } of listeners) missed(); // each takes itself out: a set bears that
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

  /** Calls back for each event of one user, until the returned function is called. */
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
   * Looks at something of a user until it is settled, the time is over or the program is asked to end: at once, at each of their events, and every 2 s in case
   * none comes through.
   * @returns what was seen last
   */
  async waitUntil<Seen>(
    ownerId: string,
    mostMs: number,
    look: () => Promise<Seen>,
    isSettled: (seen: Seen) => boolean,
  ): Promise<Seen> {
    const deadline = Date.now() + mostMs;
    for (;;) {
      // begins to listen before it looks: an event in between is heard
      const heard = this.#next(ownerId, Math.min(pollIntervalMs, Math.max(0, deadline - Date.now())));
      const seen = await look();
      if (isSettled(seen) || this.#isEnding || Date.now() >= deadline) return seen;
      await heard;
    }
  }

  /** Resolves at the next event of a user, or after so many milliseconds. */
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

  /** The program is asked to end: whoever watches something looks a last time. */
  wakeWaiters(): void {
    this.#isEnding = true;
    for (const wake of this.#waiting) wake(); // each takes itself out: a set bears that
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined); // already broken: nothing left to end
  }
}
