import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import fastify, { type InjectOptions, type LightMyRequestResponse } from "fastify";
import { registerCookies } from "../../../http/cookies.ts";
import { type LimitPoints, createRateLimiter } from "../../../http/rate-limits.ts";
import { createMount } from "../../../http/mount.ts";
import { Events } from "../../../kernel/events.ts";
import { randomIds } from "../../../kernel/ids.ts";
import { unseal } from "../../../kernel/vault.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { accountClosureRoutes } from "../../account-closure/index.ts";
import type { AccountDeps } from "../deps.ts";
import { accountRoutes, createAuthenticate, openPasswordHasher } from "../index.ts";

/** The accounts module behind its real routes, on a real database. Only the IP lookup is a fake. */
export type Kit = Awaited<ReturnType<typeof openKit>>;

/** Limits per address are wide, so that tests reach them only on purpose; single ones by points. */
type KitLimits = { readonly wider?: number; readonly points?: LimitPoints };

const origin = "https://idanimo.test";
/** Headers of a browser's call from our own pages. */
export const browserHeaders = { "sec-fetch-site": "same-origin", origin };

export async function openKit(overrides: Partial<AccountDeps> & KitLimits = {}) {
  const database = await createTestDatabase();
  const { wider = 100_000, points = {}, ...given } = overrides;
  const deps: AccountDeps = {
    db: database.db,
    keys: database.keys,
    vault: database.vault,
    ids: randomIds,
    limits: createRateLimiter(database.db.pool, wider, points),
    alarms: { count: () => undefined },
    ipLookup: { find: (ip) => Promise.resolve({ ip, country: "Nigeria" }) },
    companies: [],
    events: new Events(),
    push: { accepts: () => false },
    passwords: openPasswordHasher({ queue: 1_000 }),
    captchaCost: 1,
    forgotPasswordNeutral: false,
    hostedCaptcha: undefined,
    enterpriseSignIn: {
      check: () => Promise.resolve(false),
      begin: () => Promise.resolve(undefined),
      finish: () => Promise.resolve({ kind: "unreachable", why: "no_provider" }),
    },
    social: { google: undefined, facebook: undefined },
    publicUrl: origin,
    ...given,
  };
  const app = fastify({ logger: false });
  registerCookies(app);
  const thrown: unknown[] = []; // errors that would return 500; `settle` fails the test over them
  app.addHook("onError", async (_request, _reply, error) => {
    if ((error.statusCode ?? 500) >= 500) thrown.push(error); // an unreadable body is the caller's error
  });
  const mount = createMount({
    db: database.db,
    vault: database.vault,
    identify: createAuthenticate(deps),
    origins: [origin],
  });
  accountRoutes(app, mount, deps);
  accountClosureRoutes(app, mount, deps);

  const call = (options: InjectOptions & { url: string }): Promise<LightMyRequestResponse> =>
    app.inject({ ...options, url: apiBase + options.url });
  /** @param remoteAddress the caller's address, for limits per address */
  const post = (url: string, payload: object, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    call({
      method: "POST",
      url,
      payload,
      remoteAddress,
      headers: { "content-type": "application/json", ...headers },
    });
  const get = (url: string, headers: Record<string, string> = {}) => call({ method: "GET", url, headers });

  /** A solved captcha, as a browser's solver sends it. */
  async function solve(purpose: CaptchaPurpose): Promise<string> {
    return solveCaptcha((await get(`/captcha/challenge?purpose=${purpose}`)).json<Challenge>());
  }

  const signUp = async (form: object = {}) =>
    (await post("/auth/registration", { ...individualForm(), ...form, captcha: await solve("registration") })).json<{
      id: string;
    }>().id;

  /** Every message queued with one key, oldest first, as its recipient reads it. */
  async function messages(keyId: string) {
    const key = await database.keys.find(keyId);
    const rows = await database.owner.query<{ id: string; channel: string; kind: string; sealed: Buffer }>(
      "select id, channel, kind, sealed from outbox_messages where key_id = $1 order by created_at, id",
      [keyId],
    );
    return rows.rows.map(({ id, channel, kind, sealed }) => {
      const context = { table: "outbox_messages", id, field: "sealed" };
      const content = key && unseal(key, sealed, context).toString();
      return { channel, kind, ...(JSON.parse(content ?? "{}") as { to?: string; text?: string }) };
    });
  }
  const codeOf = async (id: string, by: "mail" | "sms" = "mail") =>
    /\b[0-9]{6}\b/.exec((await messages(id)).findLast(({ channel }) => channel === by)?.text ?? "")?.[0] ?? "none";

  const signIn = async (login: object, headers: Record<string, string> = {}, remoteAddress?: string) => {
    const body = { password, ipAddress: null, captcha: await solve("login"), ...login };
    return post("/auth/login", body, headers, remoteAddress);
  };

  /** Signs up and enters the code. @returns the email address */
  async function openAccount(form: { email?: string } = {}): Promise<string> {
    const email = form.email ?? freshEmail();
    const id = await signUp({ ...form, email });
    await post("/auth/activation", { id, code: await codeOf(id) });
    return email;
  }

  return {
    ...database,
    deps,
    app,
    /** After each test: resets the clock, and checks that no call failed and that all invariants hold. */
    settle: async () => {
      await database.setClockOffset(0);
      const broken = thrown.splice(0);
      if (broken.length > 0) throw new AggregateError(broken, "a call returned 500");
      await database.checkInvariants();
    },
    post,
    get,
    solve,
    signUp,
    messages,
    codeOf,
    signIn,
    openAccount,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export const sortedStrings = (texts: readonly (string | undefined)[]) =>
  texts.map(String).sort((a, b) => a.localeCompare(b));

export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

let mailboxes = 0;
export const freshEmail = () => `person${(mailboxes += 1)}@example.test`;
export const password = "Correct-horse-1";
export const individualForm = () => ({
  userType: "individual",
  firstName: "Ada",
  lastName: "Obi",
  email: freshEmail(),
  phoneNumber: "+2348030000001",
  password,
  ipAddress: null,
});
export const businessForm = () => ({
  ...individualForm(),
  userType: "business",
  designation: "Director",
  nin: "12345678901",
  businessName: "Bright Homes Ltd",
  rcNumber: "RC 1234567",
  officeAddress: "1 Marina, Lagos",
});
