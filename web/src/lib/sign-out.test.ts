import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "./sign-out.ts";

afterEach(() => vi.unstubAllGlobals());

test("signs out locally when the network does not respond [SESSION-10]", async () => {
  const went: string[] = [];
  vi.stubGlobal("location", { assign: (address: string) => went.push(address) });
  vi.stubGlobal("addEventListener", vi.fn());
  const over = AbortSignal.abort();
  vi.stubGlobal("AbortSignal", { timeout: () => over });
  vi.stubGlobal(
    "fetch",
    (_url: string, { signal }: RequestInit) =>
      new Promise((_answer, refuse) => {
        if (signal?.aborted) refuse(new DOMException("over", "TimeoutError"));
      }),
  );
  await signOut("/login");
  expect(went).toEqual(["/login"]);
});
