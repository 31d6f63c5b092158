import * as accounts from "@idanimo/contract/console/accounts";
import * as approvals from "@idanimo/contract/console/approvals";
import * as jobs from "@idanimo/contract/console/jobs";
import * as operators from "@idanimo/contract/console/operators";
import * as suspensions from "@idanimo/contract/console/suspensions";
import * as prices from "@idanimo/contract/console/prices";
import * as sources from "@idanimo/contract/console/sources";
import type { FastifyInstance } from "fastify";
import { createClearLockout, createEndSignIns } from "./account-help.ts";
import { createListRequests, createOpenAccount, createViewAccount } from "./accounts.ts";
import { createDecideApproval, createListApprovals } from "./approvals.ts";
import { createSearchAudit } from "./audit.ts";
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
import { createRequestRefund } from "./refunds.ts";
import { createViewRequest } from "./requests.ts";
import { sessionRoutes } from "./session-routes.ts";
import { createEndSuspension, createSuspend } from "./suspensions.ts";
import { createListSources, createSwitchSource } from "./sources.ts";
import { createToday } from "./today.ts";

/** Mounts every operation of the console. */
export function consoleRoutes(app: FastifyInstance, mount: ConsoleMount, deps: ConsoleDeps): void {
  sessionRoutes(app, mount, deps);
  passkeyRoutes(app, mount, deps);
  mount(app, operators.today, createToday(deps));
  mount(app, accounts.findAccount, createFind(deps));
  mount(app, accounts.openAccount, createOpenAccount(deps));
  mount(app, accounts.viewAccount, createViewAccount(deps));
  mount(app, accounts.listAccountRequests, createListRequests(deps));
  mount(app, accounts.viewRequest, createViewRequest(deps));
  mount(app, accounts.endAccountSignIns, createEndSignIns(deps));
  mount(app, accounts.clearAccountLockout, createClearLockout(deps));
  mount(app, suspensions.suspendAccount, createSuspend(deps));
  mount(app, suspensions.endSuspension, createEndSuspension(deps));
  mount(app, approvals.requestRefund, createRequestRefund(deps));
  mount(app, approvals.listApprovals, createListApprovals(deps));
  mount(app, approvals.decideApproval, createDecideApproval(deps));
  caseRoutes(app, mount, deps);
  breachRoutes(app, mount, deps);
  moneyRoutes(app, mount, deps);
  mount(app, prices.listPrices, createListPrices(deps));
  mount(app, prices.priceHistory, createPriceHistory(deps));
  mount(app, prices.previewPrice, createPreviewPrice(deps));
  mount(app, prices.requestPrice, createRequestPrice(deps));
  mount(app, prices.previewRate, createPreviewRate(deps));
  mount(app, prices.requestRate, createRequestRate(deps));
  mount(app, sources.listSources, createListSources(deps));
  mount(app, sources.switchSource, createSwitchSource(deps));
  mount(app, jobs.jobDepths, createJobDepths(deps));
  mount(app, jobs.listFailedJobs, createListFailedJobs(deps));
  mount(app, jobs.listUnsentMessages, createListUnsentMessages(deps));
  mount(app, jobs.retryJob, createRetryJob(deps));
  mount(app, jobs.dropJob, createDropJob(deps));
  mount(app, operators.searchAudit, createSearchAudit(deps));
  mount(app, operators.listOperators, createListOperators(deps));
  mount(app, operators.inviteOperator, createInviteOperator(deps));
  mount(app, operators.createInvitationLink, createLink(deps));
  mount(app, operators.changeOperatorRoles, createChangeRoles(deps));
  mount(app, operators.disableOperator, createDisable(deps));
}
