import { approvalRules, removeApprovalRule, saveApprovalRule } from "@idanimo/contract/organisations/approvals";
import { organisationCaps, removeCap, saveCap } from "@idanimo/contract/organisations/spending";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import * as rules from "./approval-rules.ts";
import * as caps from "./caps.ts";
import type { SpendingDeps } from "./deps.ts";

/** Caps and approval rules of an organisation. */
export function spendingRoutes(app: FastifyInstance, mount: Mount, deps: SpendingDeps): void {
  mount(app, organisationCaps, caps.organisationCaps(deps));
  mount(app, saveCap, caps.saveCap(deps));
  mount(app, removeCap, caps.removeCap(deps));
  mount(app, approvalRules, rules.approvalRules(deps));
  mount(app, saveApprovalRule, rules.saveApprovalRule(deps));
  mount(app, removeApprovalRule, rules.removeApprovalRule(deps));
}
