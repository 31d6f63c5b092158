import { creditHeaderFields } from "@idanimo/contract/checks/bvn/view";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import type { CreditRecord } from "@idanimo/contract/checks/bvn/record";
import { useState } from "react";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RecordFields, RecordSection } from "../RecordLayout.tsx";
import { BureauPanel } from "./BureauPanel.tsx";
import { RightToCorrect } from "./RightToCorrect.tsx";
import styles from "./CreditDetails.module.css";
import { ScoreSection } from "./ScoreSection.tsx";
import { type BureauKey, bureauStateOf, initialTab } from "./rules.ts";

type Props = {
  readonly record: CreditRecord | undefined;
  readonly withheld: readonly RecordPart[] | undefined;
};

/** The score, the person, what each bureau has, and how to have it corrected. */
export function CreditDetails({ record, withheld }: Props) {
  const [first, ...others] = record?.["basic-data"] ?? [];
  return (
    <>
      <div className={styles.pair}>
        <ScoreSection record={record} />
        <RecordSection title="BVN details">
          <RecordFields record={first} fields={creditHeaderFields} withheld={withheld} />
          {others.length > 0 && (
            <details className={styles.others}>
              <summary>Names and addresses on file ({others.length})</summary>
              {others.map((person, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- they have no id and never move
                <div key={at} className={styles.other}>
                  <RecordFields record={person} fields={creditHeaderFields} withheld={withheld} />
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
    </>
  );
}

/** One tab per bureau, including those that were not queried [RESULT-CREDIT-09]. */
function BureauTabs({ record }: Pick<Props, "record">) {
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
