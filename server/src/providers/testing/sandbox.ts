import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { readConfig } from "../../config/config.ts";
import type { ProviderSettings } from "../index.ts";

/** A sandbox for one test file. */
export type RunningSandbox = {
  readonly url: string;
  /** Settings of a demonstration that uses it. */
  readonly settings: ProviderSettings;
  get(path: string): Promise<unknown>;
  /** Returns the status and the redirect's location. */
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly location: string | null }>;
  stop(): Promise<void>;
};

const sandboxProgram = fileURLToPath(new URL("../../../../sandbox/src/main.ts", import.meta.url));
const ready = z.object({ ready: z.literal(true), port: z.number(), smtpPort: z.number() });

/**
 * Starts the sandbox program on free ports; its webhooks go to `productUrl`. It ends with this process at the
 * latest.
 */
export async function startSandbox(productUrl: string): Promise<RunningSandbox> {
  const env = { PATH: process.env["PATH"], SANDBOX_PORT: "0", PRODUCT_URL: productUrl, SANDBOX_WATCH_STDIN: "1" };
  const child = spawn(process.execPath, [sandboxProgram], { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (first.done) throw new Error("the sandbox ended before it was ready");
  const { port, smtpPort } = ready.parse(JSON.parse(first.value));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    settings: readConfig({ SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) }),
    async get(path) {
      return (await fetch(url + path)).json();
    },
    async post(path, body) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "manual",
      });
      return { status: response.status, location: response.headers.get("location") };
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Waits for a value; the test's own timeout ends the wait. */
export async function eventually<Value>(look: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
