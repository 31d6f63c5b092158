import type { RecordGroup } from "../record-fields.ts";
import type { CheckRow } from "./check-row.ts";

/** What the wizard and the result of a type need besides its row, in `checks/<type>/details.ts`. */

/** A value that can be chosen, and its label. */
export type Choice = readonly [value: string, label: string];

/** How the wizard asks for a value. */
export type FieldInput = {
  readonly label: string;
  readonly hint?: string;
  /** Marked as required [WIZARD-28]. */
  readonly isMarkedRequired?: true;
} & (
  | { readonly kind: "digits"; readonly length: number; readonly groups: readonly number[] }
  | { readonly kind: "phone" }
  /** Capitals and digits; input is converted. `isExact`: the length is always `maxLength`. */
  | { readonly kind: "code"; readonly maxLength: number; readonly isExact: boolean }
  | { readonly kind: "text"; readonly maxLength: number }
  /** Day, month and year, separated by slashes. */
  | { readonly kind: "date" }
  /** One of these, in this order. A list, because an object puts keys such as "214" first. */
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  | { readonly kind: "picture" }
);

/** A record of labelled texts, which needs no page, report or schema of its own. */
export type LabelledRecord = {
  /** The name of the field that is the record's title. */
  readonly title: string;
  readonly groups: readonly RecordGroup[];
};

/** A fault of several values together, shown at one of them. */
export type FieldFault<Name> = { readonly field: Name; readonly message: string };

type AnyDetails<Name extends PropertyKey, Option extends PropertyKey> = {
  /** The input of each field; null if another part of the product asks for it, or none. */
  readonly inputs: Readonly<Record<Name, FieldInput | null>>;
  readonly optionLabels?: Readonly<Record<Option, string>>;
  /** The legend above the options. */
  readonly optionsLegend?: { readonly legend: string; readonly hint?: string };
  /** Checks values that are valid by themselves, before anything is paid. Pure. */
  findFault?(values: Readonly<Record<Name, string>>): FieldFault<Name> | undefined;
};
/** The details of a row: all its inputs and option labels, and its record if that has no page of its own. */
export type CheckDetails<Row extends CheckRow> = AnyDetails<keyof Row["fields"], Row["options"][number]> &
  (Row["options"] extends readonly [] ? unknown : { readonly optionLabels: unknown }) &
  (Row["resultPage"] extends "labelled" ? { readonly record: LabelledRecord } : unknown);
/** The details of any row, in the general shape. */
export type GeneralDetails = AnyDetails<string, string> & { readonly record?: LabelledRecord };
