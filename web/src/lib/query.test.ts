import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { askAnew, newQueryClient } from "./query.ts";

test("T-48 CONSENT-06 what has just happened is not answered by an answer that was on its way, also where that is the first", async () => {
  const client = newQueryClient();
  const first = Promise.withResolvers<string>();
  const queryFn = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockResolvedValue("it has ended");
  const leave = new QueryObserver(client, { queryKey: ["request"], queryFn }).subscribe(() => undefined);
  const told = askAnew(client, ["request"]);
  first.resolve("it goes on");
  await told;
  expect(client.getQueryData(["request"])).toBe("it has ended");
  leave();
});
