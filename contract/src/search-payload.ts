import * as z from "zod/mini";
import { catalogue, type SearchField, type SearchOption, searchTypes, type SearchType } from "./catalogue.ts";
import type { CheckField } from "./checks/check-row.ts";

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
  Object.entries<CheckField>(fields).map(([name, { schema }]) => [name, z.optional(schema)] as const),
);
const optionEntries = searchedRows.flatMap(({ options }) =>
  options.map((name) => [name, z.optional(z.boolean())] as const),
);

/** Every field and option of the catalogue, each one optional. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each field and option, made right here
export const searchFields = Object.fromEntries([...fieldEntries, ...optionEntries]) as unknown as PayloadShape;

/** A search payload without any other members. */
export const searchPayload = z.strictObject(searchFields);
export type SearchPayload = z.output<typeof searchPayload>;
