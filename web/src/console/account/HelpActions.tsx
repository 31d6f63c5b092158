import {
  type AccountDetails,
  changePhone,
  clearAccountLockout,
  endAccountSignIns,
  viewAccount,
} from "@idanimo/contract/console/accounts";
import { endSuspension } from "@idanimo/contract/console/suspensions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { useRight } from "../use-operator.ts";
import { SuspendDialog } from "./SuspendDialog.tsx";

const helps = {
  end_sign_ins: {
    title: "Sign this account out everywhere?",
    action: "End all sign-ins",
    busy: "Ending",
    done: "All sign-ins have ended. The owner gets a notice and an email.",
    operation: endAccountSignIns,
  },
  clear_lockout: {
    title: "Remove the wait after wrong passwords?",
    action: "Clear the lockout",
    busy: "Clearing",
    done: "The owner can sign in at once, and gets a notice and an email.",
    operation: clearAccountLockout,
  },
} as const;
type Help = keyof typeof helps | "change_phone" | "suspend" | "end_suspension";

/** What support can do for an account. */
export function HelpActions({ account }: { readonly account: AccountDetails }) {
  const canHelp = useRight("help_accounts");
  const client = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState<Help>();
  if (!canHelp || account.state === "closed") return null;
  const running = account.suspensions.find(({ endedAt }) => endedAt === null);
  async function finish(text: string): Promise<void> {
    setOpen(undefined);
    toast({ tone: "success", text });
    await client.invalidateQueries({ queryKey: [viewAccount.path] });
  }
  const close = () => setOpen(undefined);
  const help = open === "end_sign_ins" || open === "clear_lockout" ? helps[open] : undefined;
  return (
    <div className={styles.actions}>
      {account.maskedEmail !== null && (
        <>
          <Button size="small" onClick={() => setOpen("end_sign_ins")}>
            End all sign-ins
          </Button>
          <Button size="small" onClick={() => setOpen("clear_lockout")}>
            Clear the lockout
          </Button>
        </>
      )}
      {account.maskedPhone !== null && (
        <Button size="small" onClick={() => setOpen("change_phone")}>
          Remove the phone number
        </Button>
      )}
      {running ? (
        <Button size="small" onClick={() => setOpen("end_suspension")}>
          End the suspension
        </Button>
      ) : (
        <Button size="small" onClick={() => setOpen("suspend")}>
          Suspend
        </Button>
      )}
      {help && (
        <ActionDialog
          title={help.title}
          action={help.action}
          busyLabel={help.busy}
          onClose={close}
          onSend={async (reason) => {
            const result = await callConsole(help.operation, { id: account.id, reason });
            if (!result.ok) return result.problem;
            await finish(help.done);
            return undefined;
          }}
        >
          <p>The account&apos;s owner reads the reason.</p>
        </ActionDialog>
      )}
      {open === "change_phone" && (
        <ActionDialog
          title="Remove the phone number?"
          action="Request the removal"
          busyLabel="Sending"
          onClose={close}
          onSend={async (reason) => {
            const result = await callConsole(changePhone, { id: account.id, reason });
            if (!result.ok) return result.problem;
            await finish("Requested. Another operator must approve it. The owner gets a notice and an email.");
            return undefined;
          }}
        >
          <p>
            For an owner who lost the phone {account.maskedPhone}. When another operator approves, the number is removed
            and all sign-ins end. The owner then enters the new number under Profile. The owner reads the reason.
          </p>
        </ActionDialog>
      )}
      {open === "suspend" && (
        <SuspendDialog
          accountId={account.id}
          name={account.businessName ?? account.name}
          onClose={close}
          onDone={(text) => void finish(text)}
        />
      )}
      {open === "end_suspension" && running && (
        <ActionDialog
          title="End the suspension?"
          action={running.afterReport ? "Request the end" : "End the suspension"}
          busyLabel="Ending"
          onClose={close}
          onSend={async (reason) => {
            const result = await callConsole(endSuspension, { id: account.id, reason });
            if (!result.ok) return result.problem;
            await finish(
              "approvalId" in result.value
                ? "Requested. Another operator must approve it; until then the suspension continues."
                : "The suspension has ended. The owner gets a notice and an email.",
            );
            return undefined;
          }}
        >
          <p>
            {running.afterReport
              ? "It followed a report of a person, so a second operator must approve its end."
              : "It ends at once, and the owner gets a notice and an email."}
          </p>
        </ActionDialog>
      )}
    </div>
  );
}
