import * as accountRights from "./account-rights.ts";
import * as accounts from "./accounts.ts";
import * as bulk from "./bulk.ts";
import * as testMode from "./developers/test-mode.ts";
import { askGuardian } from "./guardian.ts";
import { listBulk } from "./bulk-files.ts";
import { listBulkLines, readBulkReminders, remindBulk } from "./bulk-lines.ts";
import { checkAgain } from "./check-again.ts";
import * as historyViews from "./history-views.ts";
import { faceTicket } from "./live-face.ts";
import { organisationAudit } from "./organisations/audit.ts";
import * as apiKeys from "./developers/keys.ts";
import * as approvals from "./organisations/approvals.ts";
import * as requests from "./developers/requests.ts";
import * as webhooks from "./developers/webhooks.ts";
import * as scim from "./organisations/scim.ts";
import * as closing from "./organisations/closing.ts";
import * as singleSignOn from "./organisations/single-sign-on.ts";
import * as spending from "./organisations/spending.ts";
import * as notices from "./notices.ts";
import type { Operation } from "./operation.ts";
import { cancelRequest, remindSubject } from "./pending-request.ts";
import * as organisations from "./organisations/organisations.ts";
import * as passwords from "./passwords.ts";
import { servicePrices } from "./pricing.ts";
import { labelRequest } from "./request-label.ts";
import * as profile from "./profile.ts";
import * as secondFactor from "./second-factor.ts";
import * as social from "./social.ts";
import { sponsors } from "./sponsors.ts";
import { askPlateOwner } from "./plate-owner.ts";
import * as stakeholders from "./stakeholders.ts";
import * as histories from "./history.ts";
import * as verification from "./verification.ts";
import * as wallet from "./wallet.ts";

/** Every operation of the API by name, for the API description and the tests that iterate over them. */
export const operations = {
  registration: accounts.registration,
  activation: accounts.activation,
  activationByAddress: accounts.activationByAddress,
  resendCode: accounts.resendCode,
  captchaChallenge: accounts.captchaChallenge,
  login: accounts.login,
  logout: accounts.logout,
  profile: accounts.profile,
  keepSession: accounts.keepSession,
  clientAddress: accounts.clientAddress,
  forgotPassword: passwords.forgotPassword,
  forgotPasswordByAddress: passwords.forgotPasswordByAddress,
  openReset: passwords.openReset,
  resetPassword: passwords.resetPassword,
  changePassword: passwords.changePassword,
  confirmEmail: passwords.confirmEmail,
  sendEmailConfirm: passwords.sendEmailConfirm,
  signInSettings: social.signInSettings,
  googleLogin: social.googleLogin,
  facebookLogin: social.facebookLogin,
  security: secondFactor.security,
  secondFactor: secondFactor.secondFactor,
  setUpTotp: secondFactor.setUpTotp,
  confirmTotp: secondFactor.confirmTotp,
  removeTotp: secondFactor.removeTotp,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  passkeyOptions: secondFactor.passkeyOptions,
  addPasskey: secondFactor.addPasskey,
  removePasskey: secondFactor.removePasskey,
  passkeyLoginOptions: secondFactor.passkeyLoginOptions,
  passkeyLogin: secondFactor.passkeyLogin,
  updateProfile: profile.updateProfile,
  switchCurrency: profile.switchCurrency,
  sessions: profile.sessions,
  endSession: profile.endSession,
  endOtherSessions: profile.endOtherSessions,
  beginExport: accountRights.beginExport,
  closeAccount: accountRights.closeAccount,
  pushKey: notices.pushKey,
  addPush: notices.addPush,
  removePush: notices.removePush,
  notices: notices.notices,
  readNotices: notices.readNotices,
  servicePrices,
  walletPayment: wallet.walletPayment,
  startPayment: wallet.startPayment,
  checkPayment: wallet.checkPayment,
  paymentHistory: wallet.paymentHistory,
  searchTransactions: wallet.searchTransactions,
  listBulk,
  readBulk: bulk.readBulk,
  listBulkLines,
  readBulkReminders,
  remindBulk,
  skipBadLines: bulk.skipBadLines,
  stopBulk: bulk.stopBulk,
  resumeBulk: bulk.resumeBulk,
  quote: verification.quote,
  purchaseLimits: verification.purchaseLimits,
  createSession: verification.createSession,
  readSession: verification.readSession,
  sources: verification.sources,
  submit: verification.submit,
  faceTicket,
  checkConsent: verification.checkConsent,
  labelRequest,
  checkAgain,
  savedViews: historyViews.savedViews,
  saveView: historyViews.saveView,
  removeView: historyViews.removeView,
  cancelRequest,
  remindSubject,
  askGuardian,
  askPlateOwner,
  history: histories.history,
  searchHistory: histories.searchHistory,
  readStakeholders: stakeholders.readStakeholders,
  completeStakeholders: stakeholders.completeStakeholders,
  organisationList: organisations.organisationList,
  createOrganisation: organisations.createOrganisation,
  readOrganisation: organisations.readOrganisation,
  updateOrganisation: organisations.updateOrganisation,
  organisationMembers: organisations.organisationMembers,
  inviteMember: organisations.inviteMember,
  revokeInvitation: organisations.revokeInvitation,
  openInvitation: organisations.openInvitation,
  acceptInvitation: organisations.acceptInvitation,
  changeMember: organisations.changeMember,
  removeMember: organisations.removeMember,
  organisationRoles: organisations.organisationRoles,
  saveRole: organisations.saveRole,
  removeRole: organisations.removeRole,
  organisationAudit,
  closeOrganisation: closing.closeOrganisation,
  readClosing: closing.readClosing,
  stopClosing: closing.stopClosing,
  sponsors,
  readTestMode: testMode.readTestMode,
  addPlayMoney: testMode.addPlayMoney,
  decideTestConsent: testMode.decideTestConsent,
  testInbox: testMode.testInbox,
  replyToTestMessage: testMode.replyToTestMessage,
  approvalRules: approvals.approvalRules,
  saveApprovalRule: approvals.saveApprovalRule,
  removeApprovalRule: approvals.removeApprovalRule,
  organisationApprovals: approvals.organisationApprovals,
  waitingApprovalCount: approvals.waitingApprovalCount,
  ownWaitingApprovals: approvals.ownWaitingApprovals,
  decideApproval: approvals.decideApproval,
  cancelApprovalRequest: approvals.cancelApprovalRequest,
  organisationCaps: spending.organisationCaps,
  saveCap: spending.saveCap,
  removeCap: spending.removeCap,
  organisationDomains: singleSignOn.organisationDomains,
  addDomain: singleSignOn.addDomain,
  checkDomain: singleSignOn.checkDomain,
  removeDomain: singleSignOn.removeDomain,
  scimTokens: scim.scimTokens,
  createScimToken: scim.createScimToken,
  endScimToken: scim.endScimToken,
  scimGroups: scim.scimGroups,
  mapScimGroup: scim.mapScimGroup,
  webhookEndpoints: webhooks.webhookEndpoints,
  createWebhook: webhooks.createWebhook,
  changeWebhook: webhooks.changeWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: webhooks.testWebhook,
  webhookDeliveries: webhooks.webhookDeliveries,
  replayWebhook: webhooks.replayWebhook,
  apiRequests: requests.apiRequests,
  apiRequest: requests.apiRequest,
  readSso: singleSignOn.readSso,
  saveSso: singleSignOn.saveSso,
  findSso: singleSignOn.findSso,
  apiKeys: apiKeys.apiKeys,
  createApiKey: apiKeys.createApiKey,
  changeApiKey: apiKeys.changeApiKey,
  changeApiVersion: apiKeys.changeApiVersion,
  rollApiKey: apiKeys.rollApiKey,
  transferApiKey: apiKeys.transferApiKey,
  endApiKey: apiKeys.endApiKey,
  reportLeakedKeys: apiKeys.reportLeakedKeys,
} as const satisfies Record<string, Operation>;
