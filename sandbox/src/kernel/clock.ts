/** The sandbox's own clock: the machine's time plus an offset, so that a test need not wait. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same instant as ISO 8601 in UTC. */
  iso(): string;
  offsetMs(): number;
  /** Sets the offset. Timers that are due by then run at once. */
  setOffset(offsetMs: number): void;
  /** Calls `wake` once at `time`. Returns a function that cancels it. */
  at(time: number, wake: () => void): () => void;
  /** Waits; ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Cancels all timers. */
  close(): void;
};

/** Timers of the runtime have at most 31 bits of milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

type Waiter = { readonly time: number; readonly wake: () => void; timer: NodeJS.Timeout | undefined };

export function createClock(): Clock {
  const waiters = new Set<Waiter>();
  let offset = 0;
  const now = () => Date.now() + offset;

  function arm(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const wait = Math.min(Math.max(waiter.time - now(), 0), maxTimerMs);
    waiter.timer = setTimeout(() => {
      if (now() < waiter.time) return arm(waiter);
      waiters.delete(waiter);
      waiter.wake();
    }, wait);
  }

  function at(time: number, wake: () => void): () => void {
    const waiter: Waiter = { time, wake, timer: undefined };
    waiters.add(waiter);
    arm(waiter);
    return () => {
      clearTimeout(waiter.timer);
      waiters.delete(waiter);
    };
  }

  return {
    now,
    iso: () => new Date(now()).toISOString(),
    offsetMs: () => offset,
    setOffset(offsetMs) {
      offset = offsetMs;
      for (const waiter of waiters) arm(waiter);
    },
    at,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const cancel = at(now() + ms, resolve);
        signal?.addEventListener("abort", () => {
          cancel();
          resolve();
        });
      }),
    close() {
      for (const waiter of waiters) clearTimeout(waiter.timer);
      waiters.clear();
    },
  };
}
