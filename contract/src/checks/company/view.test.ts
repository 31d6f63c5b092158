import { describe, expect, test } from "vitest";
import { companyRecord } from "./record.ts";
import { companyFields } from "./view.ts";

describe("the view of a company", () => {
  test("shows every name of the record except internal ids [RESULT-BUSINESS-05]", () => {
    const shown = companyFields.flatMap(({ names }) => names);
    const internal = ["id", "cacid", "shareholders-data"];
    expect([...shown, ...internal].toSorted()).toEqual(Object.keys(companyRecord.def.shape).toSorted());
  });
});
