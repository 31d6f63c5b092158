import type {
  changeOperatorRoles,
  createInvitationLink,
  disableOperator,
  inviteOperator,
  listOperators,
} from "@idanimo/contract/console/operators";
import {
  operatorApprovalHours,
  type OperatorRole,
  operatorRoleNames,
  operatorRoles,
} from "@idanimo/contract/console/rights";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../database/database.ts";
import { type ApprovalKind, cancelApprovalsOf, requestApproval } from "../modules/approvals/index.ts";
import { writeAudit } from "../modules/audit/index.ts";
import {
  countOthersWithRoles,
  createInvitation,
  findOperator,
  findOperatorByEmail,
  findOperators,
  insertOperator,
  lockOperator,
  markDisabled,
  type Operator,
  tellOwners,
  updateRoles,
} from "../modules/operator-identity/index.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

const joinRoles = (roles: readonly OperatorRole[]) => operatorRoles.filter((role) => roles.includes(role)).join(",");
const namesOfRoles = (roles: readonly OperatorRole[]) => roles.map((role) => operatorRoleNames[role]).join(", ");
const parseRoles = (list: string | undefined) => operatorRoles.filter((role) => (list ?? "").split(",").includes(role));

export function createListOperators({ db }: ConsoleDeps): ConsoleHandler<typeof listOperators> {
  return async () => {
    const operators = await findOperators(db.single);
    return ok({
      operators: operators.map(({ createdAt, lastSeenAt, roles, ...operator }) => ({
        ...operator,
        roles: [...roles],
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      })),
    });
  };
}

export function createInviteOperator({ db, ids }: ConsoleDeps): ConsoleHandler<typeof inviteOperator> {
  return ({ email: typed, name, roles, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const email = typed.toLowerCase();
      if (await findOperatorByEmail(tx, email)) return fail("operator_known", {});
      if (!(await hasApprover(tx, operator.id, "new_operator"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "new_operator",
          objectId: ids.publicId(),
          facts: { email, name, roles: joinRoles(roles) },
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      return requested.ok ? ok({ approvalId: requested.value.id }) : requested;
    });
}

/** Adds the invited operator; an owner then creates the link. */
export const newOperatorApproval: ApprovalKind = {
  readFacts: async (tx, { facts }) => ((await findOperatorByEmail(tx, facts["email"] ?? "")) ? undefined : facts),
  apply: async (tx, { objectId, facts, requestedBy }) => {
    const { email = "", name = "", roles } = facts;
    await insertOperator(tx, { id: objectId, email, name, roles: parseRoles(roles) }, requestedBy);
    await tellOwners(tx, { kind: "added", name, detail: namesOfRoles(parseRoles(roles)) }, `added:${objectId}`);
    return ok(undefined);
  },
};

export function createLink({ db, ids, consoleUrl }: ConsoleDeps): ConsoleHandler<typeof createInvitationLink> {
  return ({ id }, operator) =>
    db.transaction("system", async (tx) => {
      const invited = await lockOperator(tx, id);
      if (!invited) return fail("not_found", {});
      if (invited.state !== "invited") return fail("operator_not_invited", {});
      const token = await createInvitation(tx, ids, id);
      await writeAudit(tx, ids, {
        actorKind: "operator",
        actorId: operator.id,
        action: "operator_link_created",
        objectId: id,
      });
      return ok({ url: `${consoleUrl}/welcome/${token}` });
    });
}

/** Whether a change would leave no active owner. */
const isLastOwner = async (tx: Tx, { id, state, roles }: Operator) =>
  state === "active" && roles.includes("owner") && (await countOthersWithRoles(tx, id, ["owner"])) === 0;

export function createChangeRoles({ db, ids }: ConsoleDeps): ConsoleHandler<typeof changeOperatorRoles> {
  return ({ id, roles, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const changed = await findOperator(tx, id);
      if (!changed || changed.state === "disabled") return fail("not_found", {});
      if (!roles.includes("owner") && (await isLastOwner(tx, changed))) return fail("last_operator_owner", {});
      if (!(await hasApprover(tx, operator.id, "role_change"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "role_change",
          objectId: id,
          facts: { name: changed.name, rolesNow: joinRoles(changed.roles), roles: joinRoles(roles) },
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      return requested.ok ? ok({ approvalId: requested.value.id }) : requested;
    });
}

export const roleChangeApproval: ApprovalKind<"last_operator_owner"> = {
  readFacts: async (tx, { objectId, facts }) => {
    const operator = await lockOperator(tx, objectId);
    if (!operator || operator.state === "disabled") return undefined;
    return { name: operator.name, rolesNow: joinRoles(operator.roles), roles: facts["roles"] ?? "" };
  },
  apply: async (tx, { id, objectId, facts }) => {
    const operator = await findOperator(tx, objectId);
    const roles = parseRoles(facts["roles"]);
    if (operator && !roles.includes("owner") && (await isLastOwner(tx, operator)))
      return fail("last_operator_owner", {});
    await updateRoles(tx, objectId, roles);
    const event = { kind: "roles_changed", name: operator?.name ?? "", detail: namesOfRoles(roles) } as const;
    await tellOwners(tx, event, `roles:${id}`);
    return ok(undefined);
  },
};

/** Ends access, sign-ins and pending requests of an operator in one transaction. [OC-04] */
export function createDisable({ db, ids }: ConsoleDeps): ConsoleHandler<typeof disableOperator> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const disabled = await lockOperator(tx, id);
      if (!disabled || disabled.state === "disabled") return fail("not_found", {});
      if (await isLastOwner(tx, disabled)) return fail("last_operator_owner", {});
      await markDisabled(tx, id);
      await cancelApprovalsOf(tx, { ids }, { scope: operatorScope, by: id });
      await writeAudit(tx, ids, {
        actorKind: "operator",
        actorId: operator.id,
        action: "operator_disabled",
        objectId: id,
        reason,
      });
      await tellOwners(tx, { kind: "disabled", name: disabled.name, detail: reason }, `disabled:${id}`);
      return ok({ result: "success" });
    });
}
