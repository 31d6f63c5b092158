import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import * as z from "zod/mini";
import { chromiumArguments, chromiumPath } from "../../scripts/chromium.mjs";

/** A real Chromium, spoken to over its own protocol. */

const said = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.unknown())),
  result: z.optional(z.record(z.string(), z.unknown())),
  error: z.optional(z.object({ message: z.string() })),
});
export type Answer = Record<string, unknown>;
export type Told = { readonly method: string; readonly params: Answer };

export type Browser = {
  /** Where others that speak its protocol find it. */
  readonly port: number;
  /** @param session of a page; the browser itself without it */
  ask(method: string, params: object, session?: string): Promise<Answer>;
  /** Hears what it tells by itself. Returns how to stop that. */
  hear(listener: (told: Told) => void): () => void;
  /** Ends it, and waits until it is gone. */
  close(): Promise<void>;
};

/** @param folder where it keeps its profile */
export async function openBrowser(folder: string): Promise<Browser> {
  const child: ChildProcess = spawn(
    await chromiumPath(),
    [
      "--headless",
      ...chromiumArguments(),
      "--disable-gpu",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  process.once("exit", () => child.kill());
  if (!child.stderr) throw new Error("Chromium says nothing");
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("Chromium ended")));
  });
  const socket = new WebSocket(address);
  await once(socket, "open");

  let last = 0;
  const listeners = new Set<(told: Told) => void>();
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const message = said.parse(JSON.parse(String(data)));
    if (message.method !== undefined)
      for (const listener of listeners) listener({ method: message.method, params: message.params ?? {} });
    const asked = message.id === undefined ? undefined : waiting.get(message.id);
    if (message.id === undefined || !asked) return;
    waiting.delete(message.id);
    if (message.error) asked.reject(new Error(message.error.message));
    else asked.resolve(message.result ?? {});
  });
  const ask = (method: string, params: object, sessionId?: string) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId !== undefined && { sessionId }) }));
    });
  return {
    port: Number(new URL(address).port),
    ask,
    hear(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      const gone = once(child, "exit");
      void ask("Browser.close", {}).catch(() => undefined); // its answer may go down with the line
      await gone;
    },
  };
}

/** What an expression answers in a page, once it has: a promise is waited for. */
export async function evaluate(browser: Browser, session: string, expression: string): Promise<unknown> {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const answer = await browser.ask("Runtime.evaluate", asked, session);
  if (answer["exceptionDetails"]) throw new Error(JSON.stringify(answer["exceptionDetails"]));
  return z.object({ value: z.optional(z.unknown()) }).parse(answer["result"]).value;
}

/** A new page with nothing in it: the session to speak to it with. */
export async function newPage(browser: Browser): Promise<string> {
  const { targetId } = await browser.ask("Target.createTarget", { url: "about:blank" });
  const session = String((await browser.ask("Target.attachToTarget", { targetId, flatten: true }))["sessionId"]);
  await browser.ask("Network.enable", {}, session);
  await browser.ask("Page.enable", {}, session);
  return session;
}

/** A cookie as the sign-in sets it: sent to `origin` with every request. */
export async function setCookie(
  browser: Browser,
  origin: string,
  cookie: { readonly name: string; readonly value: string },
): Promise<void> {
  const whole = { ...cookie, url: origin.replace("http:", "https:"), path: "/", secure: true };
  await browser.ask("Storage.setCookies", { cookies: [whole] });
}
