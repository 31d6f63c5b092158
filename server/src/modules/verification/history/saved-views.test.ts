import { savedViewsMax } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { scheduleRequestClosure } from "../account-closure.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

type Views = { readonly views: readonly { readonly name: string; readonly filters: object }[] };
const save = (user: TestUser, name: string, filters: object = {}) =>
  user.post("/user/history-views", { name, filters });
const read = async (user: TestUser) => (await user.get("/user/history-views")).json<Views>().views;
const namesOf = async (user: TestUser) => (await read(user)).map(({ name }) => name);

describe("saved views of the history", () => {
  test("belong to the account, replace one of the same name, and are removed", async () => {
    const [user, other] = [await app.user(), await app.user()];
    await save(user, "Refunds", { status: texts.rowRefunded });
    await save(user, " Refunds ", { status: texts.rowRefunded, from: "2026-11-01", type: "NIN" });
    const expected = [{ name: "Refunds", filters: { status: texts.rowRefunded, from: "2026-11-01", type: "NIN" } }];
    expect(await read(user)).toEqual(expected);
    expect(await read(other)).toEqual([]);
    await other.post("/user/history-views/remove", { name: "Refunds" });
    expect(await read(user)).toEqual(expected);
    expect((await user.post("/user/history-views/remove", { name: "Refunds" })).json()).toEqual({ views: [] });
    expect((await user.post("/user/history-views/remove", { name: "Refunds" })).json()).toEqual({ views: [] });
  });

  test("are ten at most, also when several are saved at once", async () => {
    const user = await app.user();
    const names = Array.from({ length: savedViewsMax + 2 }, (_, at) => `View ${at + 10}`);
    const responses = await Promise.all(names.map((name) => save(user, name)));
    const rejected = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(rejected.map((one) => one.json<{ fields: object }>().fields)).toEqual([
      { name: texts.savedViewsFull },
      { name: texts.savedViewsFull },
    ]);
    const [first = ""] = await namesOf(user);
    expect(await namesOf(user)).toHaveLength(savedViewsMax);
    expect((await save(user, first, { type: "VIN" })).statusCode).toBe(200);
    await user.post("/user/history-views/remove", { name: first });
    expect((await save(user, "A new one")).statusCode).toBe(200);
  });

  test("reject a name without characters and a filter that does not exist", async () => {
    const user = await app.user();
    expect((await save(user, "  ")).json()).toMatchObject({ fields: { name: texts.savedViewNameRequired } });
    expect((await save(user, "x", { status: "Later" })).statusCode).toBe(400);
    expect((await save(user, "x", { q: "70123456789" })).statusCode).toBe(400);
  });

  test("are deleted with the account", async () => {
    const user = await app.user();
    await save(user, "Refunds");
    await app.product.db.transaction("system", (tx) => scheduleRequestClosure(tx, user.id));
    expect(await read(user)).toEqual([]);
  });
});
