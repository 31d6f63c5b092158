import * as z from "zod/mini";
import { catalogueRowOf, isSearchType, searchTypes } from "./catalogue.ts";
import { purposeCode } from "./consent.ts";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";

/**
 * What a repeated request starts from. The typed values and names are there only while the request is open to its
 * account; type, purpose and label also afterwards.
 */
export const checkAgain = {
  method: "GET",
  path: "/verification/again/{requestId}",
  access: "signed_in",
  right: "requests:create",
  summary: "What the form for repeating a request starts from; values only while they may still be shown.",
  input: z.strictObject({ requestId: publicId }),
  output: z.object({
    searchType: z.enum(searchTypes),
    options: z.array(z.string()),
    /** By the payload's names; empty once the values are erased or masked. */
    values: z.record(z.string(), z.string()),
    isErased: z.boolean(),
    purpose: z.nullable(purposeCode),
    note: z.nullable(z.string()),
    expectedName: z.nullable(
      z.object({ firstname: z.string(), middlename: z.optional(z.string()), lastname: z.string() }),
    ),
    label: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Where the wizard repeats a request; undefined for a type that is bought on the page of another result. */
export const checkAgainAddress = ({
  id,
  searchType,
}: {
  readonly id: string;
  readonly searchType: string;
}): string | undefined =>
  isSearchType(searchType) && catalogueRowOf(searchType).audience === "holder"
    ? undefined
    : `/individual/verify?again=${id}`;
