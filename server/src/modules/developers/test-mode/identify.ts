import { playMoney } from "@idanimo/contract/developers/test-mode";
import type { Actor, Authenticate, Caller } from "../../../http/call.ts";
import { findAccountCopies, insertAccountCopies } from "../../accounts/index.ts";
import { findOrganisation, saveOrganisationCopy } from "../../organisations/index.ts";
import { adjustWallet, findWalletBalance, openWallets } from "../../wallet/index.ts";
import type { TestModeDeps } from "./deps.ts";

/**
 * Finds the caller in the live database, and only for an organisation. The first call of each member copies them and
 * the organisation into the test database, to which its tables refer; the organisation gets play money once.
 */
export function createTestModeIdentify(deps: TestModeDeps, identify: Authenticate): Authenticate {
  const copies = new Map<string, Promise<void>>();
  const ensureCopy = (caller: Caller): Promise<void> => {
    const key = `${caller.ownerId} ${caller.userId}`;
    const known = copies.get(key);
    if (known) return known;
    const made = copyCaller(deps, caller);
    copies.set(key, made);
    made.catch(() => copies.delete(key));
    return made;
  };
  return async (request) => {
    const caller = await identify(request);
    if (caller === null || caller === "outsider" || "rejected" in caller) return caller;
    if (caller.member === null) return "outsider";
    await ensureCopy(caller);
    return caller.profile ? { ...caller, profile: await withPlayMoney(deps, caller.ownerId, caller.profile) } : caller;
  };
}

async function copyCaller({ live, db, keys, ids, owner }: TestModeDeps, { userId, ownerId }: Actor): Promise<void> {
  const { accounts, organisation } = await live.transaction("system", async (tx) => ({
    accounts: await findAccountCopies(tx, [userId, ownerId]),
    organisation: await findOrganisation(tx, ownerId),
  }));
  if (!organisation) throw new Error("copyCaller: the organisation is closed");
  for (const id of new Set([userId, ownerId])) if (!(await keys.find(id))) await keys.create(id);
  await db.transaction("system", async (tx) => {
    const copied = await insertAccountCopies(tx, accounts);
    await saveOrganisationCopy(tx, organisation, userId);
    for (const id of new Set([...copied, ownerId])) await openWallets(tx, id, [ids.rowId(), ids.rowId()]);
  });
  await adjustWallet(owner, { id: ids.rowId(), key: `adjustment:play:${ownerId}`, ownerId, amount: playMoney });
}

/** A profile with the balances of test mode, whose active wallet is in naira. */
async function withPlayMoney(
  { db }: Pick<TestModeDeps, "db">,
  ownerId: string,
  profile: NonNullable<Caller["profile"]>,
): Promise<NonNullable<Caller["profile"]>> {
  const { minor } = await db.transaction({ owner: ownerId }, (tx) => findWalletBalance(tx, ownerId, "NGN"));
  return {
    ...profile,
    walletBalance: minor,
    currency: "NGN",
    wallets: profile.wallets.map((wallet) => ({ ...wallet, balance: wallet.currency === "NGN" ? minor : 0n })),
  };
}
