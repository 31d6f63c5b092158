import { listGrievances } from "@idanimo/contract/console/grievances";
import { LinkButton } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { grievanceTitle } from "../case-labels.ts";
import { CaseTabs } from "../CaseList.tsx";
import { useRight } from "../use-operator.ts";

/** What people who were looked up ask of us. */
export function GrievancesScreen() {
  const mayHandle = useRight("handle_grievances");
  return (
    <>
      <PageHeader
        title="Grievances"
        aside={
          mayHandle && (
            <LinkButton kind="primary" href="/grievances/new">
              Enter a notice
            </LinkButton>
          )
        }
      >
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
