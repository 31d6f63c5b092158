import type { listAccountRequests, openAccount, viewAccount } from "@idanimo/contract/console/accounts";
import { viewReasons, viewsPerDay } from "@idanimo/contract/console/rights";
import { maskValue } from "@idanimo/contract/masking";
import { currencies } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import { findNow, type Tx } from "../database/database.ts";
import { decodeCursor } from "../kernel/cursor.ts";
import { findAccountNames, findSuspensions, findUsableSessions } from "../modules/accounts/index.ts";
import { findMessagesOfAccount } from "../modules/notifications/index.ts";
import {
  findOperatorNames,
  insertAccountView,
  mayViewToday,
  wasViewedRecently,
} from "../modules/operator-identity/index.ts";
import {
  countMembersByRole,
  countMembersByState,
  findOwnersOfOrganisation,
  type OperatorOrganisation,
} from "../modules/organisations/index.ts";
import { findItemsOfAccount, findRunningItems, type OperatorItem } from "../modules/purchases/index.ts";
import { findWalletBalance } from "../modules/wallet/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { auditAct, findOpenedOwner, findOwner, tellOwner } from "./opened-owner.ts";
import { findResendable } from "./resend-message.ts";
import { findReachedLimits } from "./reached-limits.ts";

/** Rows on a page of every list. */
export const pageSize = 50;
const shownMessages = 20;
const shownSuspensions = 20;

/** `a***@example.test`: enough to compare with what a customer says, not enough to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** Records the reason, and tells the owner, or the owners of an organisation, once in 24 hours. [OC-06] */
export function createOpenAccount({ db, ids }: ConsoleDeps): ConsoleHandler<typeof openAccount> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const owner = await findOwner(tx, id);
      if (!owner) return fail("not_found", {});
      if (!(await mayViewToday(tx, operator.id))) return fail("view_limit", { limit: String(viewsPerDay) });
      const isFirst = !(await wasViewedRecently(tx, id));
      await insertAccountView(tx, { id: ids.rowId(), ownerId: id, operatorId: operator.id, reason });
      await auditAct(tx, ids, owner, { operatorId: operator.id, action: "account_opened", reason });
      if (isFirst && !owner.isClosed)
        await tellOwner(tx, ids, owner, { kind: "support_viewed", facts: { reason: viewReasons[reason] } });
      return ok({ result: "success" });
    });
}

export function createViewAccount(deps: ConsoleDeps): ConsoleHandler<typeof viewAccount> {
  return ({ id }, operator) =>
    deps.db.transaction("system", async (tx) => {
      const opened = await findOpenedOwner(tx, operator, id);
      if (!opened.ok) return opened;
      const { account, organisation, isClosed } = opened.value;
      const signIns = account ? await findUsableSessions(tx, id) : [];
      const messages = await findMessagesOfAccount(tx, id, shownMessages);
      const resendable = account && !isClosed ? await findResendable(tx, account) : undefined;
      const wallets = [];
      for (const currency of currencies) wallets.push(await findWalletBalance(tx, id, currency));
      return ok({
        id,
        name: account?.name ?? organisation?.name ?? "",
        businessName: account ? account.businessName : (organisation?.name ?? null),
        userType: account?.userType ?? ("business" as const),
        maskedEmail: account ? maskEmail(account.email) : null,
        maskedPhone: account?.phone ? maskValue(account.phone) : null,
        state: isClosed ? ("closed" as const) : ("open" as const),
        openedAt: (account?.createdAt ?? organisation?.createdAt ?? new Date(0)).toISOString(),
        emailConfirmed: account?.emailConfirmed === true,
        phoneConfirmed: account?.phoneConfirmed === true,
        verifiedBusiness: account ? account.verifiedBusiness : organisation?.verified === true,
        hasAuthenticator: account?.hasAuthenticator === true,
        organisation: organisation ? await describeOrganisation(tx, organisation) : null,
        suspensions: await describeSuspensions(tx, id),
        limits: [...(await findReachedLimits(deps, opened.value, await findNow(tx)))],
        wallets,
        signIns: signIns.map((row) => ({
          id: row.id,
          device: row.device,
          kind: row.kind,
          startedAt: row.created_at.toISOString(),
          activeAt: row.seen_at.toISOString(),
        })),
        messages: messages.map(({ at, ...message }) => ({
          ...message,
          at: at.toISOString(),
          canResend: message.id === resendable,
        })),
      });
    });
}

async function describeOrganisation(tx: Tx, { id, name, rcNumber, verified, needsSecondFactor }: OperatorOrganisation) {
  const members = await countMembersByState(tx, id);
  const owners = await findOwnersOfOrganisation(tx, id);
  const names = await findAccountNames(tx, owners);
  return {
    name,
    rcNumber,
    verified,
    needsSecondFactor,
    members: members.active,
    suspendedMembers: members.suspended,
    roles: [...(await countMembersByRole(tx, id))],
    owners: owners.map((owner) => ({ id: owner, name: names.get(owner) ?? "-" })),
  };
}

async function describeSuspensions(tx: Tx, ownerId: string) {
  const suspensions = await findSuspensions(tx, ownerId, shownSuspensions);
  const names = await findOperatorNames(
    tx,
    suspensions.flatMap(({ madeBy, endedBy }) => (endedBy === null ? [madeBy] : [madeBy, endedBy])),
  );
  return suspensions.map(({ madeBy, madeAt, endedBy, endedAt, ...suspension }) => ({
    ...suspension,
    since: madeAt.toISOString(),
    by: names.get(madeBy) ?? "-",
    endedAt: endedAt?.toISOString() ?? null,
    endedBy: endedBy === null ? null : (names.get(endedBy) ?? "-"),
  }));
}

const toRow = (item: OperatorItem) => ({
  id: item.id,
  searchType: item.searchType,
  reference: item.reference,
  at: item.createdAt.toISOString(),
  state: item.state,
  outcome: item.outcome,
  charge: item.charge,
});

/** A page of requests; those whose source is queried now come first. */
export function createListRequests({ db }: ConsoleDeps): ConsoleHandler<typeof listAccountRequests> {
  return ({ id, after }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedOwner(tx, operator, id);
      if (!opened.ok) return opened;
      const from = decodeCursor(after);
      const running = from ? [] : await findRunningItems(tx, id, pageSize);
      const page = await findItemsOfAccount(tx, id, { after: from, limit: pageSize + 1 });
      const shown = page.slice(0, pageSize);
      const next = page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null;
      return ok({ rows: [...running, ...shown].map(toRow), next });
    });
}
