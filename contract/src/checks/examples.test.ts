import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { answerRecord } from "../answers.ts";
import { catalogueRowOf, searchTypes } from "../catalogue.ts";
import { labelledRecord } from "../labelled-record.ts";
import { namedTexts } from "../named-texts.ts";
import { searchPayload } from "../search-payload.ts";
import { creditRecord } from "./bvn/record.ts";
import type { ResultPage } from "./check-row.ts";
import { companiesRecord } from "./company/record.ts";
import { examples } from "./details.ts";
import { legitCarRecord } from "./legitcar/record.ts";
import { plateRecord } from "./license-number/record.ts";
import { extensionRecord } from "./phone/record.ts";
import { vehicleRecord } from "./vin/record.ts";

const recordSchemas: Readonly<Record<ResultPage, z.ZodMiniType>> = {
  person: namedTexts,
  extension: extensionRecord,
  credit: creditRecord,
  vehicle: vehicleRecord,
  plate: plateRecord,
  legitCar: legitCarRecord,
  companies: companiesRecord,
  labelled: labelledRecord,
  answer: answerRecord,
};

describe.each(searchTypes)("the example of %s", (type) => {
  const { search, record } = examples[type];
  const { resultPage, audience, fields, needsOneOption, options } = catalogueRowOf(type);

  test("is a search that the payload accepts, unless the type is bought on another result's page", () => {
    if (search === null) return void expect(["holder", "internal"]).toContain(audience);
    expect(searchPayload.safeParse(search)).toMatchObject({ success: true });
    const given = Object.keys(search);
    for (const [name, field] of Object.entries(fields)) if (!field.isOptional) expect(given).toContain(name);
    expect(!needsOneOption || options.some((option) => given.includes(option))).toBe(true);
  });

  test("has a record that its result page reads without a change", () => {
    expect(z.parse(recordSchemas[resultPage], record)).toEqual(record);
  });
});
