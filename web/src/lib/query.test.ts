import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { cancelAndInvalidate, createQueryClient } from "./query.ts";

test("T-48 CONSENT-06 what has just happened is not answered by an answer that was on its way, also where that is the first", async () => {
  const client = createQueryClient();
  const first = Promise.withResolvers<string>();
  const queryFn = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockResolvedValue("it has ended");
  const leave = new QueryObserver(client, { queryKey: ["request"], queryFn }).subscribe(() => undefined);
  const told = cancelAndInvalidate(client, ["request"]);
  first.resolve("it goes on");
  await told;
  expect(client.getQueryData(["request"])).toBe("it has ended");
  leave();
});
