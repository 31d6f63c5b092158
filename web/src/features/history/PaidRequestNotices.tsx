import { catalogueRowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { rowActionOf, nextStepOf, type HistoryRow, resultAddress } from "./rules.ts";

type Props = { readonly rows: readonly HistoryRow[]; readonly onClose: (id: string) => void };

/** The status of each request that has just been paid for, with its next step. */
export function PaidRequestNotices({ rows, onClose }: Props) {
  return rows.map((row) => {
    const name = row.searchParameter;
    const further = nextStepOf(row);
    const next = further && (
      <LinkButton size="small" href={further.to}>
        {further.label}
      </LinkButton>
    );
    switch (rowActionOf(row)) {
      case "pending":
        return (
          <Notice
            key={row.id}
            tone="waiting"
            announce
            onDismiss={() => onClose(row.id)}
            title={`${texts.awaitingConsent}: your ${name} request is paid`}
            actions={next}
          >
            We've asked them by SMS or email. This page updates automatically.
          </Notice>
        );
      case "result":
        return (
          <Notice
            key={row.id}
            tone="success"
            announce
            onDismiss={() => onClose(row.id)}
            title={`Your ${name} result is ready`}
            actions={
              <LinkButton size="small" href={resultAddress(row)}>
                {texts.rowViewResult}
              </LinkButton>
            }
          >
            {successMessage(row)}
          </Notice>
        );
      case "refunded":
        return (
          <Notice
            key={row.id}
            tone="problem"
            announce
            title={`Your ${name} check could not be completed`}
            onDismiss={() => onClose(row.id)}
            actions={next}
          >
            {refundReason(row.outcome, row.searchType)} {texts.moneyReturned}
          </Notice>
        );
      case "denied":
        return (
          <Notice key={row.id} tone="problem" announce title={texts.consentDenied} onDismiss={() => onClose(row.id)}>
            The person refused. This check isn't refundable.
          </Notice>
        );
      case "no_data":
        return (
          <Notice key={row.id} tone="problem" announce title={texts.rowNoData} onDismiss={() => onClose(row.id)}>
            The source has no {name} record for what you searched. This check isn't refundable.
          </Notice>
        );
      case "expired":
        return (
          <Notice key={row.id} tone="problem" announce title={texts.consentExpired} onDismiss={() => onClose(row.id)}>
            {expiredReason(row)}
          </Notice>
        );
      case "unknown":
        return (
          <Notice key={row.id} tone="info" announce title={row.action} onDismiss={() => onClose(row.id)}>
            {texts.pageOutOfDate}
          </Notice>
        );
      case "running":
        return (
          <Notice
            key={row.id}
            tone="info"
            announce
            title={`Your ${name} request is running`}
            onDismiss={() => onClose(row.id)}
          >
            Paid. We are checking the source. This page updates automatically.
          </Notice>
        );
    }
  });
}

/**
 * The success message of a kind. The specification fixes those for businesses and vehicles [PAY-21]; the others are
 * ours.
 */
function successMessage({ searchType }: Pick<HistoryRow, "searchType">): string {
  const { profile } = catalogueRowOf(searchType);
  if (profile === "business") return texts.businessSuccessful;
  return profile === "vehicle" ? texts.vehicleSuccessful : texts.personSuccessful;
}
