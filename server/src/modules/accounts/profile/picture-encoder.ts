import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { openConcurrencyLimiter } from "../concurrency-limiter.ts";

/** Draws uploaded pictures anew. */
export type PictureEncoder = {
  /** @returns a square WebP; `bad_input` when the bytes are no picture that can be read */
  reencode(bytes: Buffer): Promise<Result<Buffer, "bad_input" | "unavailable">>;
};

const reencodeProgram = fileURLToPath(new URL("./reencode-program.ts", import.meta.url));

/**
 * Each picture is read by a process of its own with an empty environment: a decoder that breaks, hangs or fills its memory ends
 * that process and nothing else, and the server never loads the library. One at a time. Source: T-57.
 * @param queue     how many pictures may wait; the next one is refused
 * @param timeoutMs how long one may take before it counts as unreadable
 */
export function openPictureEncoder({ queue = 8, timeoutMs = 10_000 } = {}): PictureEncoder {
  const runLimited = openConcurrencyLimiter({ maxConcurrent: 1, maxQueued: queue });
  return {
    reencode: async (bytes) => {
      const drawn = await runLimited(() => runReencodeProgram(bytes, timeoutMs));
      if (!drawn.ok) return drawn;
      if (drawn.value) return ok(drawn.value);
      return fail("bad_input", {}, { fields: { profileImage: texts.imageUnreadable } });
    },
  };
}

/** @returns undefined when the program failed, for whatever reason: to the person it is all one */
function runReencodeProgram(bytes: Buffer, timeoutMs: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 2 ** 21, env: {} } as const;
    const child = execFile(process.execPath, [reencodeProgram], { ...limits, encoding: "buffer" }, (error, drawn) =>
      resolve(error || drawn.length === 0 ? undefined : drawn),
    );
    child.stdin?.on("error", () => undefined); // it ended before it had read everything: the callback tells
    child.stdin?.end(bytes);
  });
}
