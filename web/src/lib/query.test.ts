import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { cancelAndInvalidate, createQueryClient } from "./query.ts";

test("a refetch after an event ignores an earlier response in flight [T-48 CONSENT-06]", async () => {
  const client = createQueryClient();
  const first = Promise.withResolvers<string>();
  const queryFn = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockResolvedValue("it has ended");
  const leave = new QueryObserver(client, { queryKey: ["request"], queryFn }).subscribe(() => undefined);
  const reported = cancelAndInvalidate(client, ["request"]);
  first.resolve("it goes on");
  await reported;
  expect(client.getQueryData(["request"])).toBe("it has ended");
  leave();
});
