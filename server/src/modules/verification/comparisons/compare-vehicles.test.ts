import { describe, expect, test } from "vitest";
import { compareVehicles, type ReportedVehicle } from "./compare-vehicles.ts";

type Fields = ReportedVehicle["fields"];
const compare = (plate: Fields, vin: Fields) =>
  compareVehicles({ source: "plates", fields: plate }, { source: "vins", fields: vin });
const accord = { make: "HONDA", model: "ACCORD EX", year: "2011", colour: "Dark Grey" };

describe("compareVehicles [AO-12]", () => {
  test.each([
    [accord, { make: "Honda", model: "Accord", year: "2011", colour: "GRAY" }, "yes", "the same vehicle"],
    [{ ...accord, make: "Mercedes-Benz" }, { ...accord, make: "MERCEDES BENZ" }, "yes", "a hyphen"],
    [accord, { ...accord, colour: "Red" }, "near", "another colour"],
    [accord, { ...accord, year: "2012" }, "near", "another year"],
    [accord, { ...accord, model: "Civic" }, "no", "another model"],
    [accord, { ...accord, make: "TOYOTA" }, "no", "another make"],
    [accord, { make: "Honda" }, "yes", "one field in common"],
    [accord, { year: "2011" }, "unknown", "neither make nor model in common"],
    [{}, {}, "unknown", "nothing reported"],
  ] as const)("of %j and %j is %s: %s", (plate, vin, answer, _why) => {
    expect(compare(plate, vin).answer).toBe(answer);
  });

  test("says which fields agree and who reported them", () => {
    expect(
      compare({ make: "HONDA", model: "ACCORD", colour: "red" }, { make: "honda", model: "CIVIC" }).fields,
    ).toEqual([
      { field: "make", agree: true, sources: ["plates", "vins"] },
      { field: "model", agree: false, sources: ["plates", "vins"] },
      { field: "year", agree: null, sources: [] },
      { field: "colour", agree: null, sources: ["plates"] },
    ]);
  });
});
