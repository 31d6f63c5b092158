import { listGrievances } from "@idanimo/contract/console/grievances";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { grievanceTitle } from "../case-labels.ts";
import { CaseTabs } from "../CaseList.tsx";

/** What people who were looked up ask of us. */
export function GrievancesScreen() {
  return (
    <>
      <PageHeader title="Grievances">
        Requests, complaints and reports of people who were looked up. Each has a date by which we must answer.
      </PageHeader>
      <CaseTabs
        operation={listGrievances}
        what="grievances"
        folder="/grievances"
        titleOf={grievanceTitle}
        empty="No open grievance"
        endedLabel="Answered"
      />
    </>
  );
}
