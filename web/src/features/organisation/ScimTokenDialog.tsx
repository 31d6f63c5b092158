import { scimTokenMaxDays } from "@idanimo/contract/organisations/limits";
import { createScimToken, scimTokens } from "@idanimo/contract/organisations/scim";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { ShownOnceDialog } from "../../ui/ShownOnceDialog.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { useSubmit } from "./use-submit.ts";

const lifetimes = [30, 90, 180, scimTokenMaxDays];

/** Creates a SCIM token, then shows it, once [TM-12]. */
export function ScimTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [days, setDays] = useState(scimTokenMaxDays);
  const [token, setToken] = useState<string>();
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function create() {
    const created = await submit("Creating", () => call(createScimToken, { expiresInDays: days }));
    if (!created) return;
    setToken(created.token);
    await client.invalidateQueries({ queryKey: [scimTokens.path] });
  }
  if (token !== undefined) return <CreatedTokenDialog token={token} onClose={onClose} />;
  return (
    <Dialog
      open
      title="New SCIM token"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={() => void create()}>
            Create token
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The token was not created"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <Select
          label="Expires after"
          hint="Owners get a notice and an email 14 days before."
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {lifetimes.map((lifetime) => (
            <option key={lifetime} value={lifetime}>
              {lifetime} days
            </option>
          ))}
        </Select>
      </ContentOrProblem>
    </Dialog>
  );
}

function CreatedTokenDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <ShownOnceDialog title="Your new SCIM token" savedLabel="I have copied it" onClose={onClose}>
      <p>
        Enter this token in your directory. <strong>We won't show it again.</strong>
      </p>
      <CopyableText text={token} what="The token" label="Copy the token" />
    </ShownOnceDialog>
  );
}
