import { catalogueRowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import type { ReactNode } from "react";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./PaidNotice.module.css";
import type { JustPaid } from "./just-paid.ts";
import { type HistoryRow, nextStepOf, resultAddress, type RowAction, rowActionOf, rowTitle } from "./rules.ts";
import { paidSummary } from "./paid-summary.ts";

type Props = Pick<JustPaid, "paidFileAddress" | "onDismissPaid" | "whileWaiting"> & {
  readonly rows: readonly HistoryRow[];
};

const tones = {
  result: "success",
  pending: "waiting",
  running: "info",
  expired: "problem",
  denied: "problem",
  no_data: "problem",
  refunded: "problem",
  cancelled: "info",
  unknown: "info",
} as const satisfies Record<RowAction, Tone>;

/** Whether a row of several says more than its status: what was specified, or what happened to the money. */
const hasSentence = {
  result: true,
  pending: false,
  running: false,
  expired: false,
  denied: false,
  no_data: false,
  refunded: true,
  cancelled: false,
  unknown: false,
} as const satisfies Record<RowAction, boolean>;

/** One notice about everything that has just been paid for, with the next step of each request. */
export function PaidNotice({ rows, paidFileAddress, onDismissPaid, whileWaiting }: Props) {
  const actions = rows.map(rowActionOf);
  const [only, another] = rows;
  const single = only && !another && paidFileAddress === undefined ? describe(only) : undefined;
  const [first = "info"] = actions.map((action) => tones[action]);
  const isUniform = actions.every((action) => tones[action] === first);
  return (
    <Notice
      tone={isUniform && rows.length > 0 ? first : actions.includes("pending") ? "waiting" : "info"}
      announce
      onDismiss={onDismissPaid}
      title={single?.title ?? (rows.length > 0 ? paidSummary(actions) : "Your bulk file is paid")}
      actions={single && only && <NextStep row={only} />}
    >
      {single?.body ?? (
        <ul className={styles.list}>
          {rows.map((row) => (
            <PaidRow key={row.id} row={row} />
          ))}
          {paidFileAddress !== undefined && (
            <li className={styles.row}>
              <span>Bulk NIN: we ask each person separately.</span>
              <LinkButton size="small" href={paidFileAddress}>
                View bulk results
              </LinkButton>
            </li>
          )}
        </ul>
      )}
      {actions.includes("pending") && whileWaiting}
    </Notice>
  );
}

function PaidRow({ row }: { readonly row: HistoryRow }) {
  const title = rowTitle(row);
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {title === undefined ? row.searchParameter : `${title}, ${row.searchParameter}`}
        {": "}
        {hasSentence[rowActionOf(row)] ? describe(row).body : row.action}
      </span>
      <NextStep row={row} />
    </li>
  );
}

function NextStep({ row }: { readonly row: HistoryRow }) {
  const step = rowActionOf(row) === "result" ? { label: texts.rowViewResult, to: resultAddress(row) } : nextStepOf(row);
  if (!step) return null;
  return (
    <LinkButton size="small" href={step.to}>
      {step.label}
    </LinkButton>
  );
}

/** What happened to a request, in a heading and a sentence. */
function describe(row: HistoryRow): { readonly title: string; readonly body: ReactNode } {
  const name = row.searchParameter;
  switch (rowActionOf(row)) {
    case "pending":
      return {
        title: `${texts.awaitingConsent}: your ${name} request is paid`,
        body: "We've asked them by SMS or email. This page updates automatically.",
      };
    case "result":
      return { title: `Your ${name} result is ready`, body: successMessage(row) };
    case "refunded":
      return {
        title: `Your ${name} check could not be completed`,
        body: `${refundReason(row.outcome, row.searchType)} ${texts.moneyReturned}`,
      };
    case "denied":
      return { title: texts.consentDenied, body: texts.refusedNote };
    case "no_data":
      return {
        title: texts.rowNoData,
        body: `The source has no ${name} record for what you searched. This check isn't refundable.`,
      };
    case "cancelled":
      return { title: texts.rowCancelled, body: expiredReason(row) };
    case "expired":
      return { title: texts.consentExpired, body: expiredReason(row) };
    case "unknown":
      return { title: row.action, body: texts.pageOutOfDate };
    case "running":
      return {
        title: `Your ${name} request is running`,
        body: "Paid. We are checking the source. This page updates automatically.",
      };
  }
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
