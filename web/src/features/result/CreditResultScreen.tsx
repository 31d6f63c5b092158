import { personKeyFacts } from "@idanimo/contract/checks/person/view";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import { isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { type CreditRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { summariseCredit } from "@idanimo/contract/checks/bvn/summary";
import { nameInTitleCase } from "@idanimo/contract/register-name";
import { lazy, Suspense } from "react";
import { SkeletonBlock } from "../../ui/Skeleton.tsx";
import { CreditSummarySection } from "./credit/CreditSummarySection.tsx";
import { NotShared, RecordSection, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { verdictOf } from "./verdict.ts";

// below the summary, which is what the reader came for
const CreditDetails = lazy(async () => ({ default: (await import("./credit/CreditDetails.tsx")).CreditDetails }));

/** A credit profile at `/financial` [RESULT-CREDIT-01 to RESULT-CREDIT-13]. */
export function CreditResultScreen() {
  return (
    <ResultFrame route="/financial" shape={creditRecord} isEmpty={isEmptyCreditRecord}>
      {(drawn) => <CreditProfile {...drawn} />}
    </ResultFrame>
  );
}

function CreditProfile({ request, record, onExpired }: DisplayedResult<CreditRecord>) {
  const [first] = record?.["basic-data"] ?? [];
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
      <Suspense
        fallback={
          <RecordSection title="Credit score">
            <SkeletonBlock height="24rem" />
          </RecordSection>
        }
      >
        <CreditDetails record={record} withheld={request?.withheld} />
      </Suspense>
    </RecordBody>
  );
}
