import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey, type TestKey } from "../../../testing/developer-steps.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
let developer: TestMember;
let admin: TestMember;
let key: TestKey;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => {
  owner = await createOrganisation(app);
  admin = await addMember(app, owner, ["admin"], "Chidi");
  developer = await addMember(app, owner, ["developer"], "Bola");
  key = await createKey(admin, ["quotes"]);
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const give = (by: TestMember, memberId: string, id = key.id) =>
  by.post(`/developers/keys/${id}/transfer`, { memberId });
const noticesOf = async (by: TestMember) =>
  (await by.get("/user/notices"))
    .json<{ notices: { kind: string; text: string }[] }>()
    .notices.filter(({ kind }) => kind === "key_transferred");
type Listed = { keys: { createdBy: string }[]; holders: { id: string; scopes: string[] }[] | null };
const list = async (by: TestMember) => (await by.get("/developers/keys")).json<Listed>();

describe("the transfer of an API key", () => {
  test("lets a key outlive the membership of its creator [DP-01 TM-09]", async () => {
    expect(outcome(await give(owner, owner.id))).toBe("done");
    expect((await list(owner)).keys).toMatchObject([{ createdBy: "Amina Okoye" }]);
    expect(outcome(await owner.remove(`/organisation/members/${admin.id}`))).toBe("done");
    expect((await callWithKey(app, key.secret, "/verification/sources")).statusCode).toBe(200);
    const { rows } = await app.owner.query("select action, reason from audit_log where object_id = $1 order by at", [
      key.id,
    ]);
    expect(rows.at(-1)).toEqual({ action: "api_key_transferred", reason: `member:${owner.id}` });
  });

  test("notifies the members who had it and get it, and the other owners [DP-01]", async () => {
    const second = await addMember(app, owner, ["owner"], "Dayo");
    expect(outcome(await give(owner, second.id))).toBe("done");
    const text = "Amina Okoye gave the key Back office of Kano Traders to Dayo Okoye.";
    for (const member of [admin, second])
      expect(await noticesOf(member)).toMatchObject([{ text: expect.stringContaining(text) as string }]);
    for (const member of [owner, developer]) expect(await noticesOf(member)).toEqual([]);
    expect(outcome(await give(owner, second.id))).toBe("done"); // theirs already
    expect(await noticesOf(second)).toHaveLength(1);
  });

  test("is for owners [DP-01 TM-02]", async () => {
    expect(outcome(await give(admin, owner.id))).toBe("403 owners_only");
    expect((await list(admin)).holders).toBeNull();
    const requester = await addMember(app, owner, ["requester"], "Efe");
    expect(outcome(await give(requester, requester.id))).toBe("403 right_missing");
  });

  test("is rejected where the member's roles lack a scope or the right, and cuts none [DP-02]", async () => {
    const lacksScope = await give(owner, developer.id);
    expect(outcome(lacksScope)).toBe("409 key_holder_lacks");
    expect(lacksScope.json<{ message: string }>().message).toContain("do not include the scope Quotes");
    const requester = await addMember(app, owner, ["requester"], "Efe");
    const lacksRight = await give(owner, requester.id);
    expect(outcome(lacksRight)).toBe("409 key_holder_lacks");
    expect(lacksRight.json<{ message: string }>().message).toContain('the right "Manage API keys"');
    const { holders } = await list(owner);
    expect(holders?.find(({ id }) => id === developer.id)?.scopes).toEqual(["checks:read", "webhooks"]);
    expect(holders?.map(({ id }) => id).toSorted()).toEqual([owner.id, admin.id, developer.id].toSorted());
    expect((await callWithKey(app, key.secret, "/verification/sources")).statusCode).toBe(200);
  });

  test("finds only keys and members of the organisation [DP-01]", async () => {
    const stranger = await createOrganisation(app);
    expect(outcome(await give(stranger, stranger.id))).toBe("404 not_found");
    expect(outcome(await give(owner, stranger.id))).toBe("404 not_found");
    expect(outcome(await give(owner, admin.id, randomIds.publicId()))).toBe("404 not_found");
    await owner.post(`/organisation/members/${developer.id}`, { state: "suspended" });
    expect(outcome(await give(owner, developer.id))).toBe("404 not_found");
    await owner.remove(`/developers/keys/${key.id}`);
    expect(outcome(await give(owner, owner.id))).toBe("404 not_found");
  });
});
