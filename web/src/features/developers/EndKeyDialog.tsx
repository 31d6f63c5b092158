import { type ApiKey, apiKeys, endApiKey } from "@idanimo/contract/developers/keys";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";

/** Ends a key for ever. */
export function EndKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function end() {
    setBusy(true);
    const ended = await call(endApiKey, { id: apiKey.id });
    setBusy(false);
    if (!ended.ok) return setProblem(ended.problem);
    toast({ tone: "success", text: "The key is ended." });
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
    onClose();
  }
  return (
    <Dialog
      open
      variant="alert"
      title={`End ${apiKey.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={isBusy && "Ending"} onClick={() => void end()}>
            End key
          </Button>
          <Button onClick={onClose}>Keep key</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The key was not ended"
        problem={problem && problemMessage(problem)}
        onDismiss={() => setProblem(undefined)}
      >
        <p>
          Systems that use it are rejected from now on. This cannot be undone. Checks that were made with it continue.
        </p>
      </ContentOrProblem>
    </Dialog>
  );
}
