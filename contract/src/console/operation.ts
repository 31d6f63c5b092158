import type { OperationShape } from "../operation.ts";
import type { ConsoleRight } from "./rights.ts";

/** Base of every path of the console's operations; the customers' address has none of them. */
export const consoleBase = "/console/v1";

/** A call of the operator console. */
export type ConsoleOperation = OperationShape & {
  /** What the operator's roles must allow; null: any signed-in operator, or a public call. */
  readonly operatorRight: ConsoleRight | null;
};

/** The header with the token that proves that a page of the console makes a changing call. */
export const csrfHeader = "x-csrf-token";
