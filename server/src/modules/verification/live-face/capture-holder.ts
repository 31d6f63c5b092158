import type { Vault } from "../../../kernel/vault.ts";

/**
 * The name under which the provider of captures keeps an account's pictures: says nothing of the account, and a capture of one
 * account is no good to another. Source: T-50.
 */
export function captureHolder(vault: Vault, userId: string): string {
  return vault.indexHash("live_face_holder", userId).toString("base64url");
}
