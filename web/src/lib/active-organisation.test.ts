import { profile } from "@idanimo/contract/accounts";
import { openInvitation } from "@idanimo/contract/organisations/organisations";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withOrganisation } from "./active-organisation.ts";
import { readOrganisationFromUrl, switchOrganisation } from "./switch-organisation.ts";
import { buildRequest } from "./call.ts";

const [ours, theirs] = ["0198c0de-0000-7000-8000-00000000000a", "0198c0de-0000-7000-8000-00000000000b"];
const stored = new Map<string, string>();
const assigned = vi.fn<(to: string) => void>();
let shownUrl = "";

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("history", {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => (shownUrl = to),
  });
  vi.stubGlobal("location", { pathname: "/main-dashboard", search: "", hash: "", assign: assigned });
});
afterEach(() => {
  vi.unstubAllGlobals();
  assigned.mockReset();
});

const headerOf = (request: ReturnType<typeof buildRequest>) =>
  new Headers(request?.init.headers).get("idanimo-organisation");

describe("active organisation", () => {
  test("is named by each signed-in call, download and stream [TM-15]", () => {
    switchOrganisation(ours);
    expect(headerOf(buildRequest(profile, {}))).toBe(ours);
    expect(withOrganisation("/api/v2/user/history.csv")).toBe(`/api/v2/user/history.csv?organisation=${ours}`);
    expect(withOrganisation("/api/v2/x?type=NIN")).toBe(`/api/v2/x?type=NIN&organisation=${ours}`);
  });

  test("is not named by a public call, nor for the own account", () => {
    expect(headerOf(buildRequest(profile, {}))).toBeNull();
    expect(withOrganisation("/api/v2/events")).toBe("/api/v2/events");
    switchOrganisation(ours);
    expect(headerOf(buildRequest(openInvitation, { token: "a".repeat(43) }))).toBeNull();
  });

  test("switching forgets the purchase of the other account and loads a document", () => {
    stored.set("sessionCode", "a".repeat(22));
    switchOrganisation(theirs);
    expect([...stored]).toEqual([["organisation", theirs]]);
    expect(assigned).toHaveBeenCalledExactlyOnceWith("/main-dashboard");
    switchOrganisation(undefined);
    expect([...stored]).toEqual([]);
  });

  test("ignores a stored value that is no id", () => {
    stored.set("organisation", "../x?y=1");
    expect(headerOf(buildRequest(profile, {}))).toBeNull();
    expect(withOrganisation("/api/v2/events")).toBe("/api/v2/events");
  });

  test("is taken from a link's query, which is removed from the URL", () => {
    vi.stubGlobal("location", { pathname: "/dashboard", search: `?organisation=${theirs}&type=VIN`, hash: "#wallet" });
    readOrganisationFromUrl();
    expect(stored.get("organisation")).toBe(theirs);
    expect(shownUrl).toBe("/dashboard?type=VIN#wallet");
  });
});
