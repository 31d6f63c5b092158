import type { Mode } from "@idanimo/contract/developers/mode";
import type { AccountDeps } from "../accounts/index.ts";

/** Dependencies of the developers module. */
export type DeveloperDeps = Pick<AccountDeps, "db" | "ids" | "events" | "limits" | "publicUrl"> & {
  /** For confirming the password or a passkey. */
  readonly accounts: AccountDeps;
  /** The modes of this installation. */
  readonly modes: readonly Mode[];
};
