import * as money from "@idanimo/contract/console/money";
import * as payOuts from "@idanimo/contract/console/pay-outs";
import type { FastifyInstance } from "fastify";
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
export function moneyRoutes(app: FastifyInstance, mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(app, money.listPayments, createListPayments(deps));
  mount(app, money.listRefunds, createListRefunds(deps));
  mount(app, money.listComparedDays, createListComparedDays(deps));
  mount(app, money.listDifferences, createListDifferences(deps));
  mount(app, money.viewAccountsReport, createViewAccountsReport(deps));
  mount(app, payOuts.listPayOuts, createListPayOuts(deps));
  mount(app, payOuts.claimPayOut, createClaimPayOut(deps));
  mount(app, payOuts.viewBankDetails, createViewBankDetails(deps));
  mount(app, payOuts.releasePayOut, createReleasePayOut(deps));
  mount(app, payOuts.confirmPayOut, createConfirmPayOut(deps));
}
