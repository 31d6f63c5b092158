import { resultRouteOf, searchTypes } from "@idanimo/contract/catalogue";
import { expect, test } from "vitest";
import { isAppPath, routes } from "./routes.tsx";

const account = [
  "/dashboard",
  "/main-dashboard",
  "/individual/verify",
  "/profile",
  "/set-new-password",
  "/password-confirm",
];
const verification =
  "/disclaimer /consent /liveFace /result /premblyNinResult /search-extension /vehicle /vehicle2 /legit-car /businessName /business /financial".split(
    " ",
  );

const results = new Set(searchTypes.map(resultRouteOf));

test.each([
  ...account,
  ...verification,
  "/result/8f6c",
  "/bulk/8f6c",
  "/profile/",
  ...[...results].map((path) => `${path}/8f6c`),
])("%s belongs to the application, which asks a visitor to sign in [NAV-02 NAV-03]", (address) => {
  expect(isAppPath(address)).toBe(true);
});

test.each(["/nonsense", "/profile/more", "/result/a/b", "/admin"])(
  "%s has no screen and shows the not-found page to any user [NAV-07 NAV-21]",
  (address) => {
    expect(isAppPath(address)).toBe(false);
  },
);

test.each([...results])("the history's link to %s opens a screen [RESULT-COMMON-01 C-18]", async (address) => {
  const found = routes.find(({ path }) => path === `${address}/:requestId`);
  expect(found?.title).toMatch(/Verification Result$/);
  expect(await found?.load()).toBeTypeOf("function");
});
