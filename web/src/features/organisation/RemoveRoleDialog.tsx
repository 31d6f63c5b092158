import { organisationRoles, type OrganisationRole, removeRole } from "@idanimo/contract/organisations/organisations";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly role: OrganisationRole; readonly onClose: () => void };

/** Removes a custom role that no member has. */
export function RemoveRoleDialog({ role, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  async function remove() {
    if (!(await submit("Removing", () => call(removeRole, { id: role.id })))) return;
    toast({ tone: "success", text: "The role is removed." });
    await client.invalidateQueries({ queryKey: [organisationRoles.path] });
    onClose();
  }
  return (
    <Dialog
      open
      variant="alert"
      title={`Remove the role ${role.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            Remove role
          </Button>
          <Button onClick={onClose}>Keep role</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The role was not removed"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <p>It can no longer be given to members.</p>
      </ContentOrProblem>
    </Dialog>
  );
}
