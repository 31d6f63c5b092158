import * as accounts from "@idanimo/contract/console/accounts";
import * as approvals from "@idanimo/contract/console/approvals";
import * as jobs from "@idanimo/contract/console/jobs";
import * as operators from "@idanimo/contract/console/operators";
import * as suspensions from "@idanimo/contract/console/suspensions";
import * as prices from "@idanimo/contract/console/prices";
import * as sources from "@idanimo/contract/console/sources";
import { createClearLockout, createEndSignIns } from "./account-help.ts";
import { createListRequests, createOpenAccount, createViewAccount } from "./accounts.ts";
import { createChangePhone } from "./change-phone.ts";
import { createDecideApproval, createListApprovals } from "./approvals.ts";
import { createSearchAudit } from "./audit.ts";
import { keyRoutes } from "./key-routes.ts";
import { breachRoutes } from "./breach-routes.ts";
import { caseRoutes } from "./case-routes.ts";
import type { ConsoleDeps } from "./deps.ts";
import { createFind } from "./find.ts";
import {
  createDropJob,
  createJobDepths,
  createListFailedJobs,
  createListUnsentMessages,
  createRetryJob,
} from "./jobs.ts";
import {
  createChangeRoles,
  createDisable,
  createInviteOperator,
  createLink,
  createListOperators,
} from "./manage-operators.ts";
import { moneyRoutes } from "./money-routes.ts";
import type { ConsoleMount } from "./mount.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import {
  createListPrices,
  createPreviewPrice,
  createPreviewRate,
  createPriceHistory,
  createRequestPrice,
  createRequestRate,
} from "./prices.ts";
import { createResendMessage } from "./resend-message.ts";
import { createRequestRefund } from "./refunds.ts";
import { createViewRequest } from "./requests.ts";
import { sessionRoutes } from "./session-routes.ts";
import { createEndSuspension, createSuspend } from "./suspensions.ts";
import { createListSources, createSwitchSource } from "./sources.ts";
import { createToday } from "./today.ts";

/** Mounts every operation of the console. */
export function consoleRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  sessionRoutes(mount, deps);
  passkeyRoutes(mount, deps);
  mount(operators.today, createToday(deps));
  mount(accounts.findAccount, createFind(deps));
  mount(accounts.openAccount, createOpenAccount(deps));
  mount(accounts.viewAccount, createViewAccount(deps));
  mount(accounts.listAccountRequests, createListRequests(deps));
  mount(accounts.viewRequest, createViewRequest(deps));
  mount(accounts.endAccountSignIns, createEndSignIns(deps));
  mount(accounts.clearAccountLockout, createClearLockout(deps));
  mount(accounts.resendMessage, createResendMessage(deps));
  mount(accounts.changePhone, createChangePhone(deps));
  mount(suspensions.suspendAccount, createSuspend(deps));
  mount(suspensions.endSuspension, createEndSuspension(deps));
  mount(approvals.requestRefund, createRequestRefund(deps));
  mount(approvals.listApprovals, createListApprovals(deps));
  mount(approvals.decideApproval, createDecideApproval(deps));
  caseRoutes(mount, deps);
  breachRoutes(mount, deps);
  moneyRoutes(mount, deps);
  mount(prices.listPrices, createListPrices(deps));
  mount(prices.priceHistory, createPriceHistory(deps));
  mount(prices.previewPrice, createPreviewPrice(deps));
  mount(prices.requestPrice, createRequestPrice(deps));
  mount(prices.previewRate, createPreviewRate(deps));
  mount(prices.requestRate, createRequestRate(deps));
  mount(sources.listSources, createListSources(deps));
  mount(sources.switchSource, createSwitchSource(deps));
  mount(jobs.jobDepths, createJobDepths(deps));
  mount(jobs.listFailedJobs, createListFailedJobs(deps));
  mount(jobs.listUnsentMessages, createListUnsentMessages(deps));
  mount(jobs.retryJob, createRetryJob(deps));
  mount(jobs.dropJob, createDropJob(deps));
  mount(operators.searchAudit, createSearchAudit(deps));
  mount(operators.listOperators, createListOperators(deps));
  mount(operators.inviteOperator, createInviteOperator(deps));
  mount(operators.createInvitationLink, createLink(deps));
  mount(operators.changeOperatorRoles, createChangeRoles(deps));
  mount(operators.disableOperator, createDisable(deps));
  keyRoutes(mount, deps);
}
