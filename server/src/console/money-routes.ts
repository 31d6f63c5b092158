import * as money from "@idanimo/contract/console/money";
import * as payOuts from "@idanimo/contract/console/pay-outs";
import { createViewAccountsReport } from "./accounts-report.ts";
import type { ConsoleDeps } from "./deps.ts";
import { createListComparedDays, createListDifferences, createListPayments, createListRefunds } from "./money.ts";
import type { ConsoleMount } from "./mount.ts";
import {
  createClaimPayOut,
  createConfirmPayOut,
  createListPayOuts,
  createReleasePayOut,
  createViewBankDetails,
} from "./pay-outs.ts";

/** Mounts the calls of the screen Money. */
export function moneyRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(money.listPayments, createListPayments(deps));
  mount(money.listRefunds, createListRefunds(deps));
  mount(money.listComparedDays, createListComparedDays(deps));
  mount(money.listDifferences, createListDifferences(deps));
  mount(money.viewAccountsReport, createViewAccountsReport(deps));
  mount(payOuts.listPayOuts, createListPayOuts(deps));
  mount(payOuts.claimPayOut, createClaimPayOut(deps));
  mount(payOuts.viewBankDetails, createViewBankDetails(deps));
  mount(payOuts.releasePayOut, createReleasePayOut(deps));
  mount(payOuts.confirmPayOut, createConfirmPayOut(deps));
}
