import { rowOf } from "@idanimo/contract/catalogue";
import { quoteLifeMinutes } from "@idanimo/contract/limits";
import { maskValue } from "@idanimo/contract/masking";
import { type Quote, quoteFor } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import type { Tx } from "../../../database/database.ts";
import { leavesOpen } from "../../../database/unconfirmed.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";
import {
  abandonPurchase,
  insertPurchase,
  isReferenceTaken,
  newReference,
  type Order,
  type Orders,
} from "../../payments/index.ts";
import { currentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { stakeholderValues } from "../look-ups/stakeholders.ts";
import { equalValue, valueKind } from "../rules.ts";
import { sealValues } from "../search-values.ts";
import { standingOfSearch } from "../source-weather.ts";
import { insertRequest } from "../store.ts";
import { type Chosen, findChosen } from "./chosen-company.ts";
import { type Earlier, type Next, nextOf } from "./rules.ts";
import { earlierOrders, insertOrder, lockCompany, lockReference } from "./store.ts";

const type = "stakeholders";
const { label, retention } = rowOf(type);

/**
 * Makes the purchase of a company's stakeholders, or tells the one there is. What is bought and what it costs are read here; a client
 * names the company of a result, and may name a reference. Source: design 3, O-22, O-38, F-07.
 */
export function orderStakeholders(deps: VerificationDeps): Orders["stakeholders"] {
  return async ({ caller, company, currency, reference }) => {
    const ownerId = caller.userId;
    const chosen = await findChosen(deps, ownerId, company);
    if (!chosen) return fail("not_found", {});
    const asked: Asked = { ownerId, company, chosen, reference, currency: currency ?? chosen.currency };
    const known = await deps.db.transaction({ owner: ownerId }, async (tx) => decide(tx, asked));
    if (known.next.do === "refuse") return fail("already_paid", {});
    if (known.next.do === "answer" && known.next.isBought) return ok(asOrder(known.next.order));
    const plan = deps.lookUps[type];
    if (!plan) return fail("not_offered", { searchType: label });
    const { state } = standingOfSearch(plan, [], await deps.weather.read());
    if (state === "down") return fail("source_down", { searchType: label });
    if (known.next.do === "answer") return ok(asOrder(known.next.order));
    const allowed = await deps.limits.take("lookup_account", ownerId);
    return allowed.ok ? make(deps, asked) : allowed;
  };
}

type Asked = {
  readonly ownerId: string;
  readonly company: CompanyChoice;
  readonly chosen: Chosen;
  readonly reference: string | undefined;
  readonly currency: Quote["currency"];
};
type Decided = { readonly next: Next; readonly earlier: readonly Earlier[]; readonly quote: Quote };

const asOrder = ({ sessionCode, transactionId, total }: Order): Order => ({ sessionCode, transactionId, total });

async function decide(tx: Tx, { company, reference, currency }: Asked): Promise<Decided> {
  const quote = quoteFor([{ type, options: [], records: 1 }], await currentPrices(tx), currency);
  const earlier = await earlierOrders(tx, company);
  return { next: nextOf(earlier, { reference, total: quote.total }), earlier, quote };
}

/** Makes one while no other order of this company can be made. The key is durable before what it seals. */
async function make(deps: VerificationDeps, asked: Asked): Promise<Result<Order, "already_paid" | "bad_input">> {
  const id = deps.ids.open();
  const key = await deps.keys.create(id);
  crashPoint("order_key_made");
  let isMade = false;
  try {
    return await deps.db.transaction({ owner: asked.ownerId }, async (tx) => {
      await lockCompany(tx, asked.company);
      const { next, earlier, quote } = await decideAlone(tx, asked);
      if (next.do === "refuse") return fail("already_paid", {});
      if (next.do === "answer") return ok(asOrder(next.order));
      const transactionId = await referenceFor(deps, tx, earlier, asked.reference);
      if (transactionId === undefined)
        return fail("bad_input", {}, { fields: { transactionID: texts.referenceTaken } });
      const order = await insertAll(deps, tx, asked, { id, key, quote, transactionId });
      isMade = true;
      return ok(order);
    });
  } catch (error) {
    isMade = leavesOpen(error); // it may stand, and would be worth nothing without its key
    throw error;
  } finally {
    crashPoint("order_committed");
    if (!isMade) await deps.keys.destroy([id]); // it was made for a row that does not exist
  }
}

/** Decides, and ends the unpaid ones that step aside. One of them that is paid at this moment is decided about once more. */
async function decideAlone(tx: Tx, asked: Asked): Promise<Decided> {
  for (;;) {
    const decided = await decide(tx, asked);
    if (decided.next.do !== "make") return decided;
    let haveEnded = true;
    for (const purchaseId of decided.next.ends) haveEnded = (await abandonPurchase(tx, purchaseId)) && haveEnded;
    if (haveEnded) return decided;
  }
}

/** The client's own reference where nothing has it; undefined where something else does. That of an ended order is drawn anew. */
async function referenceFor(
  deps: Pick<VerificationDeps, "ids">,
  tx: Tx,
  earlier: readonly Earlier[],
  asked: string | undefined,
): Promise<string | undefined> {
  if (asked === undefined || earlier.some(({ transactionId }) => transactionId === asked))
    return newReference(tx, deps.ids);
  await lockReference(tx, asked);
  return (await isReferenceTaken(tx, asked)) ? undefined : asked;
}

async function insertAll(
  deps: Pick<VerificationDeps, "ids" | "vault">,
  tx: Tx,
  { ownerId, company, chosen }: Asked,
  made: { readonly id: string; readonly key: Buffer; readonly quote: Quote; readonly transactionId: string },
): Promise<Order> {
  const { id, key, quote, transactionId } = made;
  const sessionCode = deps.ids.shortToken();
  const values = stakeholderValues(company.requestId, chosen.company);
  await insertPurchase(tx, {
    id: deps.ids.row(),
    sessionCode,
    transactionId,
    ownerId,
    currency: quote.currency,
    rate: quote.rate,
    lines: quote.lines.map((line) => ({ label: line.label, minor: line.charge.price.minor })),
    items: quote.lines.map(({ charge }) => ({ id, searchType: type, price: charge.price, tax: charge.tax })),
    clickId: null,
    quoteLifeMinutes,
  });
  await insertRequest(tx, {
    id,
    ownerId,
    searchType: type,
    retention,
    options: [],
    searchSealed: sealValues(key, id, values),
    valueMasked: maskValue(values.business_name),
    // so that the company's name finds it in the history
    valueHash: deps.vault.indexHash(
      valueKind("business_name"),
      equalValue({ type: "business_name", values, options: [], records: 1 }),
    ),
    purgeInSeconds: null, // a public register
  });
  await insertOrder(tx, { requestId: id, ownerId, company });
  return { sessionCode, transactionId, total: quote.total };
}
