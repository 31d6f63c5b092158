import type { Component } from "../../jsx/component.ts";
import { companyFields } from "@idanimo/contract/checks/company/view";
import {
  type CompaniesRecord,
  companiesRecord,
  type CompanyRecord,
  type StakeholderRecord,
} from "@idanimo/contract/checks/company/record";
import { titleCaseCompany } from "@idanimo/contract/register-name";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import type { ReactNode } from "react";
import { useLocation } from "../../lib/router.ts";
import { ChevronIcon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import styles from "./BusinessResultScreen.module.css";
import { CompanyHead } from "./CompanyHead.tsx";
import { RecordFields, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { StakeholderPanels } from "./StakeholderPanels.tsx";
import { statusLabel } from "@idanimo/contract/checks/company/stakeholders";
import { useOpenCards } from "./use-open-cards.ts";

/**
 * Looks up and shows the stakeholders of one company; implemented by another feature and injected by the
 * application.
 */
export type StakeholderLookupComponent = Component<{
  readonly company: CompanyChoice;
  readonly name: string;
  /** Whether nothing else on the page can be bought. */
  readonly isOnly: boolean;
  /** Renders the stakeholders found. */
  readonly children: (found: readonly StakeholderRecord[]) => ReactNode;
}>;

type Props = {
  /** Absent at `/business`, which is read-only [O-46]. */
  readonly StakeholderLookup?: StakeholderLookupComponent;
};

const isEmpty = ({ companies }: CompaniesRecord) => companies.length === 0;

/**
 * Companies of the public register at `/businessName` and `/business` [RESULT-BUSINESS-01 to RESULT-BUSINESS-10].
 */
export function BusinessResultScreen({ StakeholderLookup: LookUp }: Props) {
  return (
    <ResultFrame route="/businessName" shape={companiesRecord} isEmpty={isEmpty}>
      {(drawn) => (
        // a different number of companies is a different record: the open cards are reset
        <Companies key={drawn.record?.companies.length} {...drawn} {...(LookUp && { StakeholderLookup: LookUp })} />
      )}
    </ResultFrame>
  );
}

function Companies({
  request,
  record,
  onExpired,
  StakeholderLookup: LookUp,
}: DisplayedResult<CompaniesRecord> & Props) {
  const { requestId } = useLocation().params;
  const companies = record?.companies ?? [];
  const isOnly = companies.length === 1;
  const [open, setCardOpen] = useOpenCards(isOnly ? companies.map(({ id }) => id) : []);
  return (
    <RecordBody label="Businesses">
      <CompanyHead request={request} onExpired={onExpired} companies={companies} />
      {companies.map((company) => (
        <CompanyCard
          key={company.id}
          company={company}
          isOpen={open.includes(company.id)}
          onToggle={(isOpen) => setCardOpen(company.id, isOpen)}
        >
          <CompanyStakeholders company={company} requestId={requestId} isOnly={isOnly} StakeholderLookup={LookUp} />
        </CompanyCard>
      ))}
    </RecordBody>
  );
}

type CompanyCardProps = {
  readonly company: CompanyRecord;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
};

/**
 * An expandable card; its content is rendered when it is open [RESULT-BUSINESS-03 RESULT-BUSINESS-04
 * RESULT-BUSINESS-05].
 */
function CompanyCard({ company, isOpen, onToggle, children }: CompanyCardProps) {
  const status = statusLabel(company.status);
  return (
    <details className={styles.card} open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronIcon className={styles.mark} />
        <span className={styles.words}>
          <h3 className={styles.name}>{titleCaseCompany(company.approvedName)}</h3>
          <span className={styles.facts}>
            <span className="figures">RC {company.rcNumber ?? "-"}</span>
            {status && <Badge>{status}</Badge>}
          </span>
        </span>
      </summary>
      {isOpen && (
        <div className={styles.content}>
          <div className={styles.fields}>
            <RecordFields record={company} fields={companyFields} />
          </div>
          {children}
        </div>
      )}
    </details>
  );
}

type CompanyStakeholdersProps = {
  readonly company: CompanyRecord;
  readonly requestId: string | undefined;
  readonly isOnly: boolean;
  readonly StakeholderLookup: StakeholderLookupComponent | undefined;
};

/** The stakeholders in the record, or else the button to look them up [RESULT-BUSINESS-06 RESULT-BUSINESS-08]. */
function CompanyStakeholders({ company, requestId, isOnly, StakeholderLookup: LookUp }: CompanyStakeholdersProps) {
  const known = company["shareholders-data"];
  const renderPanels = (found: readonly StakeholderRecord[]) => <StakeholderPanels found={found} />;
  if (known)
    return (
      <section className={styles.stakeholders} aria-label={`Stakeholders of ${company.approvedName}`}>
        <h4>Stakeholders</h4>
        {renderPanels(known)}
      </section>
    );
  if (!LookUp || requestId === undefined) return null;
  return (
    <LookUp company={{ requestId, cacId: company.cacid }} name={company.approvedName} isOnly={isOnly}>
      {renderPanels}
    </LookUp>
  );
}
