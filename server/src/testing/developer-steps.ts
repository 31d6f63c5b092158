import type { Mode } from "@idanimo/contract/developers/mode";
import type { KeyScope } from "@idanimo/contract/developers/scopes";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { TestApp } from "./app.ts";
import type { TestMember } from "./organisation-steps.ts";

/** Steps of tests about the developer platform. */

export type TestKey = {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: string;
};

/** Creates an API key. The test's users have no password and signed in a moment ago, which is enough. */
export async function createKey(
  by: Pick<TestMember, "post">,
  scopes: readonly KeyScope[],
  options: {
    readonly mode?: Mode;
    readonly name?: string;
    readonly expiresInDays?: number;
    readonly networks?: readonly string[];
    readonly version?: string;
  } = {},
): Promise<TestKey> {
  const body = { name: "Back office", mode: "live", scopes, expiresInDays: 90, ...options };
  const made = await by.post("/developers/keys", body);
  if (made.statusCode !== 200) throw new Error(`no key: ${made.body}`);
  return made.json<TestKey>();
}

/** A call in the log of requests. */
export async function insertApiRequest(
  { owner }: Pick<TestApp, "owner">,
  call: { readonly id: string; readonly organisationId: string; readonly keyId: string; readonly daysAgo?: number },
): Promise<void> {
  await owner.query(
    `insert into api_requests (id, at, organisation_id, key_id, method, route, status, ms)
     values ($1, product_now() - make_interval(days => $4), $2, $3, 'GET', '/verification/sources', 200, 12)`,
    [call.id, call.organisationId, call.keyId, call.daysAgo ?? 0],
  );
}

type KeyCall = {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: object;
  readonly from?: string;
  readonly to?: FastifyInstance;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Calls with a secret as a program does. */
export const callWithKey = (
  app: TestApp,
  secret: string,
  path: string,
  { method = "GET", body, from = "203.0.113.7", to = app.app, headers = {} }: KeyCall = {},
): Promise<LightMyRequestResponse> =>
  to.inject({
    method,
    url: apiBase + path,
    remoteAddress: from,
    headers: { authorization: `Bearer ${secret}`, ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
