import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "./fleet.ts";
import type { Random } from "./random.ts";
import { consentToken, replyCode } from "./sandbox.ts";

/**
 * Answers consent requests by SMS until the run is over: most subjects grant, some deny, some never answer; some who granted
 * withdraw on their page. Notes the tokens whose withdrawal was confirmed.
 */
export async function answerConsentRequests(
  { sandbox, urls }: Fleet,
  random: Random,
  { withdrawnTokens }: { readonly withdrawnTokens: string[] },
  isOver: () => boolean,
): Promise<void> {
  const seen = new Set<string>();
  while (!isOver()) {
    for (const message of await sandbox.messages().catch(() => [])) {
      if (message.channel !== "sms" || seen.has(message.id)) continue;
      seen.add(message.id);
      const code = replyCode(message.text);
      const token = consentToken(message.text);
      if (code !== undefined) {
        const word = random.pick(["YES", "YES", "YES", "NO", ""]);
        // a reply whose connection broke is sent again
        if (word !== "") await sandbox.reply(message, `${word} ${code}`).catch(() => seen.delete(message.id));
      } else if (token !== undefined && random.next() < 0.4) {
        const response = await fetch(`${random.pick(urls)}/consent/${token}/withdraw`, {
          method: "POST",
          body: new URLSearchParams(),
          redirect: "manual",
        }).catch(() => undefined); // its program was killed
        if (response?.status === 303) withdrawnTokens.push(token);
      }
    }
    await sleep(1_000);
  }
}
