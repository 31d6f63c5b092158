import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  actingFor,
  addMember,
  createOrganisation,
  invitationTokenOf,
  namedUser,
  outcome,
  type TestMember,
} from "../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const invite = (by: TestMember, email: string, ...roles: readonly string[]) =>
  by.post("/organisation/invitations", { email, roles });
const accept = (user: TestUser, token: string) => user.post("/invitations/accept", { token });
const noticesOf = async (user: TestUser) =>
  (await user.get("/user/notices")).json<{ notices: { text: string }[] }>().notices.map(({ text }) => text);

describe("an organisation", () => {
  test("is created with empty wallets and its creator as owner", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const profile = (await owner.get("/user/profile")).json<{ organisation: { name: string; rights: string[] } }>();
    expect(profile).toMatchObject({ organisation: { id: owner.organisationId, name: "Kano Traders" } });
    expect(profile.organisation.rights).toContain("organisation:close");
    const { rows } = await app.owner.query(
      "select currency, balance_minor from ledger_accounts where owner_id = $1 order by currency",
      [owner.organisationId],
    );
    expect(rows).toEqual([
      { currency: "NGN", balance_minor: 0n },
      { currency: "USD", balance_minor: 0n },
    ]);
    const listed = await owner.get("/organisations");
    expect(listed.json()).toEqual({
      organisations: [
        {
          organisationId: owner.organisationId,
          name: "Kano Traders",
          verified: false,
          roles: [{ id: "owner", name: "Owner" }],
        },
      ],
    });
  });

  test("is created at most ten times a day by one person", async () => {
    const user = await app.user();
    const made = [];
    for (let time = 0; time < 11; time += 1) made.push(outcome(await user.post("/organisations", { name: "Many" })));
    expect(made).toEqual([...Array.from({ length: 10 }, () => "done"), "429 too_many_requests"]);
  });

  test("does not exist for outsiders and individual accounts [TM-15]", async () => {
    const owner = await createOrganisation(app);
    const user = await app.user();
    const outsider = actingFor(app, user, owner.organisationId);
    for (const path of ["/organisation", "/organisation/members", "/organisation/roles"])
      for (const caller of [user, outsider]) expect(outcome(await caller.get(path))).toBe("404 not_found");
    expect(outcome(await invite(outsider, "x@example.test", "reader"))).toBe("404 not_found");
    expect((await user.get("/organisations")).json()).toEqual({ organisations: [] });
  });
});

describe("an invitation", () => {
  test("works once, for the invited address, with the given roles [TM-01]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const [invited, other] = [await namedUser(app, "Bola"), await app.user()];
    expect(outcome(await invite(owner, invited.email.toUpperCase(), "requester", "finance"))).toBe("done");
    const token = await invitationTokenOf(app, invited.email);
    const shown = await app.app.inject({
      method: "POST",
      url: "/api/v2/invitations/open",
      payload: { token },
    });
    expect(shown.json()).toMatchObject({
      organisationName: "Kano Traders",
      invitedBy: "Amina Okoye",
      email: `${invited.email[0]}***@example.test`,
      roles: [
        { id: "requester", name: "Requester" },
        { id: "finance", name: "Finance" },
      ],
    });
    expect(outcome(await accept(other, token))).toBe("403 wrong_email");
    expect(outcome(await accept(invited, token))).toBe("done");
    expect(outcome(await accept(invited, token))).toBe("410 invitation_ended");
    const member = actingFor(app, invited, owner.organisationId);
    const { organisation } = (await member.get("/user/profile")).json<{ organisation: { rights: string[] } }>();
    expect(organisation.rights).toEqual(expect.arrayContaining(["requests:create", "wallet:top_up"]));
    const page = (await owner.get("/organisation/members")).json<{ members: { name: string }[] }>();
    expect(page).toMatchObject({ invitations: [], next: null });
    expect(page.members.map(({ name }) => name)).toEqual(["Amina Okoye", "Bola Okoye"]);
  });

  test("makes one member of ten acceptances at once [TM-01]", async () => {
    const owner = await createOrganisation(app);
    const invited = await app.user();
    await invite(owner, invited.email, "reader");
    const token = await invitationTokenOf(app, invited.email);
    const second = await app.startProcess();
    const tried = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? invited : invited.on(second.app)).post("/invitations/accept", { token }),
      ),
    );
    expect(tried.map(outcome).toSorted()).toEqual(
      ["done", ...Array.from({ length: 9 }, () => "410 invitation_ended")].toSorted(),
    );
    const { rows } = await app.owner.query(
      "select action from audit_log where organisation_id = $1 and action = 'member_joined'",
      [owner.organisationId],
    );
    expect(rows).toHaveLength(1);
  });

  test("ends after 7 days, when it is revoked, and with its sender's right [TM-01]", async () => {
    const owner = await createOrganisation(app);
    const admin = await addMember(app, owner, ["admin"]);
    const [late, revoked, orphaned] = [await app.user(), await app.user(), await app.user()];
    await invite(owner, late.email, "reader");
    const { id } = (await invite(owner, revoked.email, "reader")).json<{ id: string }>();
    await invite(admin, orphaned.email, "reader");
    const [lateToken, revokedToken, orphanedToken] = [
      await invitationTokenOf(app, late.email),
      await invitationTokenOf(app, revoked.email),
      await invitationTokenOf(app, orphaned.email),
    ];
    expect(outcome(await owner.remove(`/organisation/invitations/${id}`))).toBe("done");
    expect(outcome(await owner.remove(`/organisation/invitations/${id}`))).toBe("404 not_found");
    expect(outcome(await accept(revoked, revokedToken))).toBe("410 invitation_ended");
    expect(outcome(await owner.remove(`/organisation/members/${admin.id}`))).toBe("done");
    expect(outcome(await accept(orphaned, orphanedToken))).toBe("410 invitation_ended");
    await app.setClockOffset(7 * 86_400_000 + 1_000);
    expect(outcome(await accept(late, lateToken))).toBe("410 invitation_ended");
    expect(outcome(await invite(owner, late.email, "reader"))).toBe("done"); // the expired one does not block the address
  });

  test("gets the same response whether or not the address has an account [TM-01]", async () => {
    const owner = await createOrganisation(app);
    const known = await app.user();
    const responses = [
      await invite(owner, known.email, "reader"),
      await invite(owner, `${randomIds.publicId()}@example.test`, "reader"),
    ];
    const shapes = responses.map((response) => [response.statusCode, Object.keys(response.json<object>())]);
    expect(shapes[0]).toEqual(shapes[1]);
  });

  test("is not sent twice, nor to a member", async () => {
    const owner = await createOrganisation(app);
    const member = await addMember(app, owner, ["reader"]);
    const email = `${randomIds.publicId()}@example.test`;
    expect(outcome(await invite(owner, member.email, "reader"))).toBe("409 already_member");
    expect(outcome(await invite(owner, email, "reader"))).toBe("done");
    expect(outcome(await invite(owner, email, "finance"))).toBe("409 already_invited");
  });

  test("is limited to 50 a day, and to 200 members", async () => {
    const owner = await createOrganisation(app);
    await app.owner.query(
      `insert into users (id, email, user_type, first_name, last_name, accepted_terms)
       select gen_random_uuid(), $1::text || n || '@example.test', 'individual', 'Many', 'People', 'test' from generate_series(1, 199) n`,
      [owner.organisationId],
    );
    await app.owner.query(
      "insert into members (organisation_id, user_id, roles) select $1::uuid, id, '{reader}' from users where email like $1::text || '%'",
      [owner.organisationId],
    );
    const full = await invite(owner, "one-more@example.test", "reader");
    expect(outcome(full)).toBe("409 organisation_full");
    const page = (await owner.get("/organisation/members")).json<{ members: object[]; next: string }>();
    expect(page.members).toHaveLength(50);
    const seen = new Set<unknown>();
    for (let next: string | null = ""; next !== null;) {
      const one: { members: { userId: string }[]; next: string | null } = (
        await owner.get(`/organisation/members?after=${next}`)
      ).json();
      for (const { userId } of one.members) seen.add(userId);
      next = one.next;
    }
    expect(seen.size).toBe(200);

    const small = await createOrganisation(app);
    const outcomes = [];
    for (let at = 0; at < 51; at += 1)
      outcomes.push(outcome(await invite(small, `${randomIds.publicId()}@example.test`, "reader")));
    expect(outcomes.filter((one) => one === "done")).toHaveLength(50);
    expect(outcomes.at(-1)).toBe("429 too_many_requests");
  }, 60_000);

  test("and joining are in the audit and notified to the other owners [TM-01]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const second = await addMember(app, owner, ["owner"], "Chidi");
    await addMember(app, second, ["requester"], "Dayo");
    expect(await noticesOf(owner)).toEqual([
      "Dayo Okoye joined Kano Traders. Their roles: Requester.",
      "Chidi Okoye invited someone to Kano Traders. Their roles: Requester.",
      "Chidi Okoye joined Kano Traders. Their roles: Owner.",
    ]);
    const { rows } = await app.owner.query(
      "select action, actor_id, address_block from audit_log where organisation_id = $1 order by at, id",
      [owner.organisationId],
    );
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      "organisation_created",
      "member_invited",
      "member_joined",
      "member_invited",
      "member_joined",
    ]);
    expect(rows[3]).toMatchObject({ actor_id: second.id, address_block: "127.0.0.0/24" });
  });

  test("is stored as a hash, and its email has no link but ours", async () => {
    const owner = await createOrganisation(app, { name: "Visit http://evil.example now" });
    const email = `${randomIds.publicId()}@example.test`;
    await invite(owner, email, "reader");
    const token = await invitationTokenOf(app, email);
    const mail = app.providers.mail.sent.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe("You are invited to join an organisation on Idanimo");
    expect(mail?.text.match(/https?:\/\/\S+/g)?.every((link) => link.endsWith(`/join/${token}`))).toBe(true);
    const { rows } = await app.owner.query("select i::text as row from invitations i where email = $1", [email]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
