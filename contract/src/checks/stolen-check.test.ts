import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { legitCarRecord } from "./legitcar/record.ts";
import { legitCarStolenCheck } from "./legitcar/view.ts";
import { plateRecord } from "./license-number/record.ts";
import { plateStolenCheck } from "./license-number/view.ts";

describe("the stolen check", () => {
  test("reads the two stolen checks alike despite their names [C-22 RESULT-LEGITCAR-03]", () => {
    const reports = [{ station: "Ikeja" }];
    const legitCar = z.parse(legitCarRecord, { chasisNumber: "C1", stolen: true, report: reports });
    const nothing = Object.fromEntries(Object.keys(plateRecord.def.shape).map((name) => [name, null]));
    const plate = z.parse(plateRecord, {
      ...nothing,
      license_number: "ABC123DE",
      chassisNumber: "C1",
      stolen: true,
      stolenReports: reports,
    });
    expect(legitCarStolenCheck(legitCar)).toEqual(plateStolenCheck(plate));
  });
});
