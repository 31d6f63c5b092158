import { assignCase, type CaseDetails, closeCase, noteCase, viewCase } from "@idanimo/contract/console/cases";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import { AssignSelect } from "../AssignSelect.tsx";
import { caseTitle, urgencyLabels } from "../case-labels.ts";
import { CaseHistory } from "../CaseHistory.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useCaseActions } from "../use-case-actions.ts";
import { useRight } from "../use-operator.ts";

/** One case: what it is about, who is responsible, and its history. */
export function CaseScreen() {
  const { params } = useLocation();
  const id = params["id"] ?? "";
  const query = useQuery(consoleQuery(viewCase, { id }));
  return (
    <>
      <PageHeader title={query.data ? caseTitle(query.data.kind) : "Case"} back="/cases" backLabel="Cases">
        <span className={styles.id}>{query.data?.reference ?? id}</span>
      </PageHeader>
      <QueryContent query={query} what="the case">
        {(found) => <Case found={found} />}
      </QueryContent>
    </>
  );
}

function Case({ found }: { readonly found: CaseDetails }) {
  const mayHandle = useRight("handle_cases");
  const client = useQueryClient();
  const toast = useToast();
  const [closing, setClosing] = useState(false);
  const isOpen = found.endedAt === null;
  const { label, tone } = urgencyLabels[found.urgency];
  const { id } = found;
  const actions = useCaseActions(id, { assign: assignCase, note: noteCase });
  return (
    <div className={styles.columns}>
      <Card title="Case" aside={<StatusLabel tone={tone}>{label}</StatusLabel>}>
        <Facts
          rows={[
            ["Detail", found.detail],
            ...(found.about ? [["About", <About key="about" about={found.about} />] as const] : []),
            ["Opened", <DateText key="opened" at={found.openedAt} withTime />],
            ["Due", <DateText key="due" at={found.dueAt} withTime />],
            ...(isOpen && mayHandle ? [] : [["Responsible", found.assignee?.name ?? "No one"] as const]),
            ...(isOpen
              ? []
              : [
                  [
                    "Closed",
                    <span key="closed">
                      {found.endedBy}, <DateText at={found.endedAt ?? undefined} withTime />
                    </span>,
                  ] as const,
                ]),
          ]}
        />
        {isOpen && mayHandle && (
          <div className={styles.handling}>
            <AssignSelect assignee={found.assignee} candidates={found.candidates} onAssign={actions.assign} />
            <div>
              <Button onClick={() => setClosing(true)}>Close the case</Button>
            </div>
          </div>
        )}
      </Card>
      <CaseHistory entries={found.history} onNote={mayHandle ? actions.addNote : undefined} />
      {closing && (
        <ActionDialog
          title="Close this case?"
          action="Close the case"
          busyLabel="Closing"
          onClose={() => setClosing(false)}
          onSend={async (reason) => {
            const result = await callConsole(closeCase, { id, reason });
            if (!result.ok) return result.problem;
            setClosing(false);
            toast({ tone: "success", text: "The case is closed." });
            await client.invalidateQueries();
            return undefined;
          }}
        >
          <p>Write what was done. The case can still be read.</p>
        </ActionDialog>
      )}
    </div>
  );
}

function About({ about: { kind, id } }: { readonly about: NonNullable<CaseDetails["about"]> }) {
  if (kind === "other") return <span className={styles.id}>{id}</span>;
  return <a href={kind === "account" ? `/accounts/${id}` : `/requests/${id}`}>See the {kind}</a>;
}
