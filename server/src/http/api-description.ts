import { apiBase, commonProblems, type Operation, pathNames } from "@idanimo/contract/operation";
import { problems } from "@idanimo/contract/problems";
import * as z from "zod/mini";

type Json = Record<string, unknown>;
const shapeOf = z.record(z.string(), z.record(z.string(), z.unknown()));
const namesOf = z.array(z.string());

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
};

/** The properties of an input as the description lists them; a choice between forms has none of its own. */
function propertiesOf(input: Json): { readonly names: Record<string, Json>; readonly required: readonly string[] } {
  return { names: shapeOf.parse(input["properties"] ?? {}), required: namesOf.parse(input["required"] ?? []) };
}

function describe(operation: Operation): Json {
  const input = schemaOf(operation.input, "input");
  const inPath = pathNames(operation.path);
  const { names, required } = propertiesOf(input);
  const place = (name: string) => (inPath.includes(name) ? "path" : "query");
  const parameters = Object.entries(names)
    .filter(([name]) => operation.method !== "POST" || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: place(name),
      required: inPath.includes(name) || required.includes(name),
      schema,
    }));
  const refused = Map.groupBy(
    [...new Set([...commonProblems, ...operation.problems])],
    (code) => problems[code].status,
  );
  return {
    summary: operation.summary,
    tags: [operation.path.split("/")[1] ?? "other"],
    security: operation.access === "signed_in" ? [{ bearer: [] }, { cookie: [] }] : [],
    parameters: [
      ...parameters,
      ...(operation.movesMoney
        ? [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 200 } }]
        : []),
    ],
    ...(operation.method === "POST" && {
      requestBody: { required: true, content: { "application/json": { schema: input } } },
    }),
    responses: {
      200: {
        description: "Done.",
        content: { "application/json": { schema: schemaOf(operation.output, "input") } },
      },
      ...(operation.statusOf && { 202: { description: "Not done yet; ask again." } }),
      ...Object.fromEntries(
        [...refused].map(([status, codes]) => [
          status,
          {
            description: codes.join(", "),
            content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
          },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of the contract's operations. What is described is what is mounted; a test compares (T-66). */
export function apiDescription(operations: Readonly<Record<string, Operation>>, title: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations))
    paths[apiBase + operation.path] = {
      ...paths[apiBase + operation.path],
      [operation.method.toLowerCase()]: { operationId: name, ...describe(operation) },
    };
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "2",
      description: "Every refusal is a problem with a code. Amounts are numbers with at most two places.",
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-idanimo" },
      },
      schemas: {
        Problem: {
          type: "object",
          required: ["title", "status", "code", "message"],
          properties: {
            title: { type: "string" },
            status: { type: "integer" },
            code: { type: "string", enum: Object.keys(problems) },
            message: { type: "string", description: "What a person may be shown." },
            fields: { type: "object", additionalProperties: { type: "string" } },
            details: { type: "object", additionalProperties: { type: "string" } },
          },
        },
      },
    },
  };
}
