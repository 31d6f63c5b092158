import { discardPieces } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { findResultOfOwnerRequest } from "./store.ts";

/**
 * Deletes the owner's values that a registration number's result stores, once the owner was asked: a granted request
 * has a copy of its own, and without a grant they are never shown. Does nothing for other requests. Safe to repeat.
 */
export async function discardAskedOwner(deps: Pick<VerificationDeps, "db" | "keys">, requestId: string): Promise<void> {
  const resultId = await deps.db.transaction("system", (tx) => findResultOfOwnerRequest(tx, requestId));
  if (resultId !== undefined) await discardPieces(deps, resultId);
}
