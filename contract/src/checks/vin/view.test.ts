import { describe, expect, test } from "vitest";
import { formatField } from "../../record-fields.ts";
import { vehicleRecord } from "./record.ts";
import { unreportedVehicleFields, vehicleFields } from "./view.ts";

describe("the view of a vehicle", () => {
  test("has the specified labels in order, and six that are always a dash [RESULT-VIN-03 RESULT-VIN-04]", () => {
    expect(vehicleFields.map(({ label }) => label).join(", ")).toBe(
      "Vin, Year, Made In, Model, Trim, Engine, Make, Style, Msrp, Invoice",
    );
    expect(
      vehicleFields.flatMap(({ names }) => names).every((name) => Object.hasOwn(vehicleRecord.def.shape, name)),
    ).toBe(true);
    const all = Object.fromEntries(Object.keys(vehicleRecord.def.shape).map((name) => [name, "9"]));
    expect(unreportedVehicleFields.map((field) => formatField(all, field))).toEqual(["-", "-", "-", "-", "-", "-"]);
  });
});
