import { brand } from "@idanimo/contract/brand";
import { type AccountDeps, openPasswordHasher, people } from "../modules/accounts/index.ts";
import type { ConsentDeps } from "../modules/consent/index.ts";
import type { DeveloperDeps, WebhookDeps } from "../modules/developers/index.ts";
import type { OrganisationDeps } from "../modules/organisations/index.ts";
import type { PaymentDeps } from "../modules/payments/index.ts";
import { findRecordViews, readSubjectAnswers } from "../modules/results/index.ts";
import {
  createLookupPlans,
  createProviderHealthMonitor,
  noSubjectLimits,
  orderStakeholders,
  providersOf,
  requestPurchaseApproval,
  requireOpenSourcesOfSession,
  subjectLimits,
  type VerificationDeps,
} from "../modules/verification/index.ts";
import { openWallets } from "../modules/wallet/index.ts";
import type { Services } from "./services.ts";

/** What the larger modules need. */
export type ModuleDeps = {
  readonly accounts: AccountDeps;
  readonly consents: ConsentDeps;
  readonly organisations: OrganisationDeps;
  readonly payments: PaymentDeps;
  readonly verification: VerificationDeps;
  readonly developers: Omit<DeveloperDeps, "modes">;
  readonly webhooks: WebhookDeps;
};

/** The lookup plans of this installation. */
export const openLookupPlans = ({ config, providers }: Pick<Services, "config" | "providers">) =>
  createLookupPlans(providers.sources, { internalMode: config.sources.internalMode, liveFace: providers.liveFace });

/** Selects from the services what each module needs. */
export function createModuleDeps(services: Services): ModuleDeps {
  const { config, providers, live, db, keys, vault, ids, alarms, events, limits, publicUrl, metrics } = services;
  const lookupPlans = openLookupPlans(services);
  const verification: VerificationDeps = {
    db,
    keys,
    vault,
    ids,
    events,
    limits,
    alarms,
    live,
    publicUrl,
    lookupPlans,
    requestsADay: config.SUBJECT_REQUESTS_A_DAY,
    subjectLimits: config.hasSubjectLimits ? subjectLimits : noSubjectLimits,
    providerHealth: createProviderHealthMonitor(db, providersOf(lookupPlans), providers.breakerRules.failures),
    isPlateOwnerShown: config.PLATE_OWNER === "shown",
    maxBulkRecords: config.sources.bulkRecordsMost,
  };
  const accounts: AccountDeps = {
    db,
    keys,
    vault,
    ids,
    limits,
    alarms,
    ipLookup: providers.ipLookup,
    companies: providers.sources.company,
    events,
    push: providers.push,
    passwords: openPasswordHasher(),
    captchaCost: config.CAPTCHA_COST,
    forgotPasswordNeutral: config.FORGOT_PASSWORD_NEUTRAL === "yes",
    hostedCaptcha: providers.captcha,
    enterpriseSignIn: providers.enterpriseSignIn,
    social: { google: providers.google, facebook: providers.facebook },
    publicUrl,
  };
  return {
    verification,
    webhooks: {
      db,
      keys,
      ids,
      events,
      people,
      client: providers.webhooks,
      isLoopbackAllowed: config.hasLoopbackWebhooks,
      mode: config.mode,
      publicUrl,
    },
    accounts,
    developers: { db, ids, events, limits, publicUrl, accounts },
    consents: {
      db,
      keys,
      vault,
      ids,
      events,
      limits,
      sms: providers.sms,
      publicUrl,
      brandName: brand.name,
      readAnswers: (requestIds) => readSubjectAnswers({ db, keys }, requestIds),
      readRecordViews: (requestIds) => db.transaction("system", (tx) => findRecordViews(tx, requestIds)),
      requestsADay: config.SUBJECT_REQUESTS_A_DAY,
    },
    organisations: {
      db,
      keys,
      ids,
      events,
      limits,
      people,
      openWallets,
      publicUrl,
      domainRecords: providers.domainRecords,
      enterpriseSignIn: providers.enterpriseSignIn,
    },
    payments: {
      db,
      keys,
      ids,
      events,
      limits,
      vault,
      cardPayments: providers.cardPayments,
      orders: {
        stakeholders: orderStakeholders(verification),
        openSources: requireOpenSourcesOfSession(verification),
        approval: requestPurchaseApproval(verification),
      },
      meters: { paid: metrics.countPayment, ignoredNotice: metrics.countIgnoredNotice },
      publicUrl,
    },
  };
}
