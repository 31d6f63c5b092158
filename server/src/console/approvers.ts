import {
  type ConsoleRight,
  type OperatorApprovalKind,
  operatorApprovalKinds,
  rightHolders,
} from "@idanimo/contract/console/rights";
import type { Tx } from "../database/database.ts";
import { countOthersWithRoles } from "../modules/operator-identity/index.ts";

export const operatorScope = { kind: "operator" } as const;

/** Whether another active operator has a right. [OC-11] */
export const hasOtherWithRight = async (tx: Tx, operatorId: string, right: ConsoleRight): Promise<boolean> =>
  (await countOthersWithRoles(tx, operatorId, rightHolders[right])) > 0;

/** Whether another active operator could approve an act of this kind. [OC-11] */
export const hasApprover = (tx: Tx, operatorId: string, kind: OperatorApprovalKind): Promise<boolean> =>
  hasOtherWithRight(tx, operatorId, operatorApprovalKinds[kind].right);
