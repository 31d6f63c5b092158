import type { BureauRecord, NamedTexts } from "@idanimo/contract/records";
import * as z from "zod/mini";
import type { ProviderHealth } from "./circuit-breaker.ts";

/**
 * How a look-up ended. `not_taken`: the source proved that it did not take or bill the question, so it may be asked again.
 * `failed`: it may have been billed; it is not asked again for this charge. `why` is for operators: a code, never a value.
 */
export type LookupResult<Found> =
  | { readonly kind: "found"; readonly record: Found }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_taken"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

/**
 * One kind of question that one provider can be asked. A need has a list of these in the order an operator prefers; the first one
 * that is not known to be down is asked, and for one charge only one of them, once.
 */
export type Source<Asked, Found> = {
  /** The provider's name, as in attempts and metrics. */
  readonly provider: string;
  /** How the provider is doing, as this process has seen it. */
  health(): ProviderHealth;
  /**
   * Asks once; billed once when taken, so nothing retries by itself.
   * @param attemptId travels to the provider as our reference where it takes one
   */
  query(asked: Asked, attemptId: string): Promise<LookupResult<Found>>;
};

/** Whom a record is about, where that is a person. */
export const subject = z.object({
  /** ISO date, or null where the source has none that can be read. */
  birthDate: z.nullable(z.string()),
  /** Where the subject can be reached, as the agency holds it. Phone in international form. Source: T-38. */
  contact: z.object({ phone: z.nullable(z.string()), mail: z.nullable(z.string()) }),
});
export type Subject = z.output<typeof subject>;

/** A person of a register. `number` is what the record says it is about, to be compared with what was asked (T-62). */
export const personFound = z.object({
  number: z.string(),
  /** The provider's own reference of its answer, where it gives one. */
  reference: z.nullable(z.string()),
  subject,
  /** Texts by the names of B§2. */
  fields: z.record(z.string(), z.string()),
});
export type PersonFound = z.output<typeof personFound>;

/** Names of the three bureaus, as the search's ticks. */
export type Bureau = "crc" | "firstCentral" | "creditRegistry";

/** What one bureau knows of a BVN; `basic` is the head of its record. */
export type BureauFound = {
  readonly bvn: string;
  readonly bureau: BureauRecord;
  readonly ficoScore: string | null;
  readonly basic: NamedTexts;
};

export type Demographics = {
  readonly firstname: string;
  readonly lastname: string;
  /** ISO date. */
  readonly birthDate: string;
  readonly gender: "m" | "f";
};

/** The first of two calls for a vehicle's history: the report's id is billed, reading it again is free. */
export type VehicleId = { readonly vin: string; readonly reportId: string; readonly attributes: NamedTexts };
export type VehicleReport = {
  readonly vin: string;
  readonly attributes: NamedTexts;
  readonly stolen: boolean;
  /** `titles`, `accidents`, `thefts`, ...: each row a set of texts. */
  readonly tables: Readonly<Record<string, readonly NamedTexts[]>>;
};
/** A file of a source as base64, so that it can be kept like any other answer. */
export type FileFound = { readonly base64: string };
export type PlateFound = { readonly plate: string; readonly fields: NamedTexts };
export type StolenFound = {
  readonly chassis: string;
  readonly stolen: boolean;
  readonly reports: readonly NamedTexts[];
};
