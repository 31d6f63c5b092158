import { type RequestDetails, viewRequest } from "@idanimo/contract/console/accounts";
import { requestRefund } from "@idanimo/contract/console/approvals";
import { singleRefundsPerDay } from "@idanimo/contract/console/rights";
import { formatMoney, naira, parseMinor } from "@idanimo/contract/money";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Money } from "../../ui/Money.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode, searchTypeLabel } from "../lib/labels.ts";
import { OpenAccountForm } from "../OpenAccountForm.tsx";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

/** One request: its steps, charge and sources, without anything of its subject. */
export function RequestScreen() {
  const { params } = useLocation();
  const id = params["id"] ?? "";
  const query = useQuery(consoleQuery(viewRequest, { id }));
  const problem = query.error?.problem;
  const closedAccount = problem?.code === "reason_needed" ? problem.details?.["accountId"] : undefined;
  const request = query.data;
  return (
    <>
      <PageHeader
        title={request ? searchTypeLabel(request.searchType) : "Request"}
        {...(request && { back: `/accounts/${request.accountId}`, backLabel: "Account" })}
      >
        <span className={styles.id}>{id}</span>
      </PageHeader>
      {closedAccount === undefined ? (
        <QueryContent query={query} what="the request">
          {(shown) => <Request request={shown} />}
        </QueryContent>
      ) : (
        <OpenAccountForm accountId={closedAccount} />
      )}
    </>
  );
}

function Request({ request }: { readonly request: RequestDetails }) {
  const canRefund = useRight("move_money");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.columns}>
      <Card title="Charge">
        <Facts
          rows={[
            ["Reference", request.reference],
            ["Charge", <Money key="charge" amount={request.charge} />],
            ["Paid by", request.paymentType === null ? "-" : readableCode(request.paymentType)],
            ["State", readableCode(request.state)],
            ["Outcome", request.outcome === null ? "-" : readableCode(request.outcome)],
          ]}
        />
        {request.refund && (
          <Notice
            tone={request.refund.state === "paid" ? "success" : "waiting"}
            title={`${formatMoney(request.refund.amount)} ${request.refund.state === "paid" ? "was refunded" : "is requested as a refund"}`}
          >
            {request.refund.reason}
          </Notice>
        )}
        {canRefund && request.isRefundable && (
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => setIsOpen(true)}>
              Request a refund
            </Button>
          </div>
        )}
        {isOpen && <RefundDialog request={request} onClose={() => setIsOpen(false)} />}
      </Card>
      <div className={styles.stack}>
        <Card title="Steps">
          <Facts rows={request.steps.map(({ what, at }) => [what, <DateText key={what} at={at} withTime />])} />
        </Card>
        <Card title="Sources">
          {request.lookups.length === 0 ? (
            <p className={styles.quiet}>No source was called.</p>
          ) : (
            <Facts
              rows={request.lookups.map(({ source, result, at }) => [
                source,
                <span key={at}>
                  {readableCode(result)}, <DateText at={at} withTime />
                </span>,
              ])}
            />
          )}
        </Card>
      </div>
    </div>
  );
}

function RefundDialog({ request, onClose }: { readonly request: RequestDetails; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [amount, setAmount] = useState("");
  const [error, setError] = useState<string>();
  return (
    <ActionDialog
      title="Request a refund"
      action="Request the refund"
      busyLabel="Requesting"
      onClose={onClose}
      onSend={async (reason) => {
        const typed = amount.trim();
        const minor = parseMinor(typed);
        if (typed !== "" && (minor === undefined || minor <= 0n || minor > request.charge.minor)) {
          setError(`Enter an amount up to ${formatMoney(request.charge)}.`);
          return undefined;
        }
        const result = await callConsole(requestRefund, {
          requestId: request.id,
          reason,
          ...(typed !== "" && { amount: typed }),
        });
        if (!result.ok) return result.problem;
        onClose();
        toast({
          tone: "success",
          text:
            "approvalId" in result.value
              ? "The refund is requested. No money moved; another operator must approve it."
              : "The money is in the wallet. The customer gets a notice.",
        });
        await client.invalidateQueries();
        return undefined;
      }}
    >
      {request.approvalAbove > 0n ? (
        <p>
          Up to {formatMoney(naira(request.approvalAbove))} is refunded at once, for you at most{" "}
          {formatMoney(singleRefundsPerDay)} a day. Above that no money moves now: another operator must approve within
          72 hours.
        </p>
      ) : (
        <p>No money moves now. Another operator must approve the refund within 72 hours.</p>
      )}
      <TextInput
        label={`Amount in ${request.charge.currency}`}
        hint={`Leave empty for all of it: ${formatMoney(request.charge)}.`}
        optional
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={error}
        onChange={(event) => {
          setAmount(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ActionDialog>
  );
}
