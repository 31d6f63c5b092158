import * as z from "zod/mini";
import { searchTypes } from "../catalogue.ts";
import { publicId } from "../fields.ts";
import { amountIn, amountOut } from "../money.ts";
import type { Operation } from "../operation.ts";
import { roleReference } from "./organisations.ts";
import * as texts from "./texts.ts";

/** Spending caps: what a member may spend on a day or in a month, in naira, by number and by kind of check [TM-06]. */

export const capSubjects = ["member", "role"] as const;
export type CapSubject = (typeof capSubjects)[number];
/** Days and months of Lagos. */
export const capPeriods = ["day", "month"] as const;
export type CapPeriod = (typeof capPeriods)[number];

const spendingCap = z.object({
  id: publicId,
  /** A role's cap applies to each of its members separately. */
  appliesTo: z.enum(capSubjects),
  /** The member's user id, or the role. */
  subjectId: roleReference,
  subjectName: z.string(),
  period: z.enum(capPeriods),
  /** Null: every kind of check together. */
  searchType: z.nullable(z.enum(searchTypes)),
  /** In naira; dollar charges count at the rate of their quote. */
  amount: z.nullable(amountOut),
  count: z.nullable(z.number()),
});
export type SpendingCap = z.output<typeof spendingCap>;

export const organisationCaps = {
  method: "GET",
  path: "/organisation/caps",
  access: "signed_in",
  right: "rules:manage",
  summary: "The spending caps of members and roles.",
  input: z.strictObject({}),
  output: z.object({ caps: z.array(spendingCap) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** In place of an earlier cap for the same member or role, period and kind of check. */
export const saveCap = {
  method: "POST",
  path: "/organisation/caps",
  access: "signed_in",
  right: "rules:manage",
  summary: "Sets a spending cap for a member or for each member of a role.",
  input: z.strictObject({
    appliesTo: z.enum(capSubjects),
    subjectId: roleReference,
    period: z.enum(capPeriods),
    searchType: z.nullable(z.enum(searchTypes)),
    amount: z.nullable(amountIn),
    count: z.nullable(
      z
        .number(texts.capCountInvalid)
        .check(
          z.int(texts.capCountInvalid),
          z.minimum(0, texts.capCountInvalid),
          z.maximum(1_000_000, texts.capCountInvalid),
        ),
    ),
  }),
  output: z.object({ cap: spendingCap }),
  problems: ["organisation_full"],
} as const satisfies Operation;

export const removeCap = {
  method: "DELETE",
  path: "/organisation/caps/{id}",
  access: "signed_in",
  right: "rules:manage",
  summary: "Removes a spending cap.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** What is left of the caller's caps, beside a price. */
export const remainingCap = z.object({
  id: publicId,
  period: z.enum(capPeriods),
  searchType: z.nullable(z.enum(searchTypes)),
  left: z.nullable(amountOut),
  leftCount: z.nullable(z.number()),
  resetsAt: z.string(),
  /** Whether this purchase would exceed it. */
  exceeded: z.boolean(),
});
export type RemainingCap = z.output<typeof remainingCap>;
