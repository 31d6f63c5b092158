import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

describe("operators", () => {
  test("are added by two owners, and set up by a link that works once [OC-03]", async () => {
    const { TOTP, Secret } = await import("otpauth");
    const [owner, other] = [await operatorConsole.operator("owner"), await operatorConsole.operator("owner")];
    const email = `${randomUUID()}@operators.example.test`;
    const invited = await owner.post("/operators", { email, name: "New", roles: ["support"], reason: "joins us" });
    const { approvalId } = json<{ approvalId: string }>(invited);
    expect(codeOf(await owner.post(`/approvals/${approvalId}/decide`, { decision: "approve" }))).toBe("own_request");
    expect((await other.post(`/approvals/${approvalId}/decide`, { decision: "approve" })).statusCode).toBe(200);
    const [row] = await rows<{ id: string }>(product, "select id from operators where email = $1", [email]);
    const { url } = json<{ url: string }>(await owner.post(`/operators/${row?.id}/link`, {}));
    const token = url.split("/").at(-1);
    const post = (path: string, body: object) =>
      operatorConsole.app.inject({
        method: "POST",
        url: `/console/v1${path}`,
        payload: JSON.stringify(body),
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", "user-agent": "Firefox/1" },
      });
    const shown = json<{ secret: string }>(await post("/welcome", { token }));
    const code = new TOTP({ secret: Secret.fromBase32(shown.secret) }).generate();
    expect(codeOf(await post("/welcome/finish", { token, password: "a long password", code: "000000" }))).toBe(
      "second_factor_wrong",
    );
    const finished = await post("/welcome/finish", { token, password: "a long password", code });
    const { recoveryCodes } = json<{ recoveryCodes: string[] }>(finished);
    expect(recoveryCodes.length).toBeGreaterThan(5);
    expect(codeOf(await post("/welcome", { token }))).toBe("operator_link_ended");
    expect(codeOf(await owner.post(`/operators/${row?.id}/link`, {}))).toBe("operator_not_invited");
    const again = await owner.post("/operators", { email, name: "New", roles: ["support"], reason: "joins us" });
    expect(codeOf(again)).toBe("operator_known");

    // the password alone does not sign in, and a code works once
    const first = await post("/sign-in", { email, password: "a long password" });
    expect(first.headers["set-cookie"]).toBeUndefined();
    const { ticket } = json<{ ticket: string }>(first);
    expect(codeOf(await post("/sign-in/second-step", { ticket, code }))).toBe("second_factor_wrong");
    const done = await post("/sign-in/second-step", { ticket, code: recoveryCodes[0] ?? "" });
    expect(done.statusCode).toBe(200);
    expect(done.headers["set-cookie"]).toMatch(/^__Host-operator=.*Secure; SameSite=Strict/);
    expect(codeOf(await post("/sign-in/second-step", { ticket, code: recoveryCodes[1] ?? "" }))).toBe(
      "second_factor_ended",
    );
    expect(codeOf(await post("/sign-in", { email, password: "another password" }))).toBe("incorrect_credentials");
    expect(codeOf(await post("/sign-in", { email: "no@example.test", password: "x" }))).toBe("incorrect_credentials");
  });

  test("lose their sign-in after 15 idle minutes, after 8 hours, and when disabled [OC-04]", async () => {
    const owner = await operatorConsole.operator("owner");
    const other = await operatorConsole.operator("support");
    const isIn = async () => (await other.get("/today")).statusCode === 200;
    expect(await isIn()).toBe(true);
    const set = (change: string) =>
      rows(product, `update operator_sign_ins set ${change} where operator_id = $1`, [other.id]);
    await set("seen_at = product_now() - interval '15 minutes'");
    expect(await isIn()).toBe(false);
    await set("seen_at = product_now() - interval '14 minutes'");
    expect(await isIn()).toBe(true);
    await set("ends_at = product_now()");
    expect(await isIn()).toBe(false);
    await set("ends_at = product_now() + interval '1 hour'");
    expect((await owner.post(`/operators/${other.id}/disable`, { reason: "left us" })).statusCode).toBe(200);
    expect(await isIn()).toBe(false);
  });

  test("keep an owner: the last one is not disabled", async () => {
    await rows(
      product,
      "update operators set state = 'disabled', disabled_at = now() where 'owner' = any (roles) and state = 'active'",
    );
    const only = await operatorConsole.operator("owner");
    expect(codeOf(await only.post(`/operators/${only.id}/disable`, { reason: "a test" }))).toBe("last_operator_owner");
  });

  test("change roles only with another owner's approval", async () => {
    const [owner, other] = [await operatorConsole.operator("owner"), await operatorConsole.operator("owner")];
    const changed = await operatorConsole.operator("support");
    const { approvalId } = json<{ approvalId: string }>(
      await owner.post(`/operators/${changed.id}/roles`, { roles: ["support", "finance"], reason: "new task" }),
    );
    const roles = async () =>
      (await rows<{ roles: string[] }>(product, "select roles from operators where id = $1", [changed.id]))[0]?.roles;
    expect(await roles()).toEqual(["support"]);
    expect((await other.post(`/approvals/${approvalId}/decide`, { decision: "approve" })).statusCode).toBe(200);
    expect(await roles()).toEqual(["support", "finance"]);
  });
});
