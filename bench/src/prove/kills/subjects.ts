import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { Chance } from "../../chance.ts";

const messages = z.array(z.object({ id: z.string(), channel: z.string(), text: z.string() }));

/**
 * The people who are asked: by SMS most say yes and some no; of those who said yes, some take it back on their page.
 * @param urls    of the programs that show the page
 * @param left    told of each token whose yes was taken back, once that was answered
 */
export async function answerQuestions(
  sandbox: string,
  urls: readonly [string, ...string[]],
  chance: Chance,
  isOver: () => boolean,
  left: (token: string) => void,
): Promise<void> {
  const seen = new Set<string>();
  while (!isOver()) {
    const all = await fetch(`${sandbox}/inbox/messages`)
      .then((answer) => answer.json())
      .catch(() => []); // a line that breaks: in a moment again
    for (const { id, channel, text } of messages.parse(all)) {
      if (channel !== "sms" || seen.has(id)) continue;
      seen.add(id);
      const code = /YES ([A-Z0-9]{6})/.exec(text)?.[1];
      const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1];
      if (code !== undefined) {
        const word = chance.one(["YES", "YES", "YES", "NO", ""]);
        if (word === "") continue;
        await fetch(`${sandbox}/inbox/messages/${id}/reply`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ text: `${word} ${code}` }),
        }).catch(() => seen.delete(id));
      } else if (token !== undefined && chance.next() < 0.4) {
        const address = `${chance.one(urls)}/consent/${token}/withdraw`;
        const answer = await fetch(address, { method: "POST", body: new URLSearchParams(), redirect: "manual" }).catch(
          () => undefined, // its program was killed: this person comes back another day
        );
        if (answer?.status === 303) left(token);
      }
    }
    await sleep(1_000);
  }
}
