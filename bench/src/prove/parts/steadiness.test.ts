import { expect, test } from "vitest";
import { steadinessOf } from "./steadiness.ts";

const hours = 12;
/** A point each minute; memory goes up and down by five megabytes, as it does where garbage is collected. */
const run = (mbAnHour: number, filesAnHour: number) =>
  Array.from({ length: hours * 60 }, (_one, minute) => ({
    seconds: minute * 60,
    mb: 150 + (minute % 10) / 2 + (mbAnHour * minute) / 60,
    files: 60 + (minute % 7) + Math.floor((filesAnHour * minute) / 60),
  }));

test.each([
  { mbAnHour: 0, filesAnHour: 0, wrong: [] },
  { mbAnHour: 0.5, filesAnHour: 0, wrong: [] },
  { mbAnHour: 2, filesAnHour: 0, wrong: ["the memory of api grows by 2.0 MB an hour"] },
  { mbAnHour: 0, filesAnHour: 5, wrong: ["open files of api grow"] },
])(
  "R-35 of $mbAnHour MB and $filesAnHour files an hour is told what grows: $wrong",
  ({ mbAnHour, filesAnHour, wrong }) => {
    expect(steadinessOf("api", run(mbAnHour, filesAnHour), hours * 3_600).wrong).toEqual(wrong);
  },
);
