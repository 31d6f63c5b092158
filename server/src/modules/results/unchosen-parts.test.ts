import { randomLocalPhone, randomPhone } from "../../testing/phones.ts";
import { randomInt } from "node:crypto";
import { brand } from "@idanimo/contract/brand";
import { allowedPurposes, disclosureFor, fieldNamesByPart, type RecordPart } from "@idanimo/contract/record-parts";
import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import type { PurposeCode } from "@idanimo/contract/consent";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../http/app.ts";
import { unseal } from "../../kernel/vault.ts";
import type { BureauFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { takeBackup } from "../../testing/backup.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import { buySearch, payPurchase, replyBySms, submitDecision } from "../../testing/lookup-steps.ts";
import { missingNames } from "../../testing/record-states.ts";
import { mountedRoutes, requestReadPaths, responseText } from "../../testing/read-paths.ts";

/**
 * Generated grants by page and by SMS. Every field of every record has a value of its own; afterwards none of a part
 * that was not chosen can be read or decrypted anywhere. `GRANTS=1000 SEED=7 npx vitest run --project server
 * unchosen-parts` generates as many as CL-14 names.
 */

const given = process.env["GRANTS"];
const count = Number(given ?? 60);
/** One of so many reports is read. */
const reportEvery = given === undefined ? 3 : 1;
const seed = Number(process.env["SEED"] ?? 20_261_126);
/** Grants of one account, below its limits; what they left is checked together. */
const batchSize = 20;

const types = ["nin", "phone", "bvn"] as const;
type Type = (typeof types)[number];
type Grant = {
  readonly type: Type;
  readonly purpose: PurposeCode;
  readonly way: "page" | "sms";
  readonly chosen: readonly RecordPart[];
};
const grants: fc.Arbitrary<Grant> = fc.constantFrom(...types).chain((type) =>
  fc.constantFrom(...allowedPurposes(type)).chain((purpose) =>
    fc.record({
      type: fc.constant(type),
      purpose: fc.constant(purpose),
      way: fc.constantFrom("page" as const, "page" as const, "sms" as const),
      chosen: fc.subarray([...(disclosureFor(type, purpose)?.optional ?? [])]),
    }),
  ),
);

/** A planted value, and the parts that must all be granted for it. */
type Planted = { readonly value: string; readonly parts: readonly RecordPart[] };
/** Short, so that no line break of a PDF divides it. */
const prefix = `Q${randomInt(10, 99)}Z`;
const pattern = new RegExp(`${prefix}[0-9A-Z]{5}Z`, "gi");
let planted = 0;
const nextValue = () => `${prefix}${(planted++).toString(36).toUpperCase().padStart(5, "0")}Z`;
const valuesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([value]) => value.toUpperCase()));

type Source = "register" | "bank" | "bureau";
/** The fields of a record with a new value each; `parts` are those of a field's own part. */
function plant(
  into: Planted[],
  source: Source,
  names: readonly string[],
  partsOf: (part: RecordPart) => readonly RecordPart[],
) {
  const fields: Record<string, string> = {};
  for (const name of names) {
    const [part] = Object.entries(fieldNamesByPart).find(([, all]) => all.some((one) => one === name)) ?? [];
    const value = nextValue();
    fields[name] = value;
    if (part === undefined) throw new Error(`${source}: ${name} belongs to no part`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of fieldNamesByPart
    into.push({ value, parts: partsOf(part as RecordPart) });
  }
  return fields;
}
const personFields = Object.entries(fieldNamesByPart)
  .filter(([part]) => part !== "bank" && part !== "owner")
  .flatMap(([, names]): readonly string[] => names);
const bankFields = [...personFields, ...fieldNamesByPart.bank];

const phones = new FakePersons("fake_phones");
const banksByPhone = new FakePersons("fake_banks_by_phone");
const banks = new FakePersons("fake_banks");
const crc = new FakeSource<string, BureauFound>("fake_crc", () => ({ kind: "not_found" }));

let app: TestApp;
let keyBase: pg.Pool;
/** The complete log at level trace. */
const log: string[] = [];
beforeAll(async () => {
  const bureau = { crc: [crc], firstCentral: [crc], creditRegistry: [crc] };
  const base = await createTestApp(
    {},
    { sources: () => ({ phone: [phones], bvnByPhone: [banksByPhone], bvn: [banks], bureau }) },
  );
  const logging = await buildApp({
    logger: { level: "trace", stream: { write: (line: string) => void log.push(line) } },
    trustedProxies: [],
    production: false,
    paymentOrigin: "https://pay.example",
    brandName: brand.name,
    routes: base.product.routes,
    isReady: () => Promise.resolve(true),
  });
  await logging.ready();
  app = { ...base, app: logging, close: async () => void (await logging.close(), await base.close()) };
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

/** Pays for the look-up of a planted person. */
async function requestPlanted(user: TestUser, { type, purpose, way, chosen }: Grant) {
  const number = type === "phone" ? randomLocalPhone() : randomNin();
  const contact = { phone: randomPhone(), mail: null };
  const values: Planted[] = [];
  const own = (part: RecordPart) => [part];
  const person = (names: readonly string[], source: Source, partsOf: (part: RecordPart) => readonly RecordPart[]) => ({
    kind: "found" as const,
    record: adultPerson(number, { contact, fields: plant(values, source, names, partsOf) }),
  });
  if (type === "nin") app.providers.personRecords.respondTo(number, person(personFields, "register", own));
  if (type === "phone") {
    phones.respondTo(number, person(personFields, "register", own));
    banksByPhone.respondTo(
      number,
      person(bankFields, "bank", (part) => ["bank", ...(part === "bank" ? [] : [part])]),
    );
  }
  if (type === "bvn") {
    // of the person, names, gender and contact are shown; other fields never
    const shown = ["firstName", "middleName", "lastName", "gender"];
    const never = (part: RecordPart): readonly RecordPart[] => (part === "identity" ? ["identity", "owner"] : [part]);
    const ofPerson: Planted[] = [];
    const rest = personFields.filter((name) => !shown.includes(name) && name !== "residentialAddress");
    const fields = {
      ...plant(ofPerson, "bank", rest, (part) => [...never(part), "owner"]),
      ...plant(ofPerson, "bank", [...shown, "residentialAddress"], own),
    };
    values.push(...ofPerson);
    banks.respondTo(number, { kind: "found", record: adultPerson(number, { contact, fields }) });
    const withCredit = (name: string, parts: readonly RecordPart[] = []) => {
      const value = nextValue();
      values.push({ value, parts: ["credit", ...parts] });
      return [name, value] as const;
    };
    crc.respondTo(number, {
      kind: "found",
      record: {
        bvn: number,
        bureau: {
          summary: Object.fromEntries(bureauFigures.map((name) => withCredit(name))) as never,
          tables: {
            loans: [
              Object.fromEntries([
                withCredit("lender"),
                withCredit("balance"),
                withCredit("phone", ["contact"]),
                withCredit("address", ["address"]),
              ]),
            ],
          },
        },
        ficoScore: withCredit("score")[1],
        basic: plant(values, "bureau", ["name", "address", "email", "phone"], own),
      },
    });
  }
  const search = { ...(type === "bvn" ? { bvn: number, crc: true } : { [type]: number }), purpose: { code: purpose } };
  const bought = await buySearch(app, user, search);
  await payPurchase(user, bought);
  return { type, purpose, way, chosen, number, phone: contact.phone, values, bought };
}

/** Grants what was requested, once the person was asked. */
async function grantRequested(requested: Awaited<ReturnType<typeof requestPlanted>>) {
  const { type, purpose, way, chosen, number, phone, values, bought } = requested;
  const sms = app.providers.sms.sent.findLast(({ to }) => to === phone)?.text ?? "";
  const saved = await app.owner.query<{ key_id: string; sealed: Buffer }>(
    "select key_id, sealed from result_parts where request_id = $1",
    [bought.itemId],
  );
  const decided =
    way === "sms"
      ? await replyBySms(app, phone, `YES ${/YES ([A-Z0-9]{6})/.exec(sms)?.[1]}`)
      : await submitDecision(app, /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "", "grant", undefined, chosen);
  if (decided.statusCode >= 400) throw new Error(`not granted: ${decided.statusCode}`);
  const granted = [...(disclosureFor(type, purpose)?.required ?? []), ...(way === "sms" ? [] : chosen)];
  const isGranted = ({ parts }: Planted) => parts.every((part) => granted.includes(part));
  return {
    ...bought,
    number,
    what: `${type} ${purpose} ${way} ${granted.join("+")}`,
    backup: saved.rows,
    readable: new Set(values.filter(isGranted).map(({ value }) => value)),
    unchosen: new Set(values.filter((one) => !isGranted(one)).map(({ value }) => value)),
  };
}
type MadeGrant = Awaited<ReturnType<typeof grantRequested>>;

/** Every key that still exists. */
async function existingKeys(): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await keyBase.query<{ id: string; wrapped: Buffer }>("select id, wrapped from record_keys");
  return new Map(rows.map(({ id, wrapped }) => [id, app.vault.unwrap(id, wrapped)]));
}
function open(key: Buffer, sealed: Buffer, table: string, id: string, field: string): string {
  try {
    return unseal(key, sealed, { table, id, field }).toString();
  } catch {
    return ""; // another key, or no sealed value
  }
}
/** The column that a value of a result is sealed under. */
const resultIds: Readonly<Record<string, string>> = {
  result_parts: "key_id",
  results: "request_id",
  result_files: "request_id",
  lookup_attempts: "id",
};
/** Everything that the existing keys open: of results with every key, of other tables with those that a row names. */
async function openDatabase(keys: ReadonlyMap<string, Buffer>): Promise<string> {
  const columns = await app.owner.query<{ table: string; column: string; ids: string[] }>(`
    select c.relname as "table", a.attname as "column", array(select quote_ident(u.attname) from pg_attribute u
        where u.attrelid = c.oid and u.atttypid = 'uuid'::regtype and u.attname <> 'owner_id' and not u.attisdropped order by 1) as ids
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const opened: string[] = [];
  for (const { table, column, ids } of columns.rows.filter(({ ids: uuids }) => uuids.length > 0)) {
    const { rows } = await app.owner.query<{ sealed: Buffer; ids: (string | null)[] }>(
      `select ${column} as sealed, array[${ids.join(", ")}]::text[] as ids from ${table} where ${column} is not null`,
    );
    const sealedUnder = ids.indexOf(resultIds[table] ?? "");
    for (const row of rows) {
      const named = row.ids.filter((id) => id !== null);
      const own = row.ids[sealedUnder] ?? undefined;
      if (own !== undefined) for (const key of keys.values()) opened.push(open(key, row.sealed, table, own, column));
      else
        for (const key of named.flatMap((id) => keys.get(id) ?? []))
          for (const id of named) opened.push(open(key, row.sealed, table, id, column));
    }
  }
  return opened.join("\n");
}
/** Every row of both databases as text, also bytes as text. */
async function dumpText(): Promise<string> {
  const dumps = [await takeBackup(app.owner), await takeBackup(keyBase)].flatMap((dump) => [...dump.values()]);
  const text = dumps.join("\n");
  const hex = new RegExp(`(?:${Buffer.from(prefix).toString("hex")})[0-9a-f]{12}`, "g");
  return text + [...text.matchAll(hex)].map(([found]) => Buffer.from(found, "hex").toString()).join("\n");
}

test(
  `no value of a part that was not chosen can be read after ${count} grants [CL-14 CL-02 CL-04]`,
  async () => {
    const mounted = await mountedRoutes(app);
    const all: MadeGrant[] = [];
    const generated = fc.sample(grants, { numRuns: count, seed });
    for (let at = 0; at < count; at += batchSize) {
      const base = await app.user({ NGN: 500_000_00n });
      const user: TestUser = { ...base, ...base.on(app.app) };
      // one after another: a loaded machine rejects twenty at once as busy
      const requested: Awaited<ReturnType<typeof requestPlanted>>[] = [];
      for (const grant of generated.slice(at, at + batchSize)) requested.push(await requestPlanted(user, grant));
      await app.drainQueue();
      const made: MadeGrant[] = [];
      for (const one of requested) made.push(await grantRequested(one));
      await app.drainQueue();
      for (const [place, one] of made.entries()) {
        const view = await user.get(`/verification/check-consent/${one.itemId}`);
        const seen = valuesIn(view.body);
        expect([one.what, [...one.readable].filter((value) => !seen.has(value))]).toEqual([one.what, []]);
        const texts = [view.body];
        if (place % reportEvery === 0) {
          const report = await user.get(`/results/${one.itemId}/report.pdf`);
          expect([one.what, report.statusCode]).toEqual([one.what, 200]);
          texts.push(responseText(report));
        }
        for (const text of texts)
          expect([one.what, [...valuesIn(text)].filter((value) => one.unchosen.has(value))]).toEqual([one.what, []]);
      }
      const [last] = made.slice(-1);
      if (last) {
        const of = { ...missingNames, ...last, requestId: last.itemId, value: last.number };
        const answers = await requestReadPaths(
          app.app,
          mounted,
          { authorization: `Bearer ${user.token}` },
          { of, isRunning: false },
        );
        const texts = valuesIn([...answers.values()].map(({ text }) => text).join("\n"));
        expect(made.flatMap(({ unchosen }) => [...unchosen]).filter((value) => texts.has(value))).toEqual([]);
      }
      all.push(...made);
    }
    expect(app.jobFailures()).toEqual([]);
    await app.checkInvariants();

    const unchosen = new Set(all.flatMap((one) => [...one.unchosen]));
    const readable = new Set(all.flatMap((one) => [...one.readable]));
    expect(unchosen.size).toBeGreaterThan(count * 10);
    const unchosenIn = (text: string) => [...valuesIn(text)].filter((value) => unchosen.has(value));
    // tables and their indexes, logs, messages: no planted value at all in plain text
    expect(unchosenIn(await dumpText())).toEqual([]);
    expect([...valuesIn(await dumpText())]).toEqual([]);
    expect([...valuesIn(log.join(""))]).toEqual([]);
    expect(log.length).toBeGreaterThan(count);
    expect([...valuesIn(JSON.stringify([app.providers.sms.sent, app.providers.mail.sent]))]).toEqual([]);
    // what the existing keys open now, and of a backup from before the grants
    const keys = await existingKeys();
    const opened = await openDatabase(keys);
    expect(unchosenIn(opened)).toEqual([]);
    expect([...readable].filter((value) => !valuesIn(opened).has(value))).toEqual([]); // the search finds what exists
    const backup = all.flatMap((one) =>
      one.backup.map(({ key_id: id, sealed }) => {
        const key = keys.get(id);
        return key ? open(key, sealed, "result_parts", id, "sealed") : "";
      }),
    );
    expect(unchosenIn(backup.join("\n"))).toEqual([]);
    expect(valuesIn(backup.join("\n"))).toEqual(readable);
  },
  60_000 + count * 15_000, // also on a busy machine
);
