import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { buyBulkFile, payBulkFile, randomNins } from "../../../testing/bulk-file.ts";
import { createBulkSteps } from "./testing/bulk-steps.ts";

let app: TestApp;
const { company, verifyAfterTest } = createBulkSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

type Page = {
  readonly files: readonly { readonly uploadId: string; readonly state: string }[];
  readonly next: string | null;
};
const list = async (user: TestUser, after?: string) =>
  (await user.get(`/user/bulk-files${after === undefined ? "" : `?after=${after}`}`)).json<Page>();

describe("listBulk", () => {
  test("lists the account's paid files with their progress, newest first", async () => {
    const user = await company(8);
    const numbers = randomNins(3);
    app.providers.personRecords.respondTo(numbers[0] ?? "", { kind: "not_found" });
    const first = await buyBulkFile(app, user, numbers);
    await payBulkFile(user, first);
    await app.drainQueue();
    const second = await buyBulkFile(app, user, randomNins(2));
    await payBulkFile(user, second);
    await buyBulkFile(app, user, randomNins(2)); // not paid
    const { files, next } = await list(user);
    expect(files.map(({ uploadId }) => uploadId)).toEqual([second.uploadId, first.uploadId]);
    expect(files[0]).toMatchObject({ state: "running", records: 2, waiting: 0, ended: 0, delivered: 0 });
    expect(files[1]).toMatchObject({
      transactionID: first.transactionID,
      state: "completed",
      records: 3,
      waiting: 2,
      ended: 1,
      delivered: 0,
    });
    expect(next).toBeNull();
    expect((await list(await company(1))).files).toEqual([]);
    await app.drainQueue();
  });

  test("is paged by ten", async () => {
    const user = await company(12);
    for (let at = 0; at < 11; at += 1) await payBulkFile(user, await buyBulkFile(app, user, randomNins(1)));
    const first = await list(user);
    const second = await list(user, first.next ?? undefined);
    expect([first.files.length, second.files.length, second.next]).toEqual([10, 1, null]);
    expect(new Set([...first.files, ...second.files].map(({ uploadId }) => uploadId)).size).toBe(11);
    await app.drainQueue();
  });
});
