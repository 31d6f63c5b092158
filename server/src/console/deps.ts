import type { KeyStore } from "../database/key-store.ts";
import type { OfferedSource } from "../modules/verification/index.ts";
import type { OperatorIdentityDeps } from "../modules/operator-identity/index.ts";

/** What the console's routes need. Its database role can read nothing of a subject. */
export type ConsoleDeps = OperatorIdentityDeps & {
  /** The console's own URL without a trailing slash. */
  readonly consoleUrl: string;
  /** The console uses keys of subject cases and pay-outs alone: its database role can read no other sealed value. */
  readonly keys: Pick<KeyStore, "find" | "create" | "destroy">;
  /** Kobo up to which an operator refunds alone; 0 if every refund needs two. */
  readonly refundApprovalAbove: bigint;
  /** The sources of this installation. */
  readonly sources: readonly OfferedSource[];
};
