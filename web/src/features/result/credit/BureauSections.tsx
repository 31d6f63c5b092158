import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import type { CreditRecord } from "@idanimo/contract/checks/bvn/record";
import { useState } from "react";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RecordSection } from "../RecordLayout.tsx";
import { BureauPanel } from "./BureauPanel.tsx";
import { RightToCorrect } from "./RightToCorrect.tsx";
import { type BureauKey, bureauStateOf, initialTab } from "./rules.ts";

type Props = { readonly record: CreditRecord | undefined };

/** What each bureau has, and how to have it corrected. */
export function BureauSections({ record }: Props) {
  return (
    <>
      <RecordSection title="Credit history">
        <BureauTabs record={record} />
      </RecordSection>
      <RightToCorrect />
    </>
  );
}

/** One tab per bureau, including those that were not queried [RESULT-CREDIT-09]. */
function BureauTabs({ record }: Props) {
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
