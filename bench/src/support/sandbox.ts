import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** The control interface of the sandbox, which plays all providers. */

const messages = z.array(z.object({ id: z.string(), channel: z.string(), text: z.string() }));
export type Message = z.output<typeof messages>[number];
const faultReport = z.array(z.object({ fired: z.number() }));
const stats = z.object({
  calls: z.record(z.string(), z.number()),
  lookups: z.object({
    byNumber: z.array(z.object({ product: z.string(), number: z.string(), asked: z.number() })),
  }),
  payments: z.object({
    byReference: z.array(z.object({ txRef: z.string(), currency: z.enum(["NGN", "USD"]), paid: z.number() })),
  }),
});
export type FaultRule = {
  readonly target: string;
  readonly kind: string;
  readonly count?: number;
  readonly rate?: number;
  readonly seed?: string;
};

export function sandboxAt(url: string) {
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  return {
    url,
    /** Messages in the inbox of a recipient, or of every one; newest first. */
    messages: async (to?: string) =>
      messages.parse(await get(`/inbox/messages${to === undefined ? "" : `?to=${encodeURIComponent(to)}`}`)),
    /** Replies to an SMS. @returns the status with which the product took the webhook */
    reply: async ({ id }: Pick<Message, "id">, text: string): Promise<number> => {
      const response = await post(`/inbox/messages/${id}/reply`, { text });
      return z.object({ notice: z.string() }).parse(await response.json()).notice === "taken" ? 200 : 503;
    },
    /** @returns whether the provider knows this kind of fault */
    addFault: async (rule: FaultRule) => (await post("/__sandbox/faults", rule)).ok,
    faults: async () => faultReport.parse(await get("/__sandbox/faults")),
    clearFaults: () => fetch(`${url}/__sandbox/faults`, { method: "DELETE" }),
    stats: async () => stats.parse(await get("/__sandbox/stats")),
    /** Moves the providers' clock; what becomes due until then happens at once. */
    setClock: async (offsetMs: number) => {
      const response = await post("/__sandbox/clock", { offsetMs });
      if (!response.ok) throw new Error(`the sandbox's clock responded with ${response.status}`);
    },
  };
}
export type Sandbox = ReturnType<typeof sandboxAt>;

/** Presses a button of the card provider's page and does not follow where it leads. */
export async function pressButton(link: string, outcome: string): Promise<void> {
  const response = await fetch(link, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
  await response.arrayBuffer();
}

/** Token of the consent page in a message to a subject. */
export const consentToken = (text: string) => /\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1];
/** Code that an SMS reply must repeat. */
export const replyCode = (text: string) => /YES ([A-Z0-9]{6})/.exec(text)?.[1];
/** A token as the database stores it. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest();
