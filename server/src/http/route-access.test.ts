import { apiBase, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import {
  sampleInputOf,
  similarMissingTargets,
  signedInOperations,
  type CallTargets,
  createCallTargets,
} from "../testing/sample-calls.ts";
import { createCanarySources, canary, fieldNamesOf, plantCanaries } from "../testing/canary-sources.ts";
import { requestConsent, ownOrigin } from "../testing/lookup-steps.ts";
import { responseText, mountedRoutes, type ReadTarget, readPaths } from "../testing/read-paths.ts";
import { type UnpaidSearch, type SearchKindName, openRecord } from "../testing/record-states.ts";
import { createFakeVehicles } from "../testing/vehicles.ts";
import { routePath } from "./mount.ts";

/**
 * Requests a user's records on every mounted route, as every kind of caller other than the requester. New routes
 * are included automatically. What the requester reads is in `record-disclosure.test.ts`. Operators have no route.
 */

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
const kinds: readonly SearchKindName[] = ["a line of a file", "a vehicle"];

let app: TestApp;
let owner: TestUser;
let routes: readonly string[];
let targets: CallTargets;
const begun = new Map<SearchKindName, UnpaidSearch & { readonly token: string }>();
/** Sessions on the personal-data page of two subjects: of another record, and of the tested one. */
const cookies = { theirs: "", own: "" };

beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources }) });
  owner = await app.user({ userType: "business", NGN: 100_000_00n });
  for (const name of kinds) begun.set(name, await openRecord({ app, vehicles, others, user: owner }, name));
  targets = await createCallTargets(app, owner, "checkConsent");
  // HEAD runs the same code without a body; `record-disclosure.test.ts` covers the stream
  routes = [...(await mountedRoutes(app))].filter((route) => !/^HEAD | \/api\/v2\/events$/.test(route)).toSorted();
  cookies.theirs = await enter((await requestConsent(app, await app.user({ NGN: 10_000_00n }))).token);
  cookies.own = await enter(begun.get("a line of a file")?.token ?? "");
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const form = {
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/x-www-form-urlencoded",
};
const json = { "content-type": "application/json" };

/** Opens the personal-data page from a link in a message; returns the session cookie. */
async function enter(token: string): Promise<string> {
  const response = await app.app.inject({ method: "POST", url: `/consent/${token}/my-data`, headers: form });
  const [cookie] = [response.headers["set-cookie"] ?? []].flat();
  if (!cookie) throw new Error(`not let in: ${response.statusCode}`);
  return cookie.split(";")[0] ?? "";
}

const byRoute = new Map(
  Object.entries<Operation>(operations).map(([name, operation]) => [
    `${operation.method} ${routePath(operation)}`,
    { name, operation },
  ]),
);

type Call = {
  readonly names: Readonly<Record<string, unknown>>;
  readonly query?: Record<string, string>;
  readonly body?: object;
};
/** The requests of a route for these objects: as its operation, as a read path, or with path parameters only. */
function callsOf(route: string, of: ReadTarget, thing: CallTargets): readonly Call[] {
  const names = {
    id: of.requestId,
    sessionCode: of.sessionCode,
    uploadId: of.uploadId,
    file: `${of.transactionID}.pdf`,
    code: of.reportCode,
    email: owner.email,
    token: randomIds.token(),
  };
  const calls: Call[] = [];
  const path = readPaths[route];
  if (path)
    calls.push({
      names,
      ...(path.query && { query: { ...path.query(of) } }),
      ...(path.body && { body: path.body(of) }),
    });
  const { requestId: itemId, requestId: companyOf, sessionCode, transactionID, amount, uploadId } = of;
  const name = signedInOperations.find((one) => one === byRoute.get(route)?.name);
  if (name !== undefined) {
    const body = sampleInputOf(name, { ...thing, itemId, companyOf, sessionCode, transactionID, amount, uploadId });
    calls.push({ names: { ...names, ...body }, body });
  }
  return calls.length > 0 ? calls : [{ names }];
}

/** Status and complete response of a route, headers included. */
async function callRoute(route: string, call: Call, headers: Readonly<Record<string, string>>) {
  const [method = "", pattern = ""] = route.split(" ");
  const url = pattern.replaceAll(/:(\w+)/g, (_mark, name: string) =>
    encodeURIComponent(String(call.names[name] ?? "x")),
  );
  const isApi = route.includes(apiBase);
  const isPost = method === "POST";
  const query =
    method === "GET"
      ? {
          ...call.query,
          ...(call.body && Object.fromEntries(Object.entries(call.body).map(([name, value]) => [name, String(value)]))),
        }
      : {};
  const response = await app.app.inject({
    method: method as "GET",
    url: `${url}?${new URLSearchParams(query)}`,
    headers: { ...headers, ...(isPost && (isApi ? json : form)) },
    ...(isPost && { payload: isApi ? JSON.stringify(call.body ?? {}) : "" }),
  });
  return { status: response.statusCode, text: responseText(response) };
}

const secretsOf = ({ target: of, contact }: UnpaidSearch) => [canary, of.value, contact.phone.slice(4), contact.mail];

type Headers = Readonly<Record<string, string>>;
const bearer = ({ token }: TestUser): Headers => ({ authorization: `Bearer ${token}` });
const isPage = (route: string) => !route.includes(apiBase);
/** A kind of caller other than the requester, and the routes it may call. */
type Role = { readonly tries: (route: string) => boolean; readonly become: (route: string) => Promise<Headers> };
const roles: Readonly<Record<string, Role>> = {
  "a visitor": { tries: () => true, become: () => Promise.resolve({}) },
  "another individual": { tries: (route) => !isPage(route), become: account("individual") },
  "another business": { tries: (route) => !isPage(route), become: account("business") },
  "the subject of another record": {
    tries: (route) => route !== "POST /my-data/leave", // it would end the session that the other routes use
    become: () => Promise.resolve({ cookie: cookies.theirs }),
  },
  // their own decisions are covered by other tests
  "the subject of this record": {
    tries: (route) => isPage(route) && route.startsWith("GET "),
    become: () => Promise.resolve({ cookie: cookies.own }),
  },
};
/** Another account. A route that changes something gets a new one, because some of them end the session. */
function account(userType: "individual" | "business"): Role["become"] {
  let reader: Promise<TestUser> | undefined;
  const fresh = () => app.user({ userType, NGN: 100_000_00n });
  return async (route) => bearer(await (route.startsWith("GET ") ? (reader ??= fresh()) : fresh()));
}

test.each(Object.entries(roles))(
  "%s reads no byte of a record, a searched value or a contact [T-43 R-08]",
  async (_role, { tries: isTried, become }) => {
    const leaks: string[] = [];
    let requestCount = 0;
    for (const route of routes.filter(isTried)) {
      const headers = await become(route);
      for (const one of begun.values())
        for (const call of callsOf(route, one.target, targets)) {
          const { status, text } = await callRoute(route, call, headers);
          requestCount += 1;
          const found = secretsOf(one).filter((secret) => text.includes(secret));
          if (found.length > 0 || status >= 500) leaks.push(`${route}: ${status} ${found.join(", ")}`);
        }
    }
    expect(leaks).toEqual([]);
    expect(requestCount).toBeGreaterThan(30);
  },
  60_000,
);

test("after all of these requests each record is unchanged [T-43]", async () => {
  for (const { target: of } of begun.values()) {
    const seen = await owner.get(`/verification/check-consent/${of.requestId}`);
    expect(seen.body).toContain(canary);
  }
});

/** Public routes of the API besides the contract's public operations: providers call them, and authenticate. */
const provedOtherwise = [
  "GET /api/v2/openauth/facebook/callback",
  "GET /api/v2/openauth/facebook/start",
  "GET /api/v2/openauth/google/callback",
  "GET /api/v2/openauth/google/start",
  "GET /api/v2/sms/receive", // redirects to a page that explains what to do
  "GET /api/v2/sso/:organisationId/start",
  "GET /api/v2/sso/callback",
  "POST /api/v2/payment/webhook/flutterwave",
  "POST /api/v2/sms/receive",
  "POST /api/v2/sms/status/termii",
];
test("the API serves a visitor only on public operations and these routes [T-17 T-43]", async () => {
  const open: string[] = [];
  const [of] = [...begun.values()].map((one) => one.target);
  if (!of) throw new Error("nothing was bought");
  for (const route of routes.filter((one) => !isPage(one) && byRoute.get(one)?.operation.access !== "public"))
    for (const call of callsOf(route, { ...of, requestId: randomIds.publicId() }, similarMissingTargets(targets)))
      if ((await callRoute(route, call, {})).status !== 401) open.push(route);
  expect(open).toEqual(provedOtherwise);
});
