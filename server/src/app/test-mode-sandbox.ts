import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type Config, ConfigError } from "../config/config.ts";

/** The sandbox of test mode, on loopback. */
export type TestModeSandbox = { readonly port: number; readonly smtpPort: number; close(): Promise<void> };

const readyLine = z.object({ ready: z.literal(true), port: z.number(), smtpPort: z.number() });

/** From `server/src/app`, and from `server/build` once bundled. */
const programs = ["../../../sandbox/src/main.ts", "../../sandbox/src/main.ts"];

/**
 * The running sandbox that the settings name, or one of its own that ends with this process. It gets none of the
 * product's settings, so it knows no key of a provider.
 */
export async function openTestModeSandbox(config: Config): Promise<TestModeSandbox> {
  const { TEST_MODE_SANDBOX_PORT: port, TEST_MODE_SANDBOX_SMTP_PORT: smtpPort } = config;
  if (port !== undefined) return { port, smtpPort: smtpPort ?? port + 1, close: async () => undefined };
  const isBundled = import.meta.filename.endsWith(".js");
  const program = fileURLToPath(new URL(programs[isBundled ? 1 : 0] ?? "", import.meta.url));
  const env = {
    SANDBOX_PORT: "0",
    SANDBOX_DATA: join(config.DATA_DIR, "test-mode-sandbox.sqlite"),
    SANDBOX_WATCH_STDIN: "1",
    PRODUCT_URL: `http://127.0.0.1:${config.PORT}`,
    PRODUCT_MODE: "test",
  };
  const child = spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined); // it ended first
  const ended = once(child, "exit");
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (first.done === true)
    throw new ConfigError("The sandbox of test mode ended before it was ready; set TEST_MODE=off.");
  const ports = readyLine.parse(JSON.parse(first.value));
  return {
    ...ports,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
