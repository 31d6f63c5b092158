import { checkAgainAddress } from "@idanimo/contract/check-again";
import { purposes } from "@idanimo/contract/consent";
import { downloads, reportVerifiableMonths } from "@idanimo/contract/downloads";
import type { ReactNode } from "react";
import { useRight } from "../../lib/use-right.ts";
import { useLocation } from "../../lib/router.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { ChevronIcon, RefreshIcon, ShieldIcon } from "../../ui/icons.tsx";
import { ExpiryCountdown } from "./ExpiryCountdown.tsx";
import styles from "./ResultFacts.module.css";
import type { ResultRequest } from "./result-query.ts";

export type ResultFactsProps = {
  readonly request: ResultRequest | undefined;
  readonly onExpired: () => void;
  /** Files besides the report that every result has. */
  readonly files?: ReactNode;
};

/** Source, consent, purpose, requester and end of access of a result, and its actions [CL-10]. */
export function ResultFacts({ request, onExpired, files }: ResultFactsProps) {
  const { requestId } = useLocation().params;
  const canCheck = useRight("requests:create");
  if (!request || requestId === undefined) return null;
  const { purpose, requester, decidedAt, decidedBy, createdAt, source, goneAt, end, label } = request;
  const again = canCheck ? checkAgainAddress({ id: requestId, searchType: request.searchType }) : undefined;
  return (
    <div className={styles.facts}>
      <dl className={styles.about}>
        {source && <Fact name="Source">{source}</Fact>}
        {decidedAt === null ? (
          <Fact name="Checked on">
            <DateText at={createdAt} withTime />
          </Fact>
        ) : (
          <Fact name="Consent">
            {decidedBy === "sms" ? "By SMS on " : decidedBy === "page" ? "Online on " : "Given on "}
            <DateText at={decidedAt} withTime />
          </Fact>
        )}
        {purpose && <Fact name="Purpose">{purposes[purpose]}</Fact>}
        <Fact name="Requested by">{requester}</Fact>
        {label && <Fact name="Label">{label}</Fact>}
      </dl>
      {goneAt !== null && end ? (
        <ExpiryCountdown at={goneAt} end={end} onExpired={onExpired} />
      ) : (
        <p className="quiet">Public record: doesn't expire.</p>
      )}
      <div className={styles.actions}>
        <DownloadLink href={downloads.report(requestId)} fileName="report.pdf" label="PDF of this result">
          PDF
        </DownloadLink>
        {files}
        {again && (
          <LinkButton size="small" icon={<RefreshIcon />} href={again}>
            Check again
          </LinkButton>
        )}
        <ShareProof />
      </div>
    </div>
  );
}

/** How to show another person that a report is genuine. */
function ShareProof() {
  return (
    <details className={styles.proof}>
      <summary className={styles.ask}>
        <ShieldIcon />
        Share proof
        <ChevronIcon className={styles.mark} />
      </summary>
      <div className={styles.answer}>
        <p>
          Send the PDF: it has a code and a QR code. Anyone can check on{" "}
          <a href="/verify" target="_blank" rel="noreferrer noopener">
            our verification page
          </a>{" "}
          that it is genuine, unchanged and still valid. That page never shows the record.
        </p>
        <p>Codes work for {reportVerifiableMonths} months.</p>
      </div>
    </details>
  );
}
