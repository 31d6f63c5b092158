import * as z from "zod/mini";
import * as texts from "./texts.ts";

/**
 * What each search type finds, in the specification's own names, misspelt ones as they are. The server's look-ups make these, a
 * result page reads them. A value nobody knows is absent, or null where the page tells absent from unknown. Source: B§2, B§3.
 */

/** Names of B§2 with their texts: a person of a register, a BVN, a stakeholder. */
export const namedTexts = z.record(z.string(), z.string());
export type NamedTexts = z.output<typeof namedTexts>;

/** One half of the search extension: the word of the source, its reference, and the record where there is one. */
const extensionPart = z.object({
  verificationStatus: z.enum(["VERIFIED", "NOT-VERIFIED"]),
  verificationReference: z.nullable(z.string()),
  data: z.nullable(namedTexts),
});
/** Source: B§2 search extension result. */
export const extensionRecord = z.object({
  premblyPhoneVerification: extensionPart,
  premblyBvnVerification: extensionPart,
});
export type ExtensionRecord = z.output<typeof extensionRecord>;

const figure = z.nullable(z.string());
/** The ten figures of a bureau's summary. Source: B§3 credit result. */
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
 * One bureau: figures as plain decimal text without separators (`180000`, `52000.50`), null where the bureau has none; and its
 * tables, each row a set of named texts.
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

/** Source: B§3 credit result. A bureau that was not asked or has no record is null; `asked` tells the two apart. */
export const creditRecord = z.object({
  asked: z.array(z.enum(["crc", "firstCentral", "creditRegistry"])),
  "basic-data": z.array(namedTexts),
  "FICO-Score": z.object({ ficoScore: z.nullable(z.string()) }),
  "crc-data": z.nullable(bureauRecord),
  "firstCentral-data": z.nullable(bureauRecord),
  "creditRegistry-data": z.nullable(bureauRecord),
});
export type CreditRecord = z.output<typeof creditRecord>;

/** What an answer about a BVN has beside `consent` instead of under `data` [RESULT-CREDIT-02]. */
export const topLevelCreditFields = {
  "basic-data": z.optional(creditRecord.shape["basic-data"]),
  "FICO-Score": z.optional(creditRecord.shape["FICO-Score"]),
  "crc-data": z.optional(z.nullable(bureauRecordCodec)),
  "firstCentral-data": z.optional(z.nullable(bureauRecordCodec)),
  "creditRegistry-data": z.optional(z.nullable(bureauRecordCodec)),
} as const;

const nullableText = z.nullable(z.string());

/** An optional text for each of some names. */
function optionalTexts<Name extends string>(names: readonly Name[]): Record<Name, z.ZodMiniOptional<z.ZodMiniString>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name, made right here
  return Object.fromEntries(names.map((name) => [name, z.optional(z.string())])) as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniString>
  >;
}

/** Source: B§3 vehicle result (VIN). `stolen` is null where the stolen check was not bought. `history`: tables of the report. */
export const vehicleRecord = z.object({
  vin: z.string(),
  year: nullableText,
  madeIn: nullableText,
  model: nullableText,
  trim: nullableText,
  engine: nullableText,
  make: nullableText,
  style: nullableText,
  invoice: nullableText,
  msrp: nullableText,
  previewImageURL: nullableText,
  pdfUri: nullableText,
  stolen: z.nullable(z.boolean()),
  history: z.record(z.string(), z.array(namedTexts)),
});
export type VehicleRecord = z.output<typeof vehicleRecord>;

/** Source: B§3 vehicle result (registration number). */
export const plateRecord = z.object({
  license_number: z.string(),
  vin: nullableText,
  model: nullableText,
  make: nullableText,
  decision: nullableText,
  reason: nullableText,
  chassisNumber: nullableText,
  stolen: z.nullable(z.boolean()),
  stolenReports: z.array(namedTexts),
  category: nullableText,
  owner_first_name: nullableText,
  owner_middle_name: nullableText,
  owner_last_name: nullableText,
  owner_address: nullableText,
  owner_lga: nullableText,
  owner_state: nullableText,
  owner_phone: nullableText,
});
export type PlateRecord = z.output<typeof plateRecord>;

/** Source: B§3 legit car, spelled so. */
export const legitCarRecord = z.object({ chasisNumber: z.string(), stolen: z.boolean(), report: z.array(namedTexts) });
export type LegitCarRecord = z.output<typeof legitCarRecord>;

/** The values of a person or body behind a company, in the order they are read. Source: B§3, spelt as there. */
export const stakeholderFields = [
  "surname",
  "firstname",
  "other_name",
  "email",
  "phone_number",
  "gender",
  "age",
  "city",
  "state",
  "address",
  "full_address2",
  "occupation",
  "rc_number",
  "is_lawyer",
  "form_type",
  "is_chairman",
  "country_of_residence",
  "nationality",
  "former_nationality",
  "former_name",
  "is_carried_over_from_name_avai",
  "type_of_shares",
  "num_shares_alloted",
  "corporation_name",
  "is_corporate",
  "status",
  "identity_number",
  "date_of_termination",
  "date_of_appointment",
  "date_of_status_change",
  "date_of_birth",
  "government_organisation_name",
  "foreign_organisation_name",
  "appointed_by",
] as const;
export type StakeholderField = (typeof stakeholderFields)[number];

/** One stakeholder; a value nobody knows is absent. Booleans of the register are `true` or `false` as text. Source: B§3. */
export const stakeholderRecord = z.object({
  stake: z.enum(["Director", "Shareholder"]),
  ...optionalTexts(stakeholderFields),
});
export type StakeholderRecord = z.output<typeof stakeholderRecord>;

/** One company of the public register; values that are absent are not there. Source: B§3 business record. */
export const companyRecord = z.object({
  id: z.string(),
  cacid: z.string(),
  approvedName: z.string(),
  rcNumber: nullableText,
  email: nullableText,
  status: nullableText,
  companyStatus: nullableText,
  address: nullableText,
  branchAddress: nullableText,
  state: nullableText,
  lga: nullableText,
  city: nullableText,
  postalCode: nullableText,
  code: nullableText,
  classificationId: nullableText,
  registrationDate: nullableText,
  /** Absent until it was looked up. Source: RESULT-BUSINESS-06. */
  "shareholders-data": z.optional(z.array(stakeholderRecord)),
});
export type CompanyRecord = z.output<typeof companyRecord>;
export const companiesRecord = z.object({ companies: z.array(companyRecord) });
export type CompaniesRecord = z.output<typeof companiesRecord>;
