/** Results of SCIM calls, with the failures of RFC 7644, section 3.12. */

export type ScimType = "invalidFilter" | "uniqueness" | "mutability" | "invalidSyntax" | "invalidPath" | "invalidValue";

export type ScimFailure = {
  readonly status: number;
  readonly scimType?: ScimType;
  /** A sentence for the directory's administrator. */
  readonly detail: string;
};

export type ScimResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ScimFailure };

export const done = <Value>(value: Value) => ({ ok: true, value }) as const;

export const refuse = (status: number, detail: string, scimType?: ScimType) =>
  ({ ok: false, failure: { status, detail, ...(scimType && { scimType }) } }) as const;

export const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The body of a failure. Its status is a text. */
export const errorBody = ({ status, scimType, detail }: ScimFailure) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});

export const noSuchResource = refuse(404, "There is no resource with this id.");
