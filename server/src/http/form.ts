import formbody from "@fastify/formbody";
import { cleanLines, isReadable } from "@idanimo/contract/plain-text";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance } from "fastify";
import { problemOf, sendProblem } from "./problem-response.ts";

/** What plain forms and addresses of our own pages send. Anyone can send anything: each member may be missing, repeated, or of another kind. */

export type FormFields = Readonly<Record<string, unknown>>;

/** The members of a form or an address. */
export const formFieldsOf = (said: unknown): FormFields =>
  typeof said === "object" && said !== null ? { ...said } : {};

/** A member as cleaned text; empty where it is missing, repeated, or no text. */
export const formText = (value: unknown): string => (typeof value === "string" ? cleanLines(value) : "");

/** A member that may come several times, as boxes do. */
export const formValues = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Reads forms in this scope, and rejects one whose text contains a control character by the name of its field. A browser's form
 * cannot contain one, so there is no page for it.
 */
export async function registerFormParser(scope: FastifyInstance, bodyLimit: number): Promise<void> {
  await scope.register(formbody, { bodyLimit });
  scope.addHook("preHandler", async (request, reply) => {
    const sent = Object.entries({ ...formFieldsOf(request.query), ...formFieldsOf(request.body) });
    const unreadable = sent.filter(([, value]) => !formValues(value).every((one) => isReadable(formText(one))));
    if (unreadable.length === 0) return;
    const fields = Object.fromEntries(unreadable.map(([name]) => [name, texts.unreadableCharacter]));
    return sendProblem(reply, problemOf("bad_input", { fields }));
  });
}
