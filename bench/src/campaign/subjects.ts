import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { Chance } from "../chance.ts";

const messages = z.array(z.object({ id: z.string(), channel: z.string(), text: z.string() }));

/** People who are asked by SMS: six of ten say yes, two say no, two never answer. Runs until it is over. */
export async function answerMessages(sandbox: string, chance: Chance, isOver: () => boolean): Promise<void> {
  const seen = new Set<string>();
  while (!isOver()) {
    for (const { id, channel, text } of messages.parse(await (await fetch(`${sandbox}/inbox/messages`)).json())) {
      const code = /YES ([A-Z0-9]{6})/.exec(text)?.[1];
      if (channel !== "sms" || code === undefined || seen.has(code)) continue;
      seen.add(code); // a question that comes once more is the same one
      const word = chance.one(["YES", "YES", "YES", "NO", ""]);
      if (word === "") continue;
      await fetch(`${sandbox}/inbox/messages/${id}/reply`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: `${word} ${code}` }),
      });
    }
    await sleep(1_000);
  }
}
