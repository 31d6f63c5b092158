import { history, searchHistory } from "@idanimo/contract/history";
import {
  checkConsent,
  createSession,
  purchaseLimits,
  quote,
  readSession,
  sources,
  submit,
} from "@idanimo/contract/verification";
import { askGuardian } from "@idanimo/contract/guardian";
import { listBulk } from "@idanimo/contract/bulk-files";
import { checkAgain } from "@idanimo/contract/check-again";
import { removeView, savedViews, saveView } from "@idanimo/contract/history-views";
import {
  cancelApprovalRequest,
  decideApproval,
  organisationApprovals,
  ownWaitingApprovals,
  waitingApprovalCount,
} from "@idanimo/contract/organisations/approvals";
import { labelRequest } from "@idanimo/contract/request-label";
import { askPlateOwner } from "@idanimo/contract/plate-owner";
import { completeStakeholders, readStakeholders } from "@idanimo/contract/stakeholders";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import type { VerificationDeps } from "./deps.ts";
import { cancelApprovalRequest as cancelApproval } from "./approvals/cancel-approval.ts";
import { decideApproval as decide } from "./approvals/decide-approval.ts";
import { organisationApprovals as listApprovals } from "./approvals/list-approvals.ts";
import {
  ownWaitingApprovals as listOwnApprovals,
  waitingApprovalCount as countApprovals,
} from "./approvals/waiting-approvals.ts";
import { listBulk as listFiles } from "./bulk/list-files.ts";
import { askPlateOwner as askOwner } from "./plate-owner/ask-owner.ts";
import { awaitStakeholderOrder, readStakeholderOrder as readPeople } from "./stakeholders/read.ts";
import { askGuardian as lookForGuardian } from "./use-cases/ask-guardian.ts";
import { checkConsent as check } from "./use-cases/check-consent.ts";
import { createSession as create } from "./use-cases/create-session.ts";
import { history as list } from "./use-cases/history.ts";
import { checkAgain as readAgain } from "./use-cases/check-again.ts";
import { labelRequest as label } from "./use-cases/label-request.ts";
import { purchaseLimits as limit } from "./use-cases/purchase-limits.ts";
import { quote as price } from "./use-cases/quote.ts";
import { readSession as read } from "./use-cases/read-session.ts";
import { removeView as remove, savedViews as listViews, saveView as save } from "./use-cases/saved-views.ts";
import { sources as tellSources } from "./use-cases/sources.ts";
import { submit as wait } from "./use-cases/submit.ts";

export function verificationRoutes(app: FastifyInstance, mount: Mount, deps: VerificationDeps): void {
  mount(app, quote, price(deps));
  mount(app, purchaseLimits, limit(deps));
  mount(app, createSession, create(deps));
  mount(app, readSession, read(deps));
  mount(app, submit, wait(deps));
  mount(app, checkConsent, check(deps));
  mount(app, labelRequest, label(deps));
  mount(app, checkAgain, readAgain(deps));
  mount(app, listBulk, listFiles(deps));
  mount(app, savedViews, listViews(deps));
  mount(app, saveView, save(deps));
  mount(app, removeView, remove(deps));
  mount(app, askGuardian, lookForGuardian(deps));
  mount(app, askPlateOwner, askOwner(deps));
  const find = list(deps);
  mount(app, history, find);
  mount(app, searchHistory, (...call) => find(...call));
  mount(app, sources, tellSources(deps));
  mount(app, readStakeholders, readPeople(deps));
  mount(app, organisationApprovals, listApprovals(deps));
  mount(app, waitingApprovalCount, countApprovals(deps));
  mount(app, ownWaitingApprovals, listOwnApprovals(deps));
  mount(app, decideApproval, decide(deps));
  mount(app, cancelApprovalRequest, cancelApproval(deps));
  mount(app, completeStakeholders, awaitStakeholderOrder(deps));
}
