import { profile } from "@idanimo/contract/accounts";
import { switchCurrency } from "@idanimo/contract/profile";
import { paymentHistory } from "@idanimo/contract/wallet";
import { listTransactions } from "../../support/purchases.ts";
import { type Account, askingItems, expectCode, newAccount, newest, paidItems, repeatUntil } from "./account.ts";
import type { Command, Script } from "./commands.ts";
import { Mismatch, type Transaction } from "./ledger.ts";
import type { Product } from "./product.ts";
import {
  buy,
  checkPaymentState,
  openPurchasePage,
  openTopUp,
  pay,
  payBoth,
  payWhileLate,
  press,
  pressAndPay,
} from "./purchases.ts";
import { decide, readPurchase, readRequest } from "./requests.ts";

/** Runs scripts side by side, each with a new account, and compares everything at the end. Throws `Mismatch`. */
export async function runScripts(product: Product, scripts: readonly Script[], done: () => void): Promise<void> {
  const accounts = await Promise.all(scripts.map(() => newAccount(product)));
  const runs = await Promise.allSettled(
    accounts.map(async (own, at) => {
      for (const command of scripts[at] ?? []) {
        await runCommand(own, command).catch((error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          throw new Mismatch(`account ${at}, ${JSON.stringify(command)}: ${why}`);
        });
        done();
      }
    }),
  );
  const failed = runs.find((run) => run.status === "rejected");
  if (failed) throw failed.reason;
  const isLate = accounts.some(({ ledger }) => ledger.payments.some(({ state }) => state === "late"));
  const compareAll = () => Promise.all(accounts.map(compareEnd));
  await (isLate ? product.aMinuteLater(compareAll) : compareAll());
}

async function runCommand(own: Account, command: Command): Promise<void> {
  const { ledger } = own;
  const named = <Value>(all: readonly Value[], back: number, work: (value: Value) => Promise<void>) => {
    const found = newest(all, back);
    return found === undefined ? undefined : work(found);
  };
  switch (command.kind) {
    case "read_wallets":
      return readWallets(own, (currency, minor) => ledger.allowsBalance(currency, minor));
    case "list":
      return checkNewestTransactions(own);
    case "repeat":
    case "repeat_changed":
      return repeatKeyedCall(own, command.kind === "repeat");
    case "buy":
      return buy(own, own.product.newSearch(command.search), command.currency);
    case "buy_again":
      return named([...own.searches.values()], command.purchase, (search) => buy(own, search, command.currency));
    case "pay":
      return named(ledger.purchases, command.purchase, (one) => pay(own, one, command.how === "right", command.times));
    case "pay_both":
      return named(ledger.purchases, command.purchase, async (one) => {
        const other = newest(ledger.purchases, command.other);
        if (other && other !== one) await payBoth(own, [one, other]);
      });
    case "top_up":
      return openTopUp(own, command.currency, command.hundreds);
    case "open_page":
      return named(ledger.purchases, command.purchase, (one) => openPurchasePage(own, one, command.how === "right"));
    case "press":
      return named(ledger.payments, command.payment, (one) => press(own, one, command.button, command.checks));
    case "press_and_pay": {
      const open = ledger.payments.filter(({ purchase, state }) => purchase && !purchase.paidFrom && state === "open");
      return named(open, command.payment, async (one) => one.purchase && pressAndPay(own, one, one.purchase));
    }
    case "pay_while_late": {
      const unpaid = ledger.purchases.filter(({ paidFrom }) => !paidFrom);
      return named(unpaid, command.purchase, (one) => payWhileLate(own, one));
    }
    case "check":
      return named(ledger.payments, command.payment, (one) => checkPaymentState(own, one));
    case "switch":
      await own.client.call(switchCurrency, { currency: command.currency });
      ledger.active = command.currency;
      return undefined;
    case "read_purchase":
      return named(ledger.purchases, command.purchase, (one) => readPurchase(own, one, command.waits));
    case "read_request":
      return named(paidItems(own), command.item, (one) => readRequest(own, one));
    case "decide":
      return named(askingItems(own), command.item, (one) => decide(own, one, command.sent));
  }
}

async function readWallets(own: Account, allows: (currency: "NGN" | "USD", minor: bigint) => boolean): Promise<void> {
  const { currency, wallets } = await own.client.call(profile, {});
  if (currency !== own.ledger.active) throw new Mismatch(`the active wallet is ${currency}, not ${own.ledger.active}`);
  for (const { currency: of, balance } of wallets)
    if (!allows(of, balance))
      throw new Mismatch(`the ${of} wallet has ${balance}, the model says ${own.ledger.balance[of]}`);
}

async function checkNewestTransactions({ client, ledger }: Account): Promise<void> {
  const { transactions } = await client.call(paymentHistory, { size: 20 });
  const known = new Set([
    ...ledger.purchases.map(({ transactionId }) => transactionId),
    ...ledger.payments.map(({ reference }) => reference),
  ]);
  for (const { transactionID } of transactions)
    if (!known.has(transactionID)) throw new Mismatch(`the list shows ${transactionID} of another account`);
  if (new Set(transactions.map(({ id }) => id)).size < transactions.length) throw new Mismatch("a row is shown twice");
}

async function repeatKeyedCall({ keyed }: Account, isSame: boolean): Promise<void> {
  if (!keyed) return;
  const { code } = await (isSame ? keyed.again() : keyed.changed());
  expectCode(code, isSame ? [keyed.code] : ["same_key_other_body"], "a repeated key");
}

/** When nothing is left to arrive, wallets, transactions and outcomes are exactly those of the model. */
async function compareEnd(own: Account): Promise<void> {
  const { ledger } = own;
  for (const payment of ledger.payments)
    await repeatUntil(`late payment ${payment.reference}`, async () => {
      if (payment.state === "late") await checkPaymentState(own, payment);
      return payment.state !== "late";
    });
  for (const purchase of ledger.purchases) await readPurchase(own, purchase, true);
  const blockable = ledger.items.filter(({ purchase, paths }) => purchase.paidFrom && paths.includes("BLOCKED"));
  for (const [value, items] of Map.groupBy(blockable, (item) => item.value))
    if (items.every(({ outcome }) => outcome === "BLOCKED")) throw new Mismatch(`${value} was never looked up`);
  await readWallets(own, (currency, minor) => ledger.balance[currency] === minor);
  const textOf = ({ kind, label, minor, currency, successful }: Transaction) =>
    `${kind} ${label} ${minor} ${currency} ${successful}`;
  const listed = (await listTransactions(own.client))
    .map(({ transactionType: kind, transactionID: label, amount: minor, currency, successful }) =>
      textOf({ kind, label, minor, currency, successful }),
    )
    .sort();
  const known = ledger.transactions().map(textOf).sort();
  const extra = listed.find((line, at) => known[at] !== line);
  if (listed.length !== known.length || extra !== undefined)
    throw new Mismatch(
      `${listed.length} transactions are listed, the model has ${known.length}; first other: ${extra}`,
    );
}
