import { expect, test } from "vitest";
import { readAlarmLevels, usualAlarmLevels } from "./alarm-levels.ts";

test.each([
  ["", usualAlarmLevels],
  ["reads=10", { ...usualAlarmLevels, reads: 10 }],
  [" refusals=2 , failed_sign_ins=9,", { ...usualAlarmLevels, refusals: 2, failed_sign_ins: 9 }],
  ["reads=0", undefined],
  ["reads=-1", undefined],
  ["writes=5", undefined],
  ["constructor=5", undefined],
  ["reads", undefined],
])("T-78 levels of alarms: %s", (text, levels) => {
  expect(readAlarmLevels(text)).toEqual(levels);
});
