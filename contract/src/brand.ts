/**
 * What an operator changes to rename the product; server and web read it. Colours are in
 * `web/src/styles/tokens.css`, the logo in `web/src/ui/Logo.tsx` and `web/public/favicon.svg`; then run `node
 * web/tools/draw-icons.mjs` to draw the icons and the link preview. An entry of `links` is shown only if it has an
 * address: the logo of a store, a regulator or a standard is a claim that the operator has to make.
 */
export const brand = {
  name: "Idanimo",
  /** The name in its own language. */
  nameInYoruba: "Ìdánimọ̀",
  description:
    "Verify a person, a company, a credit record or a vehicle in Nigeria. A person's record opens only with their consent.",
  /** Date format everywhere: `en-US` November 25, 2026 at 10:42 PM; `en-GB` 25 November 2026 at 22:42. */
  dateLocale: "en-US" as "en-US" | "en-GB",
  contactEmail: "help@idanimo.example",
  /** Receives reports of vulnerabilities. */
  securityEmail: "security@idanimo.example",
  /** The data protection officer, who answers questions about personal data. */
  privacyEmail: "privacy@idanimo.example",
  postalAddress: "" as string,
  /** The seller on receipts; an empty value is not shown. */
  seller: { legalName: "", taxNumber: "", vatNumber: "" } as Seller,
  /** Version of the privacy policy and the terms, and the day of their last change. */
  policyVersion: { number: "1.3", date: "2026-11-27" },
  /**
   * Names of the companies that process personal data for the operator. Where one is empty, only its kind is shown.
   */
  processors: {
    payments: "",
    people: "",
    companies: "",
    bureaus: "",
    vehicles: "",
    sms: "",
    mail: "",
    networkAddresses: "",
    hosting: "",
  } as Readonly<Record<ProcessorKind, string>>,
  links: {
    social: [] as readonly BrandLink[],
    stores: [] as readonly BrandLink[],
    standards: [] as readonly BrandLink[],
    blog: "",
    /** Where each credit bureau accepts requests to correct a record. */
    bureaus: { firstCentral: "", crc: "", creditRegistry: "" } as Readonly<Record<CreditBureau, string>>,
  },
} as const;

export type Seller = {
  /** As registered, with the RC number. */
  readonly legalName: string;
  /** Tax identification number (TIN). */
  readonly taxNumber: string;
  /** VAT registration number. */
  readonly vatNumber: string;
};
export type ProcessorKind =
  | "payments"
  | "people"
  | "companies"
  | "bureaus"
  | "vehicles"
  | "sms"
  | "mail"
  | "networkAddresses"
  | "hosting";
type CreditBureau = "firstCentral" | "crc" | "creditRegistry";
export type BrandLink = { readonly label: string; readonly address: string };
