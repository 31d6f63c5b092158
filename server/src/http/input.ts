import type { Operation } from "@idanimo/contract/operation";
import { fail, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Message per field: the first finding of each; a name nobody knows is a finding too. */
function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields = new Map<string, string>(); // no object: a body may hold a field called toString
  const note = (name: string, message: string) => fields.has(name) || fields.set(name, message);
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) note(key, issue.message);
    else note(issue.path.map(String).join(".") || "body", issue.message);
  }
  return Object.fromEntries(fields);
}

/** An empty value in an address, as in `?page=&size=10`, is no value. */
const omitEmptyValues = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));

/**
 * One input object from path, query and body, checked by the operation's schema. Query values never reach a POST, so nothing
 * personal can travel in an address.
 */
export function parseInput<Input extends Operation["input"]>(
  operation: { readonly method: Operation["method"]; readonly input: Input },
  request: FastifyRequest,
): Result<z.output<Input>, "bad_input"> {
  const rest = operation.method === "POST" ? asRecord(request.body) : omitEmptyValues(asRecord(request.query));
  const parsed = z.safeParse(operation.input, { ...rest, ...asRecord(request.params) });
  if (parsed.success) return { ok: true, value: parsed.data };
  return fail("bad_input", {}, { fields: fieldMessages(parsed.error) });
}

/** What is said of a body that is no JSON at all. */
export const malformedBodyProblem = fail("bad_input", {}, { fields: { body: texts.badInput } }).problem;
