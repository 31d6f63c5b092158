import { textOf } from "@idanimo/contract/record-fields";
import { basicFields, bureaus, isEmptyCredit } from "@idanimo/contract/record-views";
import { type CreditRecord, creditRecord } from "@idanimo/contract/records";
import { useState } from "react";
import { Tabs } from "../../ui/Tabs.tsx";
import { BankIcon } from "../../ui/icons.tsx";
import styles from "./CreditResultScreen.module.css";
import { BureauPart } from "./credit/BureauPart.tsx";
import { RightToCorrect } from "./credit/RightToCorrect.tsx";
import { type BureauTick, firstTab, stateOf } from "./credit/rules.ts";
import { ScorePart } from "./credit/ScorePart.tsx";
import { Fields, Group, RecordBody, RecordHead } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";

/** A credit profile at `/financial`. Source: RESULT-CREDIT-01 to 13. */
export function CreditResultScreen() {
  return (
    <ResultFrame route="/financial" shape={creditRecord} isEmpty={isEmptyCredit}>
      {(drawn) => <Credit {...drawn} />}
    </ResultFrame>
  );
}

function Credit({ request, record, onGone }: Drawn<CreditRecord>) {
  const [first, ...others] = record?.["basic-data"] ?? [];
  return (
    <RecordBody label="Credit profile">
      <RecordHead icon={BankIcon} title={textOf(first?.["name"]) ?? "-"} request={request} onGone={onGone} />
      <div className={styles.pair}>
        <ScorePart record={record} />
        <Group title="BVN details">
          <Fields record={first} fields={basicFields} withheld={request?.withheld} />
          {others.length > 0 && (
            <details className={styles.others}>
              <summary>As the bureaus wrote it ({others.length})</summary>
              {others.map((person, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- they have no name of their own and never move
                <div key={at} className={styles.other}>
                  <Fields record={person} fields={basicFields} withheld={request?.withheld} />
                </div>
              ))}
            </details>
          )}
        </Group>
      </div>
      <Group title="What the bureaus hold">
        <Bureaus record={record} />
      </Group>
      <RightToCorrect />
    </RecordBody>
  );
}

/** One tab for each bureau, also for those that were not asked. Source: RESULT-CREDIT-09. */
function Bureaus({ record }: { readonly record: CreditRecord | undefined }) {
  const [chosen, setChosen] = useState<BureauTick>();
  return (
    <Tabs
      label="Credit bureaus"
      selected={chosen ?? firstTab(record, bureaus) ?? "firstCentral"}
      onSelect={setChosen}
      tabs={bureaus.map((each) => ({
        key: each.tick,
        label: each.name,
        content: (
          <BureauPart
            key={each.tick}
            name={each.name}
            state={stateOf(record, each)}
            bureau={record?.[each.member] ?? undefined}
          />
        ),
      }))}
    />
  );
}
