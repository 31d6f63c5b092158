import { personKeyFacts } from "@idanimo/contract/checks/person/view";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { creditHeaderFields, isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { type CreditRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { summariseCredit } from "@idanimo/contract/checks/bvn/summary";
import { nameInTitleCase } from "@idanimo/contract/register-name";
import { useState } from "react";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "./CreditResultScreen.module.css";
import { CreditSummarySection } from "./credit/CreditSummarySection.tsx";
import { BureauPanel } from "./credit/BureauPanel.tsx";
import { RightToCorrect } from "./credit/RightToCorrect.tsx";
import { type BureauKey, initialTab, bureauStateOf } from "./credit/rules.ts";
import { ScoreSection } from "./credit/ScoreSection.tsx";
import { NotShared, RecordFields, RecordSection, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { verdictOf } from "./verdict.ts";

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
      <RecordSection title="Credit history">
        <BureauTabs record={record} />
      </RecordSection>
      <RightToCorrect />
    </RecordBody>
  );
}

/** One tab per bureau, including those that were not queried [RESULT-CREDIT-09]. */
function BureauTabs({ record }: { readonly record: CreditRecord | undefined }) {
  const [chosen, setChosen] = useState<BureauKey>();
  return (
    <Tabs
      label="Credit bureaus"
      selected={chosen ?? initialTab(record, bureaus) ?? "firstCentral"}
      onSelect={setChosen}
      tabs={bureaus.map((each) => ({
        key: each.tick,
        label: each.name,
        content: (
          <BureauPanel
            key={each.tick}
            name={each.name}
            state={bureauStateOf(record, each)}
            bureau={record?.[each.member] ?? undefined}
          />
        ),
      }))}
    />
  );
}
