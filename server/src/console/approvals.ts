import type { decideApproval, listApprovals } from "@idanimo/contract/console/approvals";
import {
  hasRight,
  isOperatorApprovalKind,
  operatorApprovalKinds,
  operatorRoleNames,
  operatorRoles,
} from "@idanimo/contract/console/rights";
import { suspensionReasonLabel } from "@idanimo/contract/console/suspensions";
import { formatDateTime } from "@idanimo/contract/date-format";
import { formatMoney } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import { decodeCursor } from "../kernel/cursor.ts";
import {
  type Approval,
  approve,
  cancelApproval,
  findApproval,
  findApprovals,
  reject,
} from "../modules/approvals/index.ts";
import { findOperatorNames, type SignedInOperator } from "../modules/operator-identity/index.ts";
import { pageSize } from "./accounts.ts";
import { operatorScope } from "./approvers.ts";
import { breachNoticeApproval } from "./breaches.ts";
import { changePhoneApproval } from "./change-phone.ts";
import type { ConsoleDeps } from "./deps.ts";
import { newOperatorApproval, roleChangeApproval } from "./manage-operators.ts";
import type { ConsoleHandler } from "./mount.ts";
import { describePriceChange, priceApproval, rateApproval } from "./price-approvals.ts";
import { refundAmount, refundApproval } from "./refunds.ts";
import { endSuspensionApproval } from "./suspensions.ts";

const approvalKindsOf = (deps: ConsoleDeps) => ({
  refund: refundApproval(deps),
  price: priceApproval(deps),
  exchange_rate: rateApproval(deps),
  new_operator: newOperatorApproval,
  role_change: roleChangeApproval,
  breach_notice: breachNoticeApproval,
  end_suspension: endSuspensionApproval(deps),
  change_phone: changePhoneApproval(deps),
});

const mayDecide = ({ roles }: Pick<SignedInOperator, "roles">, kind: string) =>
  isOperatorApprovalKind(kind) && hasRight(roles, operatorApprovalKinds[kind].right);

const namesOfRoles = (list: string | undefined) =>
  operatorRoles
    .filter((role) => (list ?? "").split(",").includes(role))
    .map((role) => operatorRoleNames[role])
    .join(", ");

/** What an approval changes, as labelled lines. */
function describeFacts({ kind, facts }: Pick<Approval, "kind" | "facts">) {
  const line = (label: string, value: string | undefined) => ({ label, value: value ?? "-" });
  switch (kind) {
    case "refund":
      return [
        line("Reference", facts["reference"]),
        line("Charge", formatMoney({ ...refundAmount(facts), minor: BigInt(facts["chargeMinor"] ?? "0") })),
        line("Outcome", facts["outcome"]),
      ];
    case "price":
    case "exchange_rate":
      return describePriceChange(facts);
    case "new_operator":
      return [line("Email", facts["email"]), line("Name", facts["name"]), line("Roles", namesOfRoles(facts["roles"]))];
    case "role_change":
      return [
        line("Operator", facts["name"]),
        line("Roles now", namesOfRoles(facts["rolesNow"])),
        line("Roles after", namesOfRoles(facts["roles"])),
      ];
    case "breach_notice":
      return [
        line("People", facts["people"]),
        line("Requests", facts["requests"]),
        line("From", formatDateTime(facts["since"] ?? "")),
        line("Until", formatDateTime(facts["until"] ?? "")),
        line("They read", facts["description"]),
      ];
    case "change_phone":
      return [line("Number", facts["phone"]), line("Confirmed by code", facts["confirmed"])];
    case "end_suspension":
      return [
        line("Suspended because", suspensionReasonLabel(facts["reasonCode"] ?? "")),
        line("Since", formatDateTime(facts["since"] ?? "")),
      ];
    default:
      return [];
  }
}

/** A page of what this operator may see: kinds that the roles allow to decide. */
export function createListApprovals({ db }: ConsoleDeps): ConsoleHandler<typeof listApprovals> {
  return ({ state, after }, operator) =>
    db.transaction("system", async (tx) => {
      const kinds = Object.keys(operatorApprovalKinds).filter((kind) => mayDecide(operator, kind));
      const filter = { pending: state === "pending", kinds, after: decodeCursor(after), limit: pageSize + 1 };
      const page = await findApprovals(tx, operatorScope, filter);
      const shown = page.slice(0, pageSize);
      const people = shown.flatMap(({ requestedBy, decidedBy }) =>
        decidedBy === null ? [requestedBy] : [requestedBy, decidedBy],
      );
      const names = await findOperatorNames(tx, people);
      return ok({
        rows: shown.map((row) => ({
          id: row.id,
          kind: row.kind,
          objectId: row.objectId,
          lines: describeFacts(row),
          amount: row.kind === "refund" ? refundAmount(row.facts) : null,
          reason: row.reason,
          state: row.state === "pending" && state === "decided" ? ("expired" as const) : row.state,
          requestedBy: names.get(row.requestedBy) ?? "-",
          isOwn: row.requestedBy === operator.id,
          requestedAt: row.requestedAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
          decidedBy: row.decidedBy === null ? null : (names.get(row.decidedBy) ?? "-"),
          decidedAt: row.decidedAt?.toISOString() ?? null,
        })),
        next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
      });
    });
}

/** Approves, rejects or cancels. The effect of an approval is in the same transaction. [OC-10] */
export function createDecideApproval(deps: ConsoleDeps): ConsoleHandler<typeof decideApproval> {
  const kinds = approvalKindsOf(deps);
  const { db, ids } = deps;
  return ({ id, decision, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const approval = await findApproval(tx, operatorScope, id);
      if (!approval) return fail("not_found", {});
      if (!mayDecide(operator, approval.kind)) return fail("operator_right_missing", {});
      const decided = { id, scope: operatorScope, by: operator.id };
      const result =
        decision === "approve"
          ? await approve(tx, { ids, kinds }, decided)
          : decision === "reject"
            ? await reject(tx, { ids }, { ...decided, reason: reason ?? null })
            : await cancelApproval(tx, { ids }, decided);
      return result.ok ? ok({ result: "success" }) : result;
    });
}
