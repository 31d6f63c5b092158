import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const app = "1000000000000001|sandbox-facebook-app-secret";
const proofOf = (token: string) => createHmac("sha256", "sandbox-facebook-app-secret").update(token).digest("hex");

async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}
async function mint(stage: TestSandbox, order: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(order) };
  return String((await json(await fetch(`${stage.url}/__sandbox/facebook/tokens`, request)))["accessToken"]);
}
const graph = async (stage: TestSandbox, path: string, parameters: Record<string, string>) => {
  const response = await fetch(`${stage.url}/facebook/v25.0/${path}?${new URLSearchParams(parameters)}`);
  return { status: response.status, body: await json(response) };
};

test("describes a token to its application, and the person with the application's proof", async () => {
  const stage = await startTestSandbox();
  const token = await mint(stage, {});
  expect(await graph(stage, "debug_token", { input_token: token, access_token: app })).toMatchObject({
    status: 200,
    body: { data: { app_id: "1000000000000001", is_valid: true, type: "USER", user_id: "10150000000000011" } },
  });
  const fields = "id,first_name,email";
  const request = { fields, access_token: token, appsecret_proof: proofOf(token) };
  expect((await graph(stage, "me", request)).body).toEqual({
    id: "10150000000000011",
    first_name: "Ngozi",
    email: "ngozi.adeyemi@example.test",
  });
  expect(await graph(stage, "me", { ...request, appsecret_proof: "0" })).toMatchObject({
    status: 400,
    body: { error: { type: "OAuthException", code: 100 } },
  });
});

test.each([
  { why: "invented", order: undefined, says: { data: { is_valid: false } } },
  { why: "expired", order: { endsIn: -1 }, says: { data: { is_valid: false, error: { code: 190, subcode: 463 } } } },
  { why: "another application's", order: { appId: "2" }, says: { error: { code: 100 } } },
])("reports a token that is $why", async ({ order, says }) => {
  const stage = await startTestSandbox();
  const token = order ? await mint(stage, order) : "EAABnone";
  expect((await graph(stage, "debug_token", { input_token: token, access_token: app })).body).toMatchObject(says);
});

test("rejects another application", async () => {
  const stage = await startTestSandbox();
  const asked = { input_token: await mint(stage, {}), access_token: "1000000000000001|wrong" };
  expect(await graph(stage, "debug_token", asked)).toMatchObject({ status: 400, body: { error: { code: 190 } } });
});

test("redirects with a one-time code, also for an account without email", async () => {
  const stage = await startTestSandbox();
  const redirect_uri = `${stage.sandbox.context.settings.productUrl}/api/v2/openauth/facebook/callback`;
  const dialog = new URLSearchParams({ client_id: "1000000000000001", redirect_uri, state: "s" });
  expect((await fetch(`${stage.url}/facebook/v25.0/dialog/oauth?${dialog}`)).status).toBe(200);
  const press = async (body: string) => {
    const asked = {
      method: "POST",
      redirect: "manual",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    } as const;
    return new URL(
      (await fetch(`${stage.url}/facebook/v25.0/dialog/oauth?${dialog}`, asked)).headers.get("location") ?? "",
    );
  };
  expect(Object.fromEntries((await press("cancel=1")).searchParams)).toMatchObject({
    error: "access_denied",
    state: "s",
  });
  const back = await press("account=10150000000000033");
  expect(back.searchParams.get("state")).toBe("s");
  const client = { client_id: "1000000000000001", client_secret: "sandbox-facebook-app-secret", redirect_uri };
  const code = back.searchParams.get("code") ?? "";
  const exchanged = await graph(stage, "oauth/access_token", { ...client, code });
  expect(exchanged.body).toMatchObject({ token_type: "bearer", expires_in: expect.any(Number) });
  const token = String(exchanged.body["access_token"]);
  const me = await graph(stage, "me", { fields: "id,email", access_token: token, appsecret_proof: proofOf(token) });
  expect(me.body).toEqual({ id: "10150000000000033" });
  expect((await graph(stage, "oauth/access_token", { ...client, code })).status).toBe(400);
});

test.each([
  { what: "another redirect URI", change: { redirect_uri: "https://evil.example/" } },
  { what: "another application", change: { client_id: "2" } },
])("rejects $what before an account is picked", async ({ change }) => {
  const stage = await startTestSandbox();
  const redirect_uri = `${stage.sandbox.context.settings.productUrl}/api/v2/openauth/facebook/callback`;
  const dialog = new URLSearchParams({ client_id: "1000000000000001", redirect_uri, ...change });
  const response = await fetch(`${stage.url}/facebook/v25.0/dialog/oauth?${dialog}`);
  expect([response.status, (await response.text()).includes("account")]).toEqual([400, false]);
});
