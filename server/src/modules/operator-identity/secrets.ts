import type { Vault } from "../../kernel/vault.ts";
import { seal, unseal } from "../../kernel/vault.ts";

/**
 * Seals an operator's authenticator secret. Its key follows from the master secret: an operator is never erased, so it
 * needs no key that can be destroyed, and the console reads no key of a customer.
 */
const keyOf = (vault: Vault, operatorId: string) => vault.codeHash("operator_totp_key", operatorId, "");
const contextOf = (operatorId: string) => ({ table: "operators", id: operatorId, field: "totp_sealed" });

export const sealOperatorTotp = (vault: Vault, operatorId: string, secret: Buffer): Buffer =>
  seal(keyOf(vault, operatorId), secret, contextOf(operatorId));
export const unsealOperatorTotp = (vault: Vault, operatorId: string, sealed: Buffer): Buffer =>
  unseal(keyOf(vault, operatorId), sealed, contextOf(operatorId));

/** The keyed hash of a recovery code, bound to its operator. */
export const hashOperatorRecoveryCode = (vault: Vault, operatorId: string, code: string): Buffer =>
  vault.codeHash("operator_recovery", operatorId, code);
