import { readBulkReminders, remindBulk } from "@idanimo/contract/bulk-lines";
import { formatCount } from "@idanimo/contract/date-format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./BulkProgressScreen.module.css";
import { formatPeople } from "./rules.ts";

/** How often the counts are read: while reminders are sent, and otherwise. */
const intervalsMs = { sending: 3_000, idle: 60_000 } as const;

/** Reminds everyone on a file who has not answered, each once, after a confirmation. */
export function BulkReminders({ uploadId }: { readonly uploadId: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  /** How many people were reminded when the button was pressed, and how many more will be. */
  const [goal, setGoal] = useState(0);
  const showProblem = useProblem();
  const canRemind = useRight(remindBulk.right);
  const toast = useToast();
  const query = useQuery({
    ...operationQuery(readBulkReminders, { uploadId }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.possibleNow > 0 && state.data.reminded < goal ? intervalsMs.sending : intervalsMs.idle,
  });
  if (!query.data) return null;
  const { possibleNow, reminded, possibleAt } = query.data;
  const isRunning = possibleNow > 0 && reminded < goal;

  async function send() {
    setSending(true);
    const result = await call(remindBulk, { uploadId });
    setSending(false);
    setConfirming(false);
    if (result.ok) {
      setGoal(reminded + result.value.reminding);
      toast({ tone: "success", text: `We are reminding ${formatPeople(result.value.reminding)}.` });
    } else showProblem(result.problem);
    void query.refetch();
  }

  return (
    <div className={styles.reminders}>
      {canRemind && possibleNow > 0 && (
        <Button busy={isRunning && "Sending reminders"} onClick={() => setConfirming(true)}>
          Remind all who have not answered ({formatCount(possibleNow)})
        </Button>
      )}
      {reminded > 0 && <p className="quiet">You reminded {formatPeople(reminded)}. Each person gets one reminder.</p>}
      {canRemind && possibleAt !== null && (
        <p className="quiet">
          You can send reminders from <DateText at={possibleAt} withTime />. Each person gets one, between 8 AM and 8
          PM.
        </p>
      )}
      <Dialog
        open={isConfirming}
        title={`Remind ${formatPeople(possibleNow)}?`}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button kind="primary" busy={isSending && "Sending"} onClick={() => void send()}>
              Send reminders
            </Button>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
          </>
        }
      >
        <p>
          Everyone who has not answered gets one message with the same code. You can remind each person once. Nothing is
          charged.
        </p>
      </Dialog>
    </div>
  );
}
