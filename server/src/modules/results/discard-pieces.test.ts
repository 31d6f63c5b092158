import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { deleteJobs } from "../../testing/queue.ts";
import { requestConsent, submitDecision } from "../../testing/lookup-steps.ts";
import { discardUngrantedPieces } from "./discard-pieces.ts";

/** Deleting what was not granted: keys first, also when a process dies in between or the job is lost. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  vi.restoreAllMocks();
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const fields = { firstName: "Ngozi", photo: "UEhPVE8=", residenceAddress: "THE-ADDRESS" };

async function grantIdentity() {
  const user = await app.user({ NGN: 10_000_00n });
  const pending = await requestConsent(app, user, { fields });
  const { rows } = await app.owner.query<{ id: string; part: string }>(
    "select key_id as id, array_to_string(parts, ' ') as part from result_parts where request_id = $1",
    [pending.itemId],
  );
  const keyIds = rows.map(({ id }) => id);
  const identity = rows.filter(({ part }) => part === "identity").map(({ id }) => id);
  await submitDecision(app, pending.token, "grant");
  const seen = async () =>
    (await user.get(`/verification/check-consent/${pending.itemId}`)).json<{ data: object }>().data;
  return { ...pending, user, keyIds, identity, seen };
}
const storedParts = async (requestId: string) =>
  (
    await app.owner.query<{ part: string }>(
      "select array_to_string(parts, ' ') as part from result_parts where request_id = $1 order by 1",
      [requestId],
    )
  ).rows.map(({ part }) => part);
const discard = (requestId: string) => discardUngrantedPieces(app, requestId);

describe("the deletion of what was not granted [CL-14]", () => {
  test("deletes keys and rows of the other pieces, once or twice", async () => {
    const { itemId, keyIds, identity, seen } = await grantIdentity();
    await Promise.all([discard(itemId), discard(itemId)]);
    expect(await storedParts(itemId)).toEqual(["identity"]);
    expect([...(await app.keys.findAll(keyIds)).keys()]).toEqual(identity);
    expect(await seen()).toEqual({ firstName: "Ngozi" });
  });

  test("a record with a destroyed key is not shown, not even in part [T-48 CL-14]", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, user, { fields });
    await submitDecision(app, pending.token, "grant", undefined, ["photo"]);
    const read = async () =>
      (await user.get(`/verification/check-consent/${pending.itemId}`)).json<{ data: object | null }>().data;
    expect(await read()).toEqual({ firstName: "Ngozi", photo: fields.photo });
    const { rows } = await app.owner.query<{ id: string }>(
      "select key_id as id from result_parts where request_id = $1 and parts = '{photo}'",
      [pending.itemId],
    );
    await app.keys.destroy(rows.map(({ id }) => id)); // as a withdrawal does while a read is under way
    expect(await read()).toBeNull();
  });

  test("deletes nothing before a decision", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const { itemId } = await requestConsent(app, user, { fields });
    await discard(itemId);
    expect(await storedParts(itemId)).toEqual(["address", "identity", "photo"]);
  });

  test("leaves unreadable rows when its process dies after the keys, and completes later", async () => {
    const { itemId, keyIds, identity, seen } = await grantIdentity();
    const destroy = app.keys.destroy.bind(app.keys);
    vi.spyOn(app.keys, "destroy").mockImplementation(async (ids) => {
      await destroy(ids);
      throw new Error("killed");
    });
    await expect(discard(itemId)).rejects.toThrow("killed");
    vi.restoreAllMocks();
    expect(await storedParts(itemId)).toEqual(["address", "identity", "photo"]);
    expect([...(await app.keys.findAll(keyIds)).keys()]).toEqual(identity);
    expect(await seen()).toEqual({ firstName: "Ngozi" }); // the granted pieces stay readable
    await discard(itemId);
    expect(await storedParts(itemId)).toEqual(["identity"]);
  });

  test("retains rows and keys if the key database does not respond", async () => {
    const { itemId, keyIds } = await grantIdentity();
    vi.spyOn(app.keys, "destroy").mockRejectedValue(new Error("down"));
    await expect(discard(itemId)).rejects.toThrow("down");
    expect(await storedParts(itemId)).toEqual(["address", "identity", "photo"]);
    expect((await app.keys.findAll(keyIds)).size).toBe(3);
  });

  test("is repeated by the reconciler if its job was lost", async () => {
    const { itemId } = await grantIdentity();
    await deleteJobs(app.owner);
    await app.drainQueue();
    expect(await storedParts(itemId)).toHaveLength(3);
    await app.setClockOffset(61_000);
    await app.runSchedule("reconcile_lookups");
    await app.drainQueue();
    expect(await storedParts(itemId)).toEqual(["identity"]);
  });
});
