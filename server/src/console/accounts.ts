import type {
  clearAccountLockout,
  endAccountSignIns,
  listAccountRequests,
  openAccount,
  viewAccount,
} from "@idanimo/contract/console/accounts";
import { viewReasons } from "@idanimo/contract/console/rights";
import { maskValue } from "@idanimo/contract/masking";
import { currencies } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../database/database.ts";
import { decodeCursor } from "../kernel/cursor.ts";
import {
  clearLockout,
  findAccountForOperator,
  findUsableSessions,
  type OperatorAccount,
  signOutEverywhere,
} from "../modules/accounts/index.ts";
import { writeAudit } from "../modules/audit/index.ts";
import { findMessagesOfAccount, notify } from "../modules/notifications/index.ts";
import {
  hasRecentView,
  insertAccountView,
  type SignedInOperator,
  wasViewedRecently,
} from "../modules/operator-identity/index.ts";
import { findItemsOfAccount, findRunningItems, type OperatorItem } from "../modules/purchases/index.ts";
import { findWalletBalance } from "../modules/wallet/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Rows on a page of every list. */
export const pageSize = 50;

/** `a***@example.test`: enough to compare with what a customer says, not enough to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** The account, if this operator gave a reason for it within 24 hours. [OC-06] */
async function findOpenedAccount(
  tx: Tx,
  operator: SignedInOperator,
  id: string,
): Promise<Result<OperatorAccount, "not_found" | "reason_needed">> {
  const account = await findAccountForOperator(tx, id);
  if (!account) return fail("not_found", {});
  return (await hasRecentView(tx, operator.id, id)) ? ok(account) : fail("reason_needed", {});
}

/** Records the reason, and tells the owner once in 24 hours. [OC-06] */
export function createOpenAccount({ db, ids }: ConsoleDeps): ConsoleHandler<typeof openAccount> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const account = await findAccountForOperator(tx, id);
      if (!account) return fail("not_found", {});
      const isFirst = !(await wasViewedRecently(tx, id));
      const viewId = ids.rowId();
      await insertAccountView(tx, { id: viewId, ownerId: id, operatorId: operator.id, reason });
      await writeAudit(tx, ids, {
        actorKind: "operator",
        actorId: operator.id,
        action: "account_opened",
        objectId: id,
        reason,
      });
      if (isFirst && !account.isClosed)
        await notify(
          tx,
          { ids },
          {
            ownerId: id,
            key: `support_viewed:${viewId}`,
            kind: "support_viewed",
            facts: { reason: viewReasons[reason] },
            link: null,
          },
        );
      return ok({ result: "success" });
    });
}

export function createViewAccount({ db }: ConsoleDeps): ConsoleHandler<typeof viewAccount> {
  return ({ id }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      const account = opened.value;
      const [signIns, messages] = [await findUsableSessions(tx, id), await findMessagesOfAccount(tx, id, 20)];
      const wallets = [];
      for (const currency of currencies) wallets.push(await findWalletBalance(tx, id, currency));
      return ok({
        id,
        name: account.name,
        businessName: account.businessName,
        userType: account.userType,
        maskedEmail: maskEmail(account.email),
        maskedPhone: account.phone === null ? null : maskValue(account.phone),
        state: account.isClosed ? ("closed" as const) : ("open" as const),
        openedAt: account.createdAt.toISOString(),
        emailConfirmed: account.emailConfirmed,
        phoneConfirmed: account.phoneConfirmed,
        verifiedBusiness: account.verifiedBusiness,
        hasAuthenticator: account.hasAuthenticator,
        wallets,
        signIns: signIns.map((row) => ({
          id: row.id,
          device: row.device,
          kind: row.kind,
          startedAt: row.created_at.toISOString(),
          activeAt: row.seen_at.toISOString(),
        })),
        messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
      });
    });
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
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      const from = decodeCursor(after);
      const running = from ? [] : await findRunningItems(tx, id, pageSize);
      const page = await findItemsOfAccount(tx, id, { after: from, limit: pageSize + 1 });
      const shown = page.slice(0, pageSize);
      const next = page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null;
      return ok({ rows: [...running, ...shown].map(toRow), next });
    });
}

/** Ends all sign-ins of an account and tells its owner. [OC-08] */
export function createEndSignIns({ db, ids }: ConsoleDeps): ConsoleHandler<typeof endAccountSignIns> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      if (opened.value.isClosed) return fail("account_closed", {});
      const ended = await signOutEverywhere(tx, id);
      await recordHelp(tx, ids, {
        operator,
        ownerId: id,
        action: "account_signed_out",
        kind: "support_signed_out",
        reason,
      });
      return ok({ ended });
    });
}

/** Removes the wait after wrong passwords and tells the owner. [OC-08] */
export function createClearLockout({ db, ids, vault }: ConsoleDeps): ConsoleHandler<typeof clearAccountLockout> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      if (opened.value.isClosed) return fail("account_closed", {});
      await clearLockout(tx, vault, opened.value);
      await recordHelp(tx, ids, {
        operator,
        ownerId: id,
        action: "account_unlocked",
        kind: "support_unlocked",
        reason,
      });
      return ok({ result: "success" });
    });
}

type Help = {
  readonly operator: SignedInOperator;
  readonly ownerId: string;
  readonly action: string;
  readonly kind: "support_signed_out" | "support_unlocked";
  readonly reason: string;
};

async function recordHelp(
  tx: Tx,
  ids: ConsoleDeps["ids"],
  { operator, ownerId, action, kind, reason }: Help,
): Promise<void> {
  await writeAudit(tx, ids, { actorKind: "operator", actorId: operator.id, action, objectId: ownerId, reason });
  await notify(tx, { ids }, { ownerId, key: `${kind}:${ids.rowId()}`, kind, facts: { reason }, link: null });
}
