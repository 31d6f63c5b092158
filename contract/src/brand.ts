/**
 * What an operator changes to give the product another name; both sides read it. Colours are in `web/src/styles/tokens.css`, the mark in
 * `web/src/ui/Logo.tsx` and `web/public/favicon.svg`; `node web/tools/draw-icons.mjs` draws the icons and the preview of links after it.
 * An entry of `links` is shown only when it has an address: a logo of a store, a regulator or a standard is a claim, so none is made for
 * the operator.
 */
export const brand = {
  name: "Idanimo",
  /** How the name is written in its own language. */
  nameInYoruba: "Ìdánimọ̀",
  description:
    "Verify a person, a company, a credit record or a vehicle in Nigeria, with the leave of the person it is about.",
  /** How dates are written everywhere: `en-US` November 25, 2026 at 10:42 PM; `en-GB` 25 November 2026 at 22:42. */
  dateLocale: "en-US" as "en-US" | "en-GB",
  contactEmail: "help@idanimo.example",
  /** Read by whoever can act on a report of a vulnerability. */
  securityEmail: "security@idanimo.example",
  /** The data protection officer: answers questions about personal data. */
  privacyEmail: "privacy@idanimo.example",
  postalAddress: "" as string,
  /** Day the privacy policy and the terms were last changed, and their version. */
  policyVersion: { number: "1.1", date: "2026-11-21" },
  /** Who handles personal data for the operator, by name. What is left empty is told by its kind alone. */
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
    /** Where each credit bureau takes a person's request to correct a record. */
    bureaus: { firstCentral: "", crc: "", creditRegistry: "" } as Readonly<Record<CreditBureau, string>>,
  },
} as const;

export type ProcessorKind =
  "payments" | "people" | "companies" | "bureaus" | "vehicles" | "sms" | "mail" | "networkAddresses" | "hosting";
type CreditBureau = "firstCentral" | "crc" | "creditRegistry";
export type BrandLink = { readonly label: string; readonly address: string };
