import * as z from "zod/mini";

/** Good calls made from the API's own description (`/docs/json`), so that a new operation is tried without a line for it. */

export type Parameter = { readonly name: string; readonly place: "path" | "query" | "body"; readonly sample: unknown };
export type Call = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly parameters: readonly Parameter[];
};

const members = z.record(z.string(), z.unknown());
const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.optional(members) })),
        requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: members })) })),
      }),
    ),
  ),
});

/** Texts that one field or another takes. */
const texts = [
  "ada@example.test",
  "12345678901",
  "+2348030000010",
  "00000000-0000-4000-8000-000000000001",
  "2026-01-31",
  "1500.00",
  "123456",
  "Correct-horse-1",
  "AAAAAAAAAAAAAAAAAAAAAA",
  "https://fcm.googleapis.com/fcm/send/x",
  "employment",
  "test",
];

/** A value that fits a JSON schema, or nearly: what is refused for its form never reaches a statement. */
export function sampleOf(schema: Readonly<Record<string, unknown>>): unknown {
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const [choice] = [schema["anyOf"], schema["oneOf"]].flatMap((some) => (Array.isArray(some) ? some : []));
  if (choice !== undefined) return sampleOf(members.parse(choice));
  if (schema["type"] === "object") {
    const own = Object.entries(members.parse(schema["properties"] ?? {}));
    return Object.fromEntries(own.map(([name, of]) => [name, sampleOf(members.parse(of))]));
  }
  if (schema["type"] === "array") return [sampleOf(members.parse(schema["items"] ?? {}))];
  if (schema["type"] === "integer" || schema["type"] === "number") return Number(schema["minimum"] ?? 1);
  if (schema["type"] === "boolean") return true;
  const { pattern, minLength, maxLength, format } = schema;
  const fits = (text: string) =>
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Infinity) &&
    (format !== "email" || text.includes("@")) &&
    (format !== "uri" || text.startsWith("https:"));
  return texts.toReversed().find(fits) ?? "test";
}

/** Every operation with every parameter it takes. */
export function callsIn(description: unknown): readonly Call[] {
  return Object.entries(described.parse(description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, { parameters, requestBody }]): readonly Call[] => {
      const method = verb.toUpperCase();
      if (method !== "GET" && method !== "POST" && method !== "DELETE") return [];
      const around = parameters
        .filter((one) => one.in === "path" || one.in === "query")
        .map(({ name, in: place, schema }): Parameter => {
          return { name, place: place === "path" ? "path" : "query", sample: sampleOf(schema ?? {}) };
        });
      const body = members.safeParse(sampleOf(requestBody?.content["application/json"]?.schema ?? {}));
      const inside = Object.entries(requestBody && body.success ? body.data : {}).map(([name, sample]): Parameter => {
        return { name, place: "body", sample };
      });
      return [{ method, path, parameters: [...around, ...inside] }];
    }),
  );
}
