import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { chanceOf } from "../../chance.ts";
import { type Client, signIn } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import { buyAlways, nothingPromised, type Promised, topUp } from "./buying.ts";
import { type Judged, judge } from "./judging.ts";
import { noAnswers, roaming } from "./roaming.ts";
import { answerQuestions } from "./subjects.ts";

/** Everybody who uses a fleet while it breaks: those who buy, and those who are asked. */
export type Crowd = {
  readonly promised: Promised;
  /** A client for each example account, that goes to any program. */
  readonly owners: readonly [Client, ...Client[]];
  /** Ends the buying once all that was begun is answered, lets the asked answer a last time, and judges. */
  judge(): Promise<Judged>;
};

const accounts = z.array(z.object({ email: z.string(), password: z.string() }));

/** @param lanes people who buy at the same time */
export async function openCrowd(fleet: Fleet, lanes: number, seed: number): Promise<Crowd> {
  const [first, ...rest] = fleet.urls;
  if (first === undefined) throw new Error("a crowd needs a program that answers calls");
  const urls = [first, ...rest] as const;
  const promised = nothingPromised();
  const answers = noAnswers();
  const tokens: string[] = [];
  for (const { email, password } of accounts.parse(fleet.members[0]?.now().ready["accounts"]))
    tokens.push((await signIn(first, email, password)).token);
  const clients = tokens.map((token, at) => roaming(urls, token, chanceOf(seed + 1_000 + at), answers));
  const [owner, ...others] = clients;
  if (!owner) throw new Error("a crowd needs an example account");
  for (const client of clients) await topUp(client, promised);

  let [isOver, isAllOver] = [false, false];
  const buying = Promise.all(
    Array.from({ length: lanes }, (_one, at) =>
      buyAlways(clients[at % clients.length] ?? owner, seed + at, promised, () => isOver),
    ),
  );
  const withdrawn: string[] = [];
  const answering = answerQuestions(
    fleet.sandboxUrl,
    urls,
    chanceOf(seed + 2_000),
    () => isAllOver,
    (token) => void withdrawn.push(token),
  );
  // a fault of the proof's own ends it at once
  const failing = Promise.all([buying, answering]);
  failing.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  return {
    promised,
    owners: [owner, ...others],
    judge: async () => {
      isOver = true;
      await buying;
      await sleep(3_000);
      isAllOver = true;
      await answering;
      const judged = await judge(fleet, clients, promised, withdrawn);
      const differing = answers.differing.length;
      const faults = answers.faults.length;
      const wrong = [
        ...(differing > 0 ? [`${differing} keys were answered in two ways: ${answers.differing[0] ?? ""}`] : []),
        ...(faults > 0 ? [`${faults} answers were faults of the program: ${answers.faults[0] ?? ""}`] : []),
      ];
      return { ...judged, wrong: [...judged.wrong, ...wrong] };
    },
  };
}
