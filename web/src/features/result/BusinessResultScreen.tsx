import { type CompaniesRecord, companiesRecord, type CompanyRecord } from "@idanimo/contract/records";
import { ChevronIcon } from "../../ui/icons.tsx";
import styles from "./BusinessResultScreen.module.css";
import { companyFields } from "@idanimo/contract/record-views";
import { Fields, RecordBody, RecordHead } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";

const isEmpty = ({ companies }: CompaniesRecord) => companies.length === 0;

/** Companies of the public register at `/businessName` and `/business`. Source: RESULT-BUSINESS-01 to 05. */
export function BusinessResultScreen() {
  return (
    <ResultFrame route="/businessName" shape={companiesRecord} isEmpty={isEmpty}>
      {(drawn) => <Companies {...drawn} />}
    </ResultFrame>
  );
}

function Companies({ request, record, onGone }: Drawn<CompaniesRecord>) {
  const companies = record?.companies ?? [];
  const title = request ? `${companies.length === 1 ? "1 business" : `${companies.length} businesses`} found` : "-";
  return (
    <RecordBody label="Businesses">
      <RecordHead title={title} request={request} onGone={onGone} />
      {companies.map((company) => (
        <Company key={company.id} company={company} open={companies.length === 1} />
      ))}
    </RecordBody>
  );
}

/** One expandable card; a single one is open by itself. Source: RESULT-BUSINESS-03, 04. */
function Company({ company, open }: { readonly company: CompanyRecord; readonly open: boolean }) {
  return (
    <details className={styles.card} open={open}>
      <summary className={styles.summary}>
        <ChevronIcon className={styles.mark} />
        <span>
          <strong>{company.approvedName}</strong> <span className="quiet">RC {company.rcNumber ?? "-"}</span>
        </span>
      </summary>
      <div className={styles.content}>
        <Fields record={company} fields={companyFields} />
      </div>
    </details>
  );
}
