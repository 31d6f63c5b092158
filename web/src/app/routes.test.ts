import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { expect, test } from "vitest";
import { isAppPath, routes } from "./routes.tsx";

const account = ["/dashboard", "/main-dashboard", "/profile", "/set-new-password", "/password-confirm"];
const verification =
  "/disclaimer /consent /liveFace /result /premblyNinResult /search-extension /vehicle /vehicle2 /legit-car /businessName /business /financial".split(
    " ",
  );

const results = new Set(searchTypes.map((type) => catalogueRowOf(type).resultRoute));

test.each([
  ...account,
  ...verification,
  "/result/8f6c",
  "/bulk/8f6c",
  "/profile/",
  ...[...results].map((path) => `${path}/8f6c`),
])("NAV-02 NAV-03 %s belongs to the application, which asks a visitor to sign in", (address) => {
  expect(isAppPath(address)).toBe(true);
});

test.each(["/nonsense", "/profile/more", "/result/a/b", "/admin"])(
  "NAV-07 NAV-21 %s is nothing, and shows the not-found page to anybody",
  (address) => {
    expect(isAppPath(address)).toBe(false);
  },
);

test.each([...results])("RESULT-COMMON-01 C-18 what the history opens at %s has a screen", async (address) => {
  const found = routes.find(({ path }) => path === `${address}/:requestId`);
  expect(found?.title).toMatch(/Verification Result$/);
  expect(await found?.load()).toBeTypeOf("function");
});
