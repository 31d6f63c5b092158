import * as z from "zod/mini";
import {
  answerTypes,
  catalogue,
  isSearchType,
  type SearchField,
  type SearchOption,
  searchTypes,
  type SearchType,
  catalogueRowOf,
} from "./catalogue.ts";
import type { CheckField } from "./checks/check-row.ts";
import * as texts from "./texts.ts";

/** The flat search payload; which fields are present decides the lookups [WIZARD-29]. */

type Rows = typeof catalogue;
/** The types that a payload can contain; the others are bought on the page of another result. */
type SearchedType = {
  [Type in SearchType]: Rows[Type]["audience"] extends "holder" ? never : Type;
}[SearchType];
type FieldOf<Type extends SearchType, Name> = Name extends keyof Rows[Type]["fields"]
  ? Rows[Type]["fields"][Name]
  : never;
type SchemaOf<Name> = {
  [Type in SearchedType]: FieldOf<Type, Name> extends { readonly schema: infer Schema } ? Schema : never;
}[SearchedType];
type PayloadShape = {
  readonly [Name in SearchField as [SchemaOf<Name>] extends [never] ? never : Name]: z.ZodMiniOptional<
    Extract<SchemaOf<Name>, z.ZodMiniType>
  >;
} & { readonly [Name in SearchOption]: z.ZodMiniOptional<z.ZodMiniBoolean> };

const searchedRows = searchTypes.map((type) => catalogue[type]).filter(({ audience }) => audience !== "holder");
const fieldEntries = searchedRows.flatMap(({ fields }) =>
  Object.entries<CheckField>(fields).map(
    ([name, { schema, isNumber }]) => [name, z.optional(isNumber ? z.union([schema, z.number()]) : schema)] as const,
  ),
);
const optionEntries = searchedRows.flatMap(({ options }) =>
  options.map((name) => [name, z.optional(z.boolean())] as const),
);

/** Names the question; without it the fields that are present decide. */
const check = z.optional(z.enum(answerTypes));

/** Every field and option of the catalogue, each one optional. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each field and option, made right here
const fieldsAndOptions = Object.fromEntries([...fieldEntries, ...optionEntries]) as unknown as PayloadShape;
export const searchFields = { ...fieldsAndOptions, check } as const;

/** A search payload without any other members. */
export const searchPayload = z.strictObject(searchFields);
export type SearchPayload = z.output<typeof searchPayload>;

/**
 * Checks the values of the question that a payload names by the rules of its own fields, such as letters only in a name.
 * @returns messages by field; undefined if all are valid
 */
export function findInvalidQuestionFields(payload: SearchPayload): Readonly<Record<string, string>> | undefined {
  const { check } = payload;
  if (check === undefined) return undefined;
  const { options, question, fields } = catalogueRowOf(check);
  const given = new Map<string, unknown>(Object.entries(payload));
  const wrong = Object.entries<CheckField | undefined>(fields).flatMap(([name, field]) => {
    const value = given.get(name);
    if (!field || (value === undefined && field.isOptional)) return [];
    const read = z.safeParse(field.schema, typeof value === "number" ? String(value) : value);
    return read.success ? [] : [[name, read.error.issues[0]?.message ?? texts.fieldMalformed] as const];
  });
  const fullOptions = (question?.fullChecks ?? []).filter(isSearchType).flatMap((type) => catalogueRowOf(type).options);
  for (const option of options.length === 0 ? [] : fullOptions)
    if (given.get(option) === true && !options.includes(option)) wrong.push([option, texts.bureauWithoutScore]);
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
}
