import { email } from "@idanimo/contract/fields";
import { cleanLine } from "@idanimo/contract/plain-text";
import * as z from "zod/mini";
import { done, refuse, type ScimResult } from "./scim-result.ts";

/** What a directory sends. Attributes that this product does not store are ignored, as RFC 7644, section 3.3 allows. */

/** Names of attributes as RFC 7643 writes them; clients may write them in any case. */
const attributeNames = new Map(
  [
    "schemas",
    "id",
    "externalId",
    "meta",
    "userName",
    "name",
    "givenName",
    "familyName",
    "formatted",
    "displayName",
    "active",
    "emails",
    "members",
    "value",
    "type",
    "primary",
    "display",
    "Operations",
  ].map((name) => [name.toLowerCase(), name]),
);
export const attributeName = (written: string): string => attributeNames.get(written.toLowerCase()) ?? written;

/** Whether a value is an object with members. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same value with the names of its attributes as RFC 7643 writes them. */
export function withAttributeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAttributeNames);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [attributeName(name), withAttributeNames(of)]));
}

const hasControlCharacter = /[\p{Cc}\p{Cs}]/u;
const line = z.string().check(
  z.overwrite(cleanLine),
  z.maxLength(200, "is longer than 200 characters"),
  z.refine((text) => !hasControlCharacter.test(text), "contains control characters"),
);
/** A text; null for none and for an empty one. */
const optionalLine = z.pipe(
  z.optional(z.nullable(line)),
  z.transform((text) => text || null),
);
/** Entra sends "True" and "False". */
const optionalBoolean = z.pipe(
  z.optional(z.union([z.boolean(), z.string().check(z.regex(/^(true|false)$/i))], "is not true or false")),
  z.transform((value) => (typeof value === "string" ? value.toLowerCase() === "true" : value)),
);

const userBody = z.object({
  userName: z.pipe(
    email,
    z.transform((address) => address.toLowerCase()),
  ),
  externalId: optionalLine,
  name: z.optional(
    z.nullable(z.object({ givenName: optionalLine, familyName: optionalLine, formatted: optionalLine })),
  ),
  displayName: optionalLine,
  active: optionalBoolean,
});
export type UserBody = z.output<typeof userBody>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const groupBody = z.object({
  displayName: line.check(z.minLength(1, "is required")),
  externalId: optionalLine,
  members: z.optional(
    z.nullable(
      z.array(
        z.object({
          value: z.pipe(
            z.string(),
            z.transform((id) => id.toLowerCase()),
          ),
          type: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
});
export type GroupBody = {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
};

function parseWith<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): ScimResult<z.output<Schema>> {
  if (!isObject(body)) return refuse(400, "The body is not a JSON object.", "invalidSyntax");
  const parsed = z.safeParse(schema, withAttributeNames(body));
  if (parsed.success) return done(parsed.data);
  const [issue] = parsed.error.issues;
  return refuse(400, `${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? ""}`, "invalidValue");
}

/** Parses a user. Their `userName` is an email address. */
export const parseUser = (body: unknown): ScimResult<UserBody> => parseWith(userBody, body);

export function parseGroup(body: unknown): ScimResult<GroupBody> {
  const parsed = parseWith(groupBody, body);
  if (!parsed.ok) return parsed;
  const { displayName, externalId } = parsed.value;
  const members = parsed.value.members ?? [];
  if (members.some(({ type }) => (type ?? "User").toLowerCase() !== "user"))
    return refuse(400, "A group can contain users only, no other groups.", "invalidValue");
  if (members.some(({ value }) => !uuid.test(value)))
    return refuse(400, "members: a value is not the id of a user.", "invalidValue");
  return done({ displayName, externalId, members: [...new Set(members.map(({ value }) => value))] });
}
