import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { searchVin } from "./fields.ts";
import * as texts from "./texts.ts";

const messageFor = (vin: string) => safeParse(searchVin, vin).error?.issues[0]?.message;

describe("searchVin", () => {
  test.each([
    { vin: "1HGCM82633A0O4352", message: "A VIN has no letter O. Did you mean 0 (zero)?" },
    { vin: "IHGCM82633A004352", message: "A VIN has no letter I. Did you mean 1 (one)?" },
    { vin: "1HGCM82633AQ04352", message: "A VIN has no letter Q. Did you mean 0 (zero)?" },
    { vin: "IHGCM82633AOQ4352", message: "A VIN has no letter I, O or Q. Did you mean 1 (one) or 0 (zero)?" },
    { vin: "1hgcm82633a0o4352", message: "A VIN has no letter O. Did you mean 0 (zero)?" },
  ])("rejects $vin with a hint at the intended digit [WIZARD-24]", ({ vin, message }) => {
    expect(messageFor(vin)).toBe(message);
  });

  test.each(["1HGCM82633A0O435", "IHGCM82633A0043521", "1HGCM82633A00435-"])(
    "rejects %s for its length or characters before its letters [WIZARD-24]",
    (vin) => {
      expect(messageFor(vin)).toBe(texts.vinLength);
    },
  );

  test("accepts every other letter and digit, in capitals [WIZARD-24]", () => {
    expect(safeParse(searchVin, "abcdefghjklmnprst").data).toBe("ABCDEFGHJKLMNPRST");
    expect(safeParse(searchVin, "UVWXYZ01234567890").success).toBe(true);
  });
});
