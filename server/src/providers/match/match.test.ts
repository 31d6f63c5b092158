import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { matchDemographics, matchFinger } from "./match.ts";

let server: WireServer;
const { line, outside: httpClient } = createTestClient("match", { limits: { totalMs: 5_000 } });
const settings = () => ({ baseUrl: `${server.url}/match/`, key: "a-key" });
const finger = () => matchFinger(line, settings()).query({ nin: "12345678901", finger: "iVBOR" }, "attempt-1");
const ada = { firstname: "Ada", lastname: "Obi", birthDate: "1990-02-03", gender: "f" } as const;
const person = () => matchDemographics(line, settings()).query(ada, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const record = { nin: "12345678901", firstname: "ADA", surname: "OBI", birthdate: "03-02-1990" };

test("sends searched values and our reference in the body, and the key in a header [T-54]", async () => {
  server.respondWith(respondJson(200, { match: false }));
  await finger();
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/match/v1/fingerprint",
    headers: { authorization: "Bearer a-key" },
    body: { nin: "12345678901", finger: "iVBOR", reference: "attempt-1" },
  });
  await person();
  expect(server.requests.at(-1)).toMatchObject({
    path: "/match/v1/demographics",
    body: { firstname: "Ada", lastname: "Obi", dateOfBirth: "1990-02-03", gender: "f", reference: "attempt-1" },
  });
});

const found = { kind: "found", record: { number: "12345678901", reference: "m-1", fields: { lastName: "OBI" } } };
test.each([
  { status: 200, body: { match: true, reference: "m-1", record }, ends: found },
  { status: 200, body: { match: false, record }, ends: { kind: "not_found" } },
  { status: 200, body: { match: "true", record }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { match: true, record: [record, record] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 503, body: { error: "source_away" }, ends: { kind: "not_accepted", why: "source_away" } },
  { status: 503, body: { error: "x" }, ends: { kind: "failed", why: "server_error" } },
  { status: 401, body: { error: "x" }, ends: { kind: "failed", why: "auth" } },
  { status: 422, body: { error: "finger" }, ends: { kind: "failed", why: "http_422" } },
])("returns $ends.kind for $status with $body [R-12]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await finger()).toMatchObject(ends);
  expect(await person()).toMatchObject(ends);
});

test.each(["04-02-1990", "", undefined])(
  "rejects a person born %j if 3 February 1990 was requested [T-62]",
  async (birthdate) => {
    server.respondWith(respondJson(200, { match: true, record: { ...record, birthdate } }));
    expect(await person()).toEqual({ kind: "failed", why: "wrong_person" });
    expect((await finger()).kind).toBe("found");
  },
);
