import { array, boolean, enum as oneOf, number, object, optional, string } from "zod/mini";

const requirement = oneOf(["required", "preferred", "discouraged"]);

/** The creation options for the browser; drops everything else that the server sends. */
export const creationOptions = object({
  challenge: string(),
  rp: object({ name: string(), id: optional(string()) }),
  user: object({ id: string(), name: string(), displayName: string() }),
  pubKeyCredParams: array(object({ alg: number(), type: oneOf(["public-key"]) })),
  timeout: optional(number()),
  attestation: optional(oneOf(["none", "indirect", "direct", "enterprise"])),
  excludeCredentials: optional(array(object({ id: string(), type: oneOf(["public-key"]) }))),
  authenticatorSelection: optional(
    object({
      authenticatorAttachment: optional(oneOf(["platform", "cross-platform"])),
      residentKey: optional(requirement),
      requireResidentKey: optional(boolean()),
      userVerification: optional(requirement),
    }),
  ),
});
