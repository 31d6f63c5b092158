import type { findAccount } from "@idanimo/contract/console/accounts";
import { findsPerDay, hasRight, type OperatorRole } from "@idanimo/contract/console/rights";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../database/database.ts";
import { findAccountIdBy } from "../modules/accounts/index.ts";
import { writeAudit } from "../modules/audit/index.ts";
import { type FindKind, insertFind, mayFindToday } from "../modules/operator-identity/index.ts";
import { findOrganisationIdByName } from "../modules/organisations/index.ts";
import { findPaymentForOperator } from "../modules/payments/index.ts";
import { findItemForOperator, findPurchaseForOperator } from "../modules/purchases/index.ts";
import { findSubjectCase } from "../modules/subject-portal/index.ts";
import { findGuardianCase } from "../modules/verification/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { findOwner } from "./opened-owner.ts";

/** What a typed value is, and the form in which it is stored. */
export function classifyValue(typed: string): { readonly kind: FindKind; readonly value: string } {
  const compact = typed.replace(/\s/g, "");
  if (/^(ID|G)-[A-Z0-9]{6}$/i.test(compact)) return { kind: "case", value: compact.toUpperCase() };
  if (/^EA\d{14}$/i.test(compact)) return { kind: "reference", value: compact.toUpperCase() };
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(compact)) return { kind: "id", value: compact.toLowerCase() };
  if (compact.includes("@")) return { kind: "email", value: compact.toLowerCase() };
  const nigerian = normaliseNigerianPhone(typed);
  if (nigerian !== undefined) return { kind: "phone", value: nigerian.replace(/^0/, "+234") };
  if (/^\+\d{7,15}$/.test(compact)) return { kind: "phone", value: compact };
  if (/^[A-Za-z0-9_-]{22}$/.test(typed)) return { kind: "session", value: typed };
  return { kind: "name", value: typed };
}

type Found = {
  readonly kind: "account" | "request" | "case" | "grievance";
  readonly id: string;
  readonly accountId: string | null;
};
const asAccount = (id: string): Found => ({ kind: "account", id, accountId: id });

/** A grievance by `ID-…`, or a guardian's case by `G-…`; only for roles that may see it. */
async function findCaseByNumber(tx: Tx, number: string, roles: readonly OperatorRole[]): Promise<Found | undefined> {
  if (number.startsWith("G-")) {
    const found = hasRight(roles, "read_cases") ? await findGuardianCase(tx, number) : undefined;
    return found && { kind: "case", id: found.id, accountId: null };
  }
  const found = hasRight(roles, "read_grievances") ? await findSubjectCase(tx, { reference: number }) : undefined;
  return found && { kind: "grievance", id: found.id, accountId: null };
}

async function findExactly(
  tx: Tx,
  { kind, value }: ReturnType<typeof classifyValue>,
  roles: readonly OperatorRole[],
): Promise<Found | undefined> {
  const ofPurchase = async (by: { readonly reference: string } | { readonly sessionCode: string }) => {
    const purchase = await findPurchaseForOperator(tx, by);
    const [only] = purchase?.itemIds ?? [];
    if (purchase && only !== undefined && purchase.itemIds.length === 1)
      return { kind: "request", id: only, accountId: purchase.ownerId } as const;
    return purchase && asAccount(purchase.ownerId);
  };
  const ofAccount = async (by: Parameters<typeof findAccountIdBy>[1]) => {
    const id = await findAccountIdBy(tx, by);
    return id === undefined ? undefined : asAccount(id);
  };
  const ofOrganisation = async (name: string) => {
    const id = await findOrganisationIdByName(tx, name);
    return id === undefined ? undefined : asAccount(id);
  };
  switch (kind) {
    case "email":
      return ofAccount({ email: value });
    case "phone":
      return ofAccount({ phone: value });
    case "name":
      return (await ofAccount({ businessName: value })) ?? (await ofOrganisation(value));
    case "session":
      return ofPurchase({ sessionCode: value });
    case "case":
      return findCaseByNumber(tx, value, roles);
    case "reference": {
      const payment = await findPaymentForOperator(tx, value);
      return (await ofPurchase({ reference: value })) ?? (payment && asAccount(payment.ownerId));
    }
    case "id": {
      const item = await findItemForOperator(tx, value);
      if (item) return { kind: "request", id: item.id, accountId: item.ownerId };
      return (await findOwner(tx, value)) && asAccount(value);
    }
  }
}

/** Finds an exact value. Every search counts and is in the audit log with a keyed hash of the value. [OC-05] */
export function createFind({ db, ids, vault }: ConsoleDeps): ConsoleHandler<typeof findAccount> {
  return ({ value: typed, reason, note }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await mayFindToday(tx, operator.id))) return fail("find_limit", { limit: String(findsPerDay) });
      const wanted = classifyValue(typed);
      const found = await findExactly(tx, wanted, operator.roles);
      const valueHash = vault.indexHash(`operator_find_${wanted.kind}`, wanted.value);
      const id = ids.rowId();
      await insertFind(tx, {
        id,
        operatorId: operator.id,
        kind: wanted.kind,
        valueHash,
        reason,
        note: note ?? null,
        found: found !== undefined,
      });
      await writeAudit(tx, ids, {
        actorKind: "operator",
        actorId: operator.id,
        action: "operator_searched",
        objectId: id,
        reason:
          `${wanted.kind} ${valueHash.toString("base64url")}, ${reason}${note === undefined ? "" : `: ${note}`}`.slice(
            0,
            200,
          ),
      });
      return found ? ok(found) : fail("no_exact_match", {});
    });
}
