import { listCases } from "@idanimo/contract/console/cases";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { caseTitle } from "../case-labels.ts";
import { CaseTabs } from "../CaseList.tsx";

/** Payments that differ, alarms, minors. */
export function CasesScreen() {
  return (
    <>
      <PageHeader title="Cases">What needs a decision of an operator. The next one due is first.</PageHeader>
      <CaseTabs
        operation={listCases}
        what="cases"
        folder="/cases"
        titleOf={caseTitle}
        empty="No open case"
        endedLabel="Closed"
      />
    </>
  );
}
