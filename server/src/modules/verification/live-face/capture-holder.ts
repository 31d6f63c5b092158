import type { Vault } from "../../../kernel/vault.ts";

/**
 * Pseudonym of an account at the capture provider. It reveals nothing about the account, and no other account can
 * use its captures [T-50].
 */
export function captureHolder(vault: Vault, userId: string): string {
  return vault.indexHash("live_face_holder", userId).toString("base64url");
}
