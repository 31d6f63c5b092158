import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { readRequestState, requestConsent, submitDecision } from "../../testing/lookup-steps.ts";
import {
  addMember,
  createOrganisation,
  invitationTokenOf,
  outcome,
  type TestMember,
} from "../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const change = (by: TestMember, member: { readonly id: string }, body: object) =>
  by.post(`/organisation/members/${member.id}`, body);
const remove = (by: TestMember, member: { readonly id: string }) => by.remove(`/organisation/members/${member.id}`);
const noticesOf = async (user: TestUser) =>
  (await user.get("/user/notices")).json<{ notices: { text: string }[] }>().notices.map(({ text }) => text);

describe("roles of members", () => {
  test("hold on every process at the next call [TM-02]", async () => {
    const owner = await createOrganisation(app);
    const admin = await addMember(app, owner, ["admin"]);
    const other = await app.startProcess();
    expect(outcome(await admin.on(other.app).get("/organisation/members"))).toBe("done");
    expect(outcome(await change(owner, admin, { roles: ["requester"] }))).toBe("done");
    for (const process of [app.app, other.app]) {
      const response = await admin.on(process).get("/organisation/members");
      expect(outcome(response)).toBe("403 right_missing");
      expect(response.json()).toMatchObject({ details: { right: "members:manage" } });
    }
    expect(outcome(await change(owner, admin, { state: "suspended" }))).toBe("done");
    for (const process of [app.app, other.app])
      expect(outcome(await admin.on(process).get("/organisation"))).toBe("404 not_found");
    expect(outcome(await change(owner, admin, { state: "active" }))).toBe("done");
    expect(outcome(await admin.get("/organisation"))).toBe("done");
  });

  test("contain no right that their giver lacks; owners are changed by owners [TM-01]", async () => {
    const owner = await createOrganisation(app);
    const [admin, reader] = [await addMember(app, owner, ["admin"]), await addMember(app, owner, ["reader"])];
    for (const role of ["owner", "finance", "records"]) {
      expect(outcome(await change(admin, reader, { roles: ["reader", role] }))).toBe("403 right_not_held");
      const email = `${role}-${admin.organisationId}@example.test`;
      expect(outcome(await admin.post("/organisation/invitations", { email, roles: [role] }))).toBe(
        "403 right_not_held",
      );
    }
    for (const body of [{ state: "suspended" }, { roles: ["reader"] }])
      expect(outcome(await change(admin, owner, body))).toBe("403 right_not_held");
    expect(outcome(await remove(admin, owner))).toBe("403 right_not_held");
    expect(outcome(await change(admin, reader, { roles: ["requester", "developer"] }))).toBe("done");
    expect(outcome(await change(admin, admin, { roles: ["admin", "records"] }))).toBe("403 right_not_held");
    expect(outcome(await change(reader, reader, { roles: ["admin"] }))).toBe("403 right_missing");
    expect(outcome(await change(admin, reader, { roles: ["00000000-0000-4000-8000-000000000000"] }))).toBe(
      "400 bad_input",
    );
  });

  test("with all results are announced to every owner, and changes to the member", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const second = await addMember(app, owner, ["owner"], "Chidi");
    const member = await addMember(app, owner, ["reader"], "Dayo");
    await change(owner, member, { roles: ["records"] });
    const announced =
      "Dayo Okoye can now open the results of all checks of Kano Traders. If this is wrong, change their roles.";
    for (const one of [owner, second]) expect(await noticesOf(one)).toContain(announced);
    expect(await noticesOf(member)).toEqual(["Your roles in Kano Traders are now: Records."]);
  });

  test("custom ones change their members' rights at once, and are not removed in use", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const admin = await addMember(app, owner, ["admin"]);
    const save = (by: TestMember, body: object) => by.post("/organisation/roles", body);
    const made = await save(admin, { name: "Clerk", rights: ["requests:create", "requests:read_all"] });
    const { role } = made.json<{ role: { id: string } }>();
    const clerk = await addMember(app, owner, [role.id], "Dayo");
    expect(outcome(await clerk.get("/organisation/members"))).toBe("done");
    expect(outcome(await save(admin, { id: role.id, name: "Clerk", rights: ["requests:create"] }))).toBe("done");
    expect(outcome(await clerk.get("/organisation/members"))).toBe("403 right_missing");
    for (const right of ["wallet:top_up", "records:read_all"])
      expect(outcome(await save(admin, { id: role.id, name: "Clerk", rights: [right] }))).toBe("403 right_not_held");
    for (const by of [owner, admin])
      expect(outcome(await save(by, { name: "Boss", rights: ["organisation:close"] }))).toBe("400 bad_input");
    for (const name of ["clerk", "Owner"])
      expect(outcome(await save(owner, { name, rights: ["wallet:read"] }))).toBe("400 bad_input");
    expect(outcome(await save(owner, { id: role.id, name: "Clerk", rights: ["records:read_all"] }))).toBe("done");
    expect(await noticesOf(owner)).toContainEqual(expect.stringMatching(/^Dayo Okoye can now open/));
    expect(outcome(await owner.remove(`/organisation/roles/${role.id}`))).toBe("409 role_in_use");
    await change(owner, clerk, { roles: ["reader"] });
    expect(outcome(await owner.remove(`/organisation/roles/${role.id}`))).toBe("done");
    expect(outcome(await owner.remove(`/organisation/roles/${role.id}`))).toBe("404 not_found");
    const listed = (await owner.get("/organisation/roles")).json<{ roles: { builtIn: boolean }[] }>().roles;
    expect(listed.every(({ builtIn }) => builtIn)).toBe(true);
  });

  test("custom ones are limited to 20", async () => {
    const owner = await createOrganisation(app);
    const saved = [];
    for (let at = 0; at < 21; at += 1)
      saved.push(outcome(await owner.post("/organisation/roles", { name: `Role ${at}`, rights: ["wallet:read"] })));
    expect(saved.filter((one) => one === "done")).toHaveLength(20);
    expect(saved.at(-1)).toBe("409 organisation_full");
  });
});

describe("the last owner", () => {
  test("cannot leave, be suspended or give up the role [TM-09]", async () => {
    const owner = await createOrganisation(app);
    expect(outcome(await remove(owner, owner))).toBe("409 last_owner");
    expect(outcome(await change(owner, owner, { state: "suspended" }))).toBe("409 last_owner");
    expect(outcome(await change(owner, owner, { roles: ["admin"] }))).toBe("409 last_owner");
    const second = await addMember(app, owner, ["owner"]);
    await change(owner, second, { state: "suspended" });
    expect(outcome(await remove(owner, owner))).toBe("409 last_owner"); // the other one is suspended
    await change(owner, second, { state: "active" });
    expect(outcome(await remove(owner, owner))).toBe("done");
    expect(outcome(await owner.get("/organisation"))).toBe("404 not_found");
  });

  test("remains when all owners leave or remove each other at once [TM-09]", async () => {
    const other = await app.startProcess();
    for (let round = 0; round < 5; round += 1) {
      const owner = await createOrganisation(app);
      const second = await addMember(app, owner, ["owner"]);
      await Promise.all([
        owner.send("DELETE", `/organisation/members/${owner.id}`),
        second.send("DELETE", `/organisation/members/${second.id}`, undefined, other.app),
        second.send("DELETE", `/organisation/members/${owner.id}`, undefined, other.app),
        owner.send("POST", `/organisation/members/${second.id}`, { roles: ["reader"] }),
      ]);
      const { rows } = await app.owner.query(
        "select user_id from members where organisation_id = $1 and state = 'active' and 'owner' = any (roles)",
        [owner.organisationId],
      );
      expect(rows).toHaveLength(1);
    }
  });
});

describe("a removed member", () => {
  test("loses the organisation at once, keeps their own account, and may be invited again [TM-09]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const member = await addMember(app, owner, ["requester"], "Dayo");
    expect(outcome(await remove(owner, member))).toBe("done");
    expect(outcome(await member.get("/user/profile"))).toBe("404 not_found");
    expect(outcome(await member.own.get("/user/profile"))).toBe("done");
    expect((await member.own.get("/organisations")).json()).toEqual({ organisations: [] });
    expect(await noticesOf(member.own)).toEqual([
      "You are no longer a member of Kano Traders. Your own account stays as it is.",
    ]);
    expect(outcome(await remove(owner, member))).toBe("404 not_found");

    await owner.post("/organisation/invitations", { email: member.email, roles: ["reader"] });
    const token = await invitationTokenOf(app, member.email);
    expect(outcome(await member.own.post("/invitations/accept", { token }))).toBe("done");
    expect(outcome(await member.get("/organisation/members"))).toBe("done");
  });

  test("leaves without any right, and cannot remove others [TM-09]", async () => {
    const owner = await createOrganisation(app);
    const [one, other] = [await addMember(app, owner, ["requester"]), await addMember(app, owner, ["requester"])];
    expect(outcome(await remove(one, other))).toBe("403 right_missing");
    expect(outcome(await remove(one, one))).toBe("done");
    expect(outcome(await one.get("/organisation"))).toBe("404 not_found");
    const { rows } = await app.owner.query(
      "select action from audit_log where organisation_id = $1 and object_id = $2 order by at",
      [owner.organisationId, one.id],
    );
    expect(rows).toEqual([{ action: "member_joined" }, { action: "member_left" }]);
  });

  test("leaves records to members who may open all; without one they are deleted [TM-09]", async () => {
    const owner = await createOrganisation(app, { NGN: 100_000_00n });
    const [one, other] = [await addMember(app, owner, ["requester"]), await addMember(app, owner, ["requester"])];
    const grantedTo = async (member: TestMember) => {
      const pending = await requestConsent(app, member);
      expect((await submitDecision(app, pending.token, "grant")).statusCode).toBeLessThan(400);
      return pending;
    };
    const [first, second, open] = [await grantedTo(one), await grantedTo(other), await requestConsent(app, other)];
    const readsRecord = async (by: TestMember, id: string) =>
      (await by.get(`/verification/check-consent/${id}`)).json<{ data?: object | null }>().data instanceof Object;
    const count = async (id: string) =>
      (await app.owner.query("select from results where request_id = $1", [id])).rowCount;
    const keeper = await addMember(app, owner, ["records"]);
    await remove(owner, one);
    await app.runSchedule("purge_due");
    await app.drainQueue();
    expect(await count(first.itemId)).toBe(1);
    expect([await readsRecord(keeper, first.itemId), await readsRecord(owner, first.itemId)]).toEqual([true, false]);
    await remove(owner, keeper);
    expect(await count(second.itemId)).toBe(1);
    await remove(owner, other);
    await app.runSchedule("purge_due");
    await app.drainQueue();
    expect(await count(second.itemId)).toBe(0);
    expect(await readRequestState(app, open.itemId)).toMatchObject({ consent: "pending" });
  });
});

describe("open pages", () => {
  test("learn within a second that rights changed, on every process [TM-02]", async () => {
    const owner = await createOrganisation(app);
    const member = await addMember(app, owner, ["records"]);
    const other = await app.startProcess();
    const address = await other.app.listen({ port: 0, host: "127.0.0.1" });
    const stop = new AbortController();
    const stream = await fetch(`${address}/api/v2/events?organisation=${owner.organisationId}`, {
      headers: { authorization: `Bearer ${member.token}` },
      signal: stop.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const ended = (async () => {
      for (;;) {
        const read = await reader?.read();
        if (!read || read.done) return;
        text += read.value;
      }
    })();
    await vi.waitFor(() => expect(text).toContain("retry"));
    const began = Date.now();
    await change(owner, member, { roles: ["reader"] });
    await vi.waitFor(() =>
      expect(text).toContain(`{"type":"rights_changed","organisationId":"${owner.organisationId}"}`),
    );
    expect(Date.now() - began).toBeLessThan(1_000);
    await remove(owner, member);
    await ended; // the stream of a removed member ends
    stop.abort();
  });
});

describe("closing the account of a member", () => {
  const close = (user: TestUser) => user.post("/user/close", { confirm: "CLOSE", balance: { way: "none" } });

  test("is rejected for the only owner of an organisation, and ends a membership [TM-09]", async () => {
    const owner = await createOrganisation(app);
    const reader = await addMember(app, owner, ["reader"]);
    expect((await close(owner.own)).json()).toMatchObject({ code: "only_owner" });
    expect(outcome(await close(reader.own))).toBe("done");
    expect((await owner.get("/organisation/members")).body).not.toContain(reader.id);
  });

  test("is rejected for a business account whose organisation has other members [TM-16]", async () => {
    const business = await app.user({ userType: "business" });
    const colleague = await app.user();
    await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, '{reader}')", [
      business.id,
      colleague.id,
    ]);
    expect((await close(business)).json()).toMatchObject({ code: "organisation_has_members" });
  });
});

describe("a colleague's request", () => {
  test("shows its state to an admin, and neither record nor entered values [TM-03]", async () => {
    const owner = await createOrganisation(app, { NGN: 100_000_00n });
    const [requester, admin] = [await addMember(app, owner, ["requester"]), await addMember(app, owner, ["admin"])];
    const stranger = await addMember(app, owner, ["requester"]);
    const records = await addMember(app, owner, ["records"]);
    const pending = await requestConsent(app, requester);
    await submitDecision(app, pending.token, "grant");
    const read = (by: TestMember) => by.get(`/verification/check-consent/${pending.itemId}`);
    const masked = await read(admin);
    expect(masked.json()).toMatchObject({ consent: "granted", data: null });
    expect(masked.body).not.toContain(pending.nin);
    expect((await admin.get(`/verification/again/${pending.itemId}`)).body).not.toContain(pending.nin);
    expect((await admin.get("/user/matching-requests")).body).not.toContain(pending.nin);
    for (const reader of [requester, records]) expect((await read(reader)).body).toContain(pending.nin);
    expect(outcome(await read(stranger))).toBe("404 not_found");
  });
});
