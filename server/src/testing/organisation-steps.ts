import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { creditWallet, type TestApp, type TestUser } from "./app.ts";

/** Steps of tests about organisations. */

/** `done`, or the status and code of the problem. */
export const outcome = (response: LightMyRequestResponse): string =>
  response.statusCode === 200 ? "done" : `${response.statusCode} ${response.json<{ code: string }>().code}`;

/** A user who acts for an organisation. */
export type TestMember = TestUser & {
  readonly organisationId: string;
  /** The same person for their own account. */
  readonly own: TestUser;
  /** Calls any process. */
  send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
    to?: FastifyInstance,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
  remove(path: string): Promise<LightMyRequestResponse>;
};

export function actingFor(app: TestApp, user: TestUser, organisationId: string): TestMember {
  const send: TestMember["send"] = async (method, path, body, to = app.app, headers = {}) =>
    to.inject({
      method,
      url: apiBase + path,
      headers: {
        authorization: `Bearer ${user.token}`,
        "idanimo-organisation": organisationId,
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const calls = (to: FastifyInstance): Pick<TestUser, "post" | "get"> => ({
    post: (path, body, headers) => send("POST", path, body, to, headers),
    get: (path) => send("GET", path, undefined, to),
  });
  return {
    ...user,
    ...calls(app.app),
    on: calls,
    own: user,
    organisationId,
    send,
    remove: (path) => send("DELETE", path),
  };
}

export async function namedUser(app: TestApp, firstName: string): Promise<TestUser> {
  const user = await app.user();
  await app.owner.query("update users set first_name = $2, last_name = 'Okoye' where id = $1", [user.id, firstName]);
  return user;
}

/** Creates an organisation through the API that may make checks, with money in its wallet. @returns its owner, who acts for it */
export async function createOrganisation(
  app: TestApp,
  {
    name = "Kano Traders",
    NGN = 0n,
    isLive = true,
  }: { readonly name?: string; readonly NGN?: bigint; readonly isLive?: boolean } = {},
): Promise<TestMember> {
  const owner = await namedUser(app, "Amina");
  const made = await owner.post("/organisations", { name });
  const { organisation } = made.json<{ organisation: { organisationId: string } }>();
  if (isLive)
    await app.owner.query("update organisations set live_enabled = true where id = $1", [organisation.organisationId]);
  if (NGN > 0n) await creditWallet(app, organisation.organisationId, "NGN", NGN);
  return actingFor(app, owner, organisation.organisationId);
}

/** The token in the last invitation that was sent to an address. */
export async function invitationTokenOf(app: TestApp, email: string): Promise<string> {
  await app.drainQueue();
  const mail = app.providers.mail.sent.findLast(({ to, text }) => to === email && text.includes("/join/"));
  return /\/join\/([A-Za-z0-9_-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Adds a new member by an invitation. */
export async function addMember(
  app: TestApp,
  by: TestMember,
  roles: readonly string[],
  firstName = "Bola",
): Promise<TestMember> {
  const user = await namedUser(app, firstName);
  const invited = await by.post("/organisation/invitations", { email: user.email, roles });
  const token = await invitationTokenOf(app, user.email);
  const joined = await user.post("/invitations/accept", { token });
  if (joined.statusCode !== 200) throw new Error(`no member: ${invited.body} ${joined.body}`);
  return actingFor(app, user, by.organisationId);
}

/** The organisation of a new business account, with money. @returns its owner, who acts for it */
export async function createBusiness(
  app: TestApp,
  balances: { readonly NGN?: bigint; readonly USD?: bigint } = {},
): Promise<TestMember> {
  const owner = await app.user({ userType: "business", ...balances });
  return actingFor(app, owner, owner.id);
}

/** Adds a new member without an invitation. */
export async function insertMember(
  app: TestApp,
  organisationId: string,
  roles: readonly string[],
): Promise<TestMember> {
  const user = await app.user();
  await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, $3)", [
    organisationId,
    user.id,
    [...roles],
  ]);
  return actingFor(app, user, organisationId);
}
