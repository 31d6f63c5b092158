import { expect, test } from "vitest";
import { matchRoute } from "./match-route.ts";

const screens = [{ path: "/login" }, { path: "/reset-password/:email/:token" }, { path: "/result/:requestId" }];

test.each([
  { address: "/login", path: "/login", params: {} },
  { address: "/login/", path: "/login", params: {} },
  {
    address: "/reset-password/ada%40x.ng/t-1",
    path: "/reset-password/:email/:token",
    params: { email: "ada@x.ng", token: "t-1" },
  },
])("$address opens $path", ({ address, path, params }) => {
  expect(matchRoute(screens, address)).toEqual({ route: { path }, params });
});

test.each(["/", "/log", "/Login", "/login/more", "/reset-password/only-one", "/result/%E0%A4%A"])(
  "%s matches no route",
  (address) => {
    expect(matchRoute(screens, address)).toBeUndefined();
  },
);
