import * as z from "zod/mini";
import { nullableText } from "../../named-texts.ts";

/** An optional text for each of the names. */
function optionalTexts<Name extends string>(names: readonly Name[]): Record<Name, z.ZodMiniOptional<z.ZodMiniString>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name, made right here
  return Object.fromEntries(names.map((name) => [name, z.optional(z.string())])) as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniString>
  >;
}

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
