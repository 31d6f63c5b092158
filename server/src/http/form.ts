import formbody from "@fastify/formbody";
import { cleanLines, isReadable } from "@idanimo/contract/plain-text";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance } from "fastify";
import { problemOf, sendProblem } from "./problem-response.ts";

/**
 * Fields of plain forms and of our own pages' URLs. Any client can send them: each may be missing, repeated or of
 * another type.
 */

export type FormFields = Readonly<Record<string, unknown>>;

export const formFieldsOf = (body: unknown): FormFields =>
  typeof body === "object" && body !== null ? { ...body } : {};

/** A field as cleaned text; empty if it is missing, repeated or not text. */
export const formText = (value: unknown): string => (typeof value === "string" ? cleanLines(value) : "");

/** A field that may be repeated, as checkboxes are. */
export const formValues = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Parses forms in this scope, and rejects one whose text contains a control character, with the name of its field.
 * A browser's form cannot contain one, so there is no page for this error.
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
