import { expect, test } from "vitest";
import { parseAlarmThresholds, defaultAlarmThresholds } from "./alarm-thresholds.ts";

test.each([
  ["", defaultAlarmThresholds],
  ["reads=10", { ...defaultAlarmThresholds, reads: 10 }],
  [" refusals=2 , failed_sign_ins=9,", { ...defaultAlarmThresholds, refusals: 2, failed_sign_ins: 9 }],
  ["reads=0", undefined],
  ["reads=-1", undefined],
  ["writes=5", undefined],
  ["constructor=5", undefined],
  ["reads", undefined],
])('parses the alarm thresholds "%s" [T-78]', (text, levels) => {
  expect(parseAlarmThresholds(text)).toEqual(levels);
});
