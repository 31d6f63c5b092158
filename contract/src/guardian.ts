import * as z from "zod/mini";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";
import * as texts from "./texts.ts";

/** Who could consent for a subject under 18 [T-49]. */
export const guardianRelations = {
  parent: "A parent",
  legal_guardian: "A legal guardian",
  school: "Their school",
  other: "Another person who cares for them",
} as const;
export type GuardianRelation = keyof typeof guardianRelations;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const relations = Object.keys(guardianRelations) as [GuardianRelation, ...GuardianRelation[]];

/**
 * Asks the operator to contact a guardian after a lookup that found a minor. It opens nothing: an operator reads it
 * and asks for proof. It accepts no free text, which would be about a child. Idempotent.
 */
export const askGuardian = {
  method: "POST",
  path: "/verification/guardian",
  access: "signed_in",
  right: "requests:create",
  summary: "Asks for a guardian's consent if the person is under 18; an operator handles it.",
  input: z.strictObject({ requestId: publicId, relation: z.enum(relations, texts.guardianRequired) }),
  output: z.object({ result: z.literal("success") }),
  problems: ["not_a_minor"],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
} as const satisfies Operation;
