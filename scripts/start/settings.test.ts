import { describe, expect, test } from "vitest";
import { readStartSettings } from "./settings.ts";

describe("the port of the operator console", () => {
  test.each([
    [{}, "8082"],
    [{ PORT: "7301", SANDBOX_PORT: "7302" }, "7304"], // 7303 receives the sandbox's email
    [{ PORT: "7301", SANDBOX_PORT: "7303" }, "7305"],
    [{ PORT: "7301", SANDBOX_PORT: "7310", SANDBOX_SMTP_PORT: "7303", METRICS_PORT: "7304" }, "7305"],
    [{ PORT: "7301", SANDBOX_PORT: "7302", OPERATOR_PORT: "7320" }, "7320"],
    [{ PUBLIC_URL: "https://idanimo.example" }, undefined],
  ] as const)("collides with no other port of %o", async (env, expected) => {
    expect((await readStartSettings(env)).operatorPort).toBe(expected);
  });

  test("is a free one above the highest port", async () => {
    const { operatorPort } = await readStartSettings({ PORT: "65534", SANDBOX_PORT: "7302" });
    expect(Number(operatorPort)).toBeLessThanOrEqual(65_535);
  });
});
