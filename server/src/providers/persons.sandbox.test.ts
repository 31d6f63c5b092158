import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { neverOpenRules, openProviders, type Providers } from "./index.ts";
import type { LookupResult, PersonFound } from "./source.ts";
import { type RunningSandbox, startSandbox } from "./testing/sandbox.ts";

/** The adapters for persons and plates against the running sandbox. */

let sandbox: RunningSandbox;
let providers: Providers;

beforeAll(async () => {
  sandbox = await startSandbox("http://127.0.0.1:1");
  const sources = { ...sandbox.settings.sources, personSources: ["prembly", "dojah"] };
  providers = openProviders(
    { ...sandbox.settings, sources },
    { registry: new Registry(), breakerRules: neverOpenRules },
  );
});
afterAll(async () => {
  providers.close();
  await sandbox.stop();
});
beforeEach(async () => void (await fetch(`${sandbox.url}/__sandbox/faults`, { method: "DELETE" })));

type Provider = "prembly" | "dojah";
type Way = {
  readonly need: "phone" | "bvn" | "bvnByPhone" | "ninFace" | "nin";
  readonly by: Provider;
  readonly start: string;
  /** Its name in the sandbox's counters. */
  readonly product: string;
};

const ways: readonly Way[] = [
  { need: "phone", by: "prembly", start: "0803123", product: "phone" },
  { need: "bvn", by: "prembly", start: "2223123", product: "bvn" },
  { need: "bvnByPhone", by: "prembly", start: "0803123", product: "bvn_by_phone" },
  { need: "ninFace", by: "prembly", start: "9803123", product: "nin_face" },
  { need: "nin", by: "dojah", start: "9803123", product: "dojah_nin" },
  { need: "phone", by: "dojah", start: "0803123", product: "dojah_phone" },
  { need: "bvn", by: "dojah", start: "2223123", product: "dojah_bvn" },
];

function ask({ need, by, start }: Way, ending: string): Promise<LookupResult<PersonFound>> {
  const missing = new Error(`${by} is not configured`);
  if (need === "ninFace") {
    const source = providers.sources.ninFace.find(({ provider }) => provider === by);
    if (!source) throw missing;
    return source.query({ nin: start + ending, image: "aW1hZ2U=" }, randomUUID());
  }
  const source = providers.sources[need].find(({ provider }) => provider === by);
  if (!source) throw missing;
  return source.query(start + ending, randomUUID());
}
async function found(way: Way, ending: string): Promise<PersonFound> {
  const ended = await ask(way, ending);
  if (ended.kind !== "found") throw new Error(`${way.product} ${ending}: ${JSON.stringify(ended)}`);
  return ended.record;
}

const stats = z.object({
  lookups: z.object({
    byNumber: z.array(z.object({ product: z.string(), number: z.string(), asked: z.number(), billed: z.number() })),
  }),
});

test.each(ways)("returns what each reserved ending of $by's $need says, billed at most once", async (way) => {
  expect(await ask(way, "0000")).toEqual({ kind: "not_found" });
  expect(await ask(way, "0001")).toEqual({ kind: "failed", why: "server_error" });
  expect(await ask(way, "0003")).toEqual({ kind: "failed", why: "unreadable" });
  expect(await ask(way, "0008")).toEqual({ kind: "failed", why: "quota" });
  const kinds = [];
  for (let at = 0; at < 3; at++) kinds.push((await ask(way, "0007")).kind);
  expect(kinds).toEqual(["not_accepted", "not_accepted", "found"]);
  const { lookups } = stats.parse(await sandbox.get("/__sandbox/stats"));
  const counted = lookups.byNumber.find((one) => one.product === way.product && one.number === `${way.start}0007`);
  expect(counted).toMatchObject({ asked: 3, billed: 1 });
});

test("returns whose record it is; a different face finds none [T-62]", async () => {
  for (const way of ways) {
    expect((await found(way, "4567")).number).toBe(`${way.start}4567`);
    if (way.need === "ninFace") expect(await ask(way, "0012")).toEqual({ kind: "not_found" });
    else expect((await found(way, "0012")).number).not.toBe(`${way.start}0012`);
    await sandbox.post("/__sandbox/faults", { target: way.by, kind: "wrong_person", count: 1 });
    expect((await found(way, "4568")).number).not.toBe(`${way.start}4568`);
  }
});

test("returns only the searched phone for 0005, and a minor for 0006 [T-38]", async () => {
  for (const way of ways) {
    const isByPhone = way.start.startsWith("0");
    const { contact } = (await found(way, "0005")).subject;
    expect(contact).toEqual({ phone: isByPhone ? "+2348031230005" : null, mail: null });
    const born = Date.parse((await found(way, "0006")).subject.birthDate ?? "");
    expect(Math.floor((Date.now() - born) / 31_557_600_000)).toBe(15);
  }
});

test("finds the same person by phone, BVN and NIN, with one phone and one face", async () => {
  const people = [];
  for (const way of ways) {
    const { subject, fields } = await found(way, "4567");
    const name = [fields["firstName"] ?? fields["firstname"], fields["lastName"] ?? fields["surname"]].join(" ");
    people.push(JSON.stringify([name, subject.birthDate, subject.contact.phone, fields["photo"]]));
  }
  expect(new Set(people).size).toBe(1);
  expect(people[0]).toContain("+2348031234567");
});

const fieldsOf = {
  bvn: `firstName middleName lastName bvn phoneNumber dateOfBirth gender stateOfOrigin lgaOfOrigin maritalStatus
    levelOfAccount title residentialAddress stateOfResidence lgaOfResidence nameOnCard phoneNumber1 nationality
    registrationDate`,
  phone: `firstname middlename surname birthDate telephoneno maritalstatus educationallevel birthstate birthlga residenceLga
    residenceTown employmentstatus heigth selfOriginState selfOriginLga selfOriginPlace signature nokFirstname
    nokMiddlename nokSurname nokAddress1 nokTown nokState nokLga`,
} as const;
test.each([
  { way: ways[0], names: fieldsOf.phone },
  { way: ways[1], names: fieldsOf.bvn },
  { way: ways[2], names: fieldsOf.bvn },
  { way: ways[6], names: fieldsOf.bvn },
])(
  "fills every $way.need name of the specification from $way.by [RESULT-EXT-05 RESULT-EXT-06]",
  async ({ way, names }) => {
    if (!way) throw new Error("no such lookup");
    const { fields } = await found(way, "4567");
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(names.split(/\s+/)));
  },
);

test("returns a reference from Prembly and none from Dojah", async () => {
  for (const way of ways)
    expect((await found(way, "4567")).reference).toEqual(
      way.by === "prembly" ? expect.stringMatching(/^[0-9a-f-]{36}$/) : null,
    );
});

test.each(["prembly", "dojah"] as const)(
  "returns a smaller record or a failure from %s with another shape [X-24]",
  async (by) => {
    await sandbox.post("/__sandbox/faults", { target: by, kind: "schema_drift" });
    for (const way of ways.filter((one) => one.by === by)) {
      const ended = await ask(way, "4567");
      if (by === "dojah") expect(ended).toMatchObject({ kind: "found", record: { number: `${way.start}4567` } });
      else expect(["found", "failed"]).toContain(ended.kind);
    }
  },
);

const plateOf = (plate: string) => {
  const [source] = providers.sources.plate;
  if (!source) throw new Error("no source is configured");
  return source.query(plate, randomUUID());
};
test("maps a plate's vehicle and owner, and returns what its endings say [RESULT-PLATE-03]", async () => {
  const ended = await plateOf("ABC123XY");
  expect(ended).toMatchObject({ kind: "found", record: { plate: "ABC123XY" } });
  const names = `vin model make colour decision reason chassisNumber category owner_first_name owner_middle_name owner_last_name
    owner_address owner_lga owner_state owner_phone`;
  expect(Object.keys(ended.kind === "found" ? ended.record.fields : {}).toSorted()).toEqual(
    names.split(/\s+/).toSorted(),
  );
  expect(await plateOf("KJA0000")).toEqual({ kind: "not_found" });
  expect(await plateOf("KJA0003")).toEqual({ kind: "failed", why: "unreadable" });
  expect(await plateOf("KJA0008")).toEqual({ kind: "failed", why: "quota" });
  const other = await plateOf("KJA0012");
  expect(other.kind === "found" && other.record.plate !== "KJA0012").toBe(true);
  const stolen = await plateOf("KJA7777");
  expect(stolen.kind === "found" && stolen.record.fields["vin"]).toMatch(/7777$/);
});

test.each([
  { chosen: ["prembly"], lists: { nin: ["prembly"], bvnByPhone: ["prembly"], ninFace: ["prembly"] } },
  { chosen: ["dojah"], lists: { nin: ["dojah"], bvnByPhone: [], ninFace: [] } },
  { chosen: ["dojah", "prembly"], lists: { nin: ["dojah", "prembly"], bvnByPhone: ["prembly"], ninFace: ["prembly"] } },
])("lists the sources of persons in the operator's order: $chosen", ({ chosen, lists }) => {
  const sources = { ...sandbox.settings.sources, personSources: chosen };
  const opened = openProviders({ ...sandbox.settings, sources }, { registry: new Registry() });
  const names = (list: readonly { readonly provider: string }[]) => list.map(({ provider }) => provider);
  for (const need of ["nin", "phone", "bvn"] as const) expect(names(opened.sources[need])).toEqual(lists.nin);
  expect(names(opened.sources.bvnByPhone)).toEqual(lists.bvnByPhone);
  expect(names(opened.sources.ninFace)).toEqual(lists.ninFace);
  expect(names(opened.sources.plate)).toEqual(["prembly"]);
  opened.close();
});

test("shares one breaker between all lookups of a provider", async () => {
  const own = openProviders(sandbox.settings, { registry: new Registry() });
  await sandbox.post("/__sandbox/faults", { target: "prembly", kind: "http_500" });
  const [bvn, plate] = [own.sources.bvn[0], own.sources.plate[0]];
  for (let at = 0; at < 6; at++) await bvn?.query("22231234567", randomUUID());
  expect(bvn?.health().state).toBe("down");
  expect(plate?.health().state).toBe("down");
  expect(await plate?.query("ABC123XY", randomUUID())).toEqual({ kind: "not_accepted", why: "breaker_open" });
  own.close();
});
