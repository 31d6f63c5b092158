import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
beforeAll(async () => {
  app = await createTestApp({ LIMITS: "key_calls=3, key_calls_organisation=5" });
  owner = await createOrganisation(app);
});
afterAll(() => app.close());

const path = "/verification/sources";
const limitOf = ({ headers }: { headers: Record<string, unknown> }) => [
  headers["ratelimit-limit"],
  headers["ratelimit-remaining"],
];

describe("the limit of a key's calls", () => {
  test("is in every response, and a call too many says when to try again [DP-14]", async () => {
    const key = await createKey(owner, ["quotes"]);
    const first = await callWithKey(app, key.secret, path);
    expect([limitOf(first), first.headers["ratelimit-reset"]]).toEqual([["3", "2"], expect.stringMatching(/^[12]$/)]);
    const outside = await callWithKey(app, key.secret, "/developers/keys");
    expect([outcome(outside), limitOf(outside)]).toEqual(["403 scope_missing", ["3", "1"]]);
    await callWithKey(app, key.secret, path);
    const tooMany = await callWithKey(app, key.secret, path);
    expect([outcome(tooMany), limitOf(tooMany)]).toEqual(["429 too_many_requests", ["3", "0"]]);
    expect(Number(tooMany.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("counts the keys of an organisation together, and no session [DP-14]", async () => {
    const other = await createOrganisation(app);
    const [one, two] = [await createKey(other, ["quotes"]), await createKey(other, ["quotes"])];
    const seen = [];
    for (const { secret } of [one, one, one, two, two, two]) seen.push(outcome(await callWithKey(app, secret, path)));
    expect(seen).toEqual(["done", "done", "done", "done", "done", "429 too_many_requests"]);
    const bySession = await other.get(path);
    expect([outcome(bySession), limitOf(bySession)]).toEqual(["done", [undefined, undefined]]);
  });
});
