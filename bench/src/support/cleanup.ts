const pending: (() => Promise<unknown>)[] = [];

/** Registers how to close what a run has started. */
export const onCleanup = (close: () => Promise<unknown>) => void pending.push(close);

/** Runs `work`, then every registered cleanup, the latest first; also after an error. */
export async function withCleanup<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    for (let close = pending.pop(); close; close = pending.pop())
      await close().catch((error: unknown) => {
        console.error("a cleanup failed:", error);
        process.exitCode = 1;
      });
  }
}
