import type { FastifyInstance } from "fastify";
import type { Authenticate } from "../http/call.ts";
import { eventsRoute } from "../http/events-route.ts";
import type { Mount } from "../http/mount.ts";
import type { ExportSection } from "../kernel/export-section.ts";
import { accountClosureRoutes } from "../modules/account-closure/index.ts";
import {
  accountExportSections,
  accountRoutes,
  dataExportRoutes,
  findAccountOpenedAt,
  people,
} from "../modules/accounts/index.ts";
import { auditExportSection } from "../modules/audit/index.ts";
import { consentRoutes } from "../modules/consent/index.ts";
import { developerRoutes, requestLogRoutes, webhookRoutes } from "../modules/developers/index.ts";
import { noticeExportSections, noticeRoutes } from "../modules/notifications/index.ts";
import { organisationAuditRoutes, organisationRoutes } from "../modules/organisations/index.ts";
import {
  paymentRoutes,
  paymentsSection,
  receiptRoutes,
  statementRoutes,
  transactionsCsvRoutes,
} from "../modules/payments/index.ts";
import { scimExportSections, scimRoutes, spendingRoutes } from "../modules/organisations/index.ts";
import { pricingRoutes } from "../modules/pricing/index.ts";
import { purchasesSection } from "../modules/purchases/index.ts";
import { resultFileRoutes } from "../modules/results/index.ts";
import { transparencyRoutes } from "../modules/retention/index.ts";
import { type readSponsors, sponsorRoutes } from "../modules/sponsors/index.ts";
import { subjectPortalRoutes } from "../modules/subject-portal/index.ts";
import {
  bulkRoutes,
  canSeeRequest,
  historyCsvRoutes,
  liveFaceRoutes,
  reportRoutes,
  requestExportSections,
  verificationRoutes,
  verifyRoutes,
} from "../modules/verification/index.ts";
import { walletSections } from "../modules/wallet/index.ts";
import { liveTestModeRoutes } from "../modules/developers/index.ts";
import type { ModuleDeps } from "./module-deps.ts";
import type { Services } from "./services.ts";

/** Each module's part of the account export. */
const exportSections = ({ db, keys }: Services): readonly ExportSection[] => [
  ...accountExportSections(db),
  ...scimExportSections(db),
  ...noticeExportSections(db),
  ...walletSections(db),
  purchasesSection(db),
  paymentsSection(db),
  ...requestExportSections({ db, keys }),
  auditExportSection(db, findAccountOpenedAt),
];

export type RouteOptions = {
  readonly services: Services;
  readonly deps: ModuleDeps;
  readonly mount: Mount;
  readonly identify: Authenticate;
  readonly sponsors: ReturnType<typeof readSponsors>;
};

/** Registers the routes of every module. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions & { readonly hasTestMode: boolean }): void {
  registerAccountRoutes(app, options);
  registerCheckRoutes(app, options);
  const modes = options.hasTestMode ? (["live", "test"] as const) : (["live"] as const);
  developerRoutes(app, options.mount, { ...options.deps.developers, modes });
  const { db } = options.services;
  requestLogRoutes(app, options.mount, { db, keysDb: db, mode: "live" });
  liveTestModeRoutes(app, options.mount, options.hasTestMode);
}

/** Sign-in, accounts, organisations, and what is the same for all of them. Their data is live in both modes. */
function registerAccountRoutes(
  app: FastifyInstance,
  { services, deps, mount, identify, sponsors }: RouteOptions,
): void {
  const { providers, db, ids, limits } = services;
  const { accounts } = deps;
  accountRoutes(app, mount, accounts);
  accountClosureRoutes(app, mount, accounts);
  dataExportRoutes(app, identify, accounts, exportSections(services));
  organisationRoutes(app, mount, deps.organisations);
  organisationAuditRoutes(app, mount, identify, deps.organisations);
  scimRoutes(app, identify, deps.organisations);
  spendingRoutes(app, mount, { db, ids, people });
  noticeRoutes(app, mount, { db, push: providers.push });
  transparencyRoutes(app, { db, limits });
  sponsorRoutes(app, mount, sponsors);
}

/** Prices, money, checks, consent and records: each mode has its own. */
export function registerCheckRoutes(
  app: FastifyInstance,
  { services, deps, mount, identify }: Omit<RouteOptions, "sponsors">,
): void {
  const { providers, db, keys, vault, ids, limits, live, origins, metrics } = services;
  const { consents, payments, verification } = deps;
  webhookRoutes(app, mount, deps.webhooks);
  pricingRoutes(app, mount, db);
  paymentRoutes(app, mount, payments);
  receiptRoutes(app, identify, payments);
  statementRoutes(app, identify, payments);
  transactionsCsvRoutes(app, identify, payments);
  consentRoutes(app, mount, consents, { unsigned: metrics.countUnsignedNotice, ignored: metrics.countIgnoredNotice });
  subjectPortalRoutes(app, consents, origins);
  verificationRoutes(app, mount, verification);
  reportRoutes(app, identify, verification);
  verifyRoutes(app, verification, origins);
  historyCsvRoutes(app, identify, verification);
  bulkRoutes(app, mount, { ...verification, identify, origins });
  liveFaceRoutes(app, mount, { limits, vault, liveFace: providers.liveFace });
  resultFileRoutes(app, identify, { db, keys, ids, limits });
  eventsRoute(app, identify, live, {
    meter: metrics.openStreams,
    canSeeRequest: (actor, requestId) => canSeeRequest(db, actor, requestId),
  });
}
