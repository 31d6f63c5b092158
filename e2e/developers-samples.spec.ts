import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { callExamples, type DocumentedCall } from "@idanimo/contract/developers/examples";
import { fillSampleValues, sampleValuesIn } from "@idanimo/contract/developers/sample-values";
import { curlSample, requestOf, typescriptSample } from "@idanimo/contract/developers/samples";
import type { Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import type { Page } from "@playwright/test";

import { newNin } from "./support/identity-numbers.ts";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect } from "./support/patient-expect.ts";
import { origins } from "./support/test-environment.ts";
import { test } from "./support/test.ts";

/** Every sample of the documentation, run as a reader runs it, in test mode. */

const project = join(import.meta.dirname, "..");
const run = promisify(execFile);
type Values = Record<string, string>;

/** A test key of a new organisation. */
async function createTestKey(page: Page, newPerson: Parameters<typeof createTestOrganisation>[1]): Promise<string> {
  const { id, ownerPerson } = await createTestOrganisation(page, newPerson);
  const scopes = ["quotes", "checks:create", "checks:read", "results:company", "bulk", "wallet:read", "webhooks"];
  const order = { name: "Samples", mode: "test", scopes, expiresInDays: 7, password: ownerPerson.password };
  return String((await callApi(page, "/developers/keys", order, id)).secret);
}

const environmentOf = (key: string, values: Values) => ({
  ...process.env,
  ...values,
  IDANIMO_KEY: key,
  IDANIMO_URL: origins.product,
  FORCE_COLOR: "0", // the test reads what is printed
});

/** Runs a command of a shell that prints JSON. */
async function runShell(command: string, key: string, values: Values): Promise<Record<string, unknown>> {
  const { stdout } = await run("bash", ["-c", command], { env: environmentOf(key, values) });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The code of a problem; undefined for a success. */
const problemIn = ({ code, title }: Record<string, unknown>) =>
  typeof code === "string" && typeof title === "string" ? code : undefined;

/** Buys a check in test mode and waits for its outcome or the request for consent. @returns values for samples */
async function buyCheck(key: string, search: object): Promise<Values> {
  const values: Values = {};
  const send = async (name: DocumentedCall, input: object) => {
    const { method, path } = operations[name];
    const filled = JSON.parse(fillSampleValues(JSON.stringify(input), values)) as Record<string, unknown>;
    const { address, body } = requestOf({ method, path, input: filled });
    const response = await fetch(origins.product + address, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const received = (await response.json()) as Record<string, unknown>;
    expect(problemIn(received), `${name}: ${JSON.stringify(received)}`).toBeUndefined();
    Object.assign(values, sampleValuesIn(name, received));
  };
  await send("createSession", search);
  await send("walletPayment", callExamples.walletPayment);
  await send("submit", callExamples.submit);
  await send("readSession", callExamples.readSession);
  return values;
}

const shellBlocks = async (page: string) =>
  [...(await readFile(join(project, "docs", page), "utf8")).matchAll(/```sh\n(.*?)```/gs)].map(
    ([, block]) => block ?? "",
  );

test("the quick start buys a company check, command by command [DP-20]", async ({ page, newPerson }) => {
  const key = await createTestKey(page, newPerson);
  const values: Values = {};
  const calls = ["quote", "createSession", "walletPayment", "submit", "readSession", "checkConsent"] as const;
  const blocks = await shellBlocks("quick-start.md");
  expect(blocks).toHaveLength(calls.length);
  let last: Record<string, unknown> = {};
  for (const [place, call] of calls.entries()) {
    const block = blocks[place] ?? "";
    expect(block).toContain(operations[call].path.replace(/\{\w+\}/, "$"));
    await expect(async () => {
      last = await runShell(block, key, values);
      expect(last["status"]).not.toBe("processing");
    }).toPass();
    expect([call, problemIn(last)]).toEqual([call, undefined]);
    Object.assign(values, sampleValuesIn(call, last));
  }
  expect(last).toMatchObject({ outcome: "DELIVERED", data: { companies: [{ rcNumber: "123456" }] } });
  for (const guide of ["developers.md", "versions.md"])
    for (const block of await shellBlocks(guide))
      expect([guide, problemIn(await runShell(block, key, values))]).toEqual([guide, undefined]);
});

/** Calls whose sample needs a state that this test does not make: their own problem proves that they were understood. */
const needState: readonly DocumentedCall[] = [
  "remindSubject",
  "askGuardian",
  "askPlateOwner",
  "replyToTestMessage",
  "checkPayment",
  "readStakeholders",
  "completeStakeholders",
  "readBulk",
  "listBulkLines",
  "readBulkReminders",
  "remindBulk",
  "skipBadLines",
  "stopBulk",
  "resumeBulk",
];

test("every sample in curl and TypeScript runs against the product [DP-20]", async ({ page, newPerson }) => {
  const key = await createTestKey(page, newPerson);
  await run("npm", ["run", "build", "--workspace", "client"], { cwd: project });
  await mkdir(join(project, ".tmp"), { recursive: true });
  const folder = await mkdtemp(join(project, ".tmp/samples-")); // finds the client from there
  const person = { nin: newNin(), currency: "NGN", purpose: { code: "employment" } };
  const company = await buyCheck(key, callExamples.createSession);
  const unknown = {
    CAC_ID: "1",
    MESSAGE_ID: crypto.randomUUID(),
    UPLOAD_ID: crypto.randomUUID(),
    PAYMENT: "EA00000000000000",
  };
  const values: Values = { ...unknown, ...company };

  /** Runs a program with the client. @returns the code of its problem */
  const runProgram = async (name: string, program: string, given: Values): Promise<string | undefined> => {
    const file = join(folder, `${name}.ts`);
    await writeFile(file, program);
    try {
      await run(process.execPath, [file], { env: environmentOf(key, given) });
      return undefined;
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      return /\bcode: '(\w+)'/.exec(stderr ?? "")?.[1] ?? stderr;
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  for (const name of Object.keys(callExamples) as DocumentedCall[]) {
    const operation: Operation = operations[name];
    const sample = {
      name,
      method: operation.method,
      path: operation.path,
      input: callExamples[name],
      acceptsIdempotencyKey: operation.acceptsIdempotencyKey === true,
    };
    const perRun = async (): Promise<Values> => {
      if (name === "walletPayment") return { ...values, ...(await createUnpaid(key)) };
      const isOfPerson = ["decideTestConsent", "cancelRequest"].includes(name);
      return isOfPerson ? { ...values, ...(await buyCheck(key, { ...person, nin: newNin() })) } : values;
    };
    const given = await perRun();
    const sent = await runShell(curlSample(sample), key, given);
    Object.assign(values, name === "createWebhook" ? sampleValuesIn(name, sent) : {});
    const outcomes = [problemIn(sent), await runProgram(name, typescriptSample(sample), await perRun())];
    if (needState.includes(name)) {
      const declared: readonly string[] = [...operation.problems, "not_found"];
      for (const code of outcomes)
        expect([name, code]).toEqual([name, declared.includes(code ?? "") ? code : undefined]);
    } else expect([name, ...outcomes]).toEqual([name, undefined, name === "deleteWebhook" ? "not_found" : undefined]);
  }
  await rm(folder, { recursive: true });
});

/** Creates a check that is not paid. */
async function createUnpaid(key: string): Promise<Values> {
  const response = await fetch(`${origins.product}/api/v2/verification/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(callExamples.createSession),
  });
  return sampleValuesIn("createSession", await response.json());
}
