import { once } from "node:events";
import { createServer } from "node:http";
import { profile } from "@idanimo/contract/accounts";
import { describe, expect, test } from "vitest";
import { atLeast, atMost } from "../benchmarks/benchmark.ts";
import { createClient, newResponseLog } from "./client.ts";
import { withRows } from "./results-table.ts";
import { chooseByName, wholeNumber } from "./selection.ts";

describe("createClient", () => {
  test("logs a response with status 500 as a fault of the product [R-20]", async () => {
    const server = createServer((_request, response) => response.writeHead(500).end('{"code":"internal"}')).listen(0);
    await once(server, "listening");
    const address = server.address();
    const log = newResponseLog();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    await expect(createClient([url], "token", { log }).call(profile, {})).rejects.toMatchObject({ status: 500 });
    server.close();
    expect(log.serverErrors).toEqual([`${profile.path}: 500 internal`]);
  });
});

describe("withRows", () => {
  const page = (...rows: readonly string[]) =>
    `# Results\n\n<!-- results:start -->\n\n${["| Test | Result |", "|---|---|", ...rows].join("\n")}\n\n<!-- results:end -->\n`;

  test("replaces the row of the same name and appends a new one", () => {
    expect(
      withRows(page("| a | 1 |", "| b | 2 |"), [
        ["b", "3"],
        ["c", "4"],
      ]),
    ).toBe(page("| a | 1 |", "| b | 3 |", "| c | 4 |"));
  });

  test("keeps a row on one line and its cells apart", () => {
    expect(withRows(page(), [["a", "one | two\n three"]])).toBe(page("| a | one \\| two three |"));
  });
});

describe("chooseByName", () => {
  const all = [{ name: "a" }, { name: "b" }, { name: "c" }];

  test("chooses the named ones, or all", () => {
    expect(chooseByName(all, "c,a").map(({ name }) => name)).toEqual(["a", "c"]);
    expect(chooseByName(all, undefined)).toEqual(all);
  });

  test("rejects an unknown name and lists the others", () => {
    expect(() => chooseByName(all, "a,x")).toThrow("--only: there is no x. Choose from a, b, c.");
  });
});

test.each(["", "-1", "1.5", "ten"])("wholeNumber rejects '%s'", (text) => {
  expect(() => wholeNumber("--count", text)).toThrow("--count must be a whole number.");
});

describe("speed goals", () => {
  test.each([
    { goal: atLeast, rounds: [4, 2, 3], result: "3.00x (2.00-4.00), 30 /s, 3 rounds: target met" },
    { goal: atLeast, rounds: [2], result: "2.00x (2.00-2.00), 20 /s, 1 rounds: minimum met" },
    { goal: atLeast, rounds: [1.9], result: "1.90x (1.90-1.90), 19 /s, 1 rounds: MINIMUM MISSED" },
    { goal: atMost, rounds: [4], result: "4.00x (4.00-4.00), 40 /s, 1 rounds: MINIMUM MISSED" },
  ])("reports the median ratio: $result", ({ goal, rounds, result }) => {
    const measured = goal(goal === atLeast ? [3, 2] : [2, 3], "G-P1", "payments", "/s");
    for (const ratio of rounds) measured.addRound(ratio * 10, 10);
    expect(measured.result()).toMatchObject({ result, isMinimumMet: !result.endsWith("MISSED") });
  });
});
