import { expect } from "./patient-expect.ts";
import { origins } from "./test-environment.ts";
import { fetchNinRecord } from "./identity-numbers.ts";

/** A message in the sandbox's inbox. */
export type Message = {
  readonly id: string;
  readonly channel: "mail" | "sms" | "push";
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
};

/** Newest first; all messages without `to`. */
async function fetchMessages(to?: string): Promise<readonly Message[]> {
  const address = new URL("/inbox/messages", origins.sandbox);
  if (to !== undefined) address.searchParams.set("to", to);
  const response = await fetch(address);
  return (await response.json()) as Message[];
}

/** Messages that were replied to: a later request has another message, which may still be on its way. */
const repliedMessageIds = new Set<string>();

/** Waits for the newest matching message without a reply. */
export async function waitForMessage(
  words: RegExp,
  of: Partial<Pick<Message, "to" | "channel">> = {},
): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        const all = await fetchMessages(of.to);
        found = all.find(
          ({ id, channel, text, subject }) =>
            !repliedMessageIds.has(id) &&
            (of.channel ?? channel) === channel &&
            words.test(`${subject ?? ""}\n${text}`),
        );
        return found !== undefined;
      },
      { message: `a message with ${words} to ${of.to ?? "any recipient"}`, timeout: 40_000 },
    )
    .toBe(true);
  if (!found) throw new Error("the message is missing");
  return found;
}

/** The first group of a pattern in a message. */
export function extractFrom({ text }: Message, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${pattern} in: ${text}`);
  return found;
}

/** Replies to an SMS as its recipient. */
export async function replyToSms({ id }: Message, text: string): Promise<void> {
  const response = await fetch(`${origins.sandbox}/inbox/messages/${id}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  expect(response.status, await response.text()).toBe(200);
  repliedMessageIds.add(id);
}

/**
 * Waits for a consent request: the code to reply with, and the link to the subject's page.
 * @param number what the requester entered: NIN, BVN or phone. Requests of other tests or earlier attempts have the
 * same text
 */
export async function waitForConsentRequest(
  requester: string,
  number: string,
): Promise<{ sms: Message; code: string; link: string }> {
  const { telephoneno: phone = "" } = await fetchNinRecord(number);
  const sms = await waitForMessage(new RegExp(`${requester} asks (to see|one question)`), {
    channel: "sms",
    to: phone,
  });
  return { sms, code: extractFrom(sms, /Reply YES (\w{6}) /), link: extractFrom(sms, /(http:\S+\/consent\/[\w-]+)/) };
}
