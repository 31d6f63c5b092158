import { nonEmptyText } from "@idanimo/contract/record-fields";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { creditHeaderFields, isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { type CreditRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { useState } from "react";
import { Tabs } from "../../ui/Tabs.tsx";
import { BankIcon } from "../../ui/icons.tsx";
import styles from "./CreditResultScreen.module.css";
import { BureauPanel } from "./credit/BureauPanel.tsx";
import { RightToCorrect } from "./credit/RightToCorrect.tsx";
import { type BureauKey, initialTab, bureauStateOf } from "./credit/rules.ts";
import { ScoreSection } from "./credit/ScoreSection.tsx";
import { NameVerdict } from "./NameVerdict.tsx";
import { NotShared, RecordFields, RecordSection, RecordBody, RecordHeader } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";

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
  return (
    <RecordBody label="Credit profile">
      <NameVerdict nameMatch={request?.nameMatch} />
      <RecordHeader
        icon={BankIcon}
        title={nonEmptyText(first?.["name"]) ?? "-"}
        request={request}
        onExpired={onExpired}
      />
      <NotShared request={request} />
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
