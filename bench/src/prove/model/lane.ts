import { switchCurrency } from "@idanimo/contract/profile";
import { type Account, askingOf, itemsOf, newest, soldOf } from "./account.ts";
import { readPurchase, readRequest, says } from "./asking.ts";
import type { Command } from "./commands.ts";
import { listNewest, look, repeatCall, strangers } from "./comparing.ts";
import { buy, checkPage, openPage, pay, payBoth, payWhileLate, press, pressAndPay, topUp } from "./paying.ts";
import { buyStakeholders } from "./stakeholders.ts";

/** Carries out one command on one account; whatever it answers must be what the model says. */
export async function does(own: Account, command: Command): Promise<void> {
  const { books } = own;
  switch (command.kind) {
    case "look":
      return look(own);
    case "list":
      return listNewest(own);
    case "repeat":
    case "repeat_otherwise":
      return repeatCall(own, command.kind === "repeat");
    case "quote":
    case "buy":
      return buy(own, own.world.newSearch(command.search), command.currency, command.kind === "quote");
    case "buy_again": {
      const earlier = newest(soldOf(own), command.purchase);
      const search = earlier && own.searches.get(earlier);
      return search && buy(own, search, command.currency, false);
    }
    case "pay": {
      const purchase = newest(soldOf(own), command.purchase);
      return purchase && pay(own, purchase, command.how, command.times);
    }
    case "pay_both": {
      const [one, other] = [newest(soldOf(own), command.purchase), newest(soldOf(own), command.other)];
      return one && other && one !== other ? payBoth(own, one, other) : undefined;
    }
    case "top_up":
      return topUp(own, command);
    case "open_page": {
      const purchase = newest(soldOf(own), command.purchase);
      return purchase && openPage(own, purchase, command.how);
    }
    case "press": {
      const payment = newest(books.payments, command.payment);
      return payment && press(own, payment, command.button, command.checks);
    }
    case "press_and_pay": {
      const open = books.payments.filter(({ purchase, state }) => purchase && !purchase.isPaid && state === "open");
      const payment = newest(open, command.payment);
      return payment?.purchase && pressAndPay(own, payment, payment.purchase);
    }
    case "pay_while_late": {
      const purchase = newest(
        soldOf(own).filter(({ isPaid }) => !isPaid),
        command.purchase,
      );
      return purchase && payWhileLate(own, purchase);
    }
    case "check": {
      const payment = newest(books.payments, command.payment);
      return payment && checkPage(own, payment);
    }
    case "switch":
      await own.client.call(switchCurrency, { currency: command.currency });
      books.active = command.currency;
      return;
    case "wait":
    case "read_session": {
      const purchase = newest(soldOf(own), command.purchase);
      return purchase && readPurchase(own, purchase, command.kind === "wait");
    }
    case "read": {
      const item = newest(itemsOf(own), command.item);
      if (item) await readRequest(own, item);
      return;
    }
    case "answer": {
      const item = newest(askingOf(own), command.item);
      return item && says(own, item, [command.word]);
    }
    case "answer_both": {
      const item = newest(askingOf(own), command.item);
      return item && says(own, item, command.words);
    }
    case "withdraw": {
      const item = newest(
        askingOf(own).filter(({ outcome }) => outcome === "DELIVERED" || outcome === "DENIED"),
        command.item,
      );
      return item && says(own, item, ["withdraw"]);
    }
    case "stakeholders": {
      const item = newest(
        itemsOf(own).filter(({ type }) => type === "rc" || type === "business_name"),
        command.item,
      );
      return item && buyStakeholders(own, item, command);
    }
    case "strangers":
      return strangers(own, command.what);
  }
}
