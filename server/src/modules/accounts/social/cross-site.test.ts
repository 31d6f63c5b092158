import { afterAll, beforeAll, expect, test } from "vitest";
import type { SocialSignIn } from "../../../providers/social-sign-in/port.ts";
import { browserHeaders, type Kit, openKit } from "../testing/kit.ts";

/** Requests that pages of other sites can make a visitor's browser send. They must not use up attempts. */

const google: SocialSignIn = {
  provider: "google",
  clientId: "id",
  scriptUrl: "https://accounts.test/client",
  version: "",
  identify: () => Promise.resolve({ kind: "refused", why: "test" }),
  begin: () => Promise.resolve("https://accounts.test/"),
  finish: () => Promise.resolve({ kind: "refused", why: "test" }),
};
let kit: Kit;
beforeAll(async () => {
  kit = await openKit({ wider: 1, social: { google, facebook: undefined } });
});
afterAll(() => kit.close());

const id = "11111111-1111-4111-8111-111111111111";
const counting = [
  "/auth/fpassword/ada@example.test?captcha=x",
  `/auth/activation/000000?id=${id}`,
  `/auth/resendtotp/${id}`,
  "/openauth/google/start",
  "/openauth/google/callback?code=x&state=y",
];
const by = {
  picture: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
  frame: { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
};

test.each(Object.entries(by))("does not count requests of a %s on another site [T-06]", async (_by, headers) => {
  for (const url of counting) {
    const response = await kit.get(url, headers);
    expect([url, response.statusCode < 500]).toEqual([url, true]);
  }
  expect((await kit.owner.query("select key from rate_limits")).rows).toEqual([]);
});

test("starts a provider's sign-in from our own page or a typed URL only [T-11]", async () => {
  const begun = async (site: string) =>
    (await kit.get("/openauth/google/start", { "sec-fetch-site": site, "sec-fetch-dest": "document" })).headers
      .location;
  expect(await begun("cross-site")).toBe("/login?social=google-refused#");
  expect([await begun("same-origin"), await begun("none")]).toEqual([
    "https://accounts.test/",
    "https://accounts.test/",
  ]);
});

test("accepts a URL of the earlier version from a link in web mail", async () => {
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect((await kit.get(`/auth/activation/000000?id=${id}`, link)).json()).toMatchObject({ code: "code_wrong" });
  expect((await kit.get(`/auth/activation/000000?id=${id}`, browserHeaders)).json()).toMatchObject({
    code: "code_wrong",
  });
});
