import { decideApproval, listApprovals } from "@idanimo/contract/console/approvals";
import { operatorApprovalKinds, isOperatorApprovalKind } from "@idanimo/contract/console/rights";
import { formatMoney, money } from "@idanimo/contract/money";
import { operationCommand } from "./operation-command.ts";
import { formatTable, formatTimestamp } from "./terminal-format.ts";

/** What needs two operators, as the screen Approvals shows it. */

const unknown = ["approval", "is not an approval; `approvals` lists those that you may decide"] as const;

const decide = (summary: string, decision: "approve" | "reject" | "cancel", done: string) =>
  operationCommand(decideApproval, {
    summary,
    words: ["approval"],
    options: decision === "reject" ? { reason: "one sentence" } : {},
    unknown,
    fields: ({ words, options: { reason } }) => ({
      id: words["approval"] ?? "",
      decision,
      ...(reason !== undefined && { reason }),
    }),
    lines: () => [done],
  });

const listCommand = operationCommand(listApprovals, {
  summary: "list what waits for another operator, with what each changes; only kinds that your roles may decide",
  fields: () => ({}),
  lines: ({ rows, next }) =>
    rows.length === 0
      ? ["Nothing waits for approval."]
      : [
          ...rows.flatMap((row) => [
            ...formatTable(
              ["approval", row.id],
              [
                ["kind", isOperatorApprovalKind(row.kind) ? operatorApprovalKinds[row.kind].label : row.kind],
                ["about", row.objectId],
                ...(row.amount ? [["amount", formatMoney(money(row.amount.currency, row.amount.minor))]] : []),
                ...row.lines.map(({ label, value }) => [label, value]),
                ["reason", row.reason],
                ["requested", `${formatTimestamp(new Date(row.requestedAt))} by ${row.requestedBy}`],
                ["ends", formatTimestamp(new Date(row.expiresAt))],
              ],
            ),
            "",
          ]),
          ...(next === null ? [] : ["Older ones are not shown."]),
        ],
});

export const approvalCommands = {
  approvals: listCommand,
  approve: decide("approve what another operator requested; it is done at once", "approve", "Approved and done."),
  reject: decide("reject what another operator requested", "reject", "Rejected. Nothing is done."),
  "cancel-approval": decide("cancel a request of your own", "cancel", "Your request is cancelled."),
} as const;
