import { type Actor, scopeOf } from "../../../http/call.ts";
import type { Currency } from "@idanimo/contract/money";
import { companiesRecord, type CompanyRecord } from "@idanimo/contract/checks/company/record";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import { openRecord, findVisibleResult } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { findSearchCurrency } from "./store.ts";

/** The chosen company, and the currency in which its search was bought. */
export type ChosenCompany = { readonly company: CompanyRecord; readonly currency: Currency };

/**
 * Opens a business result of this user and finds the chosen company. Undefined for another user's result, one that
 * is not delivered, another type, or a company that is not in it [T-43].
 */
export async function findChosenCompany(
  deps: Pick<VerificationDeps, "db" | "keys">,
  actor: Actor,
  { requestId, cacId }: CompanyChoice,
): Promise<ChosenCompany | undefined> {
  const keys = await deps.keys.findAll([requestId]);
  const found = await deps.db.transaction(scopeOf(actor), async (tx) => {
    const currency = await findSearchCurrency(tx, actor.ownerId, requestId);
    return currency && { currency, open: await findVisibleResult(tx, requestId) };
  });
  const record = found?.open && openRecord(keys, "rc", requestId, found.open);
  if (!record) return undefined;
  const { companies } = companiesRecord.parse(record);
  const company = companies.find(({ cacid }) => cacid === cacId);
  return company && { company, currency: found.currency };
}
