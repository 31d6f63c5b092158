import { expect, test } from "vitest";
import { isOurs } from "./routes.tsx";

const account = ["/dashboard", "/main-dashboard", "/profile", "/set-new-password", "/password-confirm"];
const verification =
  "/disclaimer /consent /liveFace /result /premblyNinResult /search-extension /vehicle /vehicle2 /legit-car /businessName /business /financial".split(
    " ",
  );

test.each([...account, ...verification, "/result/8f6c", "/profile/"])(
  "NAV-02 NAV-03 %s belongs to the application, which asks a visitor to sign in",
  (address) => {
    expect(isOurs(address)).toBe(true);
  },
);

test.each(["/nonsense", "/profile/more", "/result/a/b", "/admin"])(
  "NAV-07 NAV-21 %s is nothing, and shows the not-found page to anybody",
  (address) => {
    expect(isOurs(address)).toBe(false);
  },
);
