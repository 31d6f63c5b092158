/** Whose directory calls, and with which token. */
export type ScimAccess = { readonly tokenId: string; readonly organisationId: string };
