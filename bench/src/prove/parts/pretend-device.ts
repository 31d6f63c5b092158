import { readFile } from "node:fs/promises";
import { createContext, runInContext } from "node:vm";
import { addPush, pushKey } from "@idanimo/contract/notices";
import * as z from "zod/mini";
import { type Client, send, untilAnswered } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import { inRoot } from "../../program.ts";

/** A device that nobody has: what is pushed to it runs through the product's own worker, and what that shows is kept. */
export type Device = {
  /** What was pushed so far. */
  readonly pushed: number;
  /** How often each notice was shown anew, by its tag; one that takes its own place on the screen is not shown anew. */
  readonly shown: ReadonlyMap<string, number>;
  /** Reads what its push service has for it. */
  read(): Promise<void>;
};

const subscription = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
const messages = z.array(z.object({ id: z.string(), subject: z.optional(z.string()), text: z.string() }));

/** Makes a device at the sandbox's push service and names it to the product for this sign-in. */
export async function openDevice({ sandboxUrl }: Fleet, url: string, client: Client): Promise<Device> {
  const { publicKey } = await send(url, pushKey, {}, "");
  const made = await fetch(`${sandboxUrl}/push/devices`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ applicationServerKey: publicKey }),
  });
  const { endpoint, keys } = subscription.parse(await made.json());
  await untilAnswered(() => client.call(addPush, { endpoint, keys }));
  const screen = await openScreen();
  const inbox = `${sandboxUrl}/inbox/messages?to=${endpoint.split("/").at(-1) ?? ""}`;
  const seen = new Set<string>();
  return {
    get pushed() {
      return seen.size;
    },
    shown: screen.shown,
    read: async () => {
      const all = messages.parse(await (await fetch(inbox)).json());
      for (const { id, subject = "", text } of all.toReversed()) {
        if (seen.has(id)) continue;
        seen.add(id);
        const [body = "", ...rest] = text.split("\n");
        await screen.push({ title: subject, body, ...Object.fromEntries(rest.map((line) => line.split(": "))) });
      }
    },
  };
}

type Shown = { readonly tag?: string; readonly renotify?: boolean };

/** The worker in a browser without pages. As browsers do, a notification with the tag of one on the screen takes its place. */
async function openScreen() {
  const source = await readFile(inRoot("web/src/service-worker/push.js"), "utf8");
  const shown = new Map<string, number>();
  const listeners = new Map<string, (event: object) => void>();
  const showNotification = (title: string, { tag = "", renotify = false }: Shown) => {
    const times = shown.get(tag) ?? 0;
    if (tag === "") shown.set(`${title} without a tag`, (shown.get(`${title} without a tag`) ?? 0) + 1);
    else if (times === 0 || renotify) shown.set(tag, times + 1);
  };
  const self = {
    addEventListener: (name: string, act: (event: object) => void) => void listeners.set(name, act),
    skipWaiting: () => undefined,
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve([]) },
  };
  runInContext(source, createContext({ self }));
  return {
    shown,
    push: async (words: object) => {
      let done: unknown;
      listeners.get("push")?.({ data: { json: () => words }, waitUntil: (work: unknown) => (done = work) });
      await done;
    },
  };
}
