import { type BreachDetails, decideCommission, notifyBreach, viewBreach } from "@idanimo/contract/console/breaches";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { useLocation } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import { BreachClock } from "../BreachClock.tsx";
import { BreachRequests } from "../BreachRequests.tsx";
import { CaseHistory } from "../CaseHistory.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

const countingMs = 2_000;
const clockMs = 30_000;

/** One breach: its clock, who is affected, the notice, and its history. */
export function BreachScreen() {
  const { params } = useLocation();
  const id = params["id"] ?? "";
  const query = useQuery({
    ...consoleQuery(viewBreach, { id }),
    refetchInterval: ({ state: { data } }) => (data?.counts === null ? countingMs : clockMs),
  });
  return (
    <>
      <PageHeader title="Breach" back="/breach" backLabel="Breaches">
        {query.data?.description}
      </PageHeader>
      <QueryContent query={query} what="the breach">
        {(breach) => (
          <div className={styles.stack}>
            <div className={styles.columns}>
              <div className={styles.stack}>
                <Clock breach={breach} />
                <Affected breach={breach} />
              </div>
              <CaseHistory entries={breach.history} onNote={undefined} />
            </div>
            {breach.counts !== null && <BreachRequests breach={breach} />}
          </div>
        )}
      </QueryContent>
    </>
  );
}

type Props = { readonly breach: BreachDetails };
const outcomes = {
  notified: "The Commission was notified",
  not_required: "No notification of the Commission is needed",
} as const;

function Clock({ breach }: Props) {
  const { id, commission } = breach;
  const mayHandle = useRight("handle_grievances");
  const act = useAct();
  return (
    <Card title="Clock" aside={<BreachClock {...breach} />}>
      <Facts
        rows={[
          ["Noticed", <DateText key="noticed" at={breach.noticedAt} withTime />],
          ["Notify the Commission by", <DateText key="due" at={breach.dueAt} withTime />],
          ["Possible access from", <DateText key="since" at={breach.since} withTime />],
          ["Until", <DateText key="until" at={breach.until} withTime />],
          ["Started by", breach.startedBy],
          ...(commission
            ? [
                [
                  outcomes[commission.outcome],
                  <span key="commission">
                    {commission.by}, <DateText at={commission.at} withTime />: {commission.reason}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {mayHandle && commission === null && (
        <div className={styles.actions}>
          <Act
            label="The Commission is notified"
            title="Record that the Commission is notified?"
            onSend={(reason) =>
              act(callConsole(decideCommission, { id, outcome: "notified", reason }), "Recorded. The clock has ended.")
            }
          >
            <p>Write the number or the date of your notification. The clock ends.</p>
          </Act>
          <Act
            label="No notification is needed"
            title="Record that no notification is needed?"
            onSend={(reason) =>
              act(
                callConsole(decideCommission, { id, outcome: "not_required", reason }),
                "Recorded. The clock has ended.",
              )
            }
          >
            <p>Only if no one may be harmed. Write why. The clock ends.</p>
          </Act>
        </div>
      )}
    </Card>
  );
}

function Affected({ breach }: Props) {
  const { id, counts, notice } = breach;
  const mayHandle = useRight("handle_grievances");
  const act = useAct();
  if (!counts)
    return (
      <Card title="Who is affected">
        <p className={styles.quiet} role="status">
          Counting. This page shows the result when it is ready.
        </p>
      </Card>
    );
  return (
    <Card title="Who is affected">
      <Facts
        rows={[
          ["People", counts.people],
          ["Requests whose values were stored", counts.requests],
          ["About a person who cannot be identified", counts.unidentified],
          ["Accounts that made them", counts.accounts],
          ["Requests opened in this period", `${counts.opened}, ${counts.openings} times`],
          ["Could still be decrypted", counts.readable],
          [
            "Notified",
            notice ? (
              <span key="notified">
                {notice.reached} reached, {notice.unreachable} out of reach, <DateText at={notice.at} withTime />
              </span>
            ) : (
              "Not yet"
            ),
          ],
        ]}
      />
      {notice !== null && notice.unreachable > 0 && (
        <p className={styles.quiet}>People out of reach have no stored contact: publish a notice.</p>
      )}
      {mayHandle && counts.people > 0 && (
        <div className={styles.actions}>
          <Act
            label={notice ? "Notify again" : "Notify the people"}
            title="Request the notice to the people?"
            onSend={(reason) =>
              act(callConsole(notifyBreach, { id, reason }), "Requested. Another operator approves it under Approvals.")
            }
          >
            <p>
              Another operator approves, then each person whose contact is stored gets one message. No one is notified
              twice.
            </p>
          </Act>
        </div>
      )}
    </Card>
  );
}

/** Reports what a call did, and fetches everything again. */
function useAct() {
  const client = useQueryClient();
  const toast = useToast();
  return async (
    call: Promise<{ readonly ok: true } | { readonly ok: false; readonly problem: Problem }>,
    done: string,
  ): Promise<Problem | undefined> => {
    const result = await call;
    if (!result.ok) return result.problem;
    toast({ tone: "success", text: done });
    await client.invalidateQueries();
    return undefined;
  };
}

type ActProps = {
  readonly label: string;
  readonly title: string;
  readonly onSend: (reason: string) => Promise<Problem | undefined>;
  readonly children: ReactNode;
};

/** A button with its dialog, which asks for a reason. */
function Act({ label, title, onSend, children }: ActProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && (
        <ActionDialog
          title={title}
          action={label}
          busyLabel="Saving"
          onClose={() => setIsOpen(false)}
          onSend={async (reason) => {
            const problem = await onSend(reason);
            if (!problem) setIsOpen(false);
            return problem;
          }}
        >
          {children}
        </ActionDialog>
      )}
    </>
  );
}
