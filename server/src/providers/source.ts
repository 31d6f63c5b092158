import type { BureauRecord } from "@idanimo/contract/checks/bvn/record";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import * as z from "zod/mini";
import type { ProviderHealth } from "./circuit-breaker.ts";

/**
 * The outcome of a lookup. `not_accepted`: the source showed that it did not take or bill the request, so it may be
 * repeated. `failed`: it may have been billed, so it is not repeated for this charge. `why` is a code for
 * operators, never a value.
 */
export type LookupResult<Found> =
  | { readonly kind: "found"; readonly record: Found }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_accepted"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

/**
 * One kind of lookup at one provider. Each need has a list of these in the operator's order; the first one not
 * known to be down is called, and for one charge only one of them, once.
 */
export type Source<Asked, Found> = {
  /** The provider's name, as in attempts and metrics. */
  readonly provider: string;
  /** The provider's health, as seen by this process. */
  health(): ProviderHealth;
  /**
   * Calls once; a call that is taken is billed, so it is never retried here.
   * @param attemptId sent to the provider as our reference if it takes one
   */
  query(query: Asked, attemptId: string): Promise<LookupResult<Found>>;
};

/** The person a record is about. */
export const subject = z.object({
  /** ISO date, or null if the source has no valid one. */
  birthDate: z.nullable(z.string()),
  /** How to reach the subject, as the agency has it. Phone in international format. [T-38] */
  contact: z.object({ phone: z.nullable(z.string()), mail: z.nullable(z.string()) }),
});
export type Subject = z.output<typeof subject>;

/**
 * A person of a register. `number` is what the record says it is about, to compare with the requested one. [T-62]
 */
export const personFound = z.object({
  number: z.string(),
  /** The provider's own reference of its response, if it has one. */
  reference: z.nullable(z.string()),
  subject,
  /** Texts by the names of the specification. */
  fields: z.record(z.string(), z.string()),
});
export type PersonFound = z.output<typeof personFound>;

/** Names of the three bureaus, as in the search's options. */
export type Bureau = "crc" | "firstCentral" | "creditRegistry";

/** One bureau's record of a BVN; `basic` is the person it is about. */
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
  /** `titles`, `accidents`, `thefts`, ...: each row is a set of texts. */
  readonly tables: Readonly<Record<string, readonly NamedTexts[]>>;
};
/** A source's file as base64, so that it can be stored like any other response. */
export type FileFound = { readonly base64: string };
export type PlateFound = { readonly plate: string; readonly fields: NamedTexts };
export type StolenFound = {
  readonly chassis: string;
  readonly stolen: boolean;
  readonly reports: readonly NamedTexts[];
};
