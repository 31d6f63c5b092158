import * as z from "zod/mini";
import * as texts from "./texts.ts";

/**
 * The record of each search type, with the specified names, misspelt ones included. The server's lookups produce
 * them, a result page reads them. An unknown value is absent, or null if the page distinguishes absent from unknown
 * [F-03].
 */

/** Field names with their texts: a person of a register, a BVN, a stakeholder. */
export const namedTexts = z.record(z.string(), z.string());
export type NamedTexts = z.output<typeof namedTexts>;

/** One part of the search extension: its status, its reference, and the record if there is one [RESULT-EXT-04]. */
const extensionPart = z.object({
  verificationStatus: z.enum(["VERIFIED", "NOT-VERIFIED"]),
  verificationReference: z.nullable(z.string()),
  data: z.nullable(namedTexts),
});
/** See RESULT-EXT-03. */
export const extensionRecord = z.object({
  premblyPhoneVerification: extensionPart,
  premblyBvnVerification: extensionPart,
});
export type ExtensionRecord = z.output<typeof extensionRecord>;

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

const nullableText = z.nullable(z.string());

/** An optional text for each of the names. */
function optionalTexts<Name extends string>(names: readonly Name[]): Record<Name, z.ZodMiniOptional<z.ZodMiniString>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name, made right here
  return Object.fromEntries(names.map((name) => [name, z.optional(z.string())])) as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniString>
  >;
}

/** `stolen` is null if the stolen check was not bought. `history`: tables of the report [RESULT-VIN-02]. */
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

/** See RESULT-PLATE-03. The owner's fields are missing until the owner consents [CL-15]. */
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
  owner_first_name: z._default(nullableText, null),
  owner_middle_name: z._default(nullableText, null),
  owner_last_name: z._default(nullableText, null),
  owner_address: z._default(nullableText, null),
  owner_lga: z._default(nullableText, null),
  owner_state: z._default(nullableText, null),
  owner_phone: z._default(nullableText, null),
});
export type PlateRecord = z.output<typeof plateRecord>;

/** The misspelt name is part of the wire format [RESULT-LEGITCAR-03]. */
export const legitCarRecord = z.object({ chasisNumber: z.string(), stolen: z.boolean(), report: z.array(namedTexts) });
export type LegitCarRecord = z.output<typeof legitCarRecord>;

/**
 * The fields of a person or body behind a company, in display order, with the specified spelling
 * [RESULT-BUSINESS-07].
 */
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

/** One stakeholder; an unknown value is absent. Booleans of the register are the texts `true` and `false`. */
export const stakeholderRecord = z.object({
  stake: z.enum(["Director", "Shareholder"]),
  ...optionalTexts(stakeholderFields),
});
export type StakeholderRecord = z.output<typeof stakeholderRecord>;

/** One company of the public register; unknown values are absent [RESULT-BUSINESS-05]. */
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
  /** Absent until it was looked up [RESULT-BUSINESS-06]. */
  "shareholders-data": z.optional(z.array(stakeholderRecord)),
});
export type CompanyRecord = z.output<typeof companyRecord>;
export const companiesRecord = z.object({ companies: z.array(companyRecord) });
export type CompaniesRecord = z.output<typeof companiesRecord>;
