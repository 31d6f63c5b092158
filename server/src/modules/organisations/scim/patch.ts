import { type ScimPatchOperation, type ScimResource, ScimError, scimPatch } from "scim-patch";
import * as z from "zod/mini";
import { attributeName, isObject, withAttributeNames } from "./parse-body.ts";
import { done, refuse, type ScimResult } from "./scim-result.ts";

/** PATCH of RFC 7644, section 3.5.2, as RFC clients, Entra and Okta send it. */

export const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const operationsMax = 200;

const patchBody = z.object({
  schemas: z.array(z.string()).check(z.refine((schemas) => schemas.includes(patchSchema))),
  Operations: z
    .array(
      z.object({
        op: z.pipe(
          z.string().check(z.regex(/^(add|remove|replace)$/i)),
          z.transform((op) => op.toLowerCase()),
        ),
        path: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
        value: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(operationsMax)),
});

/** The library follows any name, and these lead out of the resource. */
const leadsOutside = /__proto__|constructor|prototype/i;
const namesOutside = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(namesOutside);
  return isObject(value) && Object.entries(value).some(([name, of]) => leadsOutside.test(name) || namesOutside(of));
};

/** The path with the names of its attributes as RFC 7643 writes them: `Members[Value eq "x"]`. */
const cleanPath = (path: string): string =>
  path.replaceAll(/"[^"]*"|urn:[\w.:-]+:|[A-Za-z]+/g, (part) =>
    /^["u].*[":]$/.test(part) ? part : attributeName(part),
  );

/** Members are compared by their ids alone: clients also send names and addresses. */
function membersOnly(value: unknown): unknown {
  const idOf = (member: unknown) => {
    if (!isObject(member)) return member;
    const { value: id, type } = member;
    return { value: typeof id === "string" ? id.toLowerCase() : id, ...((type ?? "User") !== "User" && { type }) };
  };
  return Array.isArray(value) ? value.map(idOf) : idOf(value);
}

function cleanOperation({ op, path, value }: z.output<typeof patchBody>["Operations"][number]): ScimPatchOperation {
  const target = path ? cleanPath(path) : undefined;
  let given = withAttributeNames(value);
  if (target === "members") given = membersOnly(given);
  else if (target === undefined && isObject(given) && "members" in given)
    given = { ...given, members: membersOnly(given["members"]) };
  // the schema allows these three names only, and the library checks that a removal has a path
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    op,
    ...(target !== undefined && { path: target }),
    ...(given !== undefined && { value: given }),
  } as ScimPatchOperation;
}

/**
 * Applies the operations of a body to a resource. All or none.
 * @param attributes the resource's attributes that can change
 * @returns the changed attributes, not validated
 */
export function applyPatch(attributes: Readonly<Record<string, unknown>>, body: unknown): ScimResult<unknown> {
  const parsed = z.safeParse(
    patchBody,
    isObject(body) ? { ...body, Operations: body["Operations"] ?? body["operations"] } : body,
  );
  if (!parsed.success)
    return refuse(
      400,
      `The body has the schema ${patchSchema} and 1 to ${operationsMax} Operations: add, remove or replace.`,
      "invalidSyntax",
    );
  const operations = parsed.data.Operations;
  if (operations.some(({ path, value }) => leadsOutside.test(path ?? "") || namesOutside(value)))
    return refuse(400, "A path is not that of an attribute.", "invalidPath");
  try {
    const now = new Date(0);
    const resource: ScimResource = {
      ...structuredClone(attributes),
      schemas: [],
      meta: { created: now, lastModified: now },
    };
    return done(scimPatch(resource, operations.map(cleanOperation), { mutateDocument: true, treatMissingAsAdd: true }));
  } catch (error) {
    if (error instanceof ScimError || error instanceof TypeError)
      return refuse(
        400,
        "An operation cannot be applied to this resource.",
        error instanceof ScimError ? "invalidPath" : "invalidValue",
      );
    throw error;
  }
}
