import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { apiBase } from "@idanimo/contract/operation";
import { downloads } from "@idanimo/contract/downloads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { buyBulkFile, randomNins, payBulkFile, uploadBulkFile } from "../../../testing/bulk-file.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import { grantAllParts } from "../../../testing/lookup-steps.ts";
import { parseCsv, displayedCell } from "../../../kernel/testing/parse-csv.ts";

/** Uploads our own CSV exports as bulk files, unchanged and after a spreadsheet saved them. */

let app: TestApp;
let user: TestUser;
/** The numbers looked up: two NINs, and a phone number in the record, begin with 0. */
const numbers = randomNins(3).map((nin, at) => (at === 2 ? nin : `0${nin.slice(1)}`));
const files: { name: string; body: string }[] = [];

beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ userType: "business", NGN: 10_000_00n });
  const [delivered = ""] = numbers;
  const record = adultPerson(delivered, {
    fields: { firstName: "Ada", phone: "08035551122", residenceAddress: '1, "Old" Road\nLagos' },
  });
  app.providers.personRecords.respondTo(delivered, { kind: "found", record });
  const file = await buyBulkFile(app, user, numbers);
  await payBulkFile(user, file);
  await app.drainQueue();
  const sms =
    app.providers.sms.sent.findLast(({ to }) => to === adultPerson(delivered).subject.contact.phone)?.text ?? "";
  await grantAllParts(app, /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "");
  const paths = {
    history: downloads.historyCsv({ type: "NIN" }).replace(apiBase, ""),
    results: `/verification/bulk/${file.uploadId}/results.csv`,
  };
  for (const [name, path] of Object.entries(paths)) files.push({ name, body: (await user.get(path)).body });
});
afterAll(() => app.close());

/** The NINs that a spreadsheet shows for a table, sorted. */
const ninsIn = (rows: readonly (readonly string[])[]) =>
  rows
    .flat()
    .map(displayedCell)
    .filter((cell) => /^\d{11}$/.test(cell) && cell !== "08035551122")
    .toSorted();
const bodyOf = (name: string) => files.find((file) => file.name === name)?.body ?? "";
const accepted = { records: 3, badCount: 0, bad: [] };

describe.each(["history", "results"])("%s.csv", (name) => {
  test("is accepted as a bulk file without changes [BULK-02 T-59]", async () => {
    expect(ninsIn(parseCsv(bodyOf(name)))).toEqual(numbers.toSorted());
    expect((await uploadBulkFile(app, user, bodyOf(name))).json()).toMatchObject(accepted);
  });

  test("writes each identifier as a text [T-59]", async () => {
    for (const nin of numbers) expect(bodyOf(name)).toContain(`"=""${nin}"""`);
    expect(bodyOf(name).includes(`"=""08035551122"""`)).toBe(name === "results");
  });
});

const libreOffice = ["/usr/bin/soffice", "/usr/bin/libreoffice"].find((path) => existsSync(path));

describe.skipIf(libreOffice === undefined)("LibreOffice Calc", () => {
  let folder: string;
  const ways = ["true", "false"] as const;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "idanimo-calc-"));
    const calc = (...args: readonly string[]) =>
      promisify(execFile)(libreOffice ?? "", [`-env:UserInstallation=file://${folder}/profile`, "--headless", ...args]);
    for (const { name, body } of files) await writeFile(join(folder, `${name}.csv`), body);
    for (const evaluates of ways) {
      // comma, double quote, UTF-8; the last option controls whether formulas are evaluated
      const reads = `--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,${evaluates}`;
      const [opened, saved] = [join(folder, "opened", evaluates), join(folder, "saved", evaluates)];
      await calc(
        reads,
        "--convert-to",
        "ods",
        "--outdir",
        opened,
        ...files.map(({ name }) => join(folder, `${name}.csv`)),
      );
      const writes = "csv:Text - txt - csv (StarCalc):44,34,76";
      await calc("--convert-to", writes, "--outdir", saved, ...files.map(({ name }) => join(opened, `${name}.ods`)));
    }
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(ways.flatMap((evaluates) => ["history", "results"].map((name) => ({ name, evaluates }))))(
    "keeps the zeros of $name, formulas evaluated: $evaluates [T-59 BULK-02]",
    async ({ name, evaluates }) => {
      const saved = await readFile(join(folder, "saved", evaluates, `${name}.csv`), "utf8");
      if (evaluates === "true") for (const nin of numbers) expect(saved).toMatch(new RegExp(`(^|,)${nin}(,|$)`, "m"));
      expect((await uploadBulkFile(app, user, saved)).json()).toMatchObject(accepted);
    },
  );
});
