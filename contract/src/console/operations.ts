import * as accounts from "./accounts.ts";
import * as approvals from "./approvals.ts";
import { breachOperations } from "./breaches.ts";
import * as cases from "./cases.ts";
import { grievanceOperations } from "./grievances.ts";
import type { ConsoleOperation } from "./operation.ts";
import * as jobs from "./jobs.ts";
import { keyOperations } from "./keys.ts";
import * as money from "./money.ts";
import * as operators from "./operators.ts";
import * as payOuts from "./pay-outs.ts";
import { passkeyOperations } from "./passkeys.ts";
import * as prices from "./prices.ts";
import * as session from "./session.ts";
import * as suspensions from "./suspensions.ts";
import * as sources from "./sources.ts";

/** Every call of the console. The server mounts each one, and a test checks the rights of each. */
export const consoleOperations: readonly ConsoleOperation[] = [
  session.operatorSignIn,
  session.operatorSecondStep,
  ...passkeyOperations,
  session.operatorSignOut,
  session.currentOperator,
  session.openInvitation,
  session.finishInvitation,
  operators.today,
  accounts.findAccount,
  accounts.openAccount,
  accounts.viewAccount,
  accounts.listAccountRequests,
  accounts.viewRequest,
  accounts.endAccountSignIns,
  accounts.clearAccountLockout,
  accounts.resendMessage,
  accounts.changePhone,
  suspensions.suspendAccount,
  suspensions.endSuspension,
  approvals.requestRefund,
  approvals.listApprovals,
  approvals.decideApproval,
  ...Object.values(cases),
  ...grievanceOperations,
  ...breachOperations,
  money.listPayments,
  money.listRefunds,
  money.listComparedDays,
  money.listDifferences,
  money.viewAccountsReport,
  ...Object.values(payOuts),
  prices.listPrices,
  prices.priceHistory,
  prices.previewPrice,
  prices.requestPrice,
  prices.previewRate,
  prices.requestRate,
  sources.listSources,
  sources.switchSource,
  jobs.jobDepths,
  jobs.listFailedJobs,
  jobs.listUnsentMessages,
  jobs.retryJob,
  jobs.dropJob,
  operators.searchAudit,
  operators.listOperators,
  operators.inviteOperator,
  operators.createInvitationLink,
  operators.changeOperatorRoles,
  operators.disableOperator,
  ...keyOperations,
];
