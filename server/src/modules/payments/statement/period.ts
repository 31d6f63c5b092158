import { currency } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import { isoDayInLagos } from "../../../kernel/moments.ts";

/** Which days a statement may be about. Pure. */

const dayWords = "Write a day as year, month and day: 2026-11-21.";
const day = z.string(dayWords).check(
  z.regex(/^20\d\d-\d\d-\d\d$/, dayWords),
  z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false, dayWords),
);
export const statementQuery = z.strictObject({
  currency: z._default(currency, "NGN"),
  from: day,
  to: day,
});

/** First and last day, both included. */
export type Period = { readonly from: string; readonly to: string };

/** A leap year. */
const daysMost = 366;
/** Movements of one statement; a longer one is two. */
export const movementsMost = 5_000;

const dayMs = 86_400_000;

export function readPeriod({ from, to }: Period, now: Date): Result<Period, "bad_input"> {
  const refuse = (field: "from" | "to", words: string) => fail("bad_input", {}, { fields: { [field]: words } });
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (to > isoDayInLagos(now)) return refuse("to", "This day has not come yet.");
  if (days < 1) return refuse("from", "The first day comes after the last one.");
  if (days > daysMost) return refuse("from", `A statement holds at most ${daysMost} days.`);
  return ok({ from, to });
}

export const tooMany = fail(
  "bad_input",
  {},
  {
    fields: {
      to: `There are more than ${movementsMost.toLocaleString("en-US")} movements in these days. Choose fewer.`,
    },
  },
);
