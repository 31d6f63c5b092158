import { apiBase, type Operation, pathParameterNames } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { leavesOf } from "@idanimo/contract/testing/input-leaves";
import * as texts from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import {
  sampleInputOf,
  sendCall,
  signedInOperations,
  type CallTargets,
  createCallTargets,
} from "../testing/sample-calls.ts";
import { FakeCompanies } from "../testing/fakes.ts";
import { requestConsent, ownOrigin } from "../testing/lookup-steps.ts";
import { mountedRoutes } from "../testing/read-paths.ts";

/** Control characters and lone surrogates, in every text that a client can send. */

let app: TestApp;
let user: TestUser;
let targets: CallTargets;
let routes: readonly string[];
let subject: { readonly token: string; readonly cookie: string };

const form = {
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/x-www-form-urlencoded",
};

beforeAll(async () => {
  app = await createTestApp({}, { sources: () => new FakeCompanies().sources });
  user = await app.user({ userType: "business", NGN: 100_000_00n });
  targets = await createCallTargets(app, user, "readStakeholders");
  routes = [...(await mountedRoutes(app))].filter((route) => !/^HEAD | \/api\/v2\/events$/.test(route)).toSorted();
  const { token } = await requestConsent(app, await app.user({ NGN: 10_000_00n }));
  const entered = await app.app.inject({ method: "POST", url: `/consent/${token}/my-data`, headers: form });
  subject = { token, cookie: String([entered.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "" };
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const hostile = ["\u0000", "a\u0000b", "a\u001B[2Jb"] as const;
/** A lone surrogate; a URL cannot contain it. */
const halfCharacter = "a\uD800b";

/** Valid inputs of operations with several forms: the form whose fields are tested. */
const forms: Readonly<Record<string, Record<string, unknown>>> = {
  registration: { userType: "business" },
  closeAccount: { confirm: "CLOSE", balance: { way: "bank", shown: [] } },
  closeOrganisation: { confirm: "CLOSE", balance: { way: "bank", shown: [] } },
};

function withValue(good: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") return [withValue(undefined, rest, value)];
  const members =
    typeof good === "object" && good !== null ? new Map(Object.entries(good)) : new Map<string, unknown>();
  return { ...Object.fromEntries(members), [name]: withValue(members.get(name), rest, value) };
}

/** A valid input of an operation, if there is one, with another value at one path. */
function inputOfWith(name: string, path: readonly string[], value: unknown): Record<string, unknown> {
  const signedIn = signedInOperations.find((one) => one === name);
  const good = forms[name] ?? (signedIn ? sampleInputOf(signedIn, targets) : {});
  return { ...(withValue(good, path, value) as object) };
}

const allowed = (path: readonly string[]) => /password$/i.test(path.at(-1) ?? "");

describe("a control character", () => {
  test.each(Object.entries<Operation>(operations))(
    "is rejected with its field in every text of %s [T-71]",
    async (name, operation) => {
      const faults: string[] = [];
      for (const { path, def } of leavesOf(operation.input)) {
        if (!["string", "pipe", "enum", "literal"].includes(def.type)) continue;
        for (const text of [
          ...hostile,
          ...(operation.method === "POST" && !pathParameterNames(operation.path).includes(path[0] ?? "")
            ? [halfCharacter]
            : []),
        ]) {
          const response = await sendCall(
            app.app,
            name as keyof typeof operations,
            inputOfWith(name, path, text),
            user.token,
          );
          const { fields } = response.json<{ fields?: Record<string, string> }>();
          const named = Object.keys(fields ?? {}).some((field) => field === path.join(".") || field === path[0]);
          if (response.statusCode >= 500 || (!named && !allowed(path)))
            faults.push(
              `${path.join(".")} ${JSON.stringify(text)}: ${response.statusCode} ${response.body.slice(0, 200)}`,
            );
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test("causes no error 500 in a path, a query or a form [T-65 T-71]", async () => {
    const faults: string[] = [];
    const names = [
      "lang",
      "after",
      "done",
      "code",
      "contact",
      "id",
      "text",
      "about",
      "requester",
      "part",
      "reason",
      "type",
      "from",
      "to",
      "currency",
      "state",
      "error",
    ];
    for (const route of routes) {
      const [method = "", pattern = ""] = route.split(" ");
      for (const text of ["%00", "a%00b", "%1B%5B2J", "%C2%85", "%E2%80%AE", "%00.pdf"]) {
        const fields = names.map((name) => `${name}=${text}`).join("&");
        for (const path of new Set([
          pattern.replaceAll(/:\w+/g, text),
          pattern.replace(":token", subject.token).replaceAll(/:\w+/g, text),
        ])) {
          const isPost = method === "POST";
          const isApi = pattern.startsWith(apiBase);
          const response = await app.app.inject({
            method: method as "GET",
            url: isPost ? path : `${path}?${fields}`,
            headers:
              isPost && !isApi
                ? { ...form, cookie: subject.cookie }
                : {
                    cookie: subject.cookie,
                    authorization: `Bearer ${user.token}`,
                    ...(isPost && { "content-type": "application/json" }),
                  },
            ...(isPost && { payload: isApi ? "{}" : fields }),
          });
          if (response.statusCode >= 500) faults.push(`${route} ${text}: ${response.statusCode}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(routes.length).toBeGreaterThan(90);
  }, 60_000);

  test.each([
    { path: "/my-data/ask/grievance", field: "text" },
    { path: "/my-data/code", field: "contact" },
    { path: "/my-data/unblock", field: "requester" },
    { path: "/my-data/erasure", field: "text" },
  ])("is rejected in a form of $path with its field $field [T-71]", async ({ path, field }) => {
    const response = await app.app.inject({
      method: "POST",
      url: path,
      headers: { ...form, cookie: subject.cookie },
      payload: `${field}=a%00b`,
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { fields: { [field]: texts.unreadableCharacter } },
    ]);
  });
});

test.each(["a\u0085b", "\u0080", "\u00E9"])("rejects the Idempotency-Key %j [T-23]", async (key) => {
  const payer = await app.user();
  const response = await payer.post("/transaction/wallet-payment", sampleInputOf("walletPayment", targets), {
    "idempotency-key": key,
  });
  const fields = { "Idempotency-Key": texts.idempotencyKeyInvalid };
  expect([response.statusCode, response.json()]).toMatchObject([400, { fields }]);
});

test("tests every path parameter [T-71]", () => {
  for (const operation of Object.values<Operation>(operations)) {
    const swept = new Set(leavesOf(operation.input).map(({ path }) => path[0]));
    for (const name of pathParameterNames(operation.path)) expect(swept).toContain(name);
  }
});
