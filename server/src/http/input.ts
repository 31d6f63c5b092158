import { modeQuery } from "@idanimo/contract/developers/mode";
import { type Operation, organisationQuery } from "@idanimo/contract/operation";
import { fail, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The first message of each field; an unknown field has one too. */
function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields = new Map<string, string>(); // a Map, because a body may contain a field called toString
  const note = (name: string, message: string) => fields.has(name) || fields.set(name, message);
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) note(key, issue.message);
    else note(issue.path.map(String).join(".") || "body", issue.message);
  }
  return Object.fromEntries(fields);
}

/** Members of a query that say for whom and in which mode a call acts. */
const contextNames: readonly string[] = [organisationQuery, modeQuery];

/** Removes empty values of a query, as in `?page=&size=10`, and those that are no input. */
const fieldsOfQuery = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== "" && !contextNames.includes(name)));

/**
 * Parses path, query and body into one input with the operation's schema. A POST does not read the query, so that
 * personal data cannot travel in a URL.
 */
export function parseInput<Input extends Operation["input"]>(
  operation: { readonly method: Operation["method"]; readonly input: Input },
  request: FastifyRequest,
): Result<z.output<Input>, "bad_input"> {
  const rest = operation.method === "POST" ? asRecord(request.body) : fieldsOfQuery(asRecord(request.query));
  return parseFields(operation.input, { ...rest, ...asRecord(request.params) });
}

/** Parses the fields of an input, and names those that are wrong. */
export function parseFields<Input extends Operation["input"]>(
  schema: Input,
  fields: unknown,
): Result<z.output<Input>, "bad_input"> {
  const parsed = z.safeParse(schema, fields);
  if (parsed.success) return { ok: true, value: parsed.data };
  return fail("bad_input", {}, { fields: fieldMessages(parsed.error) });
}

/** The problem of a body that is not JSON. */
export const malformedBodyProblem = fail("bad_input", {}, { fields: { body: texts.badInput } }).problem;
