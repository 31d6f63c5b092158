import { glob } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { rowRetentionRules } from "./expired-rows.ts";

const sources = new URL("../../", import.meta.url);
const rulesShape = z.record(z.string(), z.unknown());

describe("rowRetentionRules", () => {
  test("contains the rules of every owner [T-51]", async () => {
    const tables: string[] = [];
    for await (const file of glob("{http,modules/*}/retention-rules.ts", { cwd: sources })) {
      const exported = rulesShape.parse({ ...(await import(new URL(file, sources).href)) });
      for (const [name, value] of Object.entries(exported))
        if (name.endsWith("RetentionRules"))
          tables.push(
            ...z
              .array(z.object({ table: z.string() }))
              .parse(value)
              .map(({ table }) => table),
          );
    }
    expect(tables.length).toBeGreaterThan(5);
    expect(rowRetentionRules.map(({ table }) => table).sort()).toEqual(tables.sort());
  });
});
