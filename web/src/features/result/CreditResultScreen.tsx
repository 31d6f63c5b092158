import { personKeyFacts } from "@idanimo/contract/checks/person/view";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import { creditHeaderFields, isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { type CreditRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { summariseCredit } from "@idanimo/contract/checks/bvn/summary";
import { nameInTitleCase } from "@idanimo/contract/register-name";
import { lazy, Suspense } from "react";
import { SkeletonBlock } from "../../ui/Skeleton.tsx";
import styles from "./CreditResultScreen.module.css";
import { CreditSummarySection } from "./credit/CreditSummarySection.tsx";
import { ScoreSection } from "./credit/ScoreSection.tsx";
import { NotShared, RecordFields, RecordSection, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { verdictOf } from "./verdict.ts";

// below the summary, which is what the reader came for
const BureauSections = lazy(async () => ({
  default: (await import("./credit/BureauSections.tsx")).BureauSections,
}));

/** A credit profile at `/financial` [RESULT-CREDIT-01 to RESULT-CREDIT-13]. */
export function CreditResultScreen() {
  return (
    <ResultFrame route="/financial" shape={creditRecord} isEmpty={isEmptyCreditRecord}>
      {(drawn) => <CreditProfile {...drawn} />}
    </ResultFrame>
  );
}

function CreditProfile({ request, record, onExpired }: DisplayedResult<CreditRecord>) {
  const [first, ...others] = record?.["basic-data"] ?? [];
  const name = nonEmptyText(first?.["name"]);
  return (
    <RecordBody label="Credit profile">
      <ResultHead
        verdict={verdictOf(request)}
        picture={<ProfilePicture profile="financial" />}
        name={name === undefined ? undefined : nameInTitleCase(name)}
        request={request}
        onExpired={onExpired}
      >
        <KeyFacts facts={personKeyFacts(first, request?.now)} />
      </ResultHead>
      <NotShared request={request} />
      <CreditSummarySection
        summary={record && summariseCredit(record)}
        score={nonEmptyText(record?.["FICO-Score"].ficoScore)}
      />
      <div className={styles.pair}>
        <ScoreSection record={record} />
        <RecordSection title="BVN details">
          <RecordFields record={first} fields={creditHeaderFields} withheld={request?.withheld} />
          {others.length > 0 && (
            <details className={styles.others}>
              <summary>Names and addresses on file ({others.length})</summary>
              {others.map((person, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- they have no id and never move
                <div key={at} className={styles.other}>
                  <RecordFields record={person} fields={creditHeaderFields} withheld={request?.withheld} />
                </div>
              ))}
            </details>
          )}
        </RecordSection>
      </div>
      <Suspense
        fallback={
          <RecordSection title="Credit history">
            <SkeletonBlock height="24rem" />
          </RecordSection>
        }
      >
        <BureauSections record={record} />
      </Suspense>
    </RecordBody>
  );
}
