import type { SampleCall } from "@idanimo/contract/developers/samples";
import data from "./generated/reference.json";

/** What the documentation shows of each call. A chunk of its own: only the page of a call needs it. */

/** The parts of JSON Schema that the page shows. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

export type ReferenceCall = Omit<SampleCall, "input"> & {
  readonly inPath: readonly string[];
  readonly summary: string;
  readonly scopes: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
  /** Other inputs, by what they are for. */
  readonly otherExamples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[];
  readonly input: Schema;
  readonly output: Schema;
  /** Codes of problems, besides those of every call. */
  readonly problems: readonly string[];
};
type Reference = {
  readonly calls: readonly ReferenceCall[];
  readonly problems: Readonly<Record<string, { readonly status: number; readonly message: string }>>;
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `tools/generate-reference.ts` wrote it in this form
const reference = data as unknown as Reference;

export const findCall = (name: string): ReferenceCall | undefined => reference.calls.find((call) => call.name === name);

export const problemOfCode = (code: string) => reference.problems[code];

/** The type of a schema in the words of TypeScript. */
export function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return [...new Set(some.map(typeName))].join(" | ");
  if (schema.items)
    return `${/[ |]/.test(typeName(schema.items)) ? `(${typeName(schema.items)})` : typeName(schema.items)}[]`;
  return typeof schema.type === "string" ? schema.type : (schema.type?.join(" | ") ?? "any");
}

/** The members of an object, of the objects of a list, or of all forms that a value can have. */
export function membersOf(schema: Schema): readonly (readonly [string, Schema, boolean])[] {
  if (schema.items) return membersOf(schema.items);
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [name, member, schema.required?.includes(name) === true] as const,
  );
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(membersOf);
  return [...new Map([...own, ...some].map((one) => [one[0], one] as const)).values()];
}
