import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify as verifySignature } from "node:crypto";
import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const clientId = "sandbox-google-client-id";
const ordinary = "100000000000000000011";

/** Parses JSON in tests. */
async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}
const claimsIn = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

async function mint(stage: TestSandbox, order: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  return json(
    await fetch(`${stage.url}/__sandbox/google/tokens`, { method: "POST", headers, body: JSON.stringify(order) }),
  );
}

test("publishes its own addresses as an OpenID provider", async () => {
  const stage = await startTestSandbox();
  const about = await json(await fetch(`${stage.url}/google/.well-known/openid-configuration`));
  expect(about).toMatchObject({
    issuer: `${stage.url}/google`,
    authorization_endpoint: `${stage.url}/google/auth`,
    token_endpoint: `${stage.url}/google/token`,
    jwks_uri: `${stage.url}/google/jwks`,
    code_challenge_methods_supported: ["S256"],
  });
});

test("signs an ID token with the published key and with Google's claims", async () => {
  const stage = await startTestSandbox();
  const { idToken } = await mint(stage, { nonce: "n1" });
  const { keys } = (await json(await fetch(`${stage.url}/google/jwks`))) as { keys: JsonWebKey[] };
  const [head, body, signature = ""] = String(idToken).split(".");
  const key = createPublicKey({ key: keys[0] ?? {}, format: "jwk" });
  expect(verifySignature("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))).toBe(
    true,
  );
  expect(claimsIn(idToken)).toMatchObject({
    iss: `${stage.url}/google`,
    aud: clientId,
    azp: clientId,
    sub: ordinary,
    email: "ngozi.adeyemi@example.test",
    email_verified: true,
    given_name: "Ngozi",
    nonce: "n1",
  });
});

test.each([
  { order: { clientId: "other" }, claims: { aud: "other" } },
  { order: { emailVerified: false, email: "a@example.test", subject: "1" }, claims: { email_verified: false } },
  { order: { issuer: "https://evil.example" }, claims: { iss: "https://evil.example" } },
])("issues a forged token for tests: $order", async ({ order, claims }) => {
  expect(claimsIn((await mint(await startTestSandbox(), order)).idToken)).toMatchObject(claims);
});

test("describes an access token in Google's shape until it expires", async () => {
  const stage = await startTestSandbox();
  const { accessToken } = await mint(stage, {});
  const info = await fetch(`${stage.url}/google/tokeninfo?access_token=${String(accessToken)}`);
  expect(await json(info)).toMatchObject({
    aud: clientId,
    azp: clientId,
    sub: ordinary,
    email_verified: "true",
    expires_in: expect.stringMatching(/^\d+$/),
  });
  const authorization = `Bearer ${String(accessToken)}`;
  const profile = await fetch(`${stage.url}/google/userinfo`, { headers: { authorization } });
  expect(await json(profile)).toMatchObject({ sub: ordinary, given_name: "Ngozi", email_verified: true });
  stage.passTime(3_600_001);
  const late = await fetch(`${stage.url}/google/tokeninfo`, { method: "POST", headers: { authorization } });
  expect([late.status, await json(late)]).toEqual([
    400,
    { error: "invalid_token", error_description: "Invalid Value" },
  ]);
  expect((await fetch(`${stage.url}/google/userinfo`, { headers: { authorization } })).status).toBe(401);
});

test("accepts a code once, with its own verifier and client", async () => {
  const stage = await startTestSandbox();
  const productUrl = stage.sandbox.context.settings.productUrl;
  const redirect_uri = `${productUrl}/api/v2/openauth/google/callback`;
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const jar = new Map<string, string>();
  const visit = async (url: string, options: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(url, stage.url), {
      ...options,
      redirect: "manual",
      headers: { cookie, ...options.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return response.headers.get("location") ?? "";
  };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri,
    response_type: "code",
    scope: "openid email profile",
    state: "s",
    nonce: "n",
    code_challenge: challenge,
    code_challenge_method: "S256",
    prompt: "select_account",
  });
  const pick = await visit(`/google/auth?${query}`);
  expect(pick).toContain("/google/pick/");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const resume = await visit(pick, { method: "POST", headers: form, body: `account=${ordinary}` });
  const back = new URL(await visit(resume));
  expect(back.href).toContain(redirect_uri);
  const redeem = async (more: object) => {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri,
      client_id: clientId,
      client_secret: "sandbox-google-client-secret",
      code_verifier: verifier,
      ...more,
    });
    return fetch(`${stage.url}/google/token`, { method: "POST", body });
  };
  expect((await redeem({ client_secret: "wrong" })).status).toBe(401);
  expect((await redeem({ code_verifier: "w".repeat(43) })).status).toBe(400);
  const good = await redeem({});
  expect(claimsIn((await json(good))["id_token"])).toMatchObject({
    nonce: "n",
    sub: ordinary,
    email: "ngozi.adeyemi@example.test",
  });
  expect((await redeem({})).status).toBe(400);
});

test("opens the window only for the client's own page, by its referrer", async () => {
  const stage = await startTestSandbox();
  const ask = (origin: string, referer: string | undefined, client = clientId) =>
    fetch(`${stage.url}/google/gsi/select?${new URLSearchParams({ origin, client_id: client })}`, {
      headers: referer === undefined ? {} : { referer },
    });
  const ours = "http://localhost:8080";
  expect((await ask(ours, `${ours}/`)).status).toBe(200);
  expect((await ask(ours, undefined)).status).toBe(403); // a page with "no-referrer" gets the error that its origin is not allowed
  expect((await ask(ours, "https://evil.example/")).status).toBe(403);
  expect((await ask("https://evil.example", "https://evil.example/")).status).toBe(403);
  expect((await ask(ours, `${ours}/`, "other")).status).toBe(403);
});

test("offers one-tap only with a Google session, and only to our own pages", async () => {
  const stage = await startTestSandbox();
  const status = async () => {
    const response = await fetch(`${stage.url}/google/gsi/status`, { headers: { origin: "http://localhost:8080" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:8080");
    return (await json(response))["session"];
  };
  expect(await status()).toBe(true);
  await fetch(`${stage.url}/google/session`, { method: "POST", body: new URLSearchParams({ end: "1" }) });
  expect(await status()).toBe(false);
  await fetch(`${stage.url}/google/session`, { method: "POST" });
  expect(await status()).toBe(true);
  const foreign = await fetch(`${stage.url}/google/gsi/status`, { headers: { origin: "https://evil.example" } });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
});
