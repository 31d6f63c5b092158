import type { DedicatedSlots, Jobs, Schedule } from "../jobs/runner.ts";
import { closingKind, destroyClosedAccountKey, onClosingExpired } from "../modules/account-closure/index.ts";
import { approvalJobs } from "../modules/approvals/index.ts";
import { accountJobs, businessMatchJobs, mailNotice, resendConfirmation } from "../modules/accounts/index.ts";
import { auditJobs } from "../modules/audit/index.ts";
import { consentJobs } from "../modules/consent/index.ts";
import { announceEndingKeys, reportRefund, requestLogJobs, webhookJobs } from "../modules/developers/index.ts";
import { notificationJobs } from "../modules/notifications/index.ts";
import { announceEndingScimTokens, suspendIdleMembers } from "../modules/organisations/index.ts";
import { destroyPayOutKey, paymentJobs, reconciliationJobs } from "../modules/payments/index.ts";
import { mailOwners } from "../modules/operator-identity/index.ts";
import { breachJobs } from "../modules/operators/index.ts";
import { caseJobs } from "../modules/subject-portal/index.ts";
import { type OverdueMonitor, partitionJobs, retentionJobs, transparencyJobs } from "../modules/retention/index.ts";
import {
  approvalMailJobs,
  bulkJobs,
  closeAccountRequests,
  onApprovalExpired,
  verificationJobs,
} from "../modules/verification/index.ts";
import type { ModuleDeps } from "./module-deps.ts";
import type { Services } from "./services.ts";

/** Rows of bulk files that a process looks up at the same time, in slots of their own. */
const bulkLineSlots = { count: 64, pollMs: 500 };
/**
 * Webhooks that a process sends at the same time: more than 100 endpoints take at five connections each before they
 * are known to be silent. An event is sent within milliseconds. [DP-12]
 */
const webhookSlots = { count: 1_024, pollMs: 5 };
/** Webhooks to endpoints that fail or are slow. */
const slowWebhookSlots = { count: 256, pollMs: 500 };

export type ComposedJobs = {
  readonly jobs: Jobs;
  readonly dedicatedSlots: DedicatedSlots;
  readonly schedule: Schedule;
};

/** The queue's jobs by name, and what runs at intervals. */
export function composeJobs(services: Services, deps: ModuleDeps, watch: OverdueMonitor): ComposedJobs {
  const { db, keys, ids, alarms, events, registry } = services;
  const { sms, mail, push } = services.providers;
  const { accounts, consents, organisations, payments, verification } = deps;
  const matchWork = businessMatchJobs(accounts);
  const paymentWork = paymentJobs(payments);
  const lookupWork = verificationJobs(verification);
  const bulkWork = bulkJobs(verification);
  const consentWork = consentJobs(consents);
  const retentionWork = retentionJobs({ db, keys, ids, events });
  const caseWork = caseJobs({ db, keys, ids, myDataUrl: `${services.publicUrl}/my-data` });
  const breachWork = breachJobs({ db, keys, ids, publicUrl: services.publicUrl });
  const messageWork = notificationJobs({ db, keys, sms, mail, push, events });
  const webhookWork = webhookJobs(deps.webhooks);
  return {
    jobs: {
      match_business: matchWork.match_business,
      destroy_account_key: ({ userId }: { readonly userId: string }) => destroyClosedAccountKey(accounts, userId),
      destroy_pay_out_key: ({ id }: { readonly id: string }) => destroyPayOutKey({ db, keys }, id),
      end_requests: closeAccountRequests(verification),
      settle_payment: paymentWork.settle_payment,
      send_receipt: paymentWork.send_receipt,
      look_up: lookupWork.look_up,
      look_up_line: lookupWork.look_up_line,
      discard_pieces: lookupWork.discard_pieces,
      start_bulk: bulkWork.start_bulk,
      remind_bulk: bulkWork.remind_bulk,
      escalate_consent: consentWork.escalate_consent,
      mail_approver: approvalMailJobs(verification).mail_approver,
      notify_subject: caseWork.notify_subject,
      list_breach: breachWork.list_breach,
      notify_breach: breachWork.notify_breach,
      refund_notice: lookupWork.refund_notice,
      purge: retentionWork.purge,
      mail_notice: mailNotice(accounts),
      mail_owners: mailOwners({ db, keys, ids }),
      resend_confirmation: resendConfirmation(accounts),
      send_message: messageWork.send_message,
      send_push: messageWork.send_push,
      report_refund: reportRefund(deps.webhooks),
      deliver_webhook: webhookWork.deliver_webhook,
      deliver_slow_webhook: webhookWork.deliver_slow_webhook,
    },
    dedicatedSlots: {
      look_up_line: bulkLineSlots,
      deliver_webhook: webhookSlots,
      deliver_slow_webhook: slowWebhookSlots,
    },
    schedule: [
      { name: "seal_audit", everyMs: 1_000, run: auditJobs(db).seal_audit },
      { name: "create_partitions", everyMs: 3_600_000, run: partitionJobs({ db, alarms }).create_partitions },
      { name: "rotate_api_requests", everyMs: 3_600_000, run: requestLogJobs({ db }).rotate_api_requests },
      { name: "expire_consents", everyMs: 10_000, run: consentWork.expire_consents },
      { name: "escalate_consents", everyMs: 10_000, run: consentWork.escalate_consents },
      { name: "purge_due", everyMs: 10_000, run: retentionWork.purge_due },
      { name: "reconcile_payments", everyMs: 30_000, run: paymentWork.reconcile_payments },
      { name: "reconcile_days", everyMs: 600_000, run: reconciliationJobs(payments, registry).reconcile_days },
      { name: "reconcile_lookups", everyMs: 30_000, run: lookupWork.reconcile_lookups },
      { name: "sweep_bulk", everyMs: 30_000, run: bulkWork.sweep_bulk },
      {
        name: "expire_approvals",
        everyMs: 60_000,
        run: approvalJobs({
          db,
          ids,
          onExpired: (tx, approval) =>
            approval.kind === closingKind
              ? onClosingExpired(accounts, tx, approval)
              : onApprovalExpired(verification)(tx, approval),
        }).expire_approvals,
      },
      { name: "count_days", everyMs: 600_000, run: transparencyJobs(db).count_days },
      { name: "watch_readers", everyMs: 60_000, run: watch.checkMassReaders },
      { name: "delete_expired_rows", everyMs: 3_600_000, run: retentionWork.delete_expired_rows },
      { name: "sweep_messages", everyMs: 600_000, run: messageWork.sweep_messages },
      { name: "sweep_webhooks", everyMs: 30_000, run: webhookWork.sweep_webhooks },
      { name: "sweep_matches", everyMs: 3_600_000, run: matchWork.sweep_matches },
      { name: "suspend_idle_members", everyMs: 3_600_000, run: () => suspendIdleMembers(organisations) },
      { name: "announce_ending_tokens", everyMs: 3_600_000, run: () => announceEndingScimTokens(organisations) },
      { name: "announce_ending_keys", everyMs: 3_600_000, run: () => announceEndingKeys({ db, ids, events }) },
      { name: "forget_registrations", everyMs: 600_000, run: accountJobs({ db, keys }).forget_registrations },
    ],
  };
}
