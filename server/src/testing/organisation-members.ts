import { apiBase } from "@idanimo/contract/operation";
import type { LightMyRequestResponse } from "fastify";
import type { TestApp, TestUser } from "./app.ts";

/** A user whose calls act for an organisation. `id` remains the user's own. */
export type TestMember = TestUser & {
  readonly organisationId: string;
  delete(path: string): Promise<LightMyRequestResponse>;
};

/** The same user, acting for an organisation. */
export function actFor(app: TestApp, user: TestUser, organisationId: string): TestMember {
  const headers = { "idanimo-organisation": organisationId };
  const send = (method: "GET" | "DELETE", path: string) =>
    app.app.inject({ method, url: apiBase + path, headers: { ...headers, authorization: `Bearer ${user.token}` } });
  return {
    ...user,
    organisationId,
    post: (path, body, more = {}) => user.post(path, body, { ...headers, ...more }),
    get: (path) => send("GET", path),
    delete: (path) => send("DELETE", path),
  };
}

/** Creates an organisation with money, of a business account that is its first owner. Amounts in minor units. */
export async function createOrganisation(
  app: TestApp,
  balances: { readonly NGN?: bigint; readonly USD?: bigint } = {},
): Promise<TestMember> {
  const owner = await app.user({ userType: "business", ...balances });
  return actFor(app, owner, owner.id);
}

/** Adds a new user to an organisation. */
export async function addMember(app: TestApp, organisationId: string, roles: readonly string[]): Promise<TestMember> {
  const user = await app.user();
  await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, $3)", [
    organisationId,
    user.id,
    [...roles],
  ]);
  return actFor(app, user, organisationId);
}
