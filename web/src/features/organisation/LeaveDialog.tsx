import { removeMember } from "@idanimo/contract/organisations/organisations";
import { call } from "../../lib/call.ts";
import { switchOrganisation } from "../../lib/switch-organisation.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly userId: string; readonly organisationName: string; readonly onClose: () => void };

/** A member's own way to leave. The last owner cannot [TM-09]. */
export function LeaveDialog({ userId, organisationName, onClose }: Props) {
  const { busy, problem, dismissProblem, submit } = useSubmit();
  async function leave() {
    if (await submit("Leaving", () => call(removeMember, { userId }))) switchOrganisation(undefined);
  }
  return (
    <Dialog
      open
      variant="alert"
      title={`Leave ${organisationName}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void leave()}>
            Leave organisation
          </Button>
          <Button onClick={onClose}>Stay</Button>
        </>
      }
    >
      <ContentOrProblem
        title="You have not left"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <p>You lose access to its checks and wallet at once. To come back, you need a new invitation.</p>
      </ContentOrProblem>
    </Dialog>
  );
}
