import * as z from "zod/mini";

const sandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["sms", "mail", "push"]),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  at: z.string(),
  state: z.optional(z.literal("not_delivered")),
  replies: z.optional(z.array(z.object({ text: z.string(), at: z.string() }))),
  /** The id that the gateway returned; for an email its Message-ID. */
  providerId: z.optional(z.string()),
});
export type SandboxMessage = z.output<typeof sandboxMessage>;

/** The messages that the sandbox received, over HTTP. */
export type SandboxInbox = {
  list(): Promise<readonly SandboxMessage[]>;
  /** @returns false if the message cannot be answered */
  reply(id: string, text: string): Promise<boolean>;
};

const timeoutMs = 10_000;

/** @param url the sandbox's origin on loopback */
export function openSandboxInbox(url: string): SandboxInbox {
  return {
    async list() {
      const response = await fetch(`${url}/inbox/messages`, { signal: AbortSignal.timeout(timeoutMs) });
      return z.array(sandboxMessage).parse(await response.json());
    },
    async reply(id, text) {
      const response = await fetch(`${url}/inbox/messages/${encodeURIComponent(id)}/reply`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.ok;
    },
  };
}
