import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import { productionSettings } from "../../../testing/production-settings.ts";
import { createWebhookEndpoint, endpointsOf } from "../../../testing/webhook-steps.ts";

let app: TestApp;
let owner: TestMember;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => void (owner = await createOrganisation(app)));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const url = "https://hooks.example/idanimo";
const create = (by: Pick<TestMember, "post">, address: string) =>
  by.post("/developers/webhooks", { url: address, events: ["request.closed"] });

describe("a webhook endpoint", () => {
  test("shows its secret once, and stores it sealed [DP-07]", async () => {
    const made = await createWebhookEndpoint(owner, url, ["request.closed", "bulk.done"]);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(made.secret.slice("whsec_".length), "base64")).toHaveLength(32);
    expect(await endpointsOf(owner)).toMatchObject([
      {
        id: made.id,
        mode: "live",
        url,
        events: ["request.closed", "bulk.done"],
        state: "enabled",
        disabledReason: null,
        createdBy: "Amina Okoye",
        attempts: { succeeded: 0, failed: 0 },
      },
    ]);
    const { rows } = await app.owner.query("select s::text, w::text from webhook_secrets s, webhook_endpoints w");
    const listed = await owner.get("/developers/webhooks");
    const text = JSON.stringify(rows) + listed.body;
    expect(text).not.toContain(made.secret.slice("whsec_".length));
    expect(text).not.toContain(Buffer.from(made.secret).toString("hex"));
  });

  test("belongs to an organisation, and its owners, admins and developers manage it [DP-06]", async () => {
    const { id } = await createWebhookEndpoint(owner, url);
    expect(outcome(await create(owner.own, url))).toBe("404 not_found");
    const reader = await addMember(app, owner, ["reader"]);
    expect(outcome(await create(reader, url))).toBe("403 right_missing");
    expect(await endpointsOf(await addMember(app, owner, ["developer"]))).toHaveLength(1);
    const stranger = await createOrganisation(app);
    for (const [method, path] of [
      ["POST", ""],
      ["POST", "/secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["DELETE", ""],
    ] as const)
      expect([
        path,
        outcome(await stranger.send(method, `/developers/webhooks/${id}${path}`, method === "POST" ? {} : undefined)),
      ]).toEqual([path, "404 not_found"]);
  });

  test("is one of at most twenty, also with two calls at once [DP-06]", async () => {
    for (let at = 0; at < 19; at += 1) await createWebhookEndpoint(owner, `${url}/${at}`);
    const both = await Promise.all([create(owner, `${url}/19`), create(owner, `${url}/20`)]);
    expect(both.map(outcome).toSorted()).toEqual(["409 endpoint_limit", "done"]);
    expect(await endpointsOf(owner)).toHaveLength(20);
  });

  test("changes, is disabled, enabled and deleted, each with an audit row [DP-11]", async () => {
    const { id } = await createWebhookEndpoint(owner, url);
    const change = (body: object) => owner.post(`/developers/webhooks/${id}`, body);
    expect(outcome(await change({ url: `${url}/new`, events: ["bulk.done", "bulk.done"] }))).toBe("done");
    expect(outcome(await change({ state: "disabled" }))).toBe("done");
    expect(await endpointsOf(owner)).toMatchObject([
      { url: `${url}/new`, events: ["bulk.done"], state: "disabled", disabledReason: "member" },
    ]);
    expect(outcome(await owner.post(`/developers/webhooks/${id}/test`, {}))).toBe("409 webhook_disabled");
    expect(outcome(await change({ state: "enabled" }))).toBe("done");
    expect(await endpointsOf(owner)).toMatchObject([{ state: "enabled", disabledReason: null }]);
    expect(outcome(await owner.remove(`/developers/webhooks/${id}`))).toBe("done");
    expect(await endpointsOf(owner)).toEqual([]);
    const audited = await app.owner.query("select action from audit_log where object_id = $1 order by at, id", [id]);
    expect(audited.rows.map(({ action }: { action: string }) => action)).toEqual([
      "webhook_created",
      "webhook_changed",
      "webhook_disabled",
      "webhook_enabled",
      "webhook_deleted",
    ]);
  });

  test("ends with its organisation [DP-06]", async () => {
    await createWebhookEndpoint(owner, url);
    const closed = await owner.post("/organisation/close", { confirm: "CLOSE", balance: { way: "none" } });
    expect(outcome(closed)).toBe("done");
    const { rowCount } = await app.owner.query("select from webhook_endpoints where organisation_id = $1", [
      owner.organisationId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe("the address of an endpoint", () => {
  test("may be on any port of this machine in a demonstration [DP-06]", async () => {
    for (const address of [
      "http://localhost:9999/x",
      "http://127.0.0.1:1/",
      "http://[::1]:7000/",
      "https://a.example:8443/",
    ])
      expect([address, outcome(await create(owner, address))]).toEqual([address, "done"]);
  });

  test("is https on port 443 or 8443 of a public address in a production [DP-06]", async () => {
    const production = await createTestApp(productionSettings);
    try {
      const member = await createOrganisation(production);
      for (const address of ["https://hooks.example/a?b=c", "https://hooks.example:8443/", "https://8.8.8.8/"])
        expect([address, outcome(await create(member, address))]).toEqual([address, "done"]);
      for (const address of [
        "http://hooks.example/",
        "https://hooks.example:8080/",
        "https://user:password@hooks.example/",
        "https://hooks.example/#part",
        "https://",
        "ftp://hooks.example/",
        "http://127.0.0.1:1/",
        `https://hooks.example/${"a".repeat(500)}`,
      ])
        expect([address, outcome(await create(member, address))]).toEqual([address, "400 bad_input"]);
      for (const address of [
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fe80::1]/",
        "https://localhost/",
        "https://metadata.google.internal/",
      ])
        expect([address, outcome(await create(member, address))]).toEqual([address, "400 address_not_public"]);
    } finally {
      await production.close();
    }
  });
});
