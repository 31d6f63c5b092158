import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { browserStorage, defaultAmounts, serverRetention } from "./policy-facts.ts";

const root = new URL("../../../", import.meta.url);
const source = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), "utf8");
const server = (path: string) => source(`server/src/${path}`);

test.each([
  {
    what: "ended sessions",
    path: "modules/accounts/session-store.ts",
    has: `interval '${serverRetention.endedSignInDays} days'`,
  },
  {
    what: "an idle session",
    path: "modules/accounts/session-times.ts",
    has: `idleMinutes = ${serverRetention.idleMinutes};`,
  },
  {
    what: "any session",
    path: "modules/accounts/session-store.ts",
    has: `signInLifeHours = ${serverRetention.longestSignInHours};`,
  },
  {
    what: "an unfinished sign-up",
    path: "modules/accounts/store.ts",
    has: `registrationLifeHours = ${serverRetention.signUpHours};`,
  },
  {
    what: "messages",
    path: "modules/notifications/retention-rules.ts",
    has: `lives: "${serverRetention.sentMessageMonths} months"`,
  },
  {
    what: "the requesters of a subject",
    path: "modules/consent/retention-rules.ts",
    has: `table: "subject_index",\n    since: "asked_at",\n    lives: "${serverRetention.askedAboutMonths} months",`,
  },
  {
    what: "complaints and requests",
    path: "modules/subject-portal/cases/rules.ts",
    has: `caseRetentionMonths = ${serverRetention.caseMonths};`,
  },
  {
    what: "a session on a subject's own pages",
    path: "modules/subject-portal/my-data/rules.ts",
    has: `sessionMinutes = ${serverRetention.myDataMinutes};`,
  },
  {
    what: "known browsers",
    path: "modules/accounts/known-devices.ts",
    has: `forgottenAfterDays = ${serverRetention.knownBrowserDays};`,
  },
  { what: "the known-browser cookie", path: "http/cookies.ts", has: `${serverRetention.knownBrowserDays} * 86_400` },
  {
    what: "a pending social sign-in",
    path: "modules/accounts/social/flow-cookies.ts",
    has: `nonceHours = ${serverRetention.elsewhereNonceHours};`,
  },
  {
    what: "a redirect to a provider",
    path: "modules/accounts/social/flow-cookies.ts",
    has: `flowMinutes = ${serverRetention.elsewhereFlowMinutes};`,
  },
])("the policy states how long the server retains $what [LAND-13]", ({ path, has }) => {
  expect(server(path)).toContain(has);
});

test("the policy names exactly the keys that the web stores in a browser", () => {
  const written = source("web/src/lib/storage.ts");
  const keys = [...written.matchAll(/= \/\* @__PURE__ \*\/ \w+(?:<[^(]+>)?\(\s*"(\w+)"/g)].map(([, key]) => key);
  expect(keys.length).toBeGreaterThan(8);
  expect(browserStorage.storage.flatMap(({ names }) => names).sort()).toEqual(keys.sort());
});

test("the policy names exactly the cookies that the server and the web set", () => {
  const fixed = [...server("http/cookies.ts").matchAll(/CookieName = "([\w-]+)"/g)].map(([, name]) => name);
  const nonce = /nonceCookie = "([\w-]+)"/.exec(server("modules/accounts/social/flow-cookies.ts"))?.[1];
  const shared = /sharedCookieName = "(\w+)"/.exec(source("contract/src/shared-computer.ts"))?.[1];
  const web = /rememberedEmailCookie = "(\w+)"/.exec(source("web/src/lib/storage.ts"))?.[1];
  const theme = /themeCookieName = "(\w+)"/.exec(source("contract/src/theme.ts"))?.[1];
  const flows = ["google", "facebook"].map((provider) => `__Host-idanimo-${provider}`);
  expect(server("modules/accounts/social/flow-cookies.ts")).toContain("`__Host-idanimo-${provider}`");
  expect(browserStorage.cookies.flatMap(({ names }) => names).sort()).toEqual(
    [...fixed, nonce, shared, theme, web, ...flows].sort(),
  );
});

test("the public pages are built with the opening prices [LAND-01]", () => {
  expect(defaultAmounts).toEqual({
    "nin-price": "₦500",
    "nin-tax": "₦88",
    "nin-total": "₦588",
    "phone-total": "₦1,125",
    "company-total": "₦910",
    "stakeholders-total": "₦1,125",
    "bvn-total": "₦1,613",
    "vin-total": "₦5,425",
    "stolen-total": "₦1,125",
    "plate-total": "₦1,125",
    "name_match-total": "₦236",
    "over_age-total": "₦236",
    "phone_is_theirs-total": "₦236",
    "nin_and_bvn_one_person-total": "₦881",
    "score_band-total": "₦646",
    "plate_vin_agree-total": "₦2,620",
  });
});
