import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import { openPool } from "../../../../database/pools.ts";
import { randomIds } from "../../../../kernel/ids.ts";
import type { TestApp, TestUser } from "../../../../testing/app.ts";
import { completeCompanySearch } from "../../../../testing/lookup-steps.ts";

/** Steps of tests that buy a company's stakeholders from its result and read them. */

export const walletPath = "/transaction/wallet-payment";
export const instantPath = "/payment/flexi-initiate";
export const readPath = "/verification/call-external-apis";
export const completionPath = "/verification/complete";
export const searchPrice = 910_00n;
/** Transfers of an order that is paid from the wallet. */
export const charge = ["VERIFICATION wallet>revenue 100000", "VERIFICATION wallet>tax 12500"];
export const newReference = () => `EA${randomIds.digits(14)}`;
const types = { type: "STAKEHOLDERS", stakeHolders: "STAKEHOLDERS" } as const;

export type Buyer = { readonly user: TestUser; readonly company: CompanyChoice };
export type StakeholdersResponse = {
  status: string;
  data: { business: { success: number; message: string; state: string; data: unknown[] } };
};

export const payBody = (company: CompanyChoice, but: object = {}) => ({
  ...types,
  ...company,
  transactionID: newReference(),
  amount: "1125",
  ...but,
});
export const pay = ({ user, company }: Buyer, but: object = {}) => user.post(walletPath, payBody(company, but));
export const start = ({ user, company }: Buyer, but: object = {}) =>
  user.post(instantPath, { ...types, ...company, amount: "1125", currency: "NGN", ...but });
export const look = async ({ user, company }: Buyer, path = readPath) =>
  (await user.post(path, { business: company })).json<StakeholdersResponse>().data.business;
export const codeOf = (response: { json(): unknown }) =>
  (response.json() as { code?: string; status?: unknown }).code ?? "done";
export const heard = (source: { queries: readonly { asked: string }[] }, { company }: Buyer) =>
  source.queries.filter(({ asked }) => asked === company.cacId).length;

/** Steps that need the application. @param app returns the application, which may start later */
export function createStakeholderSteps(app: () => TestApp) {
  /** A user with a result of one company, bought in naira, and these balances. */
  async function holder({ NGN = 1_125_00n, USD = 0n } = {}): Promise<Buyer> {
    const user = await app().user({ NGN: NGN + searchPrice, USD });
    return { user, company: await completeCompanySearch(app(), user) };
  }
  const transfers = async (user: TestUser) => (await app().transfers(user)).slice(2);
  const orders = async (user: TestUser) =>
    (
      await app().owner.query<{ state: string; currency: string; id: string; transaction_id: string }>(
        `select p.state, p.currency, i.id, p.transaction_id from stakeholder_orders o join purchase_items i on i.id = o.request_id
       join purchases p on p.id = i.purchase_id where o.owner_id = $1 order by o.created_at`,
        [user.id],
      )
    ).rows;
  /** Counts keys without a record. */
  async function keysOfNothing(): Promise<number> {
    const pool = openPool({ url: app().keysUrl, size: 1, name: "test-keys", onConnectionError: () => {} });
    const ids = (await pool.query<{ id: string }>("select id from record_keys")).rows.map(({ id }) => id);
    await pool.end();
    const known = await app().owner.query(
      "select id from users where id = any ($1::uuid[]) union select id from verification_requests where id = any ($1::uuid[])",
      [ids],
    );
    return ids.length - (known.rowCount ?? 0);
  }
  return { holder, transfers, orders, keysOfNothing };
}
