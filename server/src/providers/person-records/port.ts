/** A national register of persons. */
export type PersonRecords = {
  readonly name: string;
  /** How the register is doing, from our own measurements. */
  standing(): { readonly state: "up" | "slow" | "down"; readonly usualSeconds: number | null };
  /** The record of a NIN. Billed once per call that is taken, so nothing here retries on its own. */
  findByNin(nin: string, attemptId: string): Promise<LookupAnswer<PersonRecord>>;
};

/**
 * How a look-up ended. `not_taken`: the source proved that it did not take or bill the question, so it may be asked again.
 * `failed`: it may have been billed; it is not asked again for this charge. `why` is for operators: a code, never a value.
 */
export type LookupAnswer<Record> =
  | { readonly kind: "found"; readonly record: Record }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_taken"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

/** A person as the product knows one. `fields` uses the names of B§2; texts "null" and "" are already gone. */
export type PersonRecord = {
  /** The number the record is about, to be compared with the one asked. */
  readonly nin: string;
  /** ISO date, or null where the source has none that can be read. */
  readonly birthDate: string | null;
  /** Where the subject can be reached, as the agency holds it. Phone in international form. Source: T-38. */
  readonly contact: { readonly phone: string | null; readonly mail: string | null };
  readonly fields: Readonly<Record<string, string>>;
};
