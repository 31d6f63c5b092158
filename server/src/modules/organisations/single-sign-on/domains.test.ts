import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Domain = { readonly domain: string; readonly record: string; readonly verifiedAt: string | null };
const add = (by: TestMember, domain: string) => by.post("/organisation/domains", { domain });
const check = (by: TestMember, domain: string) => by.post(`/organisation/domains/${domain}/check`, {});
const recordOf = async (by: TestMember, domain: string) =>
  (await add(by, domain)).json<{ domain: Domain }>().domain.record;
const publish = (domain: string, ...records: string[]) => app.providers.domainRecords.texts.set(domain, records);

describe("the domains of an organisation", () => {
  test("are verified by their own TXT record among others [TM-11]", async () => {
    const owner = await createOrganisation(app);
    const record = await recordOf(owner, " @Kano.example. ");
    expect(record).toMatch(/^idanimo-domain-verification=[\w-]{43}$/);
    expect(outcome(await check(owner, "kano.example"))).toBe("409 domain_record_missing");
    publish("kano.example", "v=spf1 -all", `${record}x`);
    expect(outcome(await check(owner, "kano.example"))).toBe("409 domain_record_missing");
    app.providers.domainRecords.texts.set("kano.example", "unreachable");
    expect(outcome(await check(owner, "kano.example"))).toBe("503 domain_unreachable");
    publish("kano.example", "v=spf1 -all", record);
    expect((await check(owner, "kano.example")).json()).toMatchObject({
      domain: { domain: "kano.example", verifiedAt: expect.any(String) as string },
    });
    const listed = (await owner.get("/organisation/domains")).json<{ domains: Domain[] }>().domains;
    expect(listed).toMatchObject([{ domain: "kano.example", record, verifiedAt: expect.any(String) as string }]);
  });

  test("are verified by one organisation only; a claim blocks no one [TM-11]", async () => {
    const [first, second, third] = [
      await createOrganisation(app),
      await createOrganisation(app),
      await createOrganisation(app),
    ];
    const records = [await recordOf(first, "one.example"), await recordOf(second, "one.example")];
    publish("one.example", ...records);
    const outcomes = (await Promise.all([check(first, "one.example"), check(second, "one.example")])).map(outcome);
    expect(outcomes.toSorted()).toEqual(["409 domain_taken", "done"]);
    expect(outcome(await add(third, "one.example"))).toBe("409 domain_taken");
    const winner = outcomes[0] === "done" ? first : second;
    expect(outcome(await winner.remove("/organisation/domains/one.example"))).toBe("done");
    expect(outcome(await add(third, "one.example"))).toBe("done");
  });

  test("are not verified by the record of another organisation", async () => {
    const [first, second] = [await createOrganisation(app), await createOrganisation(app)];
    publish("two.example", await recordOf(first, "two.example"));
    await recordOf(second, "two.example");
    expect(outcome(await check(second, "two.example"))).toBe("409 domain_record_missing");
  });

  test("are at most ten, and those of a closed organisation are free", async () => {
    const [owner, next] = [await createOrganisation(app), await createOrganisation(app)];
    for (let at = 0; at < 10; at++) expect(outcome(await add(owner, `d${at}.ten.example`))).toBe("done");
    expect(outcome(await add(owner, "eleven.example"))).toBe("409 organisation_full");
    expect(outcome(await add(owner, "d0.ten.example"))).toBe("done");
    publish("d0.ten.example", await recordOf(owner, "d0.ten.example"), await recordOf(next, "d0.ten.example"));
    expect(outcome(await check(owner, "d0.ten.example"))).toBe("done");
    expect(outcome(await check(next, "d0.ten.example"))).toBe("409 domain_taken");
    await app.owner.query("update organisations set closed_at = now() where id = $1", [owner.organisationId]);
    expect(outcome(await check(next, "d0.ten.example"))).toBe("done");
  });

  test("are managed by owners, and audited", async () => {
    const owner = await createOrganisation(app);
    const admin = await addMember(app, owner, ["admin"]);
    expect(outcome(await add(admin, "three.example"))).toBe("403 right_missing");
    expect(outcome(await owner.own.get("/organisation/domains"))).toBe("404 not_found");
    expect(outcome(await add(owner, "https://three.example/x"))).toBe("400 bad_input");
    expect(outcome(await check(owner, "three.example"))).toBe("404 not_found");
    await add(owner, "three.example");
    await owner.remove("/organisation/domains/three.example");
    const { rows } = await app.owner.query(
      "select action, reason from audit_log where organisation_id = $1 and action like 'domain%' order by id",
      [owner.organisationId],
    );
    expect(rows).toEqual([
      { action: "domain_added", reason: "three.example" },
      { action: "domain_removed", reason: "three.example" },
    ]);
  });
});
