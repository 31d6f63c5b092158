import { pino } from "pino";
import { expect, test } from "vitest";
import { escapeLogLine } from "./log-stream.ts";

test("escapes terminal control characters and keeps the same JSON [T-54]", () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(escapeLogLine(line)) });
  const hostile = "\u001b[2J \u009b31m \u202e \u200b \u2028 \u{e0041} plain\nline";
  log.error({ reason: hostile }, hostile);
  const [line = ""] = lines;
  expect(line.endsWith("}\n")).toBe(true);
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(line)).toEqual({ level: 50, reason: hostile, msg: hostile });
});
