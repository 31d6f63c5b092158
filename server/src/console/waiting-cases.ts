import { hasRight, type OperatorRole } from "@idanimo/contract/console/rights";
import type { Tx } from "../database/database.ts";
import { summariseBreaches, summariseOpenCases } from "../modules/audit/index.ts";
import { summariseSubjectCases } from "../modules/subject-portal/index.ts";

/** Open cases and grievances for Today, as far as the roles may see them. [OC-14] */
export async function findWaitingCases(tx: Tx, roles: readonly OperatorRole[]) {
  const toItem = (
    { kind, label, link }: { readonly kind: string; readonly label: string; readonly link: string },
    { count, openedAt, dueAt, isUrgent }: Awaited<ReturnType<typeof summariseOpenCases>>,
  ) => ({
    kind,
    label,
    count,
    oldestAt: openedAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    isUrgent,
    link,
  });
  return [
    ...(hasRight(roles, "read_grievances")
      ? [
          toItem(
            { kind: "breaches", label: "Breaches: notify the Commission", link: "/breach" },
            { ...(await summariseBreaches(tx)), isUrgent: true },
          ),
          toItem(
            { kind: "grievances", label: "Grievances to answer", link: "/grievances" },
            await summariseSubjectCases(tx),
          ),
        ]
      : []),
    ...(hasRight(roles, "read_cases")
      ? [toItem({ kind: "cases", label: "Open cases", link: "/cases" }, await summariseOpenCases(tx))]
      : []),
  ];
}
