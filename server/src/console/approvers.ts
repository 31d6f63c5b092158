import { type OperatorApprovalKind, operatorApprovalKinds, rightHolders } from "@idanimo/contract/console/rights";
import type { Tx } from "../database/database.ts";
import { countOthersWithRoles } from "../modules/operator-identity/index.ts";

export const operatorScope = { kind: "operator" } as const;

/** Whether another active operator could approve an act of this kind. [OC-11] */
export const hasApprover = async (tx: Tx, operatorId: string, kind: OperatorApprovalKind): Promise<boolean> =>
  (await countOthersWithRoles(tx, operatorId, rightHolders[operatorApprovalKinds[kind].right])) > 0;
