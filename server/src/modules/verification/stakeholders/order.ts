import { type Caller, scopeOf } from "../../../http/call.ts";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { quoteLifetimeMinutes } from "@idanimo/contract/limits";
import { toNaira } from "@idanimo/contract/money";
import { isApprovalNeeded } from "../../organisations/index.ts";
import { maskValue } from "@idanimo/contract/masking";
import { type Quote, quoteFor } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import type { Scope, Tx } from "../../../database/database.ts";
import { isCommitUnknown } from "../../../database/commit-unknown.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { isReferenceTaken, generateReference, type Order, type Orders } from "../../payments/index.ts";
import { abandonPurchase, insertPurchase } from "../../purchases/index.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { stakeholderSearchValues } from "../lookups/stakeholders.ts";
import { canonicalValue, valueKind } from "../rules.ts";
import { sealSearchValues } from "../search-values.ts";
import { searchHealthOf } from "../provider-health.ts";
import { insertRequest } from "../store.ts";
import { type ChosenCompany, findChosenCompany } from "./chosen-company.ts";
import { type EarlierOrder, type OrderAction, decideOrderAction } from "./rules.ts";
import { findEarlierOrders, insertOrder, lockCompanyOrders, lockReference } from "./store.ts";

const searchType = "stakeholders";
const { label, retention } = catalogueRowOf(searchType);

/**
 * Creates the purchase of a company's stakeholders, or returns the existing one. Item and price come from the
 * server; the client names the company of a result, and may choose a reference [O-22 O-38 F-07].
 */
export function orderStakeholders(deps: VerificationDeps): Orders["stakeholders"] {
  return async ({ caller, company, currency, reference }) => {
    const ownerId = caller.ownerId;
    const chosen = await findChosenCompany(deps, caller, company);
    if (!chosen) return fail("not_found", {});
    const request: OrderRequest = {
      caller,
      ownerId,
      scope: scopeOf(caller),
      company,
      chosen,
      reference,
      currency: currency ?? chosen.currency,
    };
    const decision = await deps.db.transaction(scopeOf(caller), async (tx) => decideOrder(tx, request));
    if (decision.action.do === "refuse") return fail("already_paid", {});
    if (decision.action.do === "answer" && decision.action.isBought) return ok(toOrder(decision.action.order));
    const plan = deps.lookupPlans[searchType];
    if (!plan) return fail("not_offered", { searchType: label });
    const { state } = searchHealthOf(plan, [], await deps.providerHealth.forPurchases());
    if (state === "down") return fail("source_down", { searchType: label });
    if (decision.action.do === "answer") return ok(toOrder(decision.action.order));
    const allowed = await deps.limits.consume("lookup_account", ownerId);
    return allowed.ok ? createOrder(deps, request) : allowed;
  };
}

type OrderRequest = {
  readonly caller: Caller;
  readonly ownerId: string;
  readonly scope: Scope;
  readonly company: CompanyChoice;
  readonly chosen: ChosenCompany;
  readonly reference: string | undefined;
  readonly currency: Quote["currency"];
};
type OrderDecision = { readonly action: OrderAction; readonly earlier: readonly EarlierOrder[]; readonly quote: Quote };

const toOrder = ({ sessionCode, transactionId, total }: Order): Order => ({ sessionCode, transactionId, total });

async function decideOrder(tx: Tx, { company, reference, currency }: OrderRequest): Promise<OrderDecision> {
  const quote = quoteFor([{ type: searchType, options: [], records: 1 }], await findCurrentPrices(tx), currency);
  const earlier = await findEarlierOrders(tx, company);
  return { action: decideOrderAction(earlier, { reference, total: quote.total }), earlier, quote };
}

/** Creates an order under a lock on the company. The key is durable before the data it seals. */
async function createOrder(
  deps: VerificationDeps,
  request: OrderRequest,
): Promise<Result<Order, "already_paid" | "bad_input">> {
  const id = deps.ids.publicId();
  const key = await deps.keys.create(id);
  failpoint("order_key_made");
  let isMade = false;
  try {
    return await deps.db.transaction(request.scope, async (tx) => {
      await lockCompanyOrders(tx, request.company);
      const { action: next, earlier, quote } = await decideAndAbandonUnpaid(tx, request);
      if (next.do === "refuse") return fail("already_paid", {});
      if (next.do === "answer") return ok(toOrder(next.order));
      const transactionId = await referenceFor(deps, tx, earlier, request.reference);
      if (transactionId === undefined)
        return fail("bad_input", {}, { fields: { transactionID: texts.referenceTaken } });
      const order = await insertOrderPurchase(deps, tx, request, { id, key, quote, transactionId });
      isMade = true;
      return ok(order);
    });
  } catch (error) {
    isMade = isCommitUnknown(error); // the commit may have succeeded, and its row needs the key
    throw error;
  } finally {
    failpoint("order_committed");
    if (!isMade) await deps.keys.destroy([id]); // no row was created for the key
  }
}

/** Decides, and abandons the unpaid orders to be replaced. If one of them is paid meanwhile, decides again. */
async function decideAndAbandonUnpaid(tx: Tx, request: OrderRequest): Promise<OrderDecision> {
  for (;;) {
    const decided = await decideOrder(tx, request);
    if (decided.action.do !== "make") return decided;
    let haveEnded = true;
    for (const purchaseId of decided.action.ends) haveEnded = (await abandonPurchase(tx, purchaseId)) && haveEnded;
    if (haveEnded) return decided;
  }
}

/**
 * The client's reference if it is unused, undefined if it is taken. Generates a new one in place of an earlier
 * order's.
 */
async function referenceFor(
  deps: Pick<VerificationDeps, "ids">,
  tx: Tx,
  earlier: readonly EarlierOrder[],
  asked: string | undefined,
): Promise<string | undefined> {
  if (asked === undefined || earlier.some(({ transactionId }) => transactionId === asked))
    return generateReference(tx, deps.ids);
  await lockReference(tx, asked);
  return (await isReferenceTaken(tx, asked)) ? undefined : asked;
}

async function insertOrderPurchase(
  deps: Pick<VerificationDeps, "ids" | "vault">,
  tx: Tx,
  { caller, ownerId, company, chosen }: OrderRequest,
  made: { readonly id: string; readonly key: Buffer; readonly quote: Quote; readonly transactionId: string },
): Promise<Order> {
  const { id, key, quote, transactionId } = made;
  const sessionCode = deps.ids.shortToken();
  const values = stakeholderSearchValues(company.requestId, chosen.company);
  const needsApproval = await isApprovalNeeded(tx, caller, {
    searchTypes: [searchType],
    purpose: undefined,
    nairaMinor: toNaira(quote.total, quote.rate).minor,
  });
  await insertPurchase(tx, {
    needsApproval,
    id: deps.ids.rowId(),
    sessionCode,
    transactionId,
    ownerId,
    currency: quote.currency,
    rate: quote.rate,
    vat: quote.vat,
    lines: quote.lines.map((line) => ({ label: line.label, minor: line.charge.price.minor })),
    items: quote.lines.map(({ charge }) => ({ id, searchType: searchType, price: charge.price, tax: charge.tax })),
    clickId: null,
    quoteLifeMinutes: quoteLifetimeMinutes,
  });
  await insertRequest(tx, {
    id,
    ownerId,
    searchType: searchType,
    retention,
    options: [],
    searchSealed: sealSearchValues(key, id, values),
    valueMasked: maskValue(values.business_name),
    // makes the history search find it by company name
    valueHash: deps.vault.indexHash(
      valueKind("business_name"),
      canonicalValue({ type: "business_name", values, options: [], records: 1 }),
    ),
    purgeInSeconds: null, // a public register
  });
  await insertOrder(tx, { requestId: id, ownerId, company });
  return { sessionCode, transactionId, total: quote.total };
}
