import { apiBase } from "@idanimo/contract/operation";
import { scimPath } from "@idanimo/contract/organisations/scim";
import { randomIds } from "../kernel/ids.ts";
import type { TestApp } from "./app.ts";
import type { TestMember } from "./organisation-steps.ts";

/** Steps of tests that call as a directory, over HTTP. */

export type ScimAnswer = {
  readonly status: number;
  readonly type: string | null;
  readonly location: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests compare it
  readonly body: any;
};

export type DirectoryClient = {
  readonly domain: string;
  readonly token: string;
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ScimAnswer>;
  /** Creates a user of the domain. @returns their id */
  create(local: string, more?: object): Promise<string>;
  patch(path: string, ...operations: readonly object[]): Promise<ScimAnswer>;
};

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Proves a domain of its own for an organisation. */
export async function proveDomain(app: TestApp, { organisationId }: TestMember): Promise<string> {
  const domain = `d${randomIds.digits(12)}.example`;
  await app.owner.query(
    "insert into domains (organisation_id, domain, token, verified_at) values ($1, $2, 'token', now())",
    [organisationId, domain],
  );
  return domain;
}

/** A directory with a token of the organisation. @param address of a process that listens */
export async function createDirectory(app: TestApp, owner: TestMember, address: string): Promise<DirectoryClient> {
  const domain = await proveDomain(app, owner);
  const made = await owner.post("/organisation/scim-tokens", { expiresInDays: 30 });
  const { token } = made.json<{ token: string }>();
  const send: DirectoryClient["send"] = async (method, path, body, headers = {}) => {
    const response = await fetch(address + apiBase + scimPath + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      location: response.headers.get("location"),
      body: text === "" ? null : (JSON.parse(text) as unknown),
    };
  };
  return {
    domain,
    token,
    send,
    create: async (local, more = {}) => {
      const made = await send("POST", "/Users", { schemas: [userSchema], userName: `${local}@${domain}`, ...more });
      if (made.status !== 201) throw new Error(`not created: ${JSON.stringify(made.body)}`);
      return (made.body as { id: string }).id;
    },
    patch: (path, ...Operations) => send("PATCH", path, { schemas: [patchSchema], Operations }),
  };
}
