import { defaultRoleNotOwner } from "@idanimo/contract/organisations/texts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outcome } from "../../../testing/organisation-steps.ts";
import { type ConnectedOrganisation, end, openSsoKit, type SsoKit } from "./testing/sso-kit.ts";
import { submitAccountPicker } from "../testing/provider-pages.ts";

let kit: SsoKit;
let organisation: ConnectedOrganisation;

beforeAll(async () => {
  kit = await openSsoKit();
});
beforeEach(async () => {
  organisation = await kit.connect();
});
afterEach(() => kit.app.checkInvariants());
afterAll(() => kit.close());

/** The page of the organisation. */
const dashboard = () => `/main-dashboard?organisation=${organisation.owner.organisationId}#`;
const identities = async () =>
  (
    await kit.app.owner.query<{ user_id: string }>("select user_id from sso_identities where subject = $1", [
      organisation.hauwa.subject,
    ])
  ).rows;

describe("sign-in with an organisation's provider", () => {
  test("uses PKCE, state and nonce, and makes a member with the default role [TM-11]", async () => {
    const { response, cookie, address } = await organisation.start();
    expect(response.statusCode).toBe(303);
    const query = new URL(address).searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    const back = await kit.comeBack(await submitAccountPicker(address, organisation.hauwa.button), cookie);
    expect(end(back)).toBe(dashboard());
    const session = back.cookies.find(({ name }) => name === "__Host-idanimo")?.value;
    const profile = await kit.get("/user/profile", { cookie: `__Host-idanimo=${session}` });
    expect(profile.json()).toMatchObject({ email: organisation.hauwa.email, firstName: "Hauwa", emailConfirmed: true });
    expect(await organisation.memberStates()).toEqual([
      { email: organisation.hauwa.email, state: "active", roles: ["requester"] },
    ]);
    expect(end(await organisation.signIn())).toBe(dashboard());
    expect(await organisation.memberStates()).toHaveLength(1);
  });

  test.each(["other_client", "other_issuer", "other_nonce", "expired", "foreign_key"])(
    "rejects a token with the defect %s [TM-11]",
    async (defect) => {
      await kit.sandbox.post("/__sandbox/directory/defect", { defect });
      expect(end(await organisation.signIn())).toBe("/login?social=sso-refused#");
      expect(await organisation.memberStates()).toEqual([]);
      expect(end(await organisation.signIn())).toBe(dashboard()); // the defect was the reason
    },
  );

  test("accepts a return once, in the same browser, with its state [TM-11]", async () => {
    const { cookie, address } = await organisation.start();
    const back = await submitAccountPicker(address, organisation.hauwa.button);
    const changed = new URL(back);
    changed.searchParams.set("state", "s".repeat(43));
    expect(end(await kit.comeBack(changed, cookie))).toBe("/login?social=sso-refused#");
    expect(end(await kit.comeBack(back, ""))).toBe("/login?social=sso-refused#");
    expect(end(await kit.comeBack(back, (await organisation.start()).cookie))).toBe("/login?social=sso-refused#");
    expect(end(await kit.comeBack(back, cookie))).toBe(dashboard());
    expect(end(await kit.comeBack(back, cookie))).toBe("/login?social=sso-refused#");
  });

  test("accepts only addresses of a domain that the organisation has verified [TM-11]", async () => {
    expect(end(await organisation.signIn("account=staff-3"))).toBe("/login?social=sso-wrong_domain#");
    expect(end(await organisation.signIn("cancel=1"))).toBe("/login?social=sso-cancelled#");
    await organisation.owner.remove(`/organisation/domains/${organisation.domain}`);
    expect(end(await organisation.signIn())).toBe("/login?social=sso-wrong_domain#");
    expect(await organisation.memberStates()).toEqual([]);
  });

  test("links an existing account, and tells its user [TM-11]", async () => {
    const email = organisation.hauwa.email;
    await organisation.signIn();
    const { rows: before } = await kit.app.owner.query(
      "delete from sso_identities where subject = $1 returning user_id",
      [organisation.hauwa.subject],
    );
    expect(end(await organisation.signIn())).toBe(dashboard());
    await kit.app.drainQueue();
    expect(kit.app.providers.mail.sent.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      "Sign-in with your organisation is on",
    );
    expect(await identities()).toEqual(before);
  });

  test("gives the default role of this moment, and never that of an owner [TM-11]", async () => {
    const change = (defaultRole: string) => organisation.owner.post("/organisation", { defaultRole });
    expect((await change("owner")).json()).toMatchObject({ status: 400, fields: { defaultRole: defaultRoleNotOwner } });
    expect(outcome(await change("reader"))).toBe("done");
    await organisation.signIn();
    expect(await organisation.memberStates()).toMatchObject([{ roles: ["reader"] }]);
    await change("finance");
    await organisation.signIn();
    expect(await organisation.memberStates()).toMatchObject([{ roles: ["reader"] }]); // only the first sign-in gives it
  });

  test("does not bring back suspended and removed members", async () => {
    await organisation.signIn();
    const [member] = await identities();
    const path = `/organisation/members/${member?.user_id}`;
    await organisation.owner.post(path, { state: "suspended" });
    expect(end(await organisation.signIn())).toBe("/login?social=sso-suspended#");
    await organisation.owner.remove(path);
    expect(end(await organisation.signIn())).toBe("/login?social=sso-suspended#");
  });
});
