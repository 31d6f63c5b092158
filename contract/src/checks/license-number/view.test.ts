import { describe, expect, test } from "vitest";
import { plateRecord } from "./record.ts";
import { plateGroups } from "./view.ts";

describe("the view of a registration number's record", () => {
  test("shows every name of the record [RESULT-PLATE-02 RESULT-PLATE-03]", () => {
    const shown = plateGroups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));
    expect([...shown, "stolen", "stolenReports"].toSorted()).toEqual(Object.keys(plateRecord.def.shape).toSorted());
  });
});
