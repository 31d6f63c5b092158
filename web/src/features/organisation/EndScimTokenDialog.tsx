import { endScimToken, type ScimToken, scimTokens } from "@idanimo/contract/organisations/scim";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly token: ScimToken; readonly onClose: () => void };

/** Ends a SCIM token. The members stay. */
export function EndScimTokenDialog({ token, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  async function end() {
    if (!(await submit("Ending", () => call(endScimToken, { id: token.id })))) return;
    toast({ tone: "success", text: "The token is ended." });
    await client.invalidateQueries({ queryKey: [scimTokens.path] });
    onClose();
  }
  return (
    <Dialog
      open
      variant="alert"
      title="End this token?"
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void end()}>
            End token
          </Button>
          <Button onClick={onClose}>Keep token</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The token was not ended"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <p>A directory that uses it can no longer add or suspend members, from now on. The members stay as they are.</p>
      </ContentOrProblem>
    </Dialog>
  );
}
