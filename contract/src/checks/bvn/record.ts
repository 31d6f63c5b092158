import * as z from "zod/mini";
import { namedTexts } from "../../named-texts.ts";
import * as texts from "../../texts.ts";

const figure = z.nullable(z.string());
/** The ten values of a bureau's summary [RESULT-CREDIT-10]. */
const summary = z.object({
  highestLoanAmount: figure,
  totalNoOfInstitutions: figure,
  totalOverdue: figure,
  totalBorrowed: figure,
  totalOutstanding: figure,
  totalNoOfLoans: figure,
  totalNoOfActiveLoans: figure,
  totalNoOfDelinquentFacilities: figure,
  maxNoOfDays: figure,
  totalNoOfClosedLoans: figure,
});
export type BureauFigure = keyof z.output<typeof summary>;
export const bureauFigures: readonly BureauFigure[] = z.keyof(summary).options;

/**
 * One bureau: values as plain decimal text without separators (`180000`, `52000.50`), null if the bureau has none;
 * and its tables, each row a set of named texts.
 */
const tables = z.record(z.string(), z.array(namedTexts));
export const bureauRecord = z.object({ summary, tables });
export type BureauRecord = z.output<typeof bureauRecord>;

/** The same on the wire, where the tables are beside `summary` [O-39]. */
export const bureauRecordCodec = z.codec(z.looseObject({ summary }), bureauRecord, {
  decode: ({ summary: figures, ...others }, context) => {
    const read = z.safeParse(tables, others);
    if (read.success) return { summary: figures, tables: read.data };
    context.issues.push({ code: "custom", input: others, message: texts.fieldMalformed });
    return z.NEVER;
  },
  encode: ({ summary: figures, tables: lists }) => ({ ...lists, summary: figures }),
});

/** A bureau that was not queried or has no record is null; `asked` tells the two apart [RESULT-CREDIT-02]. */
export const creditRecord = z.object({
  asked: z.array(z.enum(["crc", "firstCentral", "creditRegistry"])),
  "basic-data": z.array(namedTexts),
  "FICO-Score": z.object({ ficoScore: z.nullable(z.string()) }),
  "crc-data": z.nullable(bureauRecord),
  "firstCentral-data": z.nullable(bureauRecord),
  "creditRegistry-data": z.nullable(bureauRecord),
});
export type CreditRecord = z.output<typeof creditRecord>;

/** Members of a BVN response that are beside `consent` instead of under `data` [RESULT-CREDIT-02]. */
export const topLevelCreditFields = {
  "basic-data": z.optional(creditRecord.shape["basic-data"]),
  "FICO-Score": z.optional(creditRecord.shape["FICO-Score"]),
  "crc-data": z.optional(z.nullable(bureauRecordCodec)),
  "firstCentral-data": z.optional(z.nullable(bureauRecordCodec)),
  "creditRegistry-data": z.optional(z.nullable(bureauRecordCodec)),
} as const;
