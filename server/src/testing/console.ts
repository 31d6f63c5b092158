import { csrfHeader } from "@idanimo/contract/console/operation";
import type { OperatorRole } from "@idanimo/contract/console/rights";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { openLookupPlans } from "../app/module-deps.ts";
import { buildConsoleApp } from "../console/app.ts";
import { operatorCookieName } from "../console/cookie.ts";
import type { ConsoleDeps } from "../console/deps.ts";
import { csrfTokenOf } from "../console/mount.ts";
import { Database } from "../database/database.ts";
import { consoleRole, openPool } from "../database/pools.ts";
import { randomIds } from "../kernel/ids.ts";
import { tokenHash } from "../kernel/vault.ts";
import { openPasswordHasher } from "../modules/accounts/index.ts";
import { offeredSources } from "../modules/verification/index.ts";
import type { TestApp } from "./app.ts";
import { consoleUrlOf } from "./database.ts";

/**
 * The operator console on the database of a test application, with its own role. `inject` needs no network. The
 * application's `close` closes it too.
 */
export type TestConsole = {
  readonly app: FastifyInstance;
  readonly deps: ConsoleDeps;
  /** Inserts an operator who has signed in. */
  operator(...roles: readonly OperatorRole[]): Promise<TestOperator>;
};

export type TestOperator = {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
};

/** The body of a response. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test names the shape that it reads
export const json = <Value>({ body }: { readonly body: string }): Value => JSON.parse(body);

/** The code of a problem; undefined for any other response. */
export const codeOf = (response: { readonly body: string }) => json<{ code?: string }>(response).code;

/** The rows of a query that the database's owner runs. */
export const rows = async <Row extends object>({ owner }: TestApp, text: string, values: readonly unknown[] = []) =>
  (await owner.query<Row>(text, [...values])).rows;

export const consoleOrigin = "http://localhost:7403";
export const testBrowser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** @param log receives every line of the console's log, at its most detailed level */
export async function createTestConsole(
  product: TestApp,
  log?: { write(line: string): void },
  { refundApprovalAbove = 0n }: Partial<Pick<ConsoleDeps, "refundApprovalAbove">> = {},
): Promise<TestConsole> {
  const { ids, limits, keys } = product.product.services;
  const pool = openPool({
    url: consoleUrlOf(product.url),
    role: consoleRole,
    size: 6,
    name: "test-console",
    onConnectionError: () => undefined,
  });
  const { vault } = product;
  const db = new Database(pool);
  const sources = offeredSources(openLookupPlans(product.product.services));
  const deps = {
    db,
    ids,
    vault,
    keys,
    limits,
    passwords: openPasswordHasher(),
    consoleUrl: consoleOrigin,
    sources,
    refundApprovalAbove,
  };
  const app = await buildConsoleApp({
    logger: log ? { level: "trace", stream: log } : { level: "error" },
    trustedProxies: [],
    networks: [],
    production: false,
    origins: [consoleOrigin],
    deps,
  });
  product.onClose(async () => {
    await app.close();
    await db.close();
  });
  await app.ready();
  return {
    app,
    deps,
    async operator(...roles) {
      const [id, signInId, token] = [randomIds.publicId(), randomIds.publicId(), randomIds.token()];
      const email = `${id}@operators.example.test`;
      await product.owner.query(
        `insert into operators (id, email, name, state, roles, password_hash, totp_sealed)
         values ($1, $2, $4, 'active', $3, 'no password', '\\x01')`,
        [id, email, roles, `Operator ${id.slice(0, 8)}`],
      );
      await product.owner.query(
        `insert into operator_sign_ins (id, operator_id, token_hash, browser, ends_at)
         values ($1, $2, $3, 'Firefox', product_now() + interval '8 hours')`,
        [signInId, id, tokenHash(token)],
      );
      const cookie = `${operatorCookieName}=${token}`;
      const headers = {
        cookie,
        "user-agent": testBrowser,
        origin: consoleOrigin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        [csrfHeader]: csrfTokenOf(vault, signInId),
      };
      return {
        id,
        email,
        cookie,
        headers,
        get: (path) =>
          app.inject({ method: "GET", url: `/console/v1${path}`, headers: { cookie, "user-agent": testBrowser } }),
        post: (path, body, more = {}) =>
          app.inject({
            method: "POST",
            url: `/console/v1${path}`,
            payload: JSON.stringify(body),
            headers: { ...headers, "idempotency-key": randomIds.token(), ...more },
          }),
      };
    },
  };
}
