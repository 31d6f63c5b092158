import type { LightMyRequestResponse } from "fastify";
import { randomUUID } from "node:crypto";
import { apiBase } from "@idanimo/contract/operation";
import { startSandbox } from "../../../../providers/testing/sandbox.ts";
import { createTestApp } from "../../../../testing/app.ts";
import { createOrganisation, outcome, type TestMember } from "../../../../testing/organisation-steps.ts";
import { submitAccountPicker } from "../../testing/provider-pages.ts";

/** An organisation that signs in against a certified OpenID provider: the second issuer of the sandbox. */
export async function openSsoKit() {
  const sandbox = await startSandbox("http://localhost:8080");
  const app = await createTestApp({ SANDBOX_PORT: new URL(sandbox.url).port });

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.app.inject({ method: "GET", url: apiBase + path, headers });

  const comeBack = (to: URL, cookie: string) =>
    get(to.pathname.replace(apiBase, "") + to.search, {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      ...(cookie && { cookie }),
    });

  async function start(organisationId: string) {
    const response = await get(`/sso/${organisationId}/start`);
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return { response, cookie, address: String(response.headers.location) };
  }

  const save = (by: TestMember, changes: object = {}) =>
    by.post("/organisation/sso", {
      issuer: `${sandbox.url}/directory`,
      clientId: "sandbox-directory-client-id",
      clientSecret: "sandbox-directory-client-secret",
      state: "offered",
      exemptUserId: null,
      ...changes,
    });

  /** A new organisation with a proved domain and a connection, and a member of its staff at the provider. */
  async function connect() {
    const id = randomUUID();
    const domain = `${id}.example`;
    const email = `hauwa.sani@${domain}`;
    await sandbox.post("/__sandbox/directory/accounts", { id, email });
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const added = await owner.post("/organisation/domains", { domain });
    app.providers.domainRecords.texts.set(domain, [added.json<{ domain: { record: string } }>().domain.record]);
    await owner.post(`/organisation/domains/${domain}/check`, {});
    const saved = await save(owner);
    if (outcome(saved) !== "done") throw new Error(saved.body);
    return {
      owner,
      domain,
      /** Hauwa, who has no account yet. */
      hauwa: { email, subject: id, button: `account=${id}` },
      save: (changes: object = {}) => save(owner, changes),
      start: () => start(owner.organisationId),
      async signIn(button = `account=${id}`): Promise<LightMyRequestResponse> {
        const { cookie, address } = await start(owner.organisationId);
        return comeBack(await submitAccountPicker(address, button), cookie);
      },
      /** Members besides the owner. */
      async memberStates() {
        const { rows } = await app.owner.query<{ email: string; state: string; roles: string[] }>(
          "select u.email, m.state, m.roles from members m join users u on u.id = m.user_id where organisation_id = $1 and u.id <> $2",
          [owner.organisationId, owner.id],
        );
        return rows;
      },
    };
  }

  return {
    app,
    sandbox,
    get,
    comeBack,
    connect,
    close: async () => {
      await app.close();
      await sandbox.stop();
    },
  };
}

export type SsoKit = Awaited<ReturnType<typeof openSsoKit>>;
export type ConnectedOrganisation = Awaited<ReturnType<SsoKit["connect"]>>;

/** Where a page load ends. */
export const end = (response: LightMyRequestResponse) => response.headers.location;
