import { once } from "node:events";
import { createServer } from "node:http";
import { profile } from "@idanimo/contract/accounts";
import { expect, test } from "vitest";
import { chanceOf } from "../../chance.ts";
import { hasEnded } from "../../program.ts";
import { lockAges } from "./locks.ts";
import { noAnswers, roaming } from "./roaming.ts";

test("R-21 a dead worker's lock grows old through every kill; one whose holder lives does not", () => {
  const ages = lockAges();
  // someone works for two seconds at a time, and the dead one's lock is seen each time
  for (let at = 0; at <= 35; at += 1) ages.note(["job 1 dead 12:00", `job 2 alive 12:${at}`], at * 2_000);
  expect(ages.longestMs()).toBe(70_000);
  const living = lockAges();
  for (let at = 0; at <= 35; at += 1) living.note([`job 2 alive 12:${at}`], at * 2_000);
  expect(living.longestMs()).toBe(0);
});

test("R-20 an answer of 500 is a fault, also when the call is answered after it", async () => {
  const server = createServer((_asked, answer) => answer.writeHead(500).end('{"code":"internal"}')).listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answers = noAnswers();
  const client = roaming([`http://127.0.0.1:${port}`], "token", chanceOf(7), answers);
  await expect(client.call(profile, {})).rejects.toMatchObject({ status: 500 });
  server.close();
  expect(answers.faults).toEqual([`${profile.path}: 500 internal`]);
});

test("R-20 a program that ended by itself is seen to have ended", () => {
  expect(hasEnded({ process: { exitCode: 1, signalCode: null } })).toBe(true);
  expect(hasEnded({ process: { exitCode: null, signalCode: "SIGABRT" } })).toBe(true);
  expect(hasEnded({ process: { exitCode: null, signalCode: null } })).toBe(false);
});
