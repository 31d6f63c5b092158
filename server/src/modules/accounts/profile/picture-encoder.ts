import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { openBoundedQueue } from "../../../kernel/bounded-queue.ts";

/** Re-encodes uploaded pictures. */
export type PictureEncoder = {
  /** @returns a square WebP; `bad_input` if the bytes are not a readable picture */
  reencode(bytes: Buffer): Promise<Result<Buffer, "bad_input" | "unavailable">>;
};

const reencodeProgram = fileURLToPath(new URL("./reencode-program.ts", import.meta.url));

/**
 * Decodes each picture in a process of its own with an empty environment: a decoder that crashes, hangs or fills
 * its memory ends only that process, and the server never loads the library. One at a time. [T-57]
 * @param queue     how many pictures may wait; the next one is rejected
 * @param timeoutMs limit per picture; a slower one counts as unreadable
 */
export function openPictureEncoder({ queue = 8, timeoutMs = 10_000 } = {}): PictureEncoder {
  const enqueue = openBoundedQueue({ maxConcurrent: 1, maxQueued: queue });
  return {
    reencode: async (bytes) => {
      const drawn = await enqueue(() => runReencodeProgram(bytes, timeoutMs));
      if (!drawn.ok) return drawn;
      if (drawn.value) return ok(drawn.value);
      return fail("bad_input", {}, { fields: { profileImage: texts.imageUnreadable } });
    },
  };
}

/** @returns undefined if the program failed, for whatever reason */
function runReencodeProgram(bytes: Buffer, timeoutMs: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 2 ** 21, env: {} } as const;
    const child = execFile(process.execPath, [reencodeProgram], { ...limits, encoding: "buffer" }, (error, drawn) =>
      resolve(error || drawn.length === 0 ? undefined : drawn),
    );
    child.stdin?.on("error", () => undefined); // the program exited before reading all input; the callback reports it
    child.stdin?.end(bytes);
  });
}
