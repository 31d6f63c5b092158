import { apiBase, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { vehicleFields } from "@idanimo/contract/record-views";
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
 * Every route of the program as it is mounted, asked for somebody's records, by everybody who is not their asker: the routes are
 * found in the program, so a new one has to keep the law too. What their asker reads is in `record-disclosure.test.ts`. Operators have no
 * route.
 */

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
const kinds: readonly SearchKindName[] = ["a line of a file", "a vehicle"];

let app: TestApp;
let owner: TestUser;
let routes: readonly string[];
let things: CallTargets;
const begun = new Map<SearchKindName, UnpaidSearch & { readonly token: string }>();
/** The page of their own data is open to people who were asked: one about such a record, one about something else. */
const cookies = { theirs: "", own: "" };

beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources }) });
  owner = await app.user({ userType: "business", NGN: 100_000_00n });
  for (const name of kinds) begun.set(name, await openRecord({ app, vehicles, others, user: owner }, name));
  things = await createCallTargets(app, owner, "checkConsent");
  // what is asked with HEAD is answered by the same code, without its body; the stream is listened to in `record-disclosure.test.ts`
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

/** The cookie of somebody who comes to the page of their own data by a link of ours. */
async function enter(token: string): Promise<string> {
  const answer = await app.app.inject({ method: "POST", url: `/consent/${token}/my-data`, headers: form });
  const [cookie] = [answer.headers["set-cookie"] ?? []].flat();
  if (!cookie) throw new Error(`not let in: ${answer.statusCode}`);
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
/** How a route is asked for these things: as its operation, as a path of reading, and as it comes. */
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

/** What a route tells to such a caller, the answer's head included. */
async function told(route: string, call: Call, headers: Readonly<Record<string, string>>) {
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
  const answer = await app.app.inject({
    method: method as "GET",
    url: `${url}?${new URLSearchParams(query)}`,
    headers: { ...headers, ...(isPost && (isApi ? json : form)) },
    ...(isPost && { payload: isApi ? JSON.stringify(call.body ?? {}) : "" }),
  });
  return { status: answer.statusCode, text: responseText(answer) };
}

const secretsOf = ({ target: of, contact }: UnpaidSearch) => [canary, of.value, contact.phone.slice(4), contact.mail];

type Headers = Readonly<Record<string, string>>;
const bearer = ({ token }: TestUser): Headers => ({ authorization: `Bearer ${token}` });
const isPage = (route: string) => !route.includes(apiBase);
/** Whoever is not the asker, and the routes that are theirs to try. */
type Role = { readonly tries: (route: string) => boolean; readonly become: (route: string) => Promise<Headers> };
const roles: Readonly<Record<string, Role>> = {
  "a visitor": { tries: () => true, become: () => Promise.resolve({}) },
  "another individual": { tries: (route) => !isPage(route), become: account("individual") },
  "another business": { tries: (route) => !isPage(route), become: account("business") },
  "a person who was asked about something else": {
    tries: (route) => route !== "POST /my-data/leave", // it would end the visit that the other routes are asked with
    become: () => Promise.resolve({ cookie: cookies.theirs }),
  },
  // what they may do about it is theirs: they take it back in other tests
  "the very person, of what is known about them": {
    tries: (route) => isPage(route) && route.startsWith("GET "),
    become: () => Promise.resolve({ cookie: cookies.own }),
  },
};
/** One that reads all it can; each route that does something has a new one, since some of them end it. */
function account(userType: "individual" | "business"): Role["become"] {
  let reader: Promise<TestUser> | undefined;
  const fresh = () => app.user({ userType, NGN: 100_000_00n });
  return async (route) => bearer(await (route.startsWith("GET ") ? (reader ??= fresh()) : fresh()));
}

test.each(Object.entries(roles))(
  "T-43 R-08 %s reads no byte of a record, of what was asked or of a contact, on any route",
  async (_role, { tries, become }) => {
    const leaks: string[] = [];
    let asked = 0;
    for (const route of routes.filter(tries)) {
      const headers = await become(route);
      for (const one of begun.values())
        for (const call of callsOf(route, one.target, things)) {
          const { status, text } = await told(route, call, headers);
          asked += 1;
          const found = secretsOf(one).filter((secret) => text.includes(secret));
          if (found.length > 0 || status >= 500) leaks.push(`${route}: ${status} ${found.join(", ")}`);
        }
    }
    expect(leaks).toEqual([]);
    expect(asked).toBeGreaterThan(30);
  },
  60_000,
);

test("T-43 after all of them have tried, each record still stands as its asker left it", async () => {
  for (const { target: of } of begun.values()) {
    const seen = await owner.get(`/verification/check-consent/${of.requestId}`);
    expect(seen.body).toContain(canary);
  }
});

/** Of the interface, and open beside what the contract calls public: providers speak here, and prove it. */
const provedOtherwise = [
  "GET /api/v2/openauth/facebook/callback",
  "GET /api/v2/openauth/facebook/start",
  "GET /api/v2/openauth/google/callback",
  "GET /api/v2/openauth/google/start",
  "GET /api/v2/sms/receive", // what it is sent it passes on to a page that says what to do
  "POST /api/v2/payment/webhook/flutterwave",
  "POST /api/v2/sms/receive",
  "POST /api/v2/sms/status/termii",
];
test("T-17 T-43 a route of the interface answers a visitor only where the contract says so, or it is named here", async () => {
  const open: string[] = [];
  const [of] = [...begun.values()].map((one) => one.target);
  if (!of) throw new Error("nothing was bought");
  for (const route of routes.filter((one) => !isPage(one) && byRoute.get(one)?.operation.access !== "public"))
    for (const call of callsOf(route, { ...of, requestId: randomIds.publicId() }, similarMissingTargets(things)))
      if ((await told(route, call, {})).status !== 401) open.push(route);
  expect(open).toEqual(provedOtherwise);
});
