import {
  assignGrievance,
  type GrievanceDetails,
  noteGrievance,
  viewGrievance,
} from "@idanimo/contract/console/grievances";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "../../lib/router.ts";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { AssignSelect } from "../AssignSelect.tsx";
import { arrivalLabels, grievanceTitle, urgencyLabels } from "../case-labels.ts";
import { CaseHistory } from "../CaseHistory.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { GrievanceText } from "../GrievanceText.tsx";
import { consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useCaseActions } from "../use-case-actions.ts";
import { useRight } from "../use-operator.ts";

/** One grievance: its clock, who is responsible, what the person wrote, the answer, and its history. */
export function GrievanceScreen() {
  const { params } = useLocation();
  const id = params["id"] ?? "";
  const query = useQuery(consoleQuery(viewGrievance, { id }));
  return (
    <>
      <PageHeader
        title={query.data ? grievanceTitle(query.data.kind) : "Grievance"}
        back="/grievances"
        backLabel="Grievances"
      >
        {query.data?.reference}
      </PageHeader>
      <QueryContent query={query} what="the grievance">
        {(found) => <Grievance found={found} />}
      </QueryContent>
    </>
  );
}

function Grievance({ found }: { readonly found: GrievanceDetails }) {
  const mayHandle = useRight("handle_grievances");
  const isOpen = found.endedAt === null;
  const { label, tone } = urgencyLabels[found.urgency];
  const actions = useCaseActions(found.id, { assign: assignGrievance, note: noteGrievance });
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <Card title="Grievance" aside={<StatusLabel tone={tone}>{label}</StatusLabel>}>
          <Facts
            rows={[
              [
                "How it arrived",
                found.arrivedBy === null ? "On the person's own page" : arrivalLabels[found.arrivedBy],
              ],
              ["Received", <DateText key="received" at={found.openedAt} withTime={found.arrivedBy === null} />],
              ["Answer by", <DateText key="due" at={found.dueAt} withTime />],
              ...(found.requestId === null
                ? []
                : [
                    [
                      "About",
                      <a key="request" href={`/requests/${found.requestId}`}>
                        A request
                      </a>,
                    ] as const,
                  ]),
              ...(isOpen && mayHandle ? [] : [["Responsible", found.assignee?.name ?? "No one"] as const]),
              ...(isOpen
                ? []
                : [
                    [
                      "Answered",
                      <span key="answered">
                        {found.endedBy}, <DateText at={found.endedAt ?? undefined} withTime />
                      </span>,
                    ] as const,
                  ]),
            ]}
          />
          {isOpen && mayHandle && (
            <div className={styles.handling}>
              <AssignSelect assignee={found.assignee} candidates={found.candidates} onAssign={actions.assign} />
            </div>
          )}
        </Card>
        <GrievanceText found={found} />
      </div>
      <CaseHistory entries={found.history} onNote={mayHandle ? actions.addNote : undefined} />
    </div>
  );
}
